/** The records that a step changed, in the order of what matters to an audience. */
import type { RecordDifference, SnapshotDifference } from '../../control/responses/worlds.ts'
import { nameOfRecord } from '../panels/machines/model.ts'
import { jsonDifferences } from '../words/json-difference.ts'

type Fields = Readonly<Record<string, unknown>>

export interface ShownChange {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly table: string
  readonly name: string
  readonly fields: readonly { readonly name: string; readonly before: string; readonly after: string }[]
}

export interface ShownChanges {
  readonly records: readonly ShownChange[]
  /** `6 more requirements`, `7 history entries`. */
  readonly counted: readonly string[]
}

/** The most important tables first. Changes of other tables are counted. */
const SHOWN = [
  'application',
  'baseline',
  'requirement',
  'integration',
  'issueLink',
  'trackerText',
  'issue',
  'bulkJob',
  'importJob',
  'accountLink',
  'token',
  'invitation',
  'linkRequest',
  'excelAttachment',
  'page',
]
const MAXIMUM_FIELDS = 3
/** The mark that a text waits to be read. */
const WAITING = 'htmlNeedsUpdating'
/** Tables whose further changes are counted by name. */
const MAXIMUM_COUNTED = 3
const MAXIMUM_LENGTH = 90
/** Characters shown of all records. */
const MAXIMUM_CHARACTERS = 380
/** Fields that change with every write, or repeat another one. */
const NOISE =
  /(?:^|\.)(?:\w+At|at|version|jobId|pageId|clockJobId|attempts|savedBy|applinkId|applicationId|endedBy|fromVersions|sources|items|errors|total|endpoint|displayUrl|permalink)(?:$|[.[])/
/** What a record that was added or removed is described by. */
const DESCRIBING = ['status', 'text', 'html', 'relationship', 'value', 'message']

/** At most `most` records with their fields, of the tables in `wanted` or else of those that matter, and counts of the rest. */
export function changesOf(
  { items, tables }: SnapshotDifference,
  wanted: readonly string[] | undefined,
  maximum: number,
): ShownChanges {
  const ranking = wanted ?? SHOWN
  const titles = pageTitles(items)
  const found = items
    .filter(({ table }) => ranking.includes(table))
    .map((item) => ({ item, change: changeOf(item, titles) }))
    .filter(({ change }) => change.fields.length > 0 || change.kind !== 'changed')
  // Marks that a text waits to be read say something only where nothing else changed.
  const weighty = found.filter(({ change }) => weightOf(change) > 0)
  const candidates = weighty.length > 0 ? weighty : found
  const sorted = candidates
    .toSorted(
      (a, b) =>
        ranking.indexOf(a.item.table) - ranking.indexOf(b.item.table) ||
        weightOf(b.change) - weightOf(a.change),
    )
    .slice(0, maximum)
    .map(({ change }) => change)
  const records = sorted.slice(0, Math.max(1, fitting(sorted)))
  const rank = (table: string) => (SHOWN.includes(table) ? SHOWN.indexOf(table) : SHOWN.length)
  const rest = tables
    .filter(({ own }) => own !== true)
    .map(({ table, records: count }) => {
      const listed = records.filter((record) => record.table === table).length
      return { table, left: count - listed, isMore: listed > 0 }
    })
    .filter(({ left }) => left > 0)
    .toSorted((a, b) => rank(a.table) - rank(b.table))
  const others = rest.slice(MAXIMUM_COUNTED).reduce((sum, { left }) => sum + left, 0)
  const counted = [
    ...rest
      .slice(0, MAXIMUM_COUNTED)
      .map(({ table, left, isMore }) => `${left}${isMore ? ' more' : ''} ${wordsOf(table, left)}`),
    ...(others > 0 ? [`${others} other record${others === 1 ? '' : 's'}`] : []),
  ]
  return { records, counted }
}

/** How many records fit into the space of a scene, by their characters. */
function fitting(changes: readonly ShownChange[]): number {
  let used = 0
  const full = changes.findIndex(({ name, fields }) => {
    used += name.length + 30
    for (const field of fields) used += field.before.length + field.after.length + 20
    return used > MAXIMUM_CHARACTERS
  })
  return full === -1 ? changes.length : full
}

/** Records in another state come first, then other changes, then those that were added or removed. */
function weightOf({ kind, fields }: ShownChange): number {
  if (kind !== 'changed') return kind === 'added' ? 2 : 1
  if (fields.some(({ name }) => /status|mode|state$/i.test(name))) return 4
  return fields.some(({ name }) => name !== WAITING) ? 3 : 0
}

function changeOf(item: RecordDifference, titles: ReadonlyMap<unknown, string>): ShownChange {
  const { table, before, after } = item
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  const name = recordName(item, titles)
  if (kind !== 'changed') {
    const record = after ?? before ?? {}
    const fields = DESCRIBING.filter((field) => record[field] !== undefined && record[field] !== '')
      .slice(0, 2)
      .map((field) => ({
        name: field,
        before: kind === 'added' ? '' : valueText(record[field]),
        after: kind === 'added' ? valueText(record[field]) : '',
      }))
    return { kind, table, name, fields }
  }
  const { differences: all } = jsonDifferences(pick(before, item.changed), pick(after, item.changed))
  const named = all.map((each) => ({ ...each, place: each.place.replace(/^\$\.?/, '') }))
  // A text says what its HTML does.
  const hasText = named.some(({ place }) => place === 'text')
  const places = named.filter(({ place }) => !hasText || place !== 'html')
  const chosen = places.filter(({ place }) => place !== WAITING && !NOISE.test(place))
  const fields = (chosen.length > 0 ? chosen : places)
    .filter(({ place }) => !NOISE.test(place) && !/^definitions(?!\[\d+\]\.html$)/.test(place))
    .slice(0, MAXIMUM_FIELDS)
    .map((each) => ({
      name: each.place,
      before: 'before' in each ? valueText(each.before) : '',
      after: 'after' in each ? valueText(each.after) : '',
    }))
  return { kind, table, name, fields }
}

function pick(record: Fields | undefined, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.flatMap((name) =>
      record !== undefined && Object.hasOwn(record, name) ? [[name, record[name]]] : [],
    ),
  )
}

