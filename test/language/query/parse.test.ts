import { describe, expect, test } from 'vitest'
import { MAXIMUM_NESTING, MAXIMUM_TERMS, MAXIMUM_QUERY_LENGTH } from '../../../src/language/limits.ts'
import { FIELDS } from '../../../src/language/query/fields.ts'
import { parseQuery } from '../../../src/language/query/parse.ts'
import { printQuery } from '../../../src/language/query/print.ts'
import { LanguageSyntaxError } from '../../../src/language/syntax-error.ts'
import { withoutSpans } from './arbitrary.ts'

/** The canonical text of what was read. */
const canonical = (text: string) => printQuery(parseQuery(text))

function refusal(text: string): string {
  try {
    parseQuery(text)
    return 'no error'
  } catch (error) {
    if (error instanceof LanguageSyntaxError) return error.message
    throw error
  }
}

describe('operators', () => {
  test.each([
    ["key = 'A'", "key = 'A'"],
    ["key == 'A'", "key = 'A'"],
    ["key != 'A'", "key != 'A'"],
    ["key <> 'A'", "key != 'A'"],
    ['id < 3', 'id < 3'],
    ['id <= 3', 'id <= 3'],
    ['id > 3', 'id > 3'],
    ['id>=3', 'id >= 3'],
    ["key ~ 'A%'", "key ~ 'A%'"],
    ["key like 'A%'", "key ~ 'A%'"],
    ["key ILIKE 'A%'", "key ~ 'A%'"],
    ['key is null', 'key IS NULL'],
    ['key Is Not Null', 'key IS NOT NULL'],
    ['key = NULL', 'key IS NULL'],
    ['key != null', 'key IS NOT NULL'],
    ["key in ('A')", "key IN ('A')"],
    ["key IN ('A', 2, true, null)", "key IN ('A', 2, true, NULL)"],
    ['key not in (\'A\',"B")', "key NOT IN ('A', 'B')"],
  ])('%s', (text, expected) => expect(canonical(text)).toBe(expected))
})

describe('values', () => {
  test.each([
    [String.raw`key = 'it\'s a \\ and "'`, 'it\'s a \\ and "'],
    [String.raw`key = "it's a \" and \d"`, 'it\'s a " and \\d'],
    ["key = ''", ''],
    ["key = 'AND'", 'AND'],
  ])('%s', (text, value) =>
    expect(withoutSpans(parseQuery(text))).toMatchObject({ value: { kind: 'text', text: value } }),
  )

  test.each([
    ['id = 3', 3],
    ['id = -3', -3],
    ['id = - 1.25', -1.25],
    ['id = -0', 0],
    ['id = 1e3', 1000],
    ['id = 9007199254740991', 9_007_199_254_740_991],
  ])('%s', (text, value) =>
    expect(withoutSpans(parseQuery(text))).toMatchObject({ value: { kind: 'number', number: value } }),
  )

  test.each([
    ['@Owner = user("alice")', "@Owner = user('alice')"],
    ['suspect = TRUE', 'suspect = true'],
    ['suspect != False', 'suspect != false'],
    ['baseline = 3', 'baseline = 3'],
    ["baseline = 'Name'", "baseline = 'Name'"],
    ["baseline = ('Name' IN SPACE 'KEY')", "baseline = ('Name' in space 'KEY')"],
    ["variant != (3 in space 'KEY')", "variant != (3 in space 'KEY')"],
    ['baseline = null', 'baseline IS NULL'],
    ['baseline = $CURRENTBASELINE', 'baseline = $currentBaseline'],
    [
      "baseline in (1, ('N' in space 'K'), $currentBaseline)",
      "baseline IN (1, ('N' in space 'K'), $currentBaseline)",
    ],
    ['baseline was 3', 'baseline WAS 3'],
    ["Baseline WAS 'Name'", "baseline WAS 'Name'"],
    ["baseline was ('N' in space 'K')", "baseline WAS ('N' in space 'K')"],
  ])('%s', (text, expected) => expect(canonical(text)).toBe(expected))
})

