import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonDifferences } from '../../src/console/words/json-difference.ts'

describe('differences of two values', () => {
  test('are listed by place, in the order of the later value', () => {
    const before = { a: 1, b: { c: [1, 2, 3] }, gone: true, 'odd name': 1 }
    const after = { a: 2, b: { c: [1, 5] }, new: null, 'odd name': 2 }
    expect(jsonDifferences(before, after)).toEqual({
      differences: [
        { place: '$.a', before: 1, after: 2 },
        { place: '$.b.c[1]', before: 2, after: 5 },
        { place: '$.b.c[2]', before: 3 },
        { place: '$.new', after: null },
        { place: '$["odd name"]', before: 1, after: 2 },
        { place: '$.gone', before: true },
      ],
      more: false,
    })
  })

  test('a value of another kind is one difference', () => {
    const before = { list: [] }
    expect(jsonDifferences(before, { list: {} }).differences).toEqual([
      { place: '$.list', before: [], after: {} },
    ])
    expect(jsonDifferences(undefined, { a: 1 }).differences).toEqual([
      { place: '$', before: undefined, after: { a: 1 } },
    ])
  })

  test('stop after two hundred, and say so', () => {
    const many = Array.from({ length: 500 }, (_, index) => index)
    const { differences, more } = jsonDifferences([], many)
    expect([differences.length, more]).toEqual([200, true])
  })

  test('are none of a value and its copy, and some as soon as they differ', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        const [a, b] = [left, right].map((value) => JSON.parse(JSON.stringify(value)) as unknown)
        expect(jsonDifferences(a, structuredClone(a)).differences).toEqual([])
        const same = fc.stringify(a) === fc.stringify(b)
        if (JSON.stringify(a) !== JSON.stringify(b) && !same && sortedText(a) !== sortedText(b))
          expect(jsonDifferences(a, b).differences).not.toEqual([])
      }),
    )
  })
})

/** JSON with the fields of objects in order: their order is no difference. */
function sortedText(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
