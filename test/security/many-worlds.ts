/** A process of its own, whose heap nobody else fills: as many worlds as there may be, and far more names than that. */
import type { ExchangeResponse } from '../../src/api/framework/exchange.ts'
import { createSimulator } from '../../src/index.ts'

/** Sizes of the heap in KiB, more than at the beginning. */
export interface ManyWorlds {
  readonly made: number
  readonly statuses: readonly number[]
  readonly full: number
  readonly refused: number
  readonly afterRefusals: number
  readonly left: number
  readonly afterSweep: number
  readonly afterMany: number
}

const HOUR = 3_600_000
/** The wall clock is moved by hand: machines are busy at times. */
let passed = 0
const elapsed = performance.now.bind(performance)
Object.defineProperty(performance, 'now', { value: () => elapsed() + passed })
const collect = (globalThis as unknown as { readonly gc: () => void }).gc

const simulator = await createSimulator({ scenario: 'demo', worlds: { idle: HOUR } })
await simulator.preload()

/** Writes a record, so that the world shares its tables no longer. */
function write(world: string): Promise<ExchangeResponse> {
  return simulator.exchange({
    method: 'POST',
    url: `/_world/${world}/wiki/rest/reqs/1/integration`,
    headers: { authorization: 'Bearer tok-admin', 'content-type': 'application/json' },
    body: '{"label":"x","displayUrl":"http://a.test","rpcUrl":"http://a.test","endpoint":"http://a.test"}',
  })
}

async function worlds(): Promise<number> {
  const { body } = await simulator.exchange({ method: 'GET', url: '/_sim/worlds?limit=1', headers: {} })
  return JSON.parse(String(body)).total
}

function heap(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed / 1024
}

for (let index = 0; index < 50; index++) await write(`warm${index}`)
simulator.reset()
simulator.journal.clear()
const before = heap()
const more = (): number => Math.round(heap() - before)

const statuses = new Set<number>()
for (let index = 1; index < 1000; index++) statuses.add((await write(`w${index}`)).status)
const made = await worlds()
const full = more()

let refused = 0
for (let index = 0; index < 12_000; index++)
  if ((await write(`x${index}${'y'.repeat(200)}`)).status >= 400) refused++
const afterRefusals = more()

passed = 2 * HOUR
simulator.catchUp()
const left = await worlds()
simulator.journal.clear()
const afterSweep = more()

for (let index = 0; index < 12_000; index++) {
  const url = `/_sim/worlds/z${index}`
  simulator.worldOf(`z${index}`)
  await simulator.exchange({
    method: 'DELETE',
    url,
    headers: { 'content-type': 'application/json', 'x-sim-control': '1' },
  })
}
const result: ManyWorlds = {
  made,
  statuses: [...statuses],
  full,
  refused,
  afterRefusals,
  left,
  afterSweep,
  afterMany: more(),
}
process.stdout.write(JSON.stringify(result))
