/** The shared cases through `setupServer`, whatever the version of MSW. */
import { afterAll, beforeAll } from 'vitest'
import { handlers } from '../../../src/adapters/msw.ts'
import { sendWith } from '../door.ts'
import { doorTests } from '../cases/door-tests.ts'
import type { MswServer } from '../cases/msw-cases.ts'
import { createSubject } from '../cases/subject.ts'

const BASE = 'http://localhost:3999/sim'

export function mswDoorTests(door: 'msw2' | 'msw3', setupServer: () => MswServer): void {
  const server = setupServer()
  beforeAll(async () => {
    server.use(...handlers(await createSubject(), { base: BASE }))
    server.listen({ onUnhandledRequest: 'error', onUnhandledFrame: 'error' })
  })
  afterAll(() => server.close())
  doorTests(
    door,
    sendWith((url, init) => fetch(url, init), BASE),
  )
}
