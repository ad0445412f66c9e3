/** A process of its own, started with --expose-gc, that builds scenario large; prints its rows as JSON. */
import { loadLibrary } from './library.ts'
import { type Row, rowOf } from './measure.ts'
import { TARGETS } from './targets.ts'

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

console.log(JSON.stringify(await measureScenario()))
