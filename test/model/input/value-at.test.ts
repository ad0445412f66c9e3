/** Values inside parsed data. */
import { expect, test } from 'vitest'
import { valueAt } from '../../../src/model/input/value-at.ts'

const data = { items: [{ key: 'REQ-001' }], none: null }

test.each([
  [[], data],
  [['items', 0, 'key'], 'REQ-001'],
  [['items', '0', 'key'], 'REQ-001'],
  [['none'], null],
  [['none', 'key'], undefined],
  [['items', 1, 'key'], undefined],
  [['items', 'length'], 1],
  [['items', 0, 'key', 0], undefined],
  [['toString'], undefined],
  [['__proto__', 'toString'], undefined],
])('%j leads to %j', (path, value) => {
  expect(valueAt(data, path)).toEqual(value)
})
