/** Offering the name that was probably meant. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestName, nearestNames } from '../../src/world/nearest.ts'

test.each([
  ['usrs', ['users', 'us', 'sites'], 'users'],
  ['Usres', ['users', 'sites'], 'users'],
  ['displayname', ['displayName', 'name'], 'displayName'],
  ['users', ['users'], 'users'],
  ['xyz', ['users', 'sites'], undefined],
  ['', ['users', 'a'], undefined],
  ['a', [], undefined],
  ['ab', ['ac', 'ad'], 'ac'],
  ['x'.repeat(5000), ['users', 'sites'], undefined],
])('%j among %j is %j', (name, candidates, nearest) => {
  expect(nearestName(name, candidates)).toBe(nearest)
})

test('several are listed by distance, then by code point, each once', () => {
  expect(nearestNames('cat', ['cart', 'bat', 'cat', 'cat', 'hat', 'tiger'], 3)).toEqual([
    'cat',
    'bat',
    'cart',
  ])
})

test('every name is nearest to itself', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 20 }),
      (names) => {
        const [first] = names as [string]
        expect(nearestName(first, names)).toBe(first)
      },
    ),
  )
})

test('long names and long lists take bounded work', () => {
  const list = Array.from({ length: 100_000 }, (_, index) => 'x'.repeat(1000) + index)
  expect(nearestName('x'.repeat(100_000), list)).toBeDefined()
})
