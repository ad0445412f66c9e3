/** A process of its own, started with --expose-gc, that builds what takes memory; prints its rows as JSON. */
import type { Simulator } from '../src/index.ts'
import { requirements } from '../src/model/requirements/records.ts'
import { loadLibrary } from './library.ts'
import { type Row, rowOf } from './measure.ts'
import { TARGETS } from './targets.ts'

const BASELINES = 10
const FROZEN = 10_000
const MEGABYTE = 2 ** 20

/** What is resident after a collection that also compacts, as one under memory pressure does. */
function collect(): NodeJS.MemoryUsage {
  if (globalThis.gc === undefined) throw new Error('start this with --expose-gc')
  globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  return process.memoryUsage()
}

async function measureScenario(): Promise<Row[]> {
  const { createSimulator } = await loadLibrary()
  const started = performance.now()
  const simulator = await createSimulator({ scenario: 'large' })
  const built = performance.now() - started
  const { rss } = collect()
  // Still in use, so that it was there when the memory was measured.
  if (simulator.scenario.name !== 'large') throw new Error('another scenario was built')
  return [rowOf(TARGETS.seeding, [built]), rowOf(TARGETS.memory, [rss / MEGABYTE])]
}

/** Freezes a space ten times through the interface, then stores as many full copies, and compares what each added. */
async function measureBaselines(): Promise<Row[]> {
  const { createSimulator } = await import('../src/index.ts')
  const space = { requirements: FROZEN, space: 'OPS', prefix: 'OPS-' }
  const simulator = await createSimulator({
    scenario: { name: 'frozen', extends: ['demo'], generate: [space] },
  })
  const before = collect().heapUsed
  const freezing: number[] = []
  for (let number = 1; number <= BASELINES; number++) {
    const started = performance.now()
    await post(simulator, { name: `Baseline ${number}` })
    simulator.clock.advance(`${FROZEN / 100}s`)
    freezing.push(performance.now() - started)
  }
  simulator.journal.clear()
  const frozen = collect().heapUsed
  const table = simulator.world.region('eu').table(requirements)
  const originals = [...table.scan()].filter(({ spaceKey }) => spaceKey === 'OPS').slice(0, FROZEN)
  let id = 10_000_000
  for (let number = 1; number <= BASELINES; number++) {
    for (const row of originals) table.insert({ ...structuredClone(row), id: id++, variantId: number })
  }
  const copied = collect().heapUsed
  // The world is used once more, so that it was still there when the memory was measured.
  if (simulator.state('frozenSet').length !== BASELINES + 1) throw new Error('baselines are missing')
  return [
    rowOf(TARGETS.freezing, freezing),
    rowOf(TARGETS.baselines, [(frozen - before) / (copied - frozen)]),
    rowOf({ name: 'memory of those baselines', unit: 'MB' }, [(frozen - before) / MEGABYTE]),
  ]
}

async function post(simulator: Simulator, body: object): Promise<void> {
  const { status } = await simulator.exchange({
    method: 'POST',
    url: '/wiki/rest/reqs/1/baseline/OPS/1/create',
    headers: { authorization: 'Bearer tok-alice', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (status !== 200) throw new Error(`a baseline was refused with ${status}`)
}

const measure = process.argv[2] === 'baselines' ? measureBaselines : measureScenario
console.log(JSON.stringify(await measure()))
