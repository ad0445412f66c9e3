// What lasts is written once, and reads as JSON.stringify writes it.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { lasting } from '../../src/api/lasting.ts'
import { serialise } from '../../src/gateway/serialise.ts'

const part = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })

test('property: parts that last are written like the others, wherever they stand', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(part, fc.boolean()), { maxLength: 5 }),
      fc.dictionary(fc.string({ maxLength: 5 }), fc.option(fc.jsonValue(), { nil: undefined })),
      (given, fields) => {
        const parts = given.map(([value, lasts]) => (lasts ? lasting(value) : value))
        const values = [
          ...parts,
          parts,
          { items: parts, ...fields },
          { ...fields, again: parts, items: parts },
        ]
        for (const value of [...values, ...values])
          expect(serialise(value, 'omit')).toBe(JSON.stringify(value))
      },
    ),
  )
})

test('numbers beyond 2^53 beside parts that last keep their digits', () => {
  const items = [lasting({ id: 1 })]
  expect(serialise({ items, offset: 2n ** 60n }, 'omit')).toBe(
    '{"items":[{"id":1}],"offset":1152921504606846976}',
  )
})

test('what lasts cannot be changed, and is filled with nulls where that is chosen', () => {
  const shown = lasting({ id: 1, name: undefined as string | undefined })
  expect(serialise([shown], 'omit')).toBe('[{"id":1}]')
  expect(serialise([shown], 'null')).toBe('[{"id":1,"name":null}]')
  expect(() => Object.assign(shown, { id: 2 })).toThrow(TypeError)
})