describe('fields', () => {
  const spellings = FIELDS.flatMap(({ spellings, field, named }) =>
    spellings.flatMap((spelling) => (named === 'compulsory' ? [] : [[spelling, field] as const])),
  )
  test.each(spellings)('%s is %s', (spelling, field) => {
    for (const spelled of [spelling, spelling.toUpperCase(), spelling.toLowerCase()]) {
      expect(parseQuery(`${spelled} ~ 'x'`)).toMatchObject({ field: { field } })
    }
  })

  test.each([
    ["@Name = 'x'", { field: 'property', name: 'Name' }],
    [String.raw`@Main\ Category = 'x'`, { field: 'property', name: 'Main Category' }],
    [String.raw`@a\-b\\\@ = 'x'`, { field: 'property', name: 'a-b\\@' }],
    ["@Größe = 'x'", { field: 'property', name: 'Größe' }],
    ["ext@Cost = 'x'", { field: 'externalProperty', name: 'Cost' }],
    ["EXT@Cost = 'x'", { field: 'externalProperty', name: 'Cost' }],
    ["from@refines = 'x'", { field: 'from', name: 'refines' }],
    ["child@refines = 'x'", { field: 'from', name: 'refines' }],
    ["to@refines = 'x'", { field: 'to', name: 'refines' }],
    ["jira@tests = 'x'", { field: 'jira', name: 'tests' }],
    [String.raw`ruleStatus@No\ TBD = 'x'`, { field: 'ruleStatus', name: 'No TBD' }],
  ])('%s', (text, field) => expect(parseQuery(text)).toMatchObject({ field }))
})

describe('structure', () => {
  test.each([
    ['', ''],
    ['  \n ', ''],
    ["'battery'", "'battery'"],
    ['"battery"', "'battery'"],
    ["'a' or 'b' and not 'c'", "'a' OR 'b' AND NOT 'c'"],
    ["('a' or 'b') and 'c'", "('a' OR 'b') AND 'c'"],
    ["'a' or ('b' and 'c')", "'a' OR 'b' AND 'c'"],
    ["(('a' and 'b') and ('c' and ('d')))", "'a' AND 'b' AND 'c' AND 'd'"],
    ["not ('a' and 'b') or 'c'", "NOT ('a' AND 'b') OR 'c'"],
    ["not not 'a'", "NOT NOT 'a'"],
    ["from@refines->status='ACTIVE'", "from@refines-> status = 'ACTIVE'"],
    ["to → key = 'A' and 'b'", "to-> key = 'A' AND 'b'"],
    ["not parent@uses->('a' or 'b')", "NOT to@uses-> ('a' OR 'b')"],
    ["from->to@x->child->'a'", "from-> to@x-> from-> 'a'"],
    ["from->(not 'a')", "from-> (NOT 'a')"],
    ["isModified('1') and ismodified(2)", "isModified('1') AND isModified(2)"],
    ["hasTest('PASSED')", "hasTest('PASSED')"],
    ["HASLASTTEST('covers', 'FAILED')", "hasLastTest('covers', 'FAILED')"],
  ])('%s', (text, expected) => expect(canonical(text)).toBe(expected))

  test('an and of five hundred is one node', () => {
    const text = Array.from({ length: MAXIMUM_TERMS }, () => 'id=1').join(' AND ')
    expect(parseQuery(text)).toMatchObject({ kind: 'and', operands: { length: MAXIMUM_TERMS } })
  })
})

