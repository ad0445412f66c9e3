/**
 * What a random world says of its requirements, worked out anew from all of its records: no index, no plan, and no rule of
 * `src/model` but for making rows of frozen copies and texts of HTML. Slow, plain, and written as the rules are spoken
 * (service §2.1, §2.2, §4.3).
 */
import { parseQuery } from '../../../src/language/query/parse.ts'
import { conditionsOf } from '../../../src/language/query/mentions.ts'
import type {
  FieldReference,
  FunctionNode,
  RecordName,
  ScopedValue,
  SpecialValue,
} from '../../../src/language/query/syntax.ts'
import type { FieldValue, Relation } from '../../../src/language/values.ts'
import { baselines } from '../../../src/model/records/wiki/baselines.ts'
import { issueLinks, type WikiView } from '../../../src/model/records/tracker/issue-links.ts'
import { pages } from '../../../src/model/records/wiki/pages.ts'
import { propertyText } from '../../../src/model/records/text/property-text.ts'
import type { RequirementRecord } from '../../../src/model/records/wiki/requirements.ts'
import { variants } from '../../../src/model/records/wiki/variants.ts'
import type { Store } from '../../../src/world/store/store.ts'
import { naiveAnswer, type NaiveReading } from '../../language/query/small-world.ts'
import { everyRow, READER, SPACES } from './requirements-world.ts'

export interface NaiveLink {
  readonly row: RequirementRecord
  readonly relationship: string
}

/** What a reader sees of a world. */
export interface NaiveWorld {
  /** Rows and frozen copies in the spaces that the reader may read. */
  readonly rows: readonly RequirementRecord[]
  /** The requirements whose definitions name this one, and that it counts as its children. */
  readonly children: (parent: RequirementRecord) => readonly NaiveLink[]
  /** The requirement that a dependency leads to, whether or not the reader may read it. */
  readonly parent: (child: RequirementRecord, spaceKey: string, key: string) => RequirementRecord | undefined
  /** The requirements that a relation leads to and that the reader may read. */
  readonly related: (row: RequirementRecord, relation: Relation) => readonly RequirementRecord[]
  readonly issues: (row: RequirementRecord) => readonly WikiView[]
  readonly variantName: (row: RequirementRecord) => string | undefined
  readonly mayRead: (spaceKey: string) => boolean
  /** The ids that a search gives, in no particular order. */
  readonly search: (request: {
    readonly query?: string | undefined
    readonly spaceKeys?: readonly string[] | undefined
    readonly includeArchived?: boolean | undefined
    readonly includeBaselined?: boolean | undefined
  }) => readonly RequirementRecord[]
}

