// The fields of a fault are checked by the schema that files and the control API have, and by rules generated from it in the library.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { suggestedValue } from '../../../src/model/input/nearest-value.ts'
import { problemsOf } from '../../../src/model/input/schema-problems.ts'
import { valueAt } from '../../../src/model/input/value-at.ts'
import { problemsOfFields } from '../../../src/scenario/faults/fields.ts'
import { buildFaultShape } from '../../../src/scenario/format/fault-shape.ts'

const shape = buildFaultShape()
const FIELDS = Object.keys(shape.shape)

/** By the schema, in the same words: its places alone are written otherwise. */
function problemsOfSchema(input: object): string[] {
  const issues = shape.safeParse(input).error?.issues ?? []
  return issues.flatMap((issue) =>
    problemsOf(issue, input, { placeOf: (path) => path.join('.') }).map(
      (problem) => problem + suggestedValue(issue, valueAt(input, issue.path)),
    ),
  )
}

const numbers = [
  -1,
  0,
  0.5,
  1,
  2,
  99.5,
  100,
  101,
  199,
  200,
  599,
  600,
  1e9,
  1e9 + 1,
  1_073_741_824,
  1_073_741_825,
]
const texts = ['', 'x', '50%', 'GET', 'get', 'wiki', 'eu', '*', 'outbound', 'NONE']
const lengths = [20, 21, 40, 41, 255, 256, 1000, 1001].map((length) => 'x'.repeat(length))
const headers = [
  { 'X-A': 'b' },
  { 'X-A': 1 },
  { ['x'.repeat(101)]: 'b' },
  ...lengths.map((text) => ({ 'X-A': text })),
]
const others = [2 ** 53, NaN, Infinity, true, false, null, undefined, [], ['x'], {}]
const edges: readonly unknown[] = [...numbers, ...texts, ...lengths, ...headers, ...others]

const values = fc.oneof(fc.constantFrom(...edges), fc.jsonValue({ maxDepth: 1 }), fc.integer(), fc.double())

test('both readings take the same faults', () => {
  expect(problemsOfFields({ nothing: 1 })).toHaveLength(1)
  for (const field of FIELDS)
    for (const value of edges)
      expect([field, value, problemsOfFields({ [field]: value }).length === 0]).toEqual([
        field,
        value,
        shape.safeParse({ [field]: value }).success,
      ])
  const inputs = fc.oneof(
    fc.dictionary(fc.constantFrom(...FIELDS, 'staus'), values),
    fc.constantFrom(null, 1, 'x', []),
  )
  fc.assert(
    fc.property(inputs, (input) => {
      expect(problemsOfFields(input).length === 0).toBe(shape.safeParse(input).success)
    }),
  )
})

test('both report a problem in the same words', () => {
  // Of several forms, the schema names the one that is nearest.
  for (const field of FIELDS.filter((name) => !['outage', 'truncate'].includes(name)))
    for (const value of [-1, 0, 0.5, 99.5, 1e10, NaN, true, false, null, {}, ...texts, ...lengths, { a: 1 }])
      expect(problemsOfFields({ [field]: value })).toEqual(problemsOfSchema({ [field]: value }))
})

test('errors name the field, the value and the correction', () => {
  expect(problemsOfFields({ status: 199, staus: 503, drop: false, body: 1 })).toEqual([
    "status: must be at least 200, not '199'",
    "a fault has no field 'staus': did you mean 'status'?",
    "drop: must be true, not 'false'",
  ])
})
