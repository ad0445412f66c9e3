/** Schemas of every keyword that generated values are held to, some of which contradict themselves. */
import fc from 'fast-check'

const small = fc.integer({ min: 0, max: 4 })
const names = fc.constantFrom('a', 'b', 'c', 'dd')
const some = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined, freq: 2 })

/** The fields that are there, since `undefined` is no keyword. */
const keywords = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<object> =>
  fc
    .record(fields)
    .map((found) => Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)))

const text = keywords({
  type: fc.constant('string'),
  format: some(fc.constantFrom('email', 'uuid', 'date', 'date-time', 'uri', 'hostname', 'ipv4', 'ipv6')),
  minLength: some(fc.integer({ min: 0, max: 60 })),
  maxLength: some(fc.integer({ min: 4, max: 90 })),
})
const patterned = keywords({
  type: fc.constant('string'),
  pattern: fc.constantFrom(
    '^(?:ab|c\\d)+$',
    '^(a|b)?x{2}(-|_)$|^zz$',
    '^[a-f]+$',
    '^\\p{L}{2,}$',
    '^\\d{2,3}-[A-Z]?$',
    'x',
    '^[\\p{Lu}_]+$',
    '^[^\\s]{3}$',
  ),
  minLength: some(small),
  maxLength: some(fc.integer({ min: 3, max: 9 })),
})
const formatted = keywords({
  type: fc.constant('string'),
  format: fc.constantFrom('email', 'date-time', 'date', 'uuid', 'uri', 'ipv4'),
  pattern: fc.constantFrom(
    '^.+$',
    '[a-z0-9]',
    '^\\S{3,}$',
    '\\d',
    '[-.]',
    '^[^@]+@[^@]+$',
    '^[^a-f]+$',
    'Z$',
  ),
  maxLength: some(fc.integer({ min: 20, max: 60 })),
})
const number = keywords({
  type: fc.constantFrom('integer', 'number'),
  minimum: some(fc.integer({ min: -20, max: 20 })),
  exclusiveMinimum: some(fc.integer({ min: -20, max: 20 })),
  maximum: some(fc.integer({ min: 10, max: 60 })),
  exclusiveMaximum: some(fc.integer({ min: 10, max: 60 })),
  multipleOf: some(fc.constantFrom(1, 2, 5, 7, 0.5)),
})
const plain = fc.constantFrom<object>(
  { type: 'boolean' },
  { type: ['null', 'integer'] },
  { const: 7 },
  { enum: ['a', 1, null, true] },
  {},
)

export const schemas: fc.Arbitrary<object> = fc.letrec<{ schema: object }>((tie) => {
  const inner = tie('schema')
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      text,
      patterned,
      formatted,
      number,
      plain,
      keywords({
        type: fc.constant('array'),
        items: some(inner),
        prefixItems: some(fc.array(inner, { minLength: 1, maxLength: 2 })),
        contains: some(inner),
        minContains: some(small),
        maxContains: some(fc.integer({ min: 1, max: 4 })),
        minItems: some(small),
        maxItems: some(fc.integer({ min: 2, max: 6 })),
        uniqueItems: some(fc.boolean()),
      }),
      keywords({
        type: fc.constant('object'),
        properties: some(fc.dictionary(names, inner, { maxKeys: 3 })),
        required: some(fc.uniqueArray(names, { maxLength: 2 })),
        additionalProperties: some(fc.oneof(fc.boolean(), inner)),
        patternProperties: some(fc.dictionary(fc.constantFrom('^x-', '^[a-b]$'), inner, { maxKeys: 1 })),
        propertyNames: some(
          fc.constantFrom({ maxLength: 3 }, { pattern: '^[a-d]+$' }, { enum: ['a', 'b', 'zz'] }),
        ),
        dependentRequired: some(
          fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 2 }),
        ),
        minProperties: some(fc.integer({ min: 0, max: 3 })),
        maxProperties: some(fc.integer({ min: 2, max: 4 })),
      }),
      fc.tuple(inner, inner).map(([one, other]) => ({ allOf: [one, other] })),
      fc.tuple(inner, inner).map(([one, other]) => ({ anyOf: [one, other] })),
      fc.tuple(inner, inner).map(([one, other]) => ({ oneOf: [one, other] })),
      fc.tuple(inner, plain).map(([one, other]) => ({ ...one, not: other })),
      fc
        .tuple(fc.dictionary(names, inner, { maxKeys: 2 }), fc.dictionary(names, inner, { maxKeys: 2 }))
        .map(([one, other]) => ({
          type: 'object',
          allOf: [{ properties: one }],
          anyOf: [{ properties: other }],
          unevaluatedProperties: false,
        })),
      fc
        .tuple(inner, inner, inner)
        .map(([condition, then, otherwise]) => ({ if: condition, then, else: otherwise })),
    ),
  }
}).schema