export function naiveWorld(store: Store): NaiveWorld {
  const all = everyRow(store)
  const hidden = new Set(SPACES.filter(({ readable }) => !readable).map(({ key }) => key))
  const mayRead = (spaceKey: string) => !hidden.has(spaceKey)
  const rows = all.filter(({ spaceKey }) => mayRead(spaceKey))
  const everyVariant = [...store.table(variants).scan()]
  const isLive = ({ status }: RequirementRecord) => status === 'ACTIVE' || status === 'ARCHIVED'
  const isCurrent = ({ variantId }: RequirementRecord) =>
    everyVariant.some(({ id, current }) => id === variantId && current)
  /** The wiki shows what is current, and what is frozen, whichever variant it was frozen of. */
  const isShown = (row: RequirementRecord) => row.baseline !== undefined || isCurrent(row)

  const parent: NaiveWorld['parent'] = (child, spaceKey, key) =>
    all.find((other) => {
      if (other.spaceKey !== spaceKey || other.key !== key || !isLive(other)) return false
      // In its own space a requirement depends on the same state of the space, in another space on what is current there.
      if (spaceKey === child.spaceKey)
        return other.variantId === child.variantId && other.baseline === child.baseline
      return isCurrent(other) && other.baseline === undefined
    })

  const children: NaiveWorld['children'] = (row) =>
    rows.flatMap((child) => {
      if (!isLive(row) || !isLive(child)) return []
      // No copy is a child of a row that is none, and of another space only what is current counts.
      if (child.baseline !== row.baseline) return []
      if (child.spaceKey !== row.spaceKey && !(isCurrent(child) && child.baseline === undefined)) return []
      if (parent(child, row.spaceKey, row.key) !== row) return []
      return child.dependencies
        .filter(({ spaceKey, key }) => spaceKey === row.spaceKey && key === row.key)
        .map(({ relationship }) => ({ row: child, relationship }))
    })

  const issues: NaiveWorld['issues'] = (row) =>
    [...store.table(issueLinks).scan()].flatMap(({ wiki }) =>
      wiki !== undefined &&
      wiki.spaceKey === row.spaceKey &&
      wiki.key === row.key &&
      wiki.baseline === row.baseline &&
      isShown(row)
        ? [wiki]
        : [],
    )

  const variantName: NaiveWorld['variantName'] = (row) =>
    everyVariant.find(({ id }) => id === row.variantId)?.name

  const named = (links: readonly NaiveLink[], relationship: string | undefined) =>
    links.filter((link) => relationship === undefined || link.relationship === relationship)

  const baselineRecords = [...store.table(baselines).scan()]
  const baselineOf = (project: number, number: number) =>
    baselineRecords.find((one) => one.projectContainerId === project && one.number === number)
  /** The number of a baseline in a space: digits are a number first, then a name, and a number that nobody stored at last. */
  const numberIn = (project: number, name: RecordName): number | undefined => {
    if (typeof name === 'object' && String(name.number) === name.text) return name.number
    const reference = typeof name === 'object' ? name.text : name
    const digits = /^\d{1,15}$/.test(reference) ? Number(reference) : undefined
    if (digits !== undefined && baselineOf(project, digits) !== undefined) return digits
    const called = baselineRecords.find((one) => one.projectContainerId === project && one.name === reference)
    return called?.number ?? digits
  }
  const scopedNumber = (project: number, reference: RecordName | ScopedValue) => {
    if (typeof reference !== 'object' || !('kind' in reference)) return numberIn(project, reference)
    const space = SPACES.find(({ key, readable }) => readable && key === reference.space)
    return space?.id === project ? numberIn(project, reference.name) : undefined
  }
  const copyOf = (row: RequirementRecord, number: number | undefined) =>
    all.find(
      (one) =>
        number !== undefined &&
        one.baseline === number &&
        one.key === row.key &&
        one.projectContainerId === row.projectContainerId,
    )

  const reading: NaiveReading<RequirementRecord> = {
    values: (row, { field, name }: FieldReference): FieldValue => {
      switch (field) {
        case 'key':
          return row.key
        case 'text':
          return row.text
        case 'space':
          return row.spaceKey
        case 'status':
          return row.status
        case 'id':
          return row.id
        case 'property': {
          const property = row.properties.find(({ key }) => key === name)
          return property && propertyText(property)
        }
        case 'from':
          return named(children(row), name).map((link) => link.row.key)
        case 'to':
          return row.dependencies
            .filter(({ relationship }) => name === undefined || relationship === name)
            .map(({ key }) => key)
        case 'jira':
          return issues(row)
            .filter(({ relationship }) => name === undefined || relationship === name)
            .map(({ issueKey }) => issueKey)
        case 'link':
          return isShown(row)
            ? [...store.table(pages).scan()]
                .filter((page) => mayRead(page.spaceKey))
                .filter((page) =>
                  page.links.some((one) => one.spaceKey === row.spaceKey && one.key === row.key),
                )
                .flatMap((page) => [page.id, `Page of ${page.spaceKey}`])
            : []
        case 'variant':
          return [row.variantId, variantName(row) ?? '']
        case 'baseline': {
          if (row.baseline === undefined) return undefined
          const stored = baselineOf(row.projectContainerId, row.baseline)
          return stored === undefined ? [row.baseline] : [row.baseline, stored.name]
        }
        default:
          throw new Error(`the naive answer knows no field ${field}`)
      }
    },
    related: (row, { direction, relationship }: Relation) => {
      if (direction === 'from') return named(children(row), relationship).map((link) => link.row)
      return row.dependencies
        .filter((one) => relationship === undefined || one.relationship === relationship)
        .flatMap(({ spaceKey, key }) => (mayRead(spaceKey) ? (parent(row, spaceKey, key) ?? []) : []))
    },
    special: (row, { field }, value: SpecialValue) => {
      const { projectContainerId: project } = row
      if (value.kind === 'currentBaseline') {
        const done = baselineRecords.filter(
          (one) => one.projectContainerId === project && one.status === 'DONE',
        )
        return row.baseline !== undefined && row.baseline === Math.max(...done.map(({ number }) => number))
      }
      if (field === 'baseline')
        return row.baseline !== undefined && row.baseline === scopedNumber(project, value)
      if (row.spaceKey !== value.space) return false
      if (typeof value.name === 'string') return value.name === variantName(row)
      return value.name.number === row.variantId
    },
    own: (row, called: FunctionNode) => {
      if (called.kind === 'hasTest') throw new Error('the naive answer knows no tests')
      const copy = copyOf(row, scopedNumber(row.projectContainerId, called.baseline))
      if (called.kind === 'baselineWas') return copy !== undefined
      return (
        copy === undefined ||
        copy.html !== row.html ||
        JSON.stringify(copy.properties) !== JSON.stringify(row.properties)
      )
    },
    user: (name) => (name === READER.name ? name : undefined),
  }

  return {
    rows,
    children,
    parent,
    related: reading.related,
    issues,
    variantName,
    mayRead,
    search: ({ query = '', spaceKeys, includeArchived, includeBaselined }) => {
      const parsed = parseQuery(query)
      const asks = new Set(
        conditionsOf(parsed, false).map((one) => ('field' in one ? one.field.field : one.kind)),
      )
      return rows
        .filter((row) => spaceKeys?.includes(row.spaceKey) ?? true)
        .filter((row) => row.baseline !== undefined || asks.has('variant') || isCurrent(row))
        .filter(
          ({ status }) =>
            status === 'ACTIVE' ||
            includeArchived === true ||
            asks.has('status') ||
            asks.has('baseline') ||
            (includeBaselined === true && status === 'ARCHIVED'),
        )
        .filter((row) => naiveAnswer(parsed, row, reading))
    },
  }
}
