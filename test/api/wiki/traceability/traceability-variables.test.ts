import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAXIMUM_QUERY_LENGTH } from '../../../../src/language/limits.ts'
import { parseQuery } from '../../../../src/language/query/parse.ts'
import { tokenize } from '../../../../src/language/tokens.ts'
import {
  createVariables,
  editAmongVariables,
  hasVariables,
  substituteInLanguage,
  substituteInText,
} from '../../../../src/model/traceability/variables.ts'
import { codePoint } from '../../../support/code-points.ts'

const put = (text: string, values: Record<string, unknown>) =>
  substituteInLanguage(text, createVariables(values), 'query')

describe('variables of matrices', () => {
  test.each([
    ['@Category = $c', { c: 'Safety' }, "@Category = 'Safety'"],
    ['@Category = ${c} AND key = $k', { c: "it's", k: 'A\\' }, "@Category = 'it\\'s' AND key = 'A\\\\'"],
    ["key ~ '$p-%'", { p: "R'Q" }, "key ~ 'R\\'Q-%'"],
    ['key ~ "$p%"', { p: 'R"Q' }, 'key ~ "R\\"Q%"'],
    ['@$name IS NULL', { name: 'Main Category' }, '@Main\\ Category IS NULL'],
    ['@Main_${n} IS NULL', { n: 'x y' }, '@Main_x\\ y IS NULL'],
    ['to@$r = $k', { r: 'is part of', k: 'A' }, "to@is\\ part\\ of = 'A'"],
    ['page = $p', { p: 4001 }, 'page = 4001'],
    ['ext@Cost > $n', { n: -5 }, "ext@Cost > '-5'"],
    ['key IN ($keys)', { keys: ['A', "B'"] }, "key IN ('A', 'B\\'')"],
    ["'cost $$5 $6'", {}, "'cost $5 $6'"],
    ['baseline = $currentBaseline', { currentBaseline: 'x' }, 'baseline = $currentBaseline'],
    ["'it\\'s $a' = $a", { a: 'x' }, "'it\\'s x' = 'x'"],
    ['@a\\$b = $b', { b: 1 }, '@a\\$b = 1'],
    ['$a', { a: '$b', b: 'no' }, "'$b'"],
    // Truth values and numbers are themselves.
    ['$yes = $no', { yes: true, no: false }, 'true = false'],
    ['ext@Cost > $n', { n: 0 }, 'ext@Cost > 0'],
    // Names of variables have letters, marks, digits and lines under them; in braces, nothing else either.
    ["'${e\u03011_}'", { 'e\u03011_': 'x' }, "'x'"],
    ["'${a b} ${a-b} ${1}'", { 'a b': 1, 'a-b': 1, 1: 1 }, "'${a b} ${a-b} ${1}'"],
    // Within a word, and twice between tokens, a dollar sign is part of the query.
    ['A$b = 1', { b: 'x' }, 'A$b = 1'],
    ['key = $$', {}, 'key = $$'],
    // Quotes that a backslash takes along do not end the text; elsewhere it takes nothing along.
    ['text ~ "\\"$a"', { a: 'x' }, 'text ~ "\\"x"'],
    ["text ~ '\\'$a'", { a: 'x' }, "text ~ '\\'x'"],
    ["'a\\\\' = $a", { a: 'x' }, "'a\\\\' = 'x'"],
    ["text ~ '\\$a'", { a: 'x' }, "text ~ '\\x'"],
    ["\\'$a'", { a: 'x' }, "\\'x'"],
    // A name goes on behind a backslash, to its very end.
    ['@a\\ b$c IS NULL', { c: 'x' }, '@a\\ bx IS NULL'],
    ['$n * ext@Cost', { n: 2 }, '2 * ext@Cost'],
    ['$n = @b\\', { n: 2 }, '2 = @b\\'],
    ['@a@$b', { b: 'x y' }, '@a@x\\ y'],
    // Quotes end a name.
    ["@a'$v'", { v: 'x y' }, "@a'x y'"],
    ['@a"$v"', { v: 'x y' }, '@a"x y"'],
    // Letters of two units are letters, other signs of two units are none.
    ['@\u{1d4b3}$a', { a: 'x' }, '@\u{1d4b3}x'],
    ['@\u{10000}$a', { a: 'x' }, '@\u{10000}x'],
    ['@\u{207ff}$a', { a: 'x' }, '@\u{207ff}x'],
    ['@a\u{1f600}$b', { b: 'x' }, "@a\u{1f600}'x'"],
    ['@a\uff01$b', { b: 'x' }, "@a\uff01'x'"],
  ])('%s with %o', (text, values, expected) => {
    expect(put(text, values)).toBe(expected)
  })

  test('a variable without a usable value is refused by name', () => {
    expect(() => put('key = $missing', { other: 1 })).toThrow("query: variable 'missing' has no value")
    expect(() => put('key = $a', { a: null })).toThrow("variable 'a' has no value")
    expect(() => put('key = $a', { a: { b: 1 } })).toThrow("'a' takes a text")
    expect(() => put('key = $a', { a: [] })).toThrow("'a' takes a text")
    expect(() => put('key = $constructor', {})).toThrow("variable 'constructor' has no value")
    expect(() => put('key IN ($a)', { a: ['A', 1] })).toThrow("'a' takes a text")
  })

  test('a text is as long as a query may be, with its variables too', () => {
    const spaces = ' '.repeat(MAXIMUM_QUERY_LENGTH - 2)
    expect(put(`$a${spaces}`, { a: 1 })).toBe(`1${spaces}`)
    // What is too long before is refused as every query is that is too long.
    expect(put(`$a ${spaces}`, { a: 1 })).toBe(`$a ${spaces}`)
    const longest = 'x'.repeat(MAXIMUM_QUERY_LENGTH - 2)
    expect(put('$a', { a: longest })).toBe(`'${longest}'`)
    const pairs = longest.replaceAll('x', '\u{1f600}')
    expect(put('$a', { a: pairs })).toBe(`'${pairs}'`)
    expect(put(`'${pairs.slice(4)}$a'`, { a: 1 })).toBe(`'${pairs.slice(4)}1'`)
    expect(() => put('$a', { a: `${longest}x` })).toThrow(
      'query: with its variables it has more than 8192 characters',
    )
    expect(() => put('key = $a OR '.repeat(500), { a: longest })).toThrow('more than 8192 characters')
    const named = createVariables({ a: `${longest}yz` })
    expect(substituteInText('$a', named, 'columns')).toBe(`${longest}yz`)
    expect(() => substituteInText('$a!', named, 'columns')).toThrow('columns: with its variables it has more')
  })

  test('a query has variables where they would be replaced, any other text wherever one is written', () => {
    const texts = [
      "key = 'a$b'",
      'key = $a',
      'a$b = 1',
      "key = '$$a'",
      'baseline = $currentBaseline',
      'key = 1',
    ]
    expect(texts.map((text) => hasVariables(text))).toEqual([true, true, false, false, false, false])
    expect(texts.map((text) => hasVariables(text, 'text'))).toEqual([true, true, true, false, false, false])
  })

  test('later places win, null does not', () => {
    const variables = createVariables({ a: 1, b: 2 }, undefined, { a: 3, b: null })
    expect([...variables]).toEqual([
      ['a', 3],
      ['b', 2],
    ])
  })

  test('values in plain text stand as they are', () => {
    const variables = createVariables({ a: "it's", n: 5 })
    expect(substituteInText('$a ${n} $$a $6', variables, 'columns')).toBe("it's 5 $a $6")
  })

  test('no value changes the structure of a query', () => {
    const kinds = (text: string) => tokenize(text).map((token) => token.kind)
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (value) => {
        fc.pre(value !== '')
        const text = put('@$p = $v AND key ~ \'$v%\' OR text ~ "$v" AND to@$p = $v', { p: value, v: value })
        expect(kinds(text)).toEqual(kinds("@P = 'v' AND key ~ 'v%' OR text ~ \"v\" AND to@P = 'v'"))
        const query = parseQuery(put('key = $v', { v: value }))
        expect(query).toMatchObject({ kind: 'comparison', value: { kind: 'text', text: value } })
      }),
    )
  })
})

describe('edits of a text with variables', () => {
  const text = "'$$5' = $a AND @P = 'x$b'"
  /** Replaces each of these stretches of what is read by `#`. */
  const edited = (...stretches: readonly string[]) =>
    editAmongVariables(text, (read) => {
      expect(read).toBe("'$5' = 'x' AND @P = 'xx'")
      return stretches.map((stretch) => {
        const start = read.indexOf(stretch)
        expect(start).toBeGreaterThanOrEqual(0)
        return { start, end: start + stretch.length, text: '#' }
      })
    })

  test.each([
    ['a name', ['@P'], "'$$5' = $a AND # = 'x$b'"],
    ['a text with a dollar sign', ["'$5'"], "# = $a AND @P = 'x$b'"],
    ['a dollar sign alone', ['$'], "'#5' = $a AND @P = 'x$b'"],
    ['several, in any order', ['@P', '$5'], "'#' = $a AND # = 'x$b'"],
    ['one with a variable in it', ["'xx'"], text],
    ['one that is a variable', ["'x' "], text],
    ['one inside of what stands for a variable', ['x'], text],
  ])('%s', (_name, stretches, expected) => {
    expect(edited(...stretches)).toBe(expected)
  })
})
