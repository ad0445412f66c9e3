/** A few records for queries to run over, with every index a source may offer, and a naive way to answer a query. */
import fc from 'fast-check'
import { foldCase } from '../../../src/language/values.ts'
import type { FieldValue, Relation, Scalar } from '../../../src/language/values.ts'
import { fieldDefinition } from '../../../src/language/query/fields.ts'
import type { Candidates, OwnCondition, QuerySource } from '../../../src/language/query/source.ts'
import type {
  FieldReference,
  FunctionNode,
  QueryNode,
  QueryValue,
  RecordName,
  ScopedValue,
  SpecialValue,
} from '../../../src/language/query/syntax.ts'

export interface SmallRecord {
  readonly id: number
  /** Values by field, as `referenceId` names it. */
  readonly values: ReadonlyMap<string, FieldValue>
  /** Links of the definition: to requirements that this one references. */
  readonly references: readonly { readonly target: number; readonly relationship: string }[]
}

export interface SmallWorld {
  readonly records: readonly SmallRecord[]
  /** How many records `related` has handed out so far. */
  followed: number
}

export const CURRENT_BASELINE = 2
export const USERS: ReadonlyMap<string, string> = new Map([['alice', 'Alice A']])

export function referenceId(field: FieldReference): string {
  return field.name === undefined ? field.field : `${field.field}@${field.name}`
}

export function smallRecord(
  id: number,
  values: Readonly<Record<string, FieldValue>>,
  references: SmallRecord['references'] = [],
): SmallRecord {
  return { id, values: new Map(Object.entries(values)), references }
}

export function listOf(values: FieldValue): readonly Scalar[] {
  if (values === undefined) return []
  return typeof values === 'object' ? values : [values]
}

export function relatedTo(world: SmallWorld, record: SmallRecord, relation: Relation): SmallRecord[] {
  const fits = (relationship: string) =>
    relation.relationship === undefined || relation.relationship === relationship
  if (relation.direction === 'to') {
    return record.references
      .filter((link) => fits(link.relationship))
      .flatMap((link) => world.records.find((target) => target.id === link.target) ?? [])
  }
  return world.records.filter((other) =>
    other.references.some((link) => link.target === record.id && fits(link.relationship)),
  )
}

/** A source with indexes on everything; `size` is exaggerated so that a plan always prefers them. */
export function smallSource(world: SmallWorld): QuerySource<SmallRecord> {
  const select = (test: (record: SmallRecord) => boolean): Candidates<SmallRecord> => {
    const found = world.records.filter(test)
    return { count: found.length, records: () => [...found, ...found] }
  }
  return {
    size: world.records.length * 1000 + 1000,
    identity: (record) => record.id,
    user: (name) => USERS.get(name),
    field: (field) => {
      const id = referenceId(field)
      const { typed, anyCase } = fieldDefinition(field.field)
      const equal = (own: Scalar, value: Scalar) =>
        typed ? own === value : anyCase ? String(own).toUpperCase() === value : String(own) === String(value)
      const days = id === DAYS ? { days: true as const } : {}
      return {
        ...days,
        values: (record) => record.values.get(id),
        present: () => select((record) => listOf(record.values.get(id)).length > 0),
        lookup: (value) =>
          select((record) =>
            listOf(record.values.get(id)).some((own) =>
              id === DAYS ? String(own).startsWith(String(value)) : equal(own, value),
            ),
          ),
        prefix: (folded) =>
          select((record) =>
            listOf(record.values.get(id)).some((own) => foldCase(String(own)).startsWith(folded)),
          ),
      }
    },
    special: (field, value) => withIndex(select, (record) => special(record, field, value)),
    condition: (called) => withIndex(select, (record) => own(record, called)),
    related: (record, relation) => {
      const found = relatedTo(world, record, relation)
      world.followed += found.length
      return found
    },
    relatedBy: (record, { direction, ...rest }) =>
      relatedTo(world, record, { direction: direction === 'from' ? 'to' : 'from', ...rest }),
    allLinks(relation) {
      const links = world.records.flatMap((record) =>
        relatedTo(world, record, relation).map((target) => ({ record, target })),
      )
      world.followed += links.length
      return links.map(({ record, target }) => ({ from: record.id, target }))
    },
  }
}

/** The same source without indexes, so that every condition is tested; values of `shared` fields are of several records. */
export function scannedSource(world: SmallWorld, shared?: FieldReference['field']): QuerySource<SmallRecord> {
  const source = smallSource(world)
  return {
    ...source,
    size: world.records.length,
    field(reference) {
      const binding = source.field(reference)
      return binding && { values: binding.values, ...(reference.field === shared ? { shared: true } : {}) }
    },
  }
}

