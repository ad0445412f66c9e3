import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFormula } from '../../../src/language/formula/parse.ts'
import type { FormulaLanguage } from '../../../src/language/formula/syntax.ts'
import { MAXIMUM_QUERY_LENGTH } from '../../../src/language/limits.ts'
import { printQuery } from '../../../src/language/query/print.ts'
import { formulaOf } from './team.ts'
import { codePoint } from '../../support/code-points.ts'

/** What a formula refers to, or all its errors: the position, and the whole message. */
function read(text: string, language: FormulaLanguage): readonly string[] {
  const parsed = parseFormula(text, language)
  return parsed.ok
    ? parsed.formula.references
    : parsed.errors.map(({ position, message }) => `${position}: ${message}`)
}

const FUNCTIONS =
  'use one of ABS, CEIL, FLOOR, ROUND, SQRT, POW, POWER, IF, CONCAT, SUM, AVG, MIN, MAX, COUNT, AVGIF'
const VALUE = "expected a number, a text in quotes, an operand such as @Name, a function or '('"
const END = 'the end of the formula'

describe('calculations', () => {
  test.each<[string, string[]]>([
    ['1', []],
    ["'x'", []],
    ['true', []],
    ['-1 + +2 * (3 - 4) / 5 % 6', []],
    ['@a-@b', ['@a', '@b']],
    ['@a - @a * ext@b', ['@a', 'ext@b']],
    [String.raw`EXT@Main\ Cost >= @Main\ Cost`, [String.raw`ext@Main\ Cost`, String.raw`@Main\ Cost`]],
    ['COUNT(from)', []],
    ['count(from@Refines->to@Uses→child)', ['from@Refines', 'to@Uses']],
    ['SUM(@a + 1, from@Refines) / AVG(@b, to) - MIN(@a, to) + MAX(@a, to)', ['@a', 'from@Refines', '@b']],
    ['AVGIF(@a, @b > 3, from@Refines)', ['@a', '@b', 'from@Refines']],
    ['ABS(@a) + CEIL(@a) + FLOOR(@a) + ROUND(@a) + SQRT(@a)', ['@a']],
    ["IF(@a <> 3, CONCAT('x', @b), false)", ['@a', '@b']],
    ['SUM(SUM(@a, from), to@Refines)', ['@a', 'to@Refines']],
  ])('%s', (text, references) => {
    expect(parseFormula(text, 'calculation')).toMatchObject({ ok: true })
    expect(read(text, 'calculation')).toEqual(references)
  })

  test.each<[string, string[]]>([
    ['', [`0: ${VALUE}, but found ${END}`]],
    ['1 +', [`3: ${VALUE}, but found ${END}`]],
    ['1 2', ['2: expected an operator or the end of the formula, but found the number 2']],
    ['1 < 2 < 3', ["6: expected an operator or the end of the formula, but found '<'"]],
    ['(1', ["2: expected ')' or a further operator, but found the end of the formula"]],
    ['AVGG(@a)', ["0: unknown function 'AVGG'; did you mean AVG?"]],
    ['POW(1)', ['0: POW takes 2 arguments (a base, an exponent), not 1']],
    ['POWER(1, 2, 3)', ['0: POWER takes 2 arguments (a base, an exponent), not 3']],
    ['AVERAGE(@a)', [`0: unknown function 'AVERAGE'; ${FUNCTIONS}`]],
    ['frobnicate(1)', [`0: unknown function 'FROBNICATE'; ${FUNCTIONS}`]],
    ['Cost + 1', ["0: unknown word 'Cost'; write @Cost for a property"]],
    ['tru', ["0: unknown word 'tru'; did you mean TRUE?"]],
    ['from@Refines', ["0: 'from@Refines' is no value; operands are @Name and ext@Name"]],
    ['IF(1 < 2, 3)', ['0: IF takes 3 arguments (a condition, a value, the other value), not 2']],
    ['ABS(1, 2)', ['0: ABS takes 1 argument, not 2']],
    ['SUM(@a)', ["6: expected ',' and the requirements to go over, such as from@refines, but found ')'"]],
    [
      'SUM(@a, @b)',
      [
        "8: the relations to follow are 'from' and 'to', with or without a relationship, such as from@refines",
      ],
    ],
    [
      'COUNT(3)',
      [
        '6: expected a list of requirements, such as from@refines or from@refines->to@uses, but found the number 3',
      ],
    ],
    ['COUNT(from', ["10: expected ')' to end COUNT, but found the end of the formula"]],
    [
      'foo(1) + bar + 1 2',
      [
        "0: unknown function 'FOO'; did you mean FLOOR?",
        "9: unknown word 'bar'; write @bar for a property",
        '17: expected an operator or the end of the formula, but found the number 2',
      ],
    ],
    ['@a ; 1', ["3: unexpected character ';'; remove it, or quote the text it belongs to"]],
  ])('%s', (text, errors) => {
    expect(read(text, 'calculation')).toEqual(errors)
  })
})

