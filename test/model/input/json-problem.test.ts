/** Where a text stops being JSON: the words of the error, and that they never contradict the parser of the platform. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from '../../../src/model/input/json-text.ts'
import { jsonProblem } from '../../../src/model/input/json-problem.ts'

test.each([
  ['{html:1}', "line 1, column 2: expected a name in double quotes or '}', not 'h'"],
  ["{'a':1}", "line 1, column 2: expected a name in double quotes or '}', not '''"],
  ['{"a":1,}', "line 1, column 8: expected a name in double quotes, not '}'"],
  ['{"a":1', "line 1, column 7: expected ',' or '}', not the end of the text"],
  ['{\n  "a": 1\n  "b": 2\n}', "line 3, column 3: expected ',' or '}', not '\"'"],
  ['{"a" 1}', "line 1, column 6: expected ':', not '1'"],
  ['{"a":None}', "line 1, column 6: expected a value, not 'None'"],
  ['[1,]', "line 1, column 4: expected a value, not ']'"],
  ['[,1]', "line 1, column 2: expected a value or ']', not ','"],
  ['[1}', "line 1, column 3: expected ',' or ']', not '}'"],
  ['{} x', "line 1, column 4: expected the end of the text, not 'x'"],
  ['01', "line 1, column 2: expected the end of the text, not '1'"],
  ['"a', "line 1, column 3: expected '\"', which ends a text, not the end of the text"],
  ['"a\nb"', 'line 1, column 3: expected an escape such as \\n, not U+000A'],
  ['"\\x"', "line 1, column 3: expected an escape of JSON, such as \\n or \\u00e9, not 'x'"],
  ['', 'line 1, column 1: expected a value, not the end of the text'],
  ['\uFEFF{}', 'line 1, column 1: expected a value, not U+FEFF'],
])('%j says where it stops being JSON', (text, problem) => {
  expect(jsonProblem(text)).toBe(problem)
  expect(() => parseJson(text)).toThrow(`must be JSON: ${problem}`)
})

test('a text of more than a million characters is not looked at', () => {
  expect(jsonProblem(`[${' '.repeat(1_000_000)}`)).toBeUndefined()
  expect(jsonProblem('['.repeat(1_000_000))).toContain('line 1, column 1000001')
})

test('a damaged text has a problem exactly if it cannot be parsed', () => {
  const damaged = fc
    .tuple(
      fc.json({ maxDepth: 3 }),
      fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...'{}[],:"\\\'0-.eE+tn \n\u0001u')), {
        maxLength: 3,
      }),
    )
    .map(([json, changes]) => {
      let text = json
      for (const [position, removed, inserted] of changes) {
        const at = position % (text.length + 1)
        text = text.slice(0, at) + inserted + text.slice(at + removed)
      }
      return text
    })
  fc.assert(
    fc.property(damaged, (text) => {
      let isJson = true
      try {
        JSON.parse(text)
      } catch {
        isJson = false
      }
      expect([text, jsonProblem(text) === undefined]).toEqual([text, isJson])
    }),
    { numRuns: 2000 },
  )
})