function withIndex(
  select: (test: (record: SmallRecord) => boolean) => Candidates<SmallRecord>,
  matches: (record: SmallRecord) => boolean,
): OwnCondition<SmallRecord> {
  return { matches, candidates: select(matches) }
}

function special(record: SmallRecord, field: FieldReference, value: SpecialValue): boolean {
  const values = listOf(record.values.get(referenceId(field)))
  if (value.kind === 'currentBaseline') return values.includes(CURRENT_BASELINE)
  const name = typeof value.name === 'string' ? value.name : value.name.number
  return values.includes(name) && record.values.get('space') === value.space
}

function own(record: SmallRecord, called: FunctionNode): boolean {
  switch (called.kind) {
    case 'isModified':
      return isNumbered(called.baseline, 1) && record.id % 2 === 0
    case 'baselineWas':
      return isNumbered(called.baseline, 1) && record.id % 3 === 0
    case 'hasTest':
      return called.status === 'PASSED' && called.last && record.id % 5 === 0
  }
}

const isNumbered = (name: RecordName | ScopedValue, number: number) =>
  typeof name === 'object' && 'number' in name && name.number === number

/** What a naive answer reads of records, one by one. */
export interface NaiveReading<T> {
  readonly values: (record: T, field: FieldReference) => FieldValue
  readonly related: (record: T, relation: Relation) => readonly T[]
  readonly special: (record: T, field: FieldReference, value: SpecialValue) => boolean
  readonly own: (record: T, called: FunctionNode) => boolean
  /** How properties name a user; undefined where there is no such user. */
  readonly user: (name: string) => string | undefined
}

/** Answers a query over a small world. */
export const naiveMatch = (query: QueryNode, record: SmallRecord, world: SmallWorld): boolean =>
  naiveAnswer(query, record, {
    values: (one, field) => one.values.get(referenceId(field)),
    related: (one, relation) => relatedTo(world, one, relation),
    special,
    own,
    user: (name) => USERS.get(name),
  })

/** Answers a query by walking the tree for every record: slow, plain, and nothing shared with the product's plan. */
export function naiveAnswer<T>(query: QueryNode, record: T, reading: NaiveReading<T>): boolean {
  const valuesOf = (field: FieldReference) => listOf(reading.values(record, field))
  switch (query.kind) {
    case 'all':
      return true
    case 'and':
      return query.operands.every((operand) => naiveAnswer(operand, record, reading))
    case 'or':
      return query.operands.some((operand) => naiveAnswer(operand, record, reading))
    case 'not':
      return !naiveAnswer(query.operand, record, reading)
    case 'chain':
      return reading
        .related(record, query.relation)
        .some((target) => naiveAnswer(query.operand, target, reading))
    case 'fullText':
      return (['key', 'text'] as const).some((field) =>
        valuesOf({ field }).some((own) => naiveLike(`%${query.text}%`, String(own))),
      )
    case 'comparison':
      return naiveComparison(record, query.field, query.operator, query.value, reading)
    case 'membership': {
      const present = valuesOf(query.field).length > 0
      const equal = query.values.some((value) => naiveComparison(record, query.field, '=', value, reading))
      if (query.negated) return present && !equal
      return equal || (query.orAbsent && !present)
    }
    case 'presence':
      return (valuesOf(query.field).length === 0) === query.absent
    default:
      return reading.own(record, query)
  }
}

function naiveComparison<T>(
  record: T,
  field: FieldReference,
  operator: string,
  value: QueryValue,
  reading: NaiveReading<T>,
): boolean {
  const values = listOf(reading.values(record, field))
  if (operator === '!=') return values.length > 0 && !naiveComparison(record, field, '=', value, reading)
  if (value.kind === 'scoped' || value.kind === 'currentBaseline')
    return reading.special(record, field, value)
  const isDays = referenceId(field) === DAYS && operator !== '~'
  if (isDays && !(value.kind === 'text' && naiveDay(value.text) !== undefined)) return false
  const written =
    value.kind === 'text' || value.kind === 'number'
      ? value.text
      : value.kind === 'boolean'
        ? String(value.boolean)
        : reading.user(value.user)
  if (written === undefined) return false
  const { typed, anyCase } = fieldDefinition(field.field)
  const isNumber = value.kind === 'number'
  const mayBeName =
    isNumber && operator !== '<' && !/^([1-9]\d*|0)$/.test(value.text) && !/^[<>]/.test(operator)
  const type = isNumber ? 'number' : value.kind === 'boolean' ? 'boolean' : 'string'
  return values.some((own) => {
    if (typed && typeof own !== type && !mayBeName) return false
    const [left, right] = isDays
      ? [naiveDay(String(own)) ?? String(own), naiveDay(written) ?? written]
      : [String(own), written]
    if (operator === '=' && isNumber && typeof own === 'number' && !anyCase)
      return own === value.number && isExact(value.text)
    if (operator === '=') return anyCase ? left.toUpperCase() === right.toUpperCase() : left === right
    if (operator === '~')
      return value.kind === 'text' ? naiveLike(right, left) : foldCase(right) === foldCase(left)
    const numeric = /^\s*-?\d+(\.\d+)?(e\d+)?\s*$/i
    const order =
      numeric.test(left) && numeric.test(right) ? Number(left) - Number(right) : codePointOrder(left, right)
    if (operator === '<') return order < 0
    if (operator === '<=') return order <= 0
    return operator === '>' ? order > 0 : order >= 0
  })
}