describe('aggregations', () => {
  test.each<[string, string[]]>([
    ['COUNT(*)', []],
    ['COUNT(@a)', ['@a']],
    ["COUNT(*, status = 'ACTIVE' and @b in (1, 2))", ['@b']],
    ["SUM(ext@Cost, @Category = 'Safety')", ['ext@Cost', '@Category']],
    [
      "COUNT(*, from@refines->(@b = '@c' or jira@tests IS NULL) and ruleStatus@d = 'x')",
      ['from@refines', '@b', 'jira@tests'],
    ],
    ["AVG(@a + SUM(@b, from@Refines), from->('x' or 'y')) * 2", ['@a', '@b', 'from@Refines']],
    ['ROUND(MAX(@a) - MIN(@a)) / COUNT(*, "")', ['@a']],
    ["IF(SUM(@a) > 3, CONCAT('x', COUNT(*)), 'y')", ['@a']],
  ])('%s', (text, references) => {
    expect(parseFormula(text, 'aggregation')).toMatchObject({ ok: true })
    expect(read(text, 'aggregation')).toEqual(references)
  })

  test.each<[string, string[]]>([
    ['1 + 2', ['0: an aggregation needs a figure over the selection: COUNT, SUM, MIN, MAX or AVG']],
    ['@a + SUM(@a)', ["0: '@a' belongs to one requirement; put it into COUNT, SUM, MIN, MAX or AVG"]],
    ['SUM(*)', [`4: ${VALUE}, but found '*'`]],
    ['SUM(@a, )', ["8: expected a field such as key or @Name, a text in quotes, NOT or '(', but found ')'"]],
    ["SUM(@a, kye = 'x')", ["8: unknown field 'kye'; did you mean key?"]],
    ['SUM(@a, from@Refines)', ["20: expected an operator such as =, ~, IN or IS NULL, but found ')'"]],
    [
      'AVGIF(@a, 3)',
      [
        "0: unknown function 'AVGIF'; did you mean AVG?",
        '0: an aggregation needs a figure over the selection: COUNT, SUM, MIN, MAX or AVG',
        "6: '@a' belongs to one requirement; put it into COUNT, SUM, MIN, MAX or AVG",
      ],
    ],
  ])('%s', (text, errors) => {
    expect(read(text, 'aggregation')).toEqual(errors)
  })
})

describe('criteria', () => {
  test.each([
    ["COUNT(*, 'battery')", "'battery'"],
    ['COUNT(*, "key = 3")', "'key = 3'"],
    ["COUNT(*, ('battery'))", "'battery'"],
    ["COUNT(*, NOT 'battery')", "NOT 'battery'"],
    ["COUNT(*, 'battery' AND key ~ 'REQ%')", "'battery' AND key ~ 'REQ%'"],
  ])('a text in quotes is full text, alone or not: %s', (text, criteria) => {
    const [aggregate] = formulaOf(text, 'aggregation').aggregates
    expect(printQuery(aggregate!.criteria!)).toBe(criteria)
  })
})

describe('hostile formulas', () => {
  test('of many errors the first hundred are listed', () => {
    const parsed = parseFormula(`${'x + '.repeat(2000)}1 2`, 'calculation')
    const errors = parsed.ok ? [] : parsed.errors
    expect(errors).toEqual(
      Array.from({ length: 100 }, (_unused, index) => ({
        position: 4 * index,
        message: "unknown word 'x'; write @x for a property",
      })),
    )
  })

  const words =
    "1 'x' @a ext@b from@Refines to -> → + - * / % = < ( ) , COUNT( SUM( AVGIF( IF( CONCAT( ABS( key ' @ \\ true \"a __proto__ 𝒳"
  const parts = fc.constantFrom(...words.split(' '))
  test('any text reads or has errors with positions', () => {
    const texts = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.array(parts, { maxLength: 30 }).map((list) => list.join(' ')),
      fc.array(parts, { maxLength: 30 }).map((list) => list.join('')),
    )
    fc.assert(
      fc.property(texts, fc.constantFrom<FormulaLanguage>('calculation', 'aggregation'), (text, language) => {
        const parsed = parseFormula(text, language)
        const positions = parsed.ok ? [0] : parsed.errors.map(({ position }) => position)
        expect(positions.length).toBeGreaterThan(0)
        expect(positions).toEqual(positions.toSorted((a, b) => a - b))
        expect(positions.every((position) => position >= 0 && position <= text.length)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test.each(['(', '-', 'ABS(', 'SUM(', 'IF(1,', '@a+', 'from->', 'x ', 'COUNT(*,(', '1+(', "'"])(
    'eight thousand characters of %s are refused',
    (part) => {
      const text = part.repeat(Math.floor(MAXIMUM_QUERY_LENGTH / part.length))
      for (const language of ['calculation', 'aggregation'] as const) {
        expect(parseFormula(text, language)).toMatchObject({ ok: false })
      }
    },
  )

  test('a formula has at most 8,192 characters and 200 levels', () => {
    const sum = `1${'+1'.repeat(4095)}`
    expect(parseFormula(sum, 'calculation')).toMatchObject({ ok: true })
    expect(parseFormula(`${sum}  `, 'calculation')).toMatchObject({ errors: [{ position: 8192 }] })
    const nested = (depth: number) => `${'('.repeat(depth)}1${')'.repeat(depth)}`
    expect(parseFormula(nested(199), 'calculation')).toMatchObject({ ok: true })
    expect(parseFormula(nested(200), 'calculation')).toMatchObject({ ok: false, errors: [{ position: 200 }] })
  })
})
