import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  foldedText,
  linesOf,
  openingDepth,
  placeOf,
  placesAround,
  placesWith,
  scalarText,
} from '../../src/console/words/json-tree.ts'

const ALL = { depth: 99, exceptions: new Map<string, boolean>() }

/** The text of unfolded lines, as JSON.stringify writes it. */
function textOf(value: unknown): string {
  return linesOf(value, ALL)
    .map(({ kind, depth, field, value: inner, more }) => {
      const [begin, end] = Array.isArray(inner) ? ['[', ']'] : ['{', '}']
      const text = { scalar: scalarText(inner), open: begin, end, empty: begin + end, folded: '…' }[kind]
      const name = field === undefined || kind === 'end' ? '' : `${JSON.stringify(field)}: `
      return `${'  '.repeat(depth)}${name}${text}${more ? ',' : ''}`
    })
    .join('\n')
}

describe('JSON as lines', () => {
  test('unfolded, they are what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(textOf(value)).toBe(JSON.stringify(value, undefined, 2))
      }),
    )
  })

  test('what is folded takes one line; an exception wins over the depth', () => {
    const value = { items: [{ id: 1 }, { id: 2 }], total: 2 }
    const exceptions = new Map([['/items/1', true]])
    expect(linesOf(value, { depth: 2, exceptions }).map(({ kind, path }) => [kind, path])).toEqual([
      ['open', ''],
      ['open', '/items'],
      ['folded', '/items/0'],
      ['open', '/items/1'],
      ['scalar', '/items/1/id'],
      ['end', '/items/1'],
      ['end', '/items'],
      ['scalar', '/total'],
      ['end', ''],
    ])
  })

  test('creates no more lines than requested, however long a list is', () => {
    const long = Array.from({ length: 100_000 }, (_, id) => ({ id }))
    expect(linesOf(long, ALL, 10)).toHaveLength(10)
    expect(openingDepth(long, 100)).toBe(1)
    expect(openingDepth({ a: { b: { c: 1 } } }, 100)).toBe(12)
    expect(openingDepth({ items: Array.from({ length: 60 }, () => ({ a: 1, b: 2 })) }, 100)).toBe(2)
  })

  test('a text is found in names and values, in whatever case, with the places around it', () => {
    const value = { items: [{ key: 'REQ-001', status: 'ACTIVE' }], 'a/b~': { Status: null } }
    expect(placesWith(value, 'status', 10)).toEqual(['/items/0/status', '/a~1b~0/Status'])
    expect(placesWith(value, 'req-', 10)).toEqual(['/items/0/key'])
    expect(placesWith(value, 'null', 10)).toEqual(['/a~1b~0/Status'])
    expect(placesWith(value, '', 10)).toEqual([])
    expect(placesWith(value, 'e', 2)).toHaveLength(2)
    expect(placesAround('/items/0/key')).toEqual(['', '/items', '/items/0'])
    expect(placeOf('/x', 'a/b~')).toBe('/x/a~1b~0')
  })

  test('what is folded tells what it is', () => {
    expect(foldedText({ text: 'x', key: 'REQ-001', id: 6001 })).toBe('id 6001, key "REQ-001", 3 fields')
    expect(foldedText([1])).toBe('1 member')
    expect(foldedText([1, 2])).toBe('2 members')
    expect(foldedText({ other: { id: 1 } })).toBe('1 field')
  })

  test('members of a list belong to the field of the list', () => {
    const lines = linesOf({ ids: [[7]] }, ALL)
    expect(lines.filter(({ kind }) => kind === 'scalar')).toMatchObject([{ field: undefined, within: 'ids' }])
  })
})