/** Pages have no title of their own, but their former versions have. */
function pageTitles(items: readonly RecordDifference[]): ReadonlyMap<unknown, string> {
  return new Map(
    items.flatMap(({ table, after }) =>
      table === 'pageVersion' && typeof after?.['title'] === 'string'
        ? [[after['pageId'], after['title']] as const]
        : [],
    ),
  )
}

function recordName(
  { table, key, before, after }: RecordDifference,
  titles: ReadonlyMap<unknown, string>,
): string {
  const record = { ...before, ...after }
  const title = table === 'page' ? titles.get(record['id']) : undefined
  if (title !== undefined) return title
  if (table === 'issueLink') return linkName(record) ?? String(key)
  if (table === 'baseline' && typeof record['name'] === 'string') return record['name']
  const { name } = nameOfRecord(record)
  return name === '' ? String(typeof key === 'object' ? JSON.stringify(key) : key) : name.replace(' · ', '/')
}

/** The issue and the requirement of a link, as the tracker has them, or else the wiki. */
function linkName(record: Fields): string | undefined {
  for (const side of [record['tracker'], record['wiki']]) {
    if (typeof side !== 'object' || side === null) continue
    const { issueKey, key } = side as { issueKey?: unknown; key?: unknown }
    if (typeof issueKey === 'string')
      return typeof key === 'string' ? `${issueKey} and ${key}` : `${issueKey} and a lost key`
  }
  return undefined
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : (propertyText(value) ?? JSON.stringify(value) ?? 'nothing')
  return text.length > MAXIMUM_LENGTH ? `${text.slice(0, MAXIMUM_LENGTH)}…` : text
}

/** `Category: Functional` for a property, `DRN-5 implements REQ-005` for one side of a link. */
function propertyText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { key, value: inner, issueKey, relationship } = value as Fields
  if (inner !== undefined && typeof key === 'string') return `${key}: ${String(inner)}`
  const parts = [issueKey, relationship, key].filter((part) => typeof part === 'string')
  return parts.length < 2 ? undefined : parts.join(' ')
}

const PLURALS: Readonly<Record<string, string>> = {
  historyEntry: 'history entries',
  issueHistory: 'entries of issue histories',
}

/** `outbound messages` for the table outboundMessage. */
export function wordsOf(table: string, count: number): string {
  const words = table.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  if (count === 1) return words
  return PLURALS[table] ?? (/[^aeiou]y$/.test(words) ? `${words.slice(0, -1)}ies` : `${words}s`)
}