function codePointOrder(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)]
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0)
    if (order !== 0) return order
  }
  return left.length - right.length
}

/** The digits of the small numbers of these worlds. */
const isExact = (text: string) => text.length < 20

/** The first ten characters of a day or a moment in these worlds. */
const naiveDay = (text: string) => /^(\d{4}-\d\d-\d\d)(T\d\d:\d\dZ)?$/.exec(text)?.[1]

/** LIKE by trying every length for every wildcard. */
export function naiveLike(pattern: string, text: string): boolean {
  const p = Array.from(
    foldCase(pattern).matchAll(/\\([\\%])|(%)|([^])/g),
    ([, literal, any, other]) => literal ?? (any === undefined ? other : undefined),
  )
  const t = foldCase(text)
  const match = (at: number, from: number): boolean => {
    if (at === p.length) return from === t.length
    if (p[at] === undefined) {
      for (let next = from; next <= t.length; next++) if (match(at + 1, next)) return true
      return false
    }
    return p[at] === t[from] && match(at + 1, from + 1)
  }
  return match(0, 0)
}

const WORDS = [
  '',
  'a',
  'A',
  'b',
  'ab',
  'aB',
  '1',
  '2',
  '10',
  '1.5',
  'Σας',
  '𝒳',
  'é',
  '01',
  '1.0',
  '1.50',
  '1e1',
  '-0',
  '0',
  '12345678901234567890',
  '12345678901234567891',

  'a%',
  'a%b',
  'a\\b',
  'a\\%',
  '%',
  '\\',
  '2026-03-09',
  '2026-03-09T10:00Z',
  '2026-03-10',
  '2026-3-9',
  'yesterday',
]

/** Spellings of numbers. */
export const NUMBERS = ['1', '2', '10', '1.5', '01', '1.0', '1.50', '1e1', '-0', '0', '12345678901234567890']

/** A property of days. */
const DAYS = 'property@Due'
const scalar = fc.oneof(
  fc.constantFrom<Scalar>(...WORDS),
  fc.constantFrom<Scalar>(1, 2, 10, 1.5, true, false),
)
const fieldValue: fc.Arbitrary<FieldValue> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  { weight: 5, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
)

export const WORLD_FIELDS: readonly FieldReference[] = [
  { field: 'key' },
  { field: 'text' },
  { field: 'status' },
  { field: 'space' },
  { field: 'page' },
  { field: 'baseline' },
  { field: 'property', name: 'P' },
  { field: 'property', name: 'Due' },
  { field: 'externalProperty', name: 'Main Category' },
]

export const RELATIONSHIPS = ['refines', 'uses']

const record = fc.record({
  values: fc.tuple(
    ...WORLD_FIELDS.map((field) => fieldValue.map((values) => [referenceId(field), values] as const)),
  ),
  references: fc.array(
    fc.record({ target: fc.integer({ min: 0, max: 9 }), relationship: fc.constantFrom(...RELATIONSHIPS) }),
    { maxLength: 3 },
  ),
})

/** Worlds of up to eight records whose links may dangle and run in circles. */
export const smallWorlds: fc.Arbitrary<SmallWorld> = fc.array(record, { maxLength: 8 }).map((records) => ({
  records: records.map(({ values, references }, id) => ({ id, values: new Map(values), references })),
  followed: 0,
}))

export const worldTexts = fc.constantFrom(...WORDS)

export const worldPatterns = fc.constantFrom(
  ...WORDS,
  '%',
  'a%',
  '%b',
  'a%b%',
  '%σ%',
  'a\\%',
  '%\\%%',
  'a\\\\%',
  '%\\\\%',
  '1%',
  '%0',
  '2026-03%',
)
