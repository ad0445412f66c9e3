/** A process of its own, started with --expose-gc: a world of a million requirements. Prints its rows as JSON. */
import { loadLibrary } from '../library.ts'
import { median, type Row, rowOf, timeOf, timesOf } from '../measure.ts'
import { createSearchable, QUERIES, search } from '../queries.ts'
import { TARGETS } from '../targets.ts'

const COUNT = 1_000_000
const MEGABYTE = 2 ** 20
/** Scans in which no index helps, and negations. */
const SCANS = [QUERIES.text, QUERIES.twenty, QUERIES.negated, "NOT text ~ '%condition 77%'"]
const times = Number(process.argv[2])

async function measureMillion(): Promise<Row[]> {
  if (globalThis.gc === undefined) throw new Error('start this with --expose-gc')
  await loadLibrary()
  let world: Awaited<ReturnType<typeof createSearchable>> | undefined
  const ready = await timeOf(async () => {
    world = await createSearchable(COUNT, { batches: COUNT / 100, pages: COUNT / 100, linked: 500 / COUNT })
  })
  if (world === undefined) throw new Error('no world was made')
  // As under memory pressure, as for scenario large.
  globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const memory = process.memoryUsage().rss / MEGABYTE
  const scans: number[] = []
  for (const query of SCANS) {
    const nothing = () => {}
    // The first search builds the indexes that it reads.
    await search(world, query)
    scans.push(median(await timesOf(times, nothing, () => search(world as NonNullable<typeof world>, query))))
  }
  return [
    rowOf(TARGETS.millionReady, [ready]),
    rowOf(TARGETS.millionMemory, [memory]),
    rowOf(TARGETS.millionScan, [Math.max(...scans)]),
  ]
}

console.log(JSON.stringify(await measureMillion()))
