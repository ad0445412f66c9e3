import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseQuery } from '../../src/language/query/parse.ts'
import { tokenize } from '../../src/language/tokens.ts'
import { Refusal } from '../../src/model/refusal.ts'
import {
  createVariables,
  substituteInLanguage,
  substituteInText,
} from '../../src/model/traceability/variables.ts'

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
  ])('%s with %o', (text, values, expected) => {
    expect(put(text, values)).toBe(expected)
  })

  test('a variable without a usable value is refused by name', () => {
    expect(() => put('key = $missing', { other: 1 })).toThrow("query: variable 'missing' has no value")
    expect(() => put('key = $a', { a: null })).toThrow("variable 'a' has no value")
    expect(() => put('key = $a', { a: { b: 1 } })).toThrow("'a' takes a text")
    expect(() => put('key = $a', { a: [] })).toThrow("'a' takes a text")
    expect(() => put('key = $constructor', {})).toThrow("variable 'constructor' has no value")
    expect(() => put('key = $a'.repeat(500), { a: 'x'.repeat(100_000) })).toThrow(Refusal)
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
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        fc.pre(value !== '')
        const text = put('@$p = $v AND key ~ \'$v%\' OR text ~ "$v" AND to@$p = $v', { p: value, v: value })
        expect(kinds(text)).toEqual(kinds("@P = 'v' AND key ~ 'v%' OR text ~ \"v\" AND to@P = 'v'"))
        const query = parseQuery(put('key = $v', { v: value }))
        expect(query).toMatchObject({ kind: 'comparison', value: { kind: 'text', text: value } })
      }),
    )
  })
})
