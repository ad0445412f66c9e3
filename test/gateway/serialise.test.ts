// What is written already is taken as it is, and reads as JSON.stringify writes it.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Written } from '../../src/api/written.ts'
import { serialise } from '../../src/gateway/serialise.ts'

const part = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
const written = (value: unknown) => new Written(JSON.stringify(value))

test('property: parts that are written already are as the others are, wherever they stand', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(part, fc.boolean()), { maxLength: 5 }),
      fc.dictionary(fc.string({ maxLength: 5 }), fc.option(fc.jsonValue(), { nil: undefined })),
      (given, fields) => {
        const plain = given.map(([value]) => value)
        const mixed = given.map(([value, isWritten]) => (isWritten ? written(value) : value))
        const shapes = (parts: unknown[]) => [
          ...parts,
          parts,
          { items: parts, ...fields },
          { ...fields, again: parts, items: parts },
          { deeper: { items: parts } },
        ]
        const expected = shapes(plain)
        for (const [position, value] of shapes(mixed).entries())
          expect(serialise(value, 'omit')).toBe(JSON.stringify(expected[position]))
      },
    ),
  )
})

test('what is written already is not written again', () => {
  const odd = new Written('{ "id" : 1 }')
  expect(serialise(odd, 'omit')).toBe('{ "id" : 1 }')
  expect(serialise({ items: [{ id: 0 }, odd] }, 'omit')).toBe('{"items":[{"id":0},{ "id" : 1 }]}')
})

test('numbers beyond 2^53 beside parts that are written already keep their digits', () => {
  const items = [written({ id: 1 })]
  expect(serialise({ items, offset: 2n ** 60n }, 'omit')).toBe(
    '{"items":[{"id":1}],"offset":1152921504606846976}',
  )
})
