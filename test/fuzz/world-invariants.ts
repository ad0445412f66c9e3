/** What holds of every world, whatever was asked of it: answered as complaints, none where all is well. */
import { importCheckedWorld } from '../../src/simulator/records/world-import.ts'
import { worldSchema } from '../../src/model/schema.ts'
import { type IndexDefinition, indexKeysOf } from '../../src/world/store/index-keys.ts'
import { compareParts, compareTuples, type KeyPart, type KeyTuple } from '../../src/world/order.ts'
import type { Table, TableDefinition } from '../../src/world/store/table.ts'
import { exportWorld } from '../../src/world/transfer.ts'
import { SYSTEM, tablesOf, type World } from '../../src/world/world.ts'

type AnyTable = Table<object, string>
type Entry = readonly [indexKey: KeyTuple, key: KeyPart, record: object]

/** All of it. */
export function worldComplaints(world: World): string[] {
  return [...tableComplaints(world), ...transferComplaints(world)]
}

/** Each index says what an index built anew would say. */
export function tableComplaints(world: World): string[] {
  return [SYSTEM, ...world.schema.regions].flatMap((name) => {
    const store = name === SYSTEM ? world.system : world.region(name)
    return tablesOf(world.schema, name).flatMap((definition) => {
      const table = store.table(definition) as unknown as AnyTable
      const image = table.image()
      if (sound.has(image)) return []
      const complaints = complaintsOfTable(definition as unknown as TableDefinition<object, string>, table)
      if (complaints.length === 0) sound.add(image)
      return complaints.map((problem) => `${name}.${definition.name}: ${problem}`)
    })
  })
}

/** Images that were looked through: nothing was written to them since. */
const sound = new WeakSet<object>()

function complaintsOfTable(definition: TableDefinition<object, string>, table: AnyTable): string[] {
  const records = [...table.scan()]
  const complaints: string[] = []
  if (records.length !== table.size)
    complaints.push(`counts ${table.size} records and holds ${records.length}`)
  records.forEach((record, position) => {
    const key = definition.key(record)
    const before = records[position - 1]
    if (before !== undefined && compareParts(definition.key(before), key) >= 0)
      complaints.push(`${String(key)} is out of order, or there twice`)
    if (table.get(key) !== record) complaints.push(`${String(key)} is not found by its key`)
    if (!Object.isFrozen(record)) complaints.push(`${String(key)} can be changed`)
  })
  for (const [name, index] of Object.entries(definition.indexes))
    complaints.push(...indexComplaints(name, index, definition, table, records))
  return complaints
}

function indexComplaints(
  name: string,
  index: IndexDefinition<object>,
  { key }: TableDefinition<object, string>,
  table: AnyTable,
  records: readonly object[],
): string[] {
  const wanted = records
    .flatMap((record) => indexKeysOf(index, record).map((indexKey): Entry => [indexKey, key(record), record]))
    .sort(compareEntries)
    // A record that has an index key twice, such as a value of a list, stands under it once.
    .filter(
      (entry, position, all) => position === 0 || compareEntries(all[position - 1] as Entry, entry) !== 0,
    )
  const kept: Entry[] = []
  table.forEach(name, [], (record, indexKey) => void kept.push([indexKey, key(record), record]))
  const complaints: string[] = []
  if (kept.length !== wanted.length || table.count(name, []) !== wanted.length)
    complaints.push(
      `index ${name} has ${kept.length} entries, counts ${table.count(name, [])}, and should have ${wanted.length}`,
    )
  const odd = wanted.findIndex(([indexKey, own, record], position) => {
    const there = kept[position]
    return (
      there === undefined ||
      compareTuples(there[0], indexKey) !== 0 ||
      there[1] !== own ||
      there[2] !== record
    )
  })
  if (odd !== -1)
    complaints.push(`index ${name} differs from one built anew at ${JSON.stringify(wanted[odd]?.[0])}`)
  if (index.unique === true) {
    wanted.forEach(([indexKey, , record], position) => {
      const before = wanted[position - 1]
      if (before !== undefined && compareTuples(before[0], indexKey) === 0)
        complaints.push(`two records have the ${name} ${JSON.stringify(indexKey)}`)
      if (table.find(name, indexKey) !== record)
        complaints.push(`${JSON.stringify(indexKey)} is not found by ${name}`)
    })
  }
  for (const [indexKey, , record] of wanted) {
    const member = typeof index.unique === 'function' ? index.unique(record) : undefined
    if (member !== undefined && table.findUnique(name, indexKey, member) !== record)
      complaints.push(`${JSON.stringify(indexKey)} with ${member} is not found by ${name}`)
  }
  complaints.push(...countComplaints(name, table, wanted))
  return complaints
}

const compareEntries = (a: Entry, b: Entry): number => compareTuples(a[0], b[0]) || compareParts(a[1], b[1])

function countComplaints(
  name: string,

  table: AnyTable,
  wanted: readonly Entry[],
): string[] {
  const counts = new Map<string, [KeyTuple, number]>()
  for (const [indexKey] of wanted) {
    for (let members = 1; members <= indexKey.length; members++) {
      const prefix = indexKey.slice(0, members)
      const text = JSON.stringify(prefix)
      const known = counts.get(text)
      if (known === undefined) counts.set(text, [prefix, 1])
      else known[1]++
    }
  }
  return [...counts.values()]
    .filter(([prefix, count]) => table.count(name, prefix) !== count)
    .map(
      ([prefix, count]) =>
        `index ${name} counts ${table.count(name, prefix)} under ${JSON.stringify(prefix)}, which has ${count}`,
    )
}

/** Whatever happened, the world can be exported, is taken back with all its references checked, and is the same then. */
function transferComplaints(world: World): string[] {
  const text = JSON.stringify(exportWorld(world))
  try {
    const back = JSON.stringify(exportWorld(importCheckedWorld(worldSchema, JSON.parse(text))))
    if (back === text) return []
    const at = [...text].findIndex((character, position) => character !== back[position])
    return [
      `an imported export is another world: ${text.slice(Math.max(0, at - 200), at + 100)} became ${back.slice(Math.max(0, at - 200), at + 100)}`,
    ]
  } catch (error) {
    return [`its export is refused: ${String(error)}`]
  }
}
