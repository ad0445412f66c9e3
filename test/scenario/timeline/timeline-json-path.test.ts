import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluateJsonPath, parseJsonPath } from '../../../src/scenario/timeline/json-path.ts'

const VALUE = {
  items: [
    { key: 'A', tags: ['x', 'y'] },
    { key: 'B', tags: [] },
  ],
  total: 2,
  'odd name': { 'a.b': true },
  nothing: null,
}

function valuesAt(text: string, value: unknown = VALUE): unknown {
  const path = parseJsonPath(text)
  if (typeof path === 'string') return path
  const found = evaluateJsonPath(path, value)
  return typeof found === 'string' ? found : found.map((each) => each.value)
}

describe('paths lead to values', () => {
  test.each([
    ['$', [VALUE]],
    ['$.total', [2]],
    ['$.nothing', [null]],
    ['$.items[1].key', ['B']],
    ['$.items[-1].key', ['B']],
    ['$.items[2]', []],
    ['$.items[*].key', ['A', 'B']],
    ['$.items.*.key', ['A', 'B']],
    ['$..key', ['A', 'B']],
    ['$..tags[0]', ['x']],
    ['$..[0]', [VALUE.items[0], 'x']],
    ["$['odd name']['a.b']", [true]],
    ['$["odd name"].*', [true]],
    ['$.total.deeper', []],
    ['$.constructor', []],
    ['$.__proto__', []],
  ])('%s', (path, values) => {
    expect(valuesAt(path)).toEqual(values)
  })

  test('in the order of the value, each with its own path', () => {
    const path = parseJsonPath('$..*')
    if (typeof path === 'string') throw new Error(path)
    expect(path.definite).toBe(false)
    expect(evaluateJsonPath(path, { a: [1], 'b c': { d: 2 } })).toEqual([
      { path: '$.a', value: [1] },
      { path: "$['b c']", value: { d: 2 } },
      { path: '$.a[0]', value: 1 },
      { path: "$['b c'].d", value: 2 },
    ])
  })
})

describe('an invalid path is reported', () => {
  test.each([
    ['items', "a path begins with '$', such as $.items[0].key, unlike 'items'"],
    ['$items', "expected '.' or '[' at character 2 of '$items'"],
    ['$.', "expected a name or '*' at character 2 of '$.'"],
    ['$..', "expected a name or '*' at character 2 of '$..'"],
    ['$.a[', "expected [0], [-1], [*] or ['name'] at character 4 of '$.a['"],
    ['$[?(@.x)]', "expected [0], [-1], [*] or ['name'] at character 2 of '$[?(@.x)]'"],
    ["$['a", "the name is not closed by '] at character 2 of '$['a'"],
  ])('%s', (text, problem) => {
    expect(parseJsonPath(text)).toBe(problem)
  })

  test('a long one', () => {
    expect(parseJsonPath(`$${'.a'.repeat(600)}`)).toBe('a path has at most 1000 characters')
  })
})

test('a path that would visit too much is given up', () => {
  const wide = Array.from({ length: 400 }, () => Array.from({ length: 400 }, () => 1))
  expect(valuesAt('$..*..*..*', wide)).toBe('the path visits more than 100000 values')
})

test('parsing never throws, and takes what it has written', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const parsed = parseJsonPath(`$${text}`)
      if (typeof parsed !== 'string') evaluateJsonPath(parsed, VALUE)
    }),
  )
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const path = parseJsonPath('$..*')
      const found = typeof path === 'string' ? path : evaluateJsonPath(path, value)
      if (typeof found === 'string') throw new Error(found)
      for (const each of found.filter(({ path: text }) => !text.includes("'") && text.length < 1000)) {
        expect(valuesAt(each.path, value)).toEqual([each.value])
      }
    }),
  )
})
