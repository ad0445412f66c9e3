/** The records of any table, as plain data; what identifies a secret is never among them. */
import { string } from '../../api/parameter.ts'
import { nearestName } from '../../world/nearest.ts'
import { Refusal, shown } from '../../model/refusal.ts'
import type { TableDefinition } from '../../world/table.ts'
import { SYSTEM, tablesOf } from '../../world/world.ts'
import { recordShape } from '../record-shapes.ts'
import { type ControlContext, controlRoute, listOf, paging } from '../route.ts'
import { isSecret, withoutSecrets } from '../shown-records.ts'

type AnyDefinition = TableDefinition<object, string>
type Fields = Readonly<Record<string, unknown>>

export const stateRoutes = [
  controlRoute({
    method: 'GET',
    path: '/state',
    group: 'State',
    summary: 'The tables, and how many records each holds',
    pathParameters: {},
    query: {},
    regional: true,
    status: 200,
    answer:
      '`{items [{table, store, records}], total}`: the tables of the region, then those of the world itself (store `system`).',
    handle: (_input, context) => {
      const items = tablesAt(context).map(({ definition, store }) => ({
        table: definition.name,
        store,
        records: storeOf(context, store).table(definition).size,
      }))
      return { items, total: items.length }
    },
  }),
  controlRoute({
    method: 'GET',
    path: '/state/{table}',
    group: 'State',
    summary: 'The records of a table, in order of their key',
    pathParameters: {
      table: string({ required: true, description: 'The name of the table, as `GET /state` lists it.' }),
    },
    query: paging,
    regional: true,
    filters:
      'Any field that holds text, a number or a truth value keeps the records where it equals the value.',
    status: 200,
    answer: '`{items, total}`. Hashes of tokens, sessions and passwords are left out, and are no filters.',
    handle: ({ path, query }, context) => {
      const { definition, store } = findTable(context, path.table)
      const filters = checkedFilters(definition, context.filters)
      const records = storeOf(context, store).table(definition).scan()
      const page = listOf(matching(records as Iterable<Fields>, filters), query)
      return { items: page.items.map((record) => withoutSecrets(definition.name, record)), total: page.total }
    },
  }),
]

function tablesAt({ world, region }: ControlContext): { definition: AnyDefinition; store: string }[] {
  const { schema } = world()
  return [region, SYSTEM].flatMap((store) =>
    tablesOf(schema, store).map((definition) => ({
      definition: definition as unknown as AnyDefinition,
      store,
    })),
  )
}

function storeOf({ world, region }: ControlContext, store: string) {
  return store === SYSTEM ? world().system : world().region(region)
}

/** A table of the region, or else of the world itself. */
function findTable(context: ControlContext, name: string) {
  const tables = tablesAt(context)
  const found = tables.find(({ definition }) => definition.name === name)
  if (found !== undefined) return found
  const nearest = nearestName(
    name,
    tables.map(({ definition }) => definition.name),
  )
  const mend = nearest === undefined ? 'GET /state lists them' : `did you mean '${nearest}'?`
  throw new Refusal('NOT_FOUND', `there is no table ${shown(name)}: ${mend}`)
}

function checkedFilters(
  definition: AnyDefinition,
  filters: ControlContext['filters'],
): ControlContext['filters'] {
  const fields = (recordShape(definition.name)?.scalars() ?? []).filter((field) => !isSecret(field))
  for (const [name, value] of filters) {
    if (fields.includes(name)) continue
    const nearest = nearestName(name, fields)
    const mend = nearest === undefined ? `it takes ${fields.join(', ')}` : `did you mean '${nearest}'?`
    throw new Refusal(
      'INVALID',
      `query parameter ${shown(name)} (${shown(value)}) is no field of table '${definition.name}' that can be compared: ${mend}`,
    )
  }
  return filters
}

function* matching(records: Iterable<Fields>, filters: ControlContext['filters']): Generator<Fields> {
  for (const record of records) {
    if (filters.every(([name, value]) => equals(record[name], value))) yield record
  }
}

function equals(member: unknown, text: string): boolean {
  return member !== undefined && String(member) === text
}
