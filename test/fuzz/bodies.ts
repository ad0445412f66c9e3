/** Bodies: from the schema that an operation declares, from its example, and against both. */
import fc from 'fast-check'
import * as z from 'zod'
import { FORMULAS, hostileText, hostileValue, ORDERS, QUERIES, RawJson } from './hostile-words.ts'
import { applyChanges, changes, isPlain } from './json-changes.ts'
import { Live } from './live-values.ts'

/** A body before it is sent: JSON whose values may stand for others, or text or bytes as they are. */
export type BodyPlan =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: readonly number[] }
  | {
      readonly kind: 'repeated'
      readonly before: string
      readonly part: string
      readonly times: number
      readonly after: string
    }

export interface DeclaredBody {
  readonly schema: () => z.ZodType
  readonly example?: unknown
  readonly contentType?: string
}

interface JsonSchema {
  readonly [word: string]: unknown
}

/** Bodies of an operation: some as declared, some nearly, some not at all. */
export function bodyPlans(body: DeclaredBody): fc.Arbitrary<BodyPlan> {
  const json = (value: unknown): BodyPlan => ({ kind: 'json', value })
  if (body.contentType === 'text/plain') {
    const text = (value: string): BodyPlan => ({ kind: 'text', text: value })
    return fc.oneof(fc.constant(text(String(body.example))), hostileText.map(text), brokenBody)
  }
  const example = fc.constant(body.example ?? {})
  const schema = valuesOfSchema(body.schema())
  return fc.oneof(
    { weight: 7, arbitrary: example.map(json) },
    {
      weight: 6,
      arbitrary: changes(2, liveLeaf).map((list) => json(applyChanges(body.example ?? {}, list))),
    },
    { weight: hasItems(body.example) ? 8 : 0, arbitrary: severalOf(body.example).map(json) },
    {
      weight: 6,
      arbitrary: changes(3, hostileValue).map((list) => json(applyChanges(body.example ?? {}, list))),
    },
    { weight: 8, arbitrary: schema.map(json) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(schema, changes(2, hostileValue))
        .map(([value, list]) => json(applyChanges(value, list))),
    },
    { weight: 1, arbitrary: hostileValue.map(json) },
    { weight: 1, arbitrary: brokenBody },
  )
}

/** The example with longer lists, whose later items are nearly as the first: what refuses these has done the first already. */
function severalOf(example: unknown): fc.Arbitrary<unknown> {
  const change = changes(
    1,
    fc.oneof({ weight: 5, arbitrary: liveLeaf }, { weight: 1, arbitrary: hostileValue }),
  )
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((lists) => lengthened(example, (item) => [item, ...lists.map((list) => applyChanges(item, list))]))
}

function lengthened(value: unknown, itemsLike: (item: unknown) => readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.length === 0 ? value : itemsLike(value[0])
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, lengthened(member, itemsLike)]),
  )
}

function hasItems(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return isPlain(value) && Object.values(value).some(hasItems)
}

/** Bodies that are no JSON, no UTF-8, or too much of either. */
const brokenBody: fc.Arbitrary<BodyPlan> = fc.oneof(
  fc.constantFrom<BodyPlan>(
    { kind: 'text', text: '' },
    { kind: 'text', text: '{' },
    { kind: 'text', text: '{"a":1,}' },
    { kind: 'text', text: '{"a":1}{"a":2}' },
    { kind: 'text', text: '{"key":"REQ-001","key":"REQ-002"}' },
    { kind: 'text', text: '\ufeff{}' },
    { kind: 'text', text: '"\\ud800"' },
    { kind: 'text', text: '{"__proto__":{"a":1}}' },
    { kind: 'text', text: 'NaN' },
    { kind: 'text', text: "{'a':1}" },
    { kind: 'text', text: '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\na,b\r\n--x--' },
    { kind: 'bytes', bytes: [0x7b, 0xff, 0x7d] },
    { kind: 'bytes', bytes: [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00] },
    { kind: 'bytes', bytes: [0x50, 0x4b, 3, 4, 0, 0, 0, 0] },
    { kind: 'repeated', before: '', part: '[', times: 100_000, after: '' },
    { kind: 'repeated', before: '', part: '{"a":', times: 50_000, after: '1' },
    { kind: 'repeated', before: '{"a":"', part: 'x', times: 300_000, after: '"}' },
    { kind: 'repeated', before: '[', part: '{},', times: 60_000, after: '{}]' },
    { kind: 'repeated', before: '["', part: '\\u0000', times: 20_000, after: '"]' },
  ),
  fc.uint8Array({ maxLength: 40 }).map((bytes): BodyPlan => ({ kind: 'bytes', bytes: [...bytes] })),
)

const liveLeaf: fc.Arbitrary<unknown> = fc.nat({ max: 60 }).map((choice) => new Live(choice))

const arbitraries = new WeakMap<object, fc.Arbitrary<unknown>>()

/** Values that a schema takes, or nearly: patterns and refinements are not followed. */
export function valuesOfSchema(schema: z.ZodType): fc.Arbitrary<unknown> {
  const known = arbitraries.get(schema)
  if (known !== undefined) return known
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const arbitrary = valueOf(root, root, '', 0)
  arbitraries.set(schema, arbitrary)
  return arbitrary
}

