/** Generated syntax trees: of every kind for reading and writing, and of the small world's fields for running. */
import fc from 'fast-check'
import { FIELDS, fieldDefinition } from '../../../src/language/query/fields.ts'
import type { FieldDefinition } from '../../../src/language/query/fields.ts'
import type {
  ComparisonOperator,
  FieldReference,
  QueryNode,
  QueryValue,
} from '../../../src/language/query/syntax.ts'
import { isExactNumber } from '../../../src/language/values.ts'
import { NUMBERS, RELATIONSHIPS, WORLD_FIELDS, worldPatterns, worldTexts } from './small-world.ts'
import { codePoint } from '../../support/code-points.ts'

const at = { start: 0, end: 0 }
const anyText = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 8 }),
  fc.string({ unit: fc.constantFrom("'", '"', '\\', '%', ' ', 'a', '→', '@', '\n') }),
)
const anyName = anyText.filter((text) => text !== '')
const digits = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength })
/** Every spelling of a number: signs, zeros in front and behind, exponents, and more digits than a number holds. */
const anyNumber = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(digits(4), digits(25)),
    fc.option(digits(6)),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e-', 'E+'), digits(3))),
  )
  .map(([sign, whole, fraction, exponent]) =>
    [sign, whole, fraction === null ? '' : `.${fraction}`, exponent?.join('') ?? ''].join(''),
  )
const spelled = (text: string) => ({ text, number: Number(text) + 0 })
const baseline = fc.oneof(anyNumber.filter((text) => !text.startsWith('-')).map(spelled), anyText)
/** Patterns as they are read: a backslash stands before a backslash or `%` only. */
const anyPattern = fc
  .array(
    fc.oneof(
      fc.constantFrom('%', '\\%', '\\\\'),
      anyText.map((text) => text.replaceAll(/[\\%]/g, '')),
    ),
    {
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''))
const scoped = fc
  .record({ name: baseline, space: anyText })
  .map(({ name, space }) => ({ kind: 'scoped' as const, name, space }))

interface Vocabulary {
  readonly fields: fc.Arbitrary<FieldReference>
  readonly text: fc.Arbitrary<string>
  readonly pattern: fc.Arbitrary<string>
  /** The spelling. */
  readonly number: fc.Arbitrary<string>
  readonly relationship: fc.Arbitrary<string>
  readonly user: fc.Arbitrary<string>
}

function valueFor(
  definition: FieldDefinition,
  words: Vocabulary,
  operator: ComparisonOperator = '=',
): fc.Arbitrary<QueryValue> {
  const comparesNumbers =
    /^[<>]/.test(operator) || definition.typed === true || definition.field.endsWith('id')
  const values: fc.Arbitrary<QueryValue>[] = [
    (operator === '~' ? words.pattern : words.text).map((text) => ({ kind: 'text', text, ...at })),
    words.number
      .filter((text) => !comparesNumbers || isExactNumber(text))
      .map((text) => ({ kind: 'number', ...spelled(text), ...at })),
    fc.boolean().map((boolean) => ({ kind: 'boolean', boolean, ...at })),
    words.user.map((user) => ({ kind: 'user', user, ...at })),
  ]
  if (definition.scoped) values.push(scoped.map((value) => ({ ...value, ...at })))
  if (definition.field === 'baseline') values.push(fc.constant({ kind: 'currentBaseline', ...at }))
  return fc.oneof(...values)
}

function comparisonOn(field: FieldReference, words: Vocabulary): fc.Arbitrary<QueryNode> {
  const definition = fieldDefinition(field.field)
  const operators: ComparisonOperator[] =
    definition.operators === 'basic' ? ['=', '~'] : ['=', '!=', '<', '<=', '>', '>=', '~']
  return fc.constantFrom(...operators).chain((operator) =>
    valueFor(definition, words, operator).map((value) => {
      const special = value.kind === 'scoped' || value.kind === 'currentBaseline'
      return { kind: 'comparison', field, operator: special ? '=' : operator, value, ...at }
    }),
  )
}