describe('refusals', () => {
  const VALUE = 'expected a value: a number, true, false or a text in quotes, but found'
  const RELATIONS =
    "the relations to follow are 'from' and 'to', with or without a relationship, such as from@refines"
  test.each<[string, number, string]>([
    ["kex = 'A'", 0, "unknown field 'kex'; did you mean key?"],
    ["'a' and pagehistroy ~ 'A'", 8, "unknown field 'pagehistroy'; did you mean pageHistory?"],
    ["isModifed('1')", 0, "unknown field 'isModifed'; did you mean isModified?"],
    [
      "toString = 'A'",
      0,
      "unknown field 'toString'; use a field such as key, status or @Name, and put texts in quotes",
    ],
    ["key@x = 'A'", 0, "key takes no name after '@'; write key alone"],
    ["ext = 'A'", 0, 'ext needs a name, such as ext@Name'],
    ["foo@x = 'A'", 0, "unknown field 'foo'; did you mean from?"],
    ['key', 3, 'expected an operator such as =, ~, IN or IS NULL, but found the end of the query'],
    ["key 'A'", 4, "expected an operator such as =, ~, IN or IS NULL, but found the text 'A'"],
    ['page + 1', 5, "expected an operator such as = or ~, but found '+'"],
    ['page > 3', 5, 'page takes = and ~ only, not >; to exclude, write NOT page = …'],
    ['page is null', 5, "page takes = and ~ only, not IS; page ~ '%' finds what has one"],
    ['links in (1)', 6, 'links takes = and ~ only, not IN; join several links = … with OR'],
    ['page = null', 7, "page takes = and ~ only, not NULL; page ~ '%' finds what has one"],
    ['key =', 5, `${VALUE} the end of the query`],
    ['key = REQ', 6, `${VALUE} 'REQ'; write 'REQ'`],
    ['key < null', 6, 'NULL does not go with <; write IS NULL or IS NOT NULL'],
    ['key is 3', 7, 'expected NULL or NOT NULL after IS, but found the number 3'],
    ['key is not', 10, 'expected NULL after IS NOT, but found the end of the query'],
    [
      "key not like 'a'",
      8,
      "expected IN after NOT, but found 'like'; to deny another operator, put NOT before the field",
    ],
    ['key in 3', 7, "expected '(' before the values, but found the number 3"],
    ['key in ()', 8, `${VALUE} ')'`],
    ['key in (3', 9, "expected ')' or a comma and a further value, but found the end of the query"],
    ["key = 'A' key = 'B'", 10, "expected AND, OR or the end of the query, but found 'key'"],
    ["(key = 'A'", 10, "expected ')' or a further AND or OR, but found the end of the query"],
    ["key = 'A')", 9, "expected AND, OR or the end of the query, but found ')'"],
    ['and', 0, "expected a field such as key or @Name, a text in quotes, NOT or '(', but found 'and'"],
    ['= 3', 0, "expected a field such as key or @Name, a text in quotes, NOT or '(', but found '='"],
    ["key = 'A", 6, "this text is never closed; end it with ', and write \\' for one inside of it"],
    ['@ = 3', 0, "expected a name after '@', with a backslash before spaces and specials"],
    ['key ; 3', 4, "unexpected character ';'; remove it, or quote the text it belongs to"],
    [
      'id = 9007199254740992',
      5,
      'the number 9007199254740992 cannot be held exactly; put it in quotes to compare it as a text',
    ],
    ["jira->'a'", 0, RELATIONS],
    ["from->not 'a'", 6, "expected one condition or a parenthesis after the arrow, but found 'not'"],
    ['key = $currentBaseline', 6, '$currentBaseline is a baseline; compare it with the field baseline'],
    [
      'baseline > $currentBaseline',
      11,
      '$currentBaseline goes with =, != and IN only, not >; use the number of the baseline',
    ],
    [
      "baseline ~ ('N' in space 'K')",
      11,
      "('N' in space 'K') goes with =, != and IN only, not ~; use the number of the baseline",
    ],
    [
      "baseline = ('N')",
      15,
      "expected the words in space and a key after the name, as in ('Name' in space 'KEY'), but found ')'",
    ],
    [
      'baseline was',
      12,
      'expected a baseline: a number, or a text in quotes, but found the end of the query',
    ],
    ['isModified(true)', 11, "expected a baseline: a number, or a text in quotes, but found 'true'"],
    ['hasTest(3)', 8, 'expected a test status or a relationship in quotes, but found the number 3'],
    ["user('x') = 3", 0, "unknown field 'user'; user('…') is a value, as in @Owner = user('alice')"],
    ['isModified', 0, "unknown field 'isModified'; isModified is a function, as in isModified('…')"],
    [
      "@Main Category = 'x'",
      6,
      "expected an operator such as =, ~, IN or IS NULL, but found 'Category'; put a backslash before a space in a name, as in @Main\\ Category",
    ],
    ['from = REQ-001)', 7, `${VALUE} 'REQ'; write 'REQ-001'`],
    ["key = 'A' && key = 'B'", 10, "unexpected character '&'; write AND"],
    ['key = “A”', 6, "unexpected character '“'; quote texts with ' or \""],
    ["key = 'it's'", 11, "this text is never closed; end it with ', and write \\' for one inside of it"],
    [
      "key = 'A' ORDER BY key",
      10,
      "expected AND, OR or the end of the query, but found 'ORDER'; the order is a parameter of its own",
    ],
    [
      "baseline = ('R1' in 'ENG')",
      20,
      "expected the words in space and a key after the name, as in ('Name' in space 'KEY'), but found the text 'ENG'",
    ],
    ['status = ACTIVE', 9, `${VALUE} 'ACTIVE'; write 'ACTIVE'`],
    [
      'order by key',
      0,
      "unknown field 'order'; use a field such as key, status or @Name, and put texts in quotes",
    ],
    ['page != 4001', 5, 'page takes = and ~ only, not !=; to exclude, write NOT page = …'],
    ["key->status = 'A'", 0, RELATIONS],
    ['key = user(alice)', 11, "expected a user's name in quotes, but found 'alice'"],
    ['key | 3', 4, "unexpected character '|'; write OR"],
    [
      'key = 007A',
      9,
      "expected AND, OR or the end of the query, but found 'A'; put a text that begins with digits in quotes",
    ],
    ['! key = 3', 0, "unexpected character '!'; write NOT, or != between a field and a value"],
  ])('%s', (text, position, message) =>
    expect(refusal(text)).toBe(`Syntax error at position ${position}: ${message}`),
  )

  test('repeats at most a hundred characters of the caller', () => {
    const message = refusal(`${'x'.repeat(5000)} = 3`)
    expect(message).toContain(`'${'x'.repeat(100)}…'`)
    expect(message.length).toBeLessThan(250)
  })
})

