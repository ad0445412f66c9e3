/** Patterns of types of requirements: which are read, which keys have them, and which type wins. */
import { describe, expect, test } from 'vitest'
import { hasPattern, parsePattern, readPattern, typeOfKey } from '../../../src/model/finding/types.ts'
import { requirementTypes } from '../../../src/model/records/wiki/types.ts'
import { buildWorld, WIKI } from '../requirements/requirements-world.ts'

describe('a pattern', () => {
  test.each([
    ['REQ-{000}', { prefix: 'REQ-', suffix: '', digits: 3 }],
    ['{0}', { prefix: '', suffix: '', digits: 1 }],
    ['{00}-x', { prefix: '', suffix: '-x', digits: 2 }],
    [`A{${'0'.repeat(15)}}`, { prefix: 'A', suffix: '', digits: 15 }],
    ['A1x{0}y2', { prefix: 'A1x', suffix: 'y2', digits: 1 }],
  ])('%s is read', (pattern, read) => {
    expect(parsePattern(pattern)).toEqual(read)
  })

  test.each([
    '',
    'REQ',
    '{}',
    '0}',
    '0}x',
    '{0',
    '}0{',
    '}{0}',
    '{1}',
    '{0x}',
    '{ 0}',
    `{${'0'.repeat(16)}}`,
    '{0}{0}',
    '{0}-{',
    '{0}-}',
    'A1{0}',
    '{0}1',
    '{{0}}',
  ])("'%s' is none", (pattern) => {
    expect(parsePattern(pattern)).toBeUndefined()
    expect(() => readPattern(pattern, 'pattern')).toThrow(
      expect.objectContaining({
        kind: 'INVALID',
        message: expect.stringContaining(`pattern '${pattern}': a pattern is`),
      }),
    )
  })

  test.each([
    [
      'REQ-{000}',
      ['REQ-001', 'REQ-999', 'REQ-1000', 'REQ-000'],
      ['REQ-01', 'REQ-0001', 'REQ-', 'REQ-00a', 'xREQ-001', 'REQ-001x', 'REQ-0a1'],
    ],
    ['{0}', ['0', '7', '12'], ['', 'a', '01', '-1', '1.', '\u0663']],
    ['a{00}b', ['a01b', 'a100b'], ['a1b', 'a01', '01b', 'ab', 'a/1b', 'a:1b']],
  ])('%s is of %j and not of %j', (text, keys, others) => {
    const pattern = readPattern(text, 'pattern')
    expect(keys.filter((key) => !hasPattern(pattern, key))).toEqual([])
    expect(others.filter((key) => hasPattern(pattern, key))).toEqual([])
  })
})

test('of several types the one with the most text wins, then the one with more digits, then the older one', () => {
  const store = buildWorld({ rows: [] })
  const patterns = ['{0}', 'R{0}', 'R{00}', 'R-{0}', 'R{0}0x', 'broken', '{0}0', '{0}x', 'R{00}']
  patterns.push('A12B{0000}', 'A{00}B3456')
  patterns.forEach((pattern, id) => {
    const place = { applicationId: WIKI, projectContainerId: 1001 }
    store.table(requirementTypes).insert({ id: id + 1, ...place, name: `T${id + 1}`, pattern })
  })
  store
    .table(requirementTypes)
    .insert({ id: 99, applicationId: WIKI, projectContainerId: 1002, name: 'O', pattern: 'S{0}' })
  const of = (key: string) => typeOfKey(store, 1001, key)?.id
  const none = [undefined, undefined, undefined]
  expect(['7', 'R7', 'R12', 'R-1', '5x', 'A12B3456', 'S1', 'broken', 'R'].map(of)).toEqual([
    1,
    2,
    3,
    4,
    8,
    11,
    ...none,
  ])
  expect(typeOfKey(store, 1002, 'S1')?.id).toBe(99)
})
