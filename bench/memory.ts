/** A process of its own, started with --expose-gc, that builds large worlds and forks one; prints its rows as JSON. */
import type { Simulator } from '../src/index.ts'
import { requirements } from '../src/model/requirements/records.ts'
import { createLargeWorld, LARGE } from './large-world.ts'
import { loadLibrary } from './library.ts'
import type { Row } from './measure.ts'

const FORKS = 2000
const BASELINES = 10
const FROZEN = 10_000
const MEGABYTE = 2 ** 20

/** What is resident after a collection that also compacts, as one under memory pressure does. */
function collect(): NodeJS.MemoryUsage {
  if (globalThis.gc === undefined) throw new Error('start this with --expose-gc')
  globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  return process.memoryUsage()
}

function measureTables(): Row[] {
  const started = performance.now()
  const world = createLargeWorld(LARGE)
  const built = performance.now() - started
  const before = collect()
  const forks = Array.from({ length: FORKS }, () => world.fork())
  const bytes = (collect().heapUsed - before.heapUsed) / forks.length
  return [
    { name: `${LARGE} requirements into the tables`, unit: 'ms', measured: built, target: 1000 },
    {
      name: `resident memory, ${LARGE} requirements in the tables`,
      unit: 'MB',
      measured: before.rss / MEGABYTE,
      target: 250,
    },
    { name: 'memory of an idle fork', unit: 'KB', measured: bytes / 1024, target: 20 },
  ]
}

async function measureScenario(): Promise<Row[]> {
  const { createSimulator } = await loadLibrary()
  const started = performance.now()
  const simulator = await createSimulator({ scenario: 'large' })
  const built = performance.now() - started
  const { rss } = collect()
  return [
    {
      name: `scenario ${simulator.scenario.name}, generated and ready`,
      unit: 'ms',
      measured: built,
      target: 1000,
    },
    {
      name: `resident memory of scenario ${simulator.scenario.name}`,
      unit: 'MB',
      measured: rss / MEGABYTE,
      target: 250,
    },
  ]
}

/** Freezes a space ten times through the interface, then stores as many full copies, and compares what each added. */
async function measureBaselines(): Promise<Row[]> {
  const { createSimulator } = await import('../src/index.ts')
  const space = { requirements: FROZEN, space: 'OPS', prefix: 'OPS-' }
  const simulator = await createSimulator({
    scenario: { name: 'frozen', extends: ['demo'], generate: [space] },
  })
  const before = collect().heapUsed
  let milliseconds = 0
  for (let number = 1; number <= BASELINES; number++) {
    const started = performance.now()
    await post(simulator, { name: `Baseline ${number}` })
    simulator.clock.advance(`${FROZEN / 100}s`)
    milliseconds = Math.max(milliseconds, performance.now() - started)
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
  const name = `${BASELINES} baselines of ${FROZEN} requirements`
  return [
    {
      name: `memory of ${name}, of as many full copies`,
      unit: '×',
      measured: (frozen - before) / (copied - frozen),
      target: 0.25,
    },
    { name: `memory of ${name}`, unit: 'MB', measured: (frozen - before) / MEGABYTE },
    { name: `freezing ${FROZEN} requirements, all steps`, unit: 'ms', measured: milliseconds, target: 1000 },
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

const measure = { scenario: measureScenario, baselines: measureBaselines }[process.argv[2] ?? '']
console.log(JSON.stringify(await (measure ?? measureTables)()))