describe('limits', () => {
  test('length', () => {
    const longest = `'${'x'.repeat(MAXIMUM_QUERY_LENGTH - 2)}'`
    expect(canonical(longest)).toBe(longest)
    const pairs = longest.replaceAll('x', '\u{1f600}')
    expect(canonical(pairs)).toBe(pairs)
    expect(refusal(`${pairs} `)).toContain('this one has 8193')
    expect(refusal(`${longest} `)).toBe(
      'Syntax error at position 8192: a query has at most 8192 characters, this one has 8193; shorten it',
    )
  })

  test('conditions', () => {
    const terms = (count: number) => Array.from({ length: count }, () => 'id=1').join(' OR ')
    expect(refusal(terms(MAXIMUM_TERMS))).toBe('no error')
    expect(refusal(terms(MAXIMUM_TERMS + 1))).toBe(
      'Syntax error at position 4000: a query has at most 500 conditions; split it up',
    )
    expect(refusal(`(${terms(300)}) AND NOT (${terms(300)})`)).toContain('at most 500 conditions')
  })

  test.each([
    ['parentheses', (depth: number) => `${'('.repeat(depth)}id=1${')'.repeat(depth)}`],
    ['NOT', (depth: number) => `${'NOT '.repeat(depth)}id=1`],
    ['chains', (depth: number) => `${'from->'.repeat(depth)}id=1`],
    ['groups of chains', (depth: number) => `${'to->('.repeat(depth / 2)}id=1${')'.repeat(depth / 2)}`],
  ])('nesting of %s', (_what, nest) => {
    expect(refusal(nest(MAXIMUM_NESTING))).toBe('no error')
    expect(refusal(nest(MAXIMUM_NESTING + 2))).toContain('a query nests at most 200 levels deep; split it up')
    expect(refusal(nest(1200))).toContain('a query nests at most 200 levels deep; split it up')
  })

  const parts = `( from-> ' \\ @ @\\ - 1 a. % "\\"`.split(' ')
  test.each([...parts, 'NOT ', 'id=1 AND ', 'id IN ('])(
    'eight thousand characters of %s are refused',
    (part) => {
      const text = part.repeat(Math.floor(MAXIMUM_QUERY_LENGTH / part.length))
      expect(refusal(text)).toMatch(/^Syntax error at position \d+: /)
    },
  )
})
