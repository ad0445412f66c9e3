/** Values and names as messages show them. */
import { expect, test } from 'vitest'
import { checkFields, suggestionFor } from '../../src/model/input/option-checks.ts'
import { quoted } from '../../src/model/input/refusal.ts'
import { startClient } from '../support/client.ts'

const letters = (count: number, letter = 'x') => letter.repeat(count)

test.each([
  ['a text', 'a', "'a'"],
  ['a text of a hundred characters', letters(100), `'${letters(100)}'`],
  ['a longer one', letters(101), `'${letters(100)}…'`],
  ['a longer one of characters of two units', letters(101, '\u{1f681}'), `'${letters(100, '\u{1f681}')}…'`],
  ['a number', 5, "'5'"],
  ['a large number', 10n ** 20n, "'100000000000000000000'"],
  ['an object', { a: [1] }, `'{"a":[1]}'`],
  ['nothing', undefined, "'undefined'"],
])('%s', (_name, value, text) => {
  expect(quoted(value)).toBe(text)
})

const names = (count: number) => Array.from({ length: count }, (_, at) => `name-${at}`)

test('if no name is near, the first fifty known names are listed', () => {
  expect(suggestionFor('quite different', names(50))).toBe(`there are ${names(50).join(', ')}`)
  expect(suggestionFor('quite different', names(51))).toBe(`there are ${names(50).join(', ')} and more`)
  expect(suggestionFor('name_7', names(51))).toMatch(/^did you mean 'name-\d+'\?$/)
  expect(() => checkFields('options', 5, names(51))).toThrow(
    new TypeError(`options must be an object with ${names(50).join(', ')} and more, not '5'`),
  )
})

test('a refusal with one problem lists its message', async () => {
  const { get } = await startClient()
  const { status, body } = await get('/api/applications/7')
  expect([status, body]).toEqual([
    404,
    { message: "no application '7'", statusCode: 'NOT_FOUND', errors: ["no application '7'"] },
  ])
})
