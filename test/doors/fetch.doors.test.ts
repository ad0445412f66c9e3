import { sendWith } from './door.ts'
import { doorTests } from './door-tests.ts'
import { createSubject } from './subject.ts'

const simulator = createSubject()

doorTests('fetch', async (request) => {
  const { fetch } = await simulator
  return sendWith(fetch, '')(request)
})
