/** Which tables differ between two snapshots of a world: an image of a table is one object until it is written to. */
import { type Snapshot, SYSTEM } from '../../src/world/world.ts'

/** Every exchange takes a number, also one that is refused. */
const COUNTS_EXCHANGES = `${SYSTEM}.sequence`

export function touched(before: Snapshot, after: Snapshot): string[] {
  const changed = before.clock.now === after.clock.now ? [] : ['clock']
  for (const [name, tables] of after.stores) {
    const earlier = before.stores.get(name)
    if (earlier === tables) continue
    for (const [definition, image] of tables) {
      const table = `${name}.${definition.name}`
      if (earlier?.get(definition) !== image && table !== COUNTS_EXCHANGES) changed.push(table)
    }
  }
  return changed
}
