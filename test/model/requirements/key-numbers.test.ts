/** Keys of requirements: what a key is, the number that it ends in, and the next free ones. */
import { describe, expect, test } from 'vitest'
import {
  checkRequirementKey,
  keySequence,
  noteKeyUsed,
  numberOfKey,
} from '../../../src/model/finding/requirement-keys.ts'
import { keyHolds } from '../../../src/model/records/wiki/requirement-keys.ts'
import {
  type FreeKeyRequest,
  nextFreeKeys,
  releaseKey,
} from '../../../src/model/requirement-keys/key-suggestions.ts'
import { requirementTypes } from '../../../src/model/records/wiki/types.ts'
import type { Store } from '../../../src/world/store/store.ts'
import { buildWorld, plannedRow, spaceIn, WIKI, type WorldPlan } from './requirements-world.ts'

const worldOf = (rows: WorldPlan['rows'], types: WorldPlan['types'] = []) => buildWorld({ rows, types })
const hold = (store: Store, key: string, projectContainerId = 1001) =>
  store.table(keyHolds).insert({ id: `${projectContainerId}/${key}`, projectContainerId, key, heldAt: 0 })

describe('the number that a key ends in', () => {
  test.each([
    ['REQ-012', 'REQ-', '012'],
    ['12', '', '12'],
    ['A1B2', 'A1B', '2'],
    ['R-/0', 'R-/', '0'],
    ['R-:9', 'R-:', '9'],
    ['R\u0663-1', 'R\u0663-', '1'],
  ])('%s', (key, prefix, digits) => {
    expect(numberOfKey(key)).toEqual({ prefix, digits })
  })

  test.each(['', 'REQ', 'REQ-', 'R-1a', 'R-1/', 'R-1:', 'R-\u0663'])("none in '%s'", (key) => {
    expect(numberOfKey(key)).toBeUndefined()
  })
})

describe('valid and invalid keys', () => {
  const long = '\u{1F600}'.repeat(255)
  test.each([
    ['REQ_1.a-2', false],
    ['Überprüfung٢', false],
    ['x'.repeat(255), false],
    ['a b', true],
    [long, true],
    ['a#?b', true],
  ])('%s is valid', (key, extended) => {
    expect(() => checkRequirementKey(key, 'key', extended)).not.toThrow()
  })

  test.each([
    ['', false, 'is made of letters'],
    ['a b', false, "key 'a b': a key is made of letters, digits, '_', '-' and '.'"],
    ['x'.repeat(256), false, 'has more than 255 characters, so shorten it'],
    ['x'.repeat(511), false, 'has more than 255 characters, so shorten it'],
    [`${long}x`, true, 'has more than 255 characters, so shorten it'],
    [' ', true, 'has no control characters, slashes and commas, and is not blank'],
    ['a/b', true, 'has no control characters'],
    ['a,b', true, 'has no control characters'],
    ['a\u0000b', true, 'has no control characters'],
    ['a\nb', true, 'has no control characters'],
    ['.', false, "a key is neither '.' nor '..'"],
    ['..', true, "a key is neither '.' nor '..'"],
    [' a', true, 'neither begins nor ends with a blank'],
    ['a\u00a0', true, 'neither begins nor ends with a blank'],
  ])("'%s' is invalid", (key, extended, message) => {
    expect(() => checkRequirementKey(key, 'key', extended)).toThrow(
      expect.objectContaining({ kind: 'INVALID', message: expect.stringContaining(message) }),
    )
  })
})

describe('a key that comes into use', () => {
  test('raises the sequence of its prefix in its space, and ends its hold', () => {
    const store = worldOf([])
    const last = (prefix: string, id = 1001) => store.last(keySequence(id, prefix))
    hold(store, 'A-9')
    hold(store, 'A-9', 1002)
    noteKeyUsed(store, 1001, 'A-9')
    noteKeyUsed(store, 1001, 'A-3')
    noteKeyUsed(store, 1001, 'A')
    noteKeyUsed(store, 1001, `B${'9'.repeat(16)}`)
    noteKeyUsed(store, 1001, `C${Number.MAX_SAFE_INTEGER}`)
    expect([last('A-'), last('A-', 1002), last('A'), last('B'), last('C')]).toEqual([
      9,
      0,
      0,
      Number.MAX_SAFE_INTEGER,
      Number.MAX_SAFE_INTEGER,
    ])
    expect([...store.table(keyHolds).scan()].map(({ id }) => id)).toEqual(['1002/A-9'])
  })
})

