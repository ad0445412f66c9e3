/** What is unique stays so: a world that holds two records of one name is not imported, and nothing of it is taken over. */
import { expect, test } from 'vitest'
import { importCheckedWorld } from '../../../src/simulator/records/world-import.ts'
import { createSimulator } from '../../../src/index.ts'
import { regionTables, worldSchema } from '../../../src/model/schema.ts'
import { exportWorld } from '../../../src/world/transfer.ts'

type Row = Record<string, unknown>
type Definition = {
  readonly name: string
  readonly key: (row: Row) => unknown
  readonly indexes: Readonly<
    Record<
      string,
      {
        readonly keys: (row: Row) => unknown
        readonly unique?: true | ((row: Row) => unknown)
      }
    >
  >
}

const { world } = await createSimulator({ scenario: 'demo' })
const exported = JSON.stringify(exportWorld(world))
const indexes = (Object.values(regionTables) as unknown as Definition[]).flatMap((definition) =>
  Object.entries(definition.indexes).flatMap(([index, { keys, unique }]) =>
    unique ? [{ table: definition.name, index, definition, keys: unique === true ? keys : unique }] : [],
  ),
)

test('names, keys, addresses and secrets are unique', () => {
  const names = indexes.map(({ table, index }) => `${table} ${index}`)
  expect(names.join(', ')).toBe(
    'user name, token hash, application selfHosted, container key, container page, container issue, ' +
      'variant current, requirement key, baseline number, baseline name, frozenSet number, ' +
      'externalPropertyMetadata name, propertyName name, requirementType name, issue key, integration ' +
      'wikiApplink, integration trackerApplink, dashboard default, rule name',
  )
})

test('two containers of one issue, whatever else is the same', () => {
  const document = JSON.parse(exported)
  const rows: Row[] = document.stores.eu.container
  const row = rows.find(({ issueId }) => issueId !== undefined) as Row
  rows.push({ ...row, id: 777_777, key: 'OTHER-1' })
  expect(() => importCheckedWorld(worldSchema, document)).toThrow(/issue key .* exists already/)
})

test.each(indexes)('two records of table $table with the same $index', ({ table, definition, keys }) => {
  const document = JSON.parse(exported)
  const rows: Row[] = document.stores.eu[table] ?? []
  const row = rows.find((one) => keys(one) !== undefined) as Row
  expect(row).toBeDefined()
  const own = table === 'integration' ? 'serviceId' : 'id'
  rows.push({ ...row, [own]: typeof row[own] === 'number' ? 777_777 : 'another' })
  expect(definition.key(rows.at(-1) as Row)).not.toBe(definition.key(row))
  expect(() => importCheckedWorld(worldSchema, document)).toThrow(/exists already/)
})
