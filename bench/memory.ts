/** A process of its own, started with --expose-gc, that builds large worlds and forks one; prints its rows as JSON. */
import { createLargeWorld, LARGE } from './large-world.ts'
import { loadLibrary } from './library.ts'
import type { Row } from './measure.ts'

const FORKS = 2000
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

const rows = process.argv[2] === 'scenario' ? await measureScenario() : measureTables()
console.log(JSON.stringify(rows))
