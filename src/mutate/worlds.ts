/** What mutants of effects do to a world as a whole: compare its records, and put them back. */
import { faults } from '../model/records/world/faults.ts'
import { rateWindows } from '../model/records/world/rate-windows.ts'
import { sequences } from '../world/store/store.ts'
import { differencesOfImages, type TableDefinition, type TableImage } from '../world/store/table.ts'
import { advanceAtMost, JOBS_PER_ADVANCE } from '../world/time/clock.ts'
import { type Snapshot, SYSTEM, tablesOf, World } from '../world/world.ts'

type Images = ReadonlyMap<Pick<TableDefinition<never>, 'name'>, TableImage>

/** What an exchange changes whatever it does: its number, its rate window, and the counts of faults. */
const COUNTS: readonly Pick<TableDefinition<never>, 'name'>[] = [sequences, rateWindows, faults]

/** Whether the records of two snapshots are equal, without counts and sequences. */
export function hasSameRecords({ schema }: World, one: Snapshot, other: Snapshot): boolean {
  return [SYSTEM, ...schema.regions].every((name) => {
    const left = one.stores.get(name)
    const right = other.stores.get(name)
    return (
      left === right ||
      tablesOf(schema, name).every(
        (definition) =>
          (COUNTS as readonly unknown[]).includes(definition) ||
          isSameTable(left?.get(definition), right?.get(definition)),
      )
    )
  })
}

/** A record that was written as it was is the same. */
function isSameTable(left: TableImage | undefined, right: TableImage | undefined): boolean {
  return differencesOfImages(left, right).every(
    ({ before, after }) =>
      before !== undefined && after !== undefined && JSON.stringify(before) === JSON.stringify(after),
  )
}

/** The records of `records`, with the counts of `counts`. */
export function withCountsOf(records: Snapshot, counts: Snapshot): Snapshot {
  const system = new Map(records.stores.get(SYSTEM) as Images)
  const counted = counts.stores.get(SYSTEM) as Images
  for (const definition of COUNTS) {
    const image = counted.get(definition)
    if (image === undefined) system.delete(definition)
    else system.set(definition, image)
  }
  return { ...records, stores: new Map(records.stores).set(SYSTEM, system) }
}

/**
 * Puts the records of an earlier snapshot back and keeps the clock and the counts: jobs that were due meanwhile run again,
 * without what was undone.
 */
export function putBack(world: World, before: Snapshot): void {
  const after = world.snapshot()
  world.restore(withCountsOf(before, after))
  if (after.clock.now > before.clock.now) advanceAtMost(world, after.clock.now, JOBS_PER_ADVANCE)
}

/** A world apart with the records of an earlier snapshot, and the clock and counts of `world`. */
export function earlierWorld(world: World, before: Snapshot): World {
  const now = world.snapshot()
  return new World(world.schema, { ...withCountsOf(before, now), clock: now.clock })
}