function conditionOn(field: FieldReference, words: Vocabulary): fc.Arbitrary<QueryNode> {
  const definition = fieldDefinition(field.field)
  if (definition.operators === 'basic') return comparisonOn(field, words)
  const membership = fc
    .record({
      negated: fc.boolean(),
      orAbsent: fc.boolean(),
      values: fc.array(valueFor(definition, words), { maxLength: 4 }),
    })
    .filter(({ values, orAbsent }) => orAbsent || values.length > 0)
    .map((parts): QueryNode => ({ kind: 'membership', field, ...parts, ...at }))
  const presence = fc.boolean().map((absent): QueryNode => ({ kind: 'presence', field, absent, ...at }))
  return fc.oneof({ weight: 4, arbitrary: comparisonOn(field, words) }, membership, presence)
}

function ownCondition(words: Vocabulary): fc.Arbitrary<QueryNode> {
  return fc.oneof(
    baseline.map((number): QueryNode => ({ kind: 'isModified', baseline: number, ...at })),
    fc.oneof(baseline, scoped).map((number): QueryNode => ({ kind: 'baselineWas', baseline: number, ...at })),
    fc
      .tuple(fc.boolean(), fc.option(words.relationship), fc.constantFrom('PASSED', 'FAILED', '50\\%', '%ED'))
      .map(([last, relationship, status]): QueryNode =>
        relationship === null
          ? { kind: 'hasTest', last, status, ...at }
          : { kind: 'hasTest', last, relationship, status, ...at },
      ),
  )
}

function queries(words: Vocabulary): fc.Arbitrary<QueryNode> {
  const condition = fc.oneof(
    { weight: 6, arbitrary: words.fields.chain((field) => conditionOn(field, words)) },
    { weight: 1, arbitrary: words.pattern.map((text): QueryNode => ({ kind: 'fullText', text, ...at })) },
    { weight: 1, arbitrary: ownCondition(words) },
  )
  const { query } = fc.letrec<{ query: QueryNode }>((tie) => ({
    query: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 3, arbitrary: condition },
      { weight: 2, arbitrary: group('and', tie('query')) },
      { weight: 2, arbitrary: group('or', tie('query')) },
      tie('query').map((operand): QueryNode => ({ kind: 'not', operand, ...at })),
      fc
        .tuple(fc.constantFrom('from' as const, 'to' as const), fc.option(words.relationship), tie('query'))
        .map(([direction, relationship, operand]): QueryNode => ({
          kind: 'chain',
          relation: relationship === null ? { direction } : { direction, relationship },
          operand,
          ...at,
        })),
    ),
  }))
  return query
}

/** The tree keeps lists flat: an `and` holds no `and`. */
function group(kind: 'and' | 'or', member: fc.Arbitrary<QueryNode>): fc.Arbitrary<QueryNode> {
  return fc.array(member, { minLength: 2, maxLength: 4 }).map((members) => ({
    kind,
    operands: members.flatMap((node) => (node.kind === kind ? node.operands : [node])),
    ...at,
  }))
}

const anyField = fc.constantFrom(...FIELDS).chain((definition): fc.Arbitrary<FieldReference> => {
  const plain = fc.constant({ field: definition.field })
  const named = anyName.map((name) => ({ field: definition.field, name }))
  if (definition.named === undefined) return plain
  return definition.named === 'compulsory' ? named : fc.oneof(plain, named)
})

/** Trees of everything the language can say. */
export const anyQueries = queries({
  fields: anyField,
  text: anyText,
  pattern: anyPattern,
  number: anyNumber,
  relationship: anyName,
  user: anyText,
})

/** Trees about the fields and values of the small world. */
export const worldQueries = queries({
  fields: fc.constantFrom(...WORLD_FIELDS),
  text: worldTexts,
  pattern: worldPatterns,
  number: fc.constantFrom(...NUMBERS),
  relationship: fc.constantFrom(...RELATIONSHIPS),
  user: fc.constantFrom('alice', 'nobody'),
})

/** The tree without the spans of text, which no two spellings share. */
export function withoutSpans(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutSpans)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).filter(([name]) => name !== 'start' && name !== 'end')
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutSpans(value)]))
}