describe('the next free keys', () => {
  const rows = [
    plannedRow({ key: 'A-0007' }),
    plannedRow({ key: 'A-0009' }),
    plannedRow({ key: 'A-12', status: 'DELETED' }),
    plannedRow({ key: 'A-x5' }),
    plannedRow({ key: 'B-01', status: 'DELETED' }),
    plannedRow({ key: 'C-00001', variant: 'Other' }),
    plannedRow({ key: `D-${'0'.repeat(15)}1` }),
    plannedRow({ key: 'E-1x2' }),
    plannedRow({ key: 'F-7', space: 'OPS' }),
    plannedRow({ key: 'G-1x' }),
  ]
  test.each<[request: FreeKeyRequest, keys: readonly string[]]>([
    [{ prefix: 'A-', quantity: 2 }, ['A-0001', 'A-0002']],
    [{ prefix: 'A-', start: 6, quantity: 3 }, ['A-0006', 'A-0008', 'A-0010']],
    [{ prefix: 'A-', start: 0, quantity: 1 }, ['A-0000']],
    [{ prefix: 'A-', start: 7, padding: 0, quantity: 1 }, ['A-7']],
    [{ prefix: 'A-', padding: 4, start: 12, quantity: 1 }, ['A-0012']],
    [{ prefix: 'A-', padding: 2, start: 12, quantity: 1 }, ['A-12']],
    [{ prefix: 'A-', padding: 15, quantity: 1 }, ['A-000000000000001']],
    [{ prefix: 'B-', quantity: 1 }, ['B-001']],
    [{ prefix: 'C-', quantity: 1 }, ['C-001']],
    [{ prefix: 'D-', quantity: 1 }, ['D-000000000000001']],
    [{ prefix: 'E-', quantity: 1 }, ['E-001']],
    [{ prefix: 'E-1x', quantity: 1 }, ['E-1x1']],
    [{ prefix: 'F-', quantity: 1 }, ['F-001']],
    [{ prefix: 'G-', quantity: 1 }, ['G-001']],
    [{ prefix: 'S-', quantity: 1 }, ['S-01']],
    [{ prefix: 'T-', quantity: 1 }, ['T-001']],
    [{ prefix: '', quantity: 2 }, ['1', '2']],
    [{ prefix: 'Z', start: Number.MAX_SAFE_INTEGER, quantity: 1 }, [`Z${Number.MAX_SAFE_INTEGER}`]],
  ])('of %o', (request, keys) => {
    const store = worldOf(rows, [
      { space: 'ENG', pattern: 'S-{00}' },
      { space: 'ENG', pattern: '{0}' },
    ])
    const place = { applicationId: WIKI, projectContainerId: 1001 }
    store.table(requirementTypes).insert({ id: 90, ...place, name: 'T', pattern: 'T-{00000}x' })
    expect(nextFreeKeys(store, spaceIn(store), request)).toEqual(keys)
    expect(store.table(keyHolds).size).toBe(0)
  })

  test('leave out what is held, and catch up with what is in use', () => {
    const store = worldOf([
      plannedRow({ key: 'A-1' }),
      plannedRow({ key: 'A-2' }),
      plannedRow({ key: 'A-5' }),
    ])
    hold(store, 'A-3')
    hold(store, 'A-4', 1002)
    const next = (request: Partial<FreeKeyRequest> = {}) =>
      nextFreeKeys(store, spaceIn(store), { prefix: 'A-', quantity: 2, ...request })
    expect(next()).toEqual(['A-4', 'A-6'])
    expect(store.last(keySequence(1001, 'A-'))).toBe(2)
    expect(next({ start: 5 })).toEqual(['A-6', 'A-7'])
    expect(store.last(keySequence(1001, 'A-'))).toBe(2)
    expect([releaseKey(store, spaceIn(store), 'A-3'), releaseKey(store, spaceIn(store), 'A-3')]).toEqual([
      true,
      false,
    ])
    expect(next({ quantity: 1 })).toEqual(['A-3'])
  })

  const bounds = (name: string, value: number, from: number, to: number) =>
    `'suggest${name}' '${value}': must be a whole number from ${from} to ${to}`
  test.each<[request: Partial<FreeKeyRequest>, message: string, kind?: string]>([
    [{ quantity: 0 }, bounds('Quantity', 0, 1, 1000)],
    [{ quantity: 1001 }, bounds('Quantity', 1001, 1, 1000)],
    [{ quantity: 1.5 }, bounds('Quantity', 1.5, 1, 1000)],
    [{ padding: -1 }, bounds('Padding', -1, 0, 15)],
    [{ padding: 16 }, bounds('Padding', 16, 0, 15)],
    [{ start: -1 }, bounds('Start', -1, 0, Number.MAX_SAFE_INTEGER)],
    [{ start: 2 ** 53 }, bounds('Start', 2 ** 53, 0, Number.MAX_SAFE_INTEGER)],
    [{ prefix: 'a b' }, "suggested key 'a b001'"],
    [{ prefix: 'x'.repeat(253) }, 'has more than 255 characters'],
    [
      { quantity: 2, start: Number.MAX_SAFE_INTEGER },
      "suggestPrefix 'A' has no 2 free keys from here on: choose another 'suggestStart'",
      'CONFLICT',
    ],
  ])('are refused for %o', (request, message, kind = 'INVALID') => {
    const store = worldOf([])
    expect(() => nextFreeKeys(store, spaceIn(store), { prefix: 'A', quantity: 1, ...request })).toThrow(
      expect.objectContaining({ kind, message: expect.stringContaining(message) }),
    )
  })

  test.each([
    [99, 'A-0000'],
    [100, 'A-000'],
  ])('are as wide as a key in use after %i others that are not', (others, key) => {
    const numbers = Array.from({ length: others }, (_, at) => `A-0${String(at + 1).padStart(3, '0')}`)
    const store = worldOf([
      ...numbers.map((number) => plannedRow({ key: number, status: 'DELETED' })),
      plannedRow({ key: 'A-0900' }),
      plannedRow({ key: 'A-1', variant: 'Other' }),
    ])
    expect(nextFreeKeys(store, spaceIn(store), { prefix: 'A-', start: 0, quantity: 1 })).toEqual([key])
  })

  test('a thousand at once', () => {
    const store = worldOf([])
    expect(nextFreeKeys(store, spaceIn(store), { prefix: 'A', quantity: 1000 }).at(-1)).toBe('A1000')
  })
})