const MOST_LEVELS = 6

function valueOf(root: JsonSchema, schema: JsonSchema, name: string, level: number): fc.Arbitrary<unknown> {
  if (level > MOST_LEVELS) return fc.constantFrom<unknown>(null, [], {})
  const inner = (next: unknown, field = name) => valueOf(root, asSchema(next), field, level + 1)
  if (typeof schema['$ref'] === 'string') return inner(referred(root, schema['$ref']))
  if (schema['const'] !== undefined) return fc.constant(schema['const'])
  const values = schema['enum']
  if (Array.isArray(values))
    return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...values) }, hostileText)
  const any = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(any)) return fc.oneof(...any.map((each) => inner(each)))
  switch (schema['type']) {
    case 'object':
      return objectOf(schema, inner)
    case 'array':
      return fc.array(inner(schema['items'] ?? {}), { maxLength: level < 2 ? 4 : 2 })
    case 'string':
      return textOf(name, schema)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return hostileValue
  }
}

function objectOf(
  schema: JsonSchema,
  inner: (next: unknown, field?: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const properties = Object.entries(asSchema(schema['properties'] ?? {}))
  const requiredKeys = (Array.isArray(schema['required']) ? schema['required'] : []) as string[]
  const known = fc.record(
    Object.fromEntries(properties.map(([field, member]) => [field, inner(member, field)])),
    { requiredKeys: requiredKeys.filter((field) => properties.some(([each]) => each === field)) },
  )
  const others = schema['additionalProperties']
  if (typeof others !== 'object' || others === null) return known
  const more = fc.dictionary(
    fc.oneof(fc.constantFrom('Category', 'Cost', 'key'), hostileText),
    inner(others),
    {
      maxKeys: 3,
    },
  )
  return fc.tuple(more, known).map(([extra, fields]) => ({ ...extra, ...fields }))
}

/** A text: what exists, a query or formula where the name says so, what is right, or hostile. */
export function textOf(name: string, schema: JsonSchema = {}): fc.Arbitrary<unknown> {
  const corpus = corpusFor(name)
  const longest = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : undefined
  const bounds = longest === undefined || longest > 20_000 ? [] : [longest, longest + 1]
  return fc.oneof(
    { weight: 6, arbitrary: liveLeaf },
    {
      weight: corpus.length === 0 ? 0 : 8,
      arbitrary: corpus.length === 0 ? liveLeaf : fc.constantFrom(...corpus),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom('Safety', 'High', 'x', 'REQ-014', 'Release 9', '<p>The drone.</p>'),
    },
    { weight: 3, arbitrary: hostileText },
    ...bounds.map((length) => ({ weight: 1, arbitrary: fc.constant('x'.repeat(length)) })),
  )
}

export function corpusFor(name: string): readonly string[] {
  if (/^q$|query/i.test(name)) return QUERIES
  if (/formula|expression/i.test(name)) return FORMULAS
  return /sort|order/i.test(name) ? ORDERS : []
}

function numberOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const bounds = [schema['minimum'], schema['maximum']].filter((bound) => typeof bound === 'number')
  return fc.oneof(
    { weight: 8, arbitrary: liveLeaf },
    { weight: 3, arbitrary: fc.constantFrom(0, 1, 2, 3, 20, 101, 1001) },
    ...bounds.map((bound) => ({ weight: 1, arbitrary: fc.constantFrom(bound - 1, bound, bound + 1) })),
    {
      weight: 1,
      arbitrary: fc.constantFrom(-1, 1.5, 2 ** 31, new RawJson('1e400'), new RawJson('9007199254740993')),
    },
  )
}

function referred(root: JsonSchema, reference: string): unknown {
  const names = reference.replace(/^#\/?/, '').split('/').filter(Boolean)
  return names.reduce<unknown>(
    (value, name) => asSchema(value)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    root,
  )
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : {}
}

/** The text of a body, once it is known what its values stand for; `resolve` is told the name of the field. */
export function bodyContent(
  plan: BodyPlan,
  resolve: (name: string, live: Live) => unknown,
): string | Uint8Array {
  switch (plan.kind) {
    case 'text':
      return plan.text
    case 'bytes':
      return Uint8Array.from(plan.bytes)
    case 'repeated':
      return plan.before + plan.part.repeat(plan.times) + plan.after
    case 'json':
      return jsonText(plan.value, '', resolve)
  }
}

function jsonText(value: unknown, name: string, resolve: (name: string, live: Live) => unknown): string {
  if (value instanceof RawJson) return value.text
  if (value instanceof Live) return JSON.stringify(resolve(name, value)) ?? 'null'
  if (Array.isArray(value)) return `[${value.map((item) => jsonText(item, name, resolve)).join(',')}]`
  if (isPlain(value)) {
    const fields = Object.entries(value)
    return `{${fields.map(([field, member]) => `${JSON.stringify(field)}:${jsonText(member, field, resolve)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
