import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { packRows, unpackRows } from '../../src/api/packed-rows.ts'

const part = fc.constantFrom('a', 'b', 'list', '{id}', '2', '10')
const name = fc
  .array(fc.constantFrom('wiki', 'x', 'read', '7'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('.'))
const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => `/${parts.join('/')}`)
const word = fc.constantFrom('-', '200', '400,404', 'GET', 'stable')

test('any table of names and paths is read as it was written', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, word, path, word, word), { minLength: 1, maxLength: 20 }), (rows) => {
      expect(unpackRows(packRows(rows))).toEqual(rows)
    }),
  )
})

test('a line says what is new', () => {
  const rows = [
    ['wiki.page.list', 'GET', '/pages/{id}', '200', '-'],
    ['wiki.page.read', 'GET', '/pages/{id}/text', '200', '-'],
    ['wiki.key.read', 'PUT', '/pages/{id}/text', '200', 'x'],
  ]
  expect(packRows(rows)).toBe('wiki.page.list GET /pages/{id} 200 -\n.read  3/text\nwiki.key.read PUT   x')
})
