/**
 * A process of its own: what it costs to fork, snapshot, restore and reset a simulator of 100,000
 * requirements, to write after a fork, and to export and import the world. Prints its rows as JSON.
 */
import type { Simulator } from '../src/index.ts'
import { loadLibrary } from './library.ts'
import { type Figure, type Row, rowOf, timesOf } from './measure.ts'
import { TARGETS } from './targets.ts'

const times = Number(process.argv[2] ?? 500)
const TRANSFERS = times < 200 ? 1 : 3

const { createSimulator } = await loadLibrary()
const simulator = await createSimulator({ scenario: 'large', config: { rateLimit: 'off' } })
console.log(JSON.stringify([...(await measureWorlds()), ...(await measureTransfer())]))

async function measureWorlds(): Promise<Row[]> {
  const write = writer()
  const inMicroseconds = async (figure: Figure, action: () => unknown) => {
    const durations = await timesOf(times, () => write(simulator), action)
    return rowOf(
      figure,
      durations.map((milliseconds) => milliseconds * 1000),
    )
  }
  let kept = simulator.snapshot()
  return [
    await inMicroseconds(TARGETS.fork, () => void simulator.fork()),
    await inMicroseconds(TARGETS.snapshot, () => void (kept = simulator.snapshot())),
    await inMicroseconds(TARGETS.restore, () => simulator.restore(kept)),
    await inMicroseconds(TARGETS.reset, () => simulator.reset()),
    await measureFirstWrite(write),
  ]
}

/** The first write to a fork, less the second to the same fork. */
async function measureFirstWrite(write: (target: Simulator) => Promise<void>): Promise<Row> {
  const above: number[] = []
  for (let round = 0; round < times; round++) {
    const fork = simulator.fork()
    const began = performance.now()
    await write(fork)
    const between = performance.now()
    await write(fork)
    const ended = performance.now()
    above.push((between - began - (ended - between)) * 1000)
  }
  return rowOf(TARGETS.firstWrite, above.slice(Math.ceil(times / 10)))
}

/** Changes another requirement with each call, through the interface. */
function writer(): (target: Simulator) => Promise<void> {
  let number = 0
  return async (target) => {
    number++
    const { status } = await target.exchange({
      method: 'PUT',
      url: `/wiki/rest/reqs/1/requirement2/BIG/BIG-${String(1 + ((number * 997) % 100_000)).padStart(6, '0')}`,
      headers: { authorization: 'Bearer tok-alice', 'content-type': 'application/json' },
      body: JSON.stringify({ htmlExcerpt: `The drone shall satisfy condition ${number}.` }),
    })
    if (status !== 200) throw new Error(`a write was refused with ${status}`)
  }
}

async function measureTransfer(): Promise<Row[]> {
  const control = async (method: string, path: string, body?: string): Promise<string> => {
    const headers = { 'content-type': 'application/json', 'x-sim-control': '1' }
    const answer = await simulator.exchange({ method, url: `http://sim.sim/_sim${path}`, headers, body })
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}`)
    return typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body)
  }
  let world = ''
  const exporting = await timesOf(
    TRANSFERS,
    () => {},
    async () => (world = await control('GET', '/export')),
  )
  const importing = await timesOf(
    TRANSFERS,
    () => {},
    () => control('POST', '/import', world),
  )
  return [
    rowOf({ name: 'exporting 100,000 requirements', unit: 'ms' }, exporting),
    rowOf(TARGETS.importing, importing),
    rowOf({ name: 'size of that export', unit: 'MB' }, [world.length / 2 ** 20]),
  ]
}
