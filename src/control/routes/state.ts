/** The records of any table, as plain data; what identifies a secret is never among them. */
import { int32, string } from '../../api/framework/parameter.ts'
import { nearestName } from '../../world/nearest.ts'
import { invalid, notFound } from '../../model/input/errors.ts'
import { quoted } from '../../model/input/refusal.ts'
import type { Table, TableDefinition } from '../../world/store/table.ts'
import { SYSTEM, tablesOf } from '../../world/world.ts'
import { recordShape } from '../../simulator/records/record-shapes.ts'
import { type ControlContext, controlRoute, listOf, paging, routesOf } from '../route.ts'
import { isSecret, withoutSecrets } from '../../simulator/record-secrets.ts'
import { isKey } from '../../simulator/records/table-keys.ts'
import { recordListResponse, tableListResponse } from '../responses/state.ts'

type AnyDefinition = TableDefinition<object, string>
type Fields = Readonly<Record<string, unknown>>

const stateQuery = {
  ...paging,
  members: int32({
    minimum: 0,
    maximum: 10_000,
    description:
      'The maximum number of members per list in a record, followed by the text `… N more`; all members when absent.',
  }),
}

export const stateRoutes = routesOf('State', [
  controlRoute({
    id: 'listTables',
    method: 'GET',
    path: '/state',
    summary: 'List the tables and their number of records',
    regional: true,
    returns: tableListResponse,
    responseNote:
      'The tables of the region, then those of the world itself (store `system`); `key` is the field that identifies a record, absent if the key has several fields; `fields` can be filters of `GET /state/{table}`.',
    handle: (_input, context) => {
      const items = tablesAt(context).map(({ definition, store }) => ({
        table: definition.name,
        store,
        records: storeOf(context, store).table(definition).size,
        key: comparable(definition).find((field) => isKey(definition, field)),
        fields: comparable(definition),
      }))
      return { items, total: items.length }
    },
  }),
  controlRoute({
    id: 'listRecords',
    method: 'GET',
    path: '/state/{table}',
    summary: 'List the records of a table in order of their key',
    pathParameters: {
      table: string({
        required: true,
        description: 'The name of the table, as `GET /state` lists it.',
        example: 'requirement',
      }),
    },
    query: stateQuery,
    regional: true,
    filters: 'Any field that holds text, a number or a Boolean filters the records by equality.',
    returns: recordListResponse,
    responseNote: 'Hashes of tokens, sessions and passwords are left out, and cannot be filters.',
    handle: ({ path, query }, context) => {
      const { definition, store } = findTable(context, path.table)
      const filters = checkedFilters(definition, context.filters)
      const page = pageOf(storeOf(context, store).table(definition), filters, query)
      const items = page.items.map((record) => withoutSecrets(definition.name, record))
      const { members } = query
      if (members === undefined) return { items, total: page.total }
      return { items: items.map((record) => shortenedFields(record, members)), total: page.total }
    },
  }),
])

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
  const suggestion = nearest === undefined ? 'GET /state lists them' : `did you mean '${nearest}'?`
  throw notFound('table', name, { instead: suggestion })
}

/** Names that mean something else in a query than a field. */
const TAKEN = new Set(['region', ...Object.keys(stateQuery)])

/** Fields that a filter may name. */
function comparable({ name }: AnyDefinition): readonly string[] {
  return (recordShape(name)?.scalars() ?? []).filter((field) => !isSecret(field) && !TAKEN.has(field))
}

function checkedFilters(
  definition: AnyDefinition,
  filters: ControlContext['filters'],
): ControlContext['filters'] {
  const fields = comparable(definition)
  for (const [name, value] of filters) {
    if (fields.includes(name)) continue
    const nearest = nearestName(name, fields)
    const suggestion = nearest === undefined ? `it takes ${fields.join(', ')}` : `did you mean '${nearest}'?`
    const rule = `no field of table '${definition.name}' that can be compared: ${suggestion}`
    throw invalid(`query parameter ${quoted(name)}`, value, rule)
  }
  return filters
}

/** A page of the records that pass. Without filters the total is the size of the table. */
function pageOf(
  table: Table<object, string>,
  filters: ControlContext['filters'],
  page: { readonly offset: number; readonly limit: number },
): { items: Fields[]; total: number } {
  if (filters.length > 0) return listOf(matching(table.scan() as Iterable<Fields>, filters), page)
  const items: Fields[] = []
  let position = 0
  for (const record of page.offset < table.size && page.limit > 0 ? table.scan() : []) {
    if (position++ >= page.offset) items.push(record as Fields)
    if (items.length === page.limit) break
  }
  return { items, total: table.size }
}

/** A record whose lists have at most so many members. */
function shortenedFields(record: object, members: number): Fields {
  return Object.fromEntries(Object.entries(record).map(([name, inner]) => [name, shortened(inner, members)]))
}

function shortened(value: unknown, members: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return shortenedFields(value, members)
  const first = value.slice(0, members).map((inner) => shortened(inner, members))
  return value.length > members ? [...first, `… ${value.length - members} more`] : first
}

function* matching(records: Iterable<Fields>, filters: ControlContext['filters']): Generator<Fields> {
  for (const record of records) {
    if (filters.every(([name, value]) => equals(record[name], value))) yield record
  }
}

function equals(member: unknown, text: string): boolean {
  return member === text || (typeof member !== 'string' && member !== undefined && String(member) === text)
}
