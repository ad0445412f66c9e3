/** The rows that indexes give for the values of a query: at least every row that has the value (service §4.3). */
import type { Candidates } from '../../language/query/source.ts'
import { numberOf, type Scalar } from '../../language/values.ts'
import type { Store } from '../../world/store/store.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { issueLinks } from '../records/tracker/issue-links.ts'
import { variants } from '../records/wiki/variants.ts'
import { applinkIdsOf } from '../finding/requirements/lookup.ts'
import type { LinkScope } from './query-links.ts'
import { type RequirementRecord, requirements } from '../records/wiki/requirements.ts'

export type Rows = Candidates<RequirementRecord>

/** Beyond this count an index is no better than a scan, and counting would cost as much. */
const COUNTED = 4096

/** Counts the rows of an index up to COUNTED; `read` begins anew each time. */
export function countedRows(read: () => Iterable<RequirementRecord>): Rows {
  const first: RequirementRecord[] = []
  for (const row of read()) {
    if (first.length >= COUNTED) return { count: Number.MAX_SAFE_INTEGER, records: read }
    first.push(row)
  }
  return { count: first.length, records: () => first }
}

export function byKey(scope: LinkScope, key: string): Rows {
  return countedRows(() => rowsOfKey(scope, key))
}

export function* rowsOfKey({ store, projects }: LinkScope, key: string): Generator<RequirementRecord> {
  for (const project of projects) yield* rowsIn(store, project, key)
}

/** A generator for each of many keys would cost more than these few rows. */
function rowsIn(store: Store, { id }: ContainerRecord, key: string): RequirementRecord[] {
  const rows: RequirementRecord[] = []
  store.table(requirements).forEach('key', [id, key], (row) => void rows.push(row))
  return rows
}

/** The rows on which the wiki shows a link to an issue: what `findIssueLinks` finds, from the other end. */
export function byIssue(scope: LinkScope, issueKey: string, relationship: string | undefined): Rows {
  return { ...countedRows(() => rowsOfIssue(scope, issueKey, relationship)), exact: true }
}

function* rowsOfIssue(
  scope: LinkScope,
  issueKey: string,
  relationship: string | undefined,
): Generator<RequirementRecord> {
  const { store, applicationId, projects } = scope
  const links = store.table(issueLinks)
  const rowsOf = new Map(projects.map((project) => [project.key ?? '', currentRows(scope, project)]))
  for (const applinkId of applinkIdsOf(store, applicationId)) {
    const prefix = relationship === undefined ? [applinkId, issueKey] : [applinkId, issueKey, relationship]
    for (const { wiki } of links.range('wikiIssue', prefix))
      // A link that names a baseline belongs to a frozen copy.
      if (wiki !== undefined && wiki.baseline === undefined)
        yield* rowsOf.get(wiki.spaceKey)?.(wiki.key) ?? []
  }
}

/** If all rows of the variant are ACTIVE, each key has one, and finding it takes half the time. */
function currentRows(
  { store }: LinkScope,
  project: ContainerRecord,
): (key: string) => readonly RequirementRecord[] {
  const table = store.table(requirements)
  const variantId = store.table(variants).find('current', [project.id])?.id
  if (variantId === undefined) return () => []
  if (table.count('status', [variantId]) > table.count('status', [variantId, 'ACTIVE']))
    return (key) => rowsIn(store, project, key).filter((row) => row.variantId === variantId)
  return (key) => {
    const row = table.findUnique('key', [project.id, key], variantId)
    return row === undefined ? [] : [row]
  }
}

/** Rows whose key begins with a text in any letter case; undefined if there are too many spellings to try. */
export function byKeyPrefix({ store, projects }: LinkScope, folded: string): Rows | undefined {
  const table = store.table(requirements)
  const places: [projectContainerId: number, prefix: string][] = []
  for (const { id } of projects) {
    const inUse = (prefix: string) => table.rangeOfText('key', [id], prefix).next().done !== true
    const prefixes = prefixesInUse(folded, inUse)
    if (prefixes === undefined) return undefined
    for (const prefix of prefixes) places.push([id, prefix])
  }
  return countedRows(function* () {
    for (const [id, prefix] of places) yield* table.rangeOfText('key', [id], prefix)
  })
}

export function byId({ store }: LinkScope, value: Scalar): Rows {
  const id = numberOf(value)
  const record = id === undefined ? undefined : store.table(requirements).get(id)
  return { count: 1, records: () => (record === undefined ? [] : [record]) }
}

export function byStatus({ store, projects }: LinkScope, status: string): Rows {
  const table = store.table(requirements)
  const all = projects.flatMap((project) => [...store.table(variants).range('project', [project.id])])
  return {
    count: all.reduce((sum, variant) => sum + table.count('status', [variant.id, status]), 0),
    *records() {
      for (const variant of all) yield* table.range('status', [variant.id, status])
    },
  }
}

/** How many spellings are followed at the same time; texts in use rarely have more than two. */
const MAXIMUM_PREFIXES = 32

/** Characters beyond ASCII whose folded form begins with an ASCII character: the Kelvin sign, and I with a dot. */
const FOLDED_TO_ASCII: ReadonlyMap<string, string> = new Map([
  ['k', '\u212a'],
  ['i', '\u0130'],
])

/** The spellings in use of a folded text, letter by letter; undefined if there are too many. */
export function prefixesInUse(folded: string, inUse: (prefix: string) => boolean): string[] | undefined {
  let prefixes = ['']
  for (const character of folded) {
    if (character > '\u007f') break
    const forms = new Set([character, character.toUpperCase(), FOLDED_TO_ASCII.get(character) ?? character])
    prefixes = prefixes.flatMap((prefix) => [...forms].map((form) => prefix + form)).filter(inUse)
    if (prefixes.length === 0) return []
    if (prefixes.length > MAXIMUM_PREFIXES) return undefined
  }
  return prefixes[0] === '' ? undefined : prefixes
}
