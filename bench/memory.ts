/** A process of its own, started with --expose-gc, that builds a large world and forks it; prints its rows as JSON. */
import { createLargeWorld, LARGE } from './large-world.ts'
import type { Row } from './measure.ts'

const FORKS = 2000

/** What is resident after a collection that also compacts, as one under memory pressure does. */
function collect(): NodeJS.MemoryUsage {
  if (globalThis.gc === undefined) throw new Error('start this with --expose-gc')
  globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  return process.memoryUsage()
}

const started = performance.now()
const world = createLargeWorld(LARGE)
const built = performance.now() - started
const before = collect()
const forks = Array.from({ length: FORKS }, () => world.fork())
const after = collect()

const rows: Row[] = [
  { name: `build of ${LARGE} requirements in the tables`, unit: 'ms', measured: built, target: 1000 },
  {
    name: `resident memory with ${LARGE} requirements`,
    unit: 'MB',
    measured: before.rss / 2 ** 20,
    target: 250,
  },
  {
    name: 'memory of an idle fork',
    unit: 'KB',
    measured: (after.heapUsed - before.heapUsed) / 1024 / forks.length,
    target: 20,
  },
]
console.log(JSON.stringify(rows))
