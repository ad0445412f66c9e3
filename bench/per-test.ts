/** What a test suite pays for its simulators: one made of the demo in a warm process, and a fork with a call for each test. */
import { loadLibrary } from './library.ts'
import { median, type Row } from './measure.ts'

const TIMES = 30

export async function measurePerTest(): Promise<Row[]> {
  const { createSimulator } = await loadLibrary()
  const base = await createSimulator({ scenario: 'demo' })
  const making = await medianOf(TIMES, () => createSimulator({ scenario: 'demo' }))
  const forking = await medianOf(TIMES * 10, async () => base.fork())
  const forkAndCall = await medianOf(TIMES * 10, async () => {
    const answer = await base.fork().exchange({
      method: 'GET',
      url: '/wiki/rest/reqs/1/requirement2/ENG/REQ-001',
      headers: { cookie: 'JSESSIONID=sess-alice' },
    })
    if (answer.status !== 200) throw new Error(`status ${answer.status}`)
  })
  return [
    { name: 'createSimulator with the demo, warm', unit: 'ms', measured: making, target: 30 },
    { name: 'a fork for a test', unit: 'ms', measured: forking, target: 0.5 },
    { name: 'a fork for a test, and a call', unit: 'ms', measured: forkAndCall, target: 1 },
  ]
}

/** The median of the durations in milliseconds, after a warm-up of a tenth. */
async function medianOf(times: number, action: () => Promise<unknown>): Promise<number> {
  const durations: number[] = []
  for (let round = -Math.ceil(times / 10); round < times; round++) {
    const start = performance.now()
    await action()
    if (round >= 0) durations.push(performance.now() - start)
  }
  return median(durations)
}
