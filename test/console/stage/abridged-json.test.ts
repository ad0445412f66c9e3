/** Bodies on the stage: few lines, in which what matters is marked. */
import { describe, expect, test } from 'vitest'
import { abridgedJson } from '../../../src/console/stage/abridged-json.ts'

/** The lines as text; `>` is a marked one. */
function shown(value: unknown, marks: readonly string[], most = 15): readonly string[] {
  return abridgedJson(value, marks, most).map(
    ({ depth, name, text, marked }) =>
      `${marked ? '>' : ' '}${'  '.repeat(depth)}${name === undefined ? '' : `${name}: `}${text}`,
  )
}

const baseline = {
  baseline: 2,
  name: 'Release 1.1',
  status: 'PREVIEW',
  address: 'https://wiki.northwind.test/wiki/baselines/ENG',
  details: { a: { b: 1 } },
  count: 12,
  f: 1,
  g: 2,
  h: 3,
}

describe('an abridged body', () => {
  test('has the marked values, some short neighbours, and the number of the other fields', () => {
    expect(shown(baseline, ['$.status', '$.count'])).toEqual([
      ' baseline: 2',
      ' name: "Release 1.1"',
      '>status: "PREVIEW"',
      ' details: { … 1 field }',
      '>count: 12',
      ' … 4 more fields',
    ])
  })

  test('opens what a marked value is in, in one line where that is short', () => {
    const body = {
      results: [{ key: 'REQ-008', text: 'x' }, { key: 'REQ-009' }, { key: 'REQ-010' }],
      total: 3,
    }
    expect(shown(body, ['$.results[0].key', '$.results[1].key'])).toEqual([
      ' results: [',
      '>  { key: "REQ-008", … }',
      '>  { key: "REQ-009" }',
      '   … 1 more item',
      ' ]',
      ' total: 3',
    ])
    expect(shown(body, ['$.results[2].key'])).toEqual(['>results: [ { key: "REQ-010" }, … ]', ' total: 3'])
  })

  test('counts the items of a marked list, and says when it is empty', () => {
    expect(shown([baseline, baseline], ['$'])).toEqual(['>[ … 2 items ]'])
    expect(shown([], ['$'])).toEqual(['>[ ] an empty list'])
    expect(shown({ discrepancies: [] }, ['$.discrepancies'])).toEqual(['>discrepancies: [ ] an empty list'])
  })

  test('without marks is the beginning of the body', () => {
    expect(shown(baseline, [], 3)).toEqual([' baseline: 2', ' name: "Release 1.1"', ' … and more'])
    expect(shown([{ id: 1, names: { a: 'x' } }, { id: 2 }], [])).toEqual([
      ' [',
      '   {',
      '     id: 1',
      '     names: { a: "x" }',
      '   }',
      '   { id: 2 }',
      ' ]',
    ])
    expect(shown('not found', [])).toEqual([' "not found"'])
  })

  test('leaves out neighbours rather than marked values', () => {
    expect(shown(baseline, ['$.name', '$.status', '$.count'], 4)).toEqual([
      '>name: "Release 1.1"',
      '>status: "PREVIEW"',
      '>count: 12',
      ' … 6 more fields',
    ])
  })

  test('never has more lines than it may, and cuts long texts', () => {
    const items = Array.from({ length: 200 }, (_, id) => ({
      id,
      name: 'n'.repeat(80),
      text: 't'.repeat(900),
    }))
    const marks = items.map((_, index) => `$[${index}].text`)
    const lines = abridgedJson(items, marks, 12)
    expect(lines).toHaveLength(12)
    expect(lines.at(-1)?.text).toBe('… and more')
    expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThan(180)
  })

  test('finds marks below names that are no words', () => {
    expect(shown({ 'status-code': 409, 'a b': { c: 1 } }, ["$['a b'].c"])).toEqual([
      ' status-code: 409',
      '>a b: { c: 1 }',
    ])
  })
})
