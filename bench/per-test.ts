/** What a test suite pays for its simulators: one made of the demo in a warm process, and a fork with a call for each test. */
import { loadLibrary } from './library.ts'
import { type Row, rowOf, timesOf } from './measure.ts'
import { TARGETS } from './targets.ts'

const TIMES = 30

export async function measurePerTest(): Promise<Row[]> {
  const { createSimulator } = await loadLibrary()
  const base = await createSimulator({ scenario: 'demo' })
  const nothing = () => {}
  const making = await timesOf(TIMES, nothing, () => createSimulator({ scenario: 'demo' }))
  const forking = await timesOf(TIMES * 10, nothing, () => void base.fork())
  const forkAndCall = await timesOf(TIMES * 10, nothing, async () => {
    const answer = await base.fork().exchange({
      method: 'GET',
      url: '/wiki/rest/reqs/1/requirement2/ENG/REQ-001',
      headers: { cookie: 'JSESSIONID=sess-alice' },
    })
    if (answer.status !== 200) throw new Error(`status ${answer.status}`)
  })
  return [
    rowOf(TARGETS.making, making),
    rowOf(TARGETS.testFork, forking),
    rowOf(TARGETS.testForkAndCall, forkAndCall),
  ]
}
