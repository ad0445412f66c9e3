/** The languages of queries, formulas and orders. */
import { parseFormula } from '../../../src/language/formula/parse.ts'
import { parseOrderBy } from '../../../src/language/order-by/parse.ts'
import { explainQuery } from '../../../src/language/query/explain.ts'
import { parseQuery } from '../../../src/language/query/parse.ts'
import { LanguageSyntaxError } from '../../../src/language/syntax-error.ts'
import { FORMULAS, QUERIES } from '../hostile-words.ts'
import { check, isA, never, repeat, type TextParser } from './parser.ts'

/** Words of the languages that stand in no text of the corpora. */
const words = [
  'projectKey',
  'AVERAGE',
  'PERCENT',
  '007',
  '1.10',
  '-0',
  '1e400',
  String.raw`'50\%'`,
  "'2026-03-09'",
]
const nesting = {
  'nested parentheses': (size: number) => '('.repeat(size) + 'key' + ')'.repeat(size),
  'open parentheses': repeat('', '('),
  'one long name': repeat('', 'a'),
  'one long text': repeat("'", 'a', "'"),
  'an unclosed quote': repeat("'", 'a'),
  'quotes alone': repeat('', "'"),
  escapes: repeat('@', '\\ '),
  'a long number': repeat('', '9'),
  blanks: repeat('', ' '),
}

export const query: TextParser = {
  kind: 'text',
  name: 'query',
  corpus: QUERIES,
  words,
  refuses: isA(LanguageSyntaxError),
  read(text) {
    check(explainQuery(parseQuery(text)).length > 0, 'is not explained')
  },
  families: {
    ...nesting,
    NOT: repeat('', 'NOT ', "key = 'x'"),
    chains: repeat('', 'from -> ', "key = 'x'"),
    alternatives: repeat("key = 'x'", " OR key = 'x'"),
    values: repeat("key IN ('x'", ", 'x'", ')'),
    wildcards: repeat("key ~ '", '%a', "'"),
    'escaped wildcards': repeat("key ~ '", String.raw`\\%`, "'"),
    backslashes: repeat("text ~ '", String.raw`\\`, "'"),
    digits: repeat('key = 0', '0'),
    'compared digits': repeat('@Name < 0', '0'),
  },
}

export const formula: TextParser = {
  kind: 'text',
  name: 'formula',
  corpus: FORMULAS,
  words,
  refuses: never,
  read(text) {
    for (const language of ['calculation', 'aggregation'] as const) {
      const parsed = parseFormula(text, language)
      check(parsed.ok || parsed.errors.length > 0, 'is refused without an error')
      if (!parsed.ok)
        check(
          parsed.errors.every(({ position }) => position >= 0 && position <= text.length),
          'is refused elsewhere',
        )
    }
  },
  families: {
    ...nesting,
    signs: repeat('', '-', '1'),
    sums: repeat('1', ' + 1'),
    calls: (size) => 'IF('.repeat(size) + '1' + ')'.repeat(size),
    arguments: repeat('IF(1', ', 1', ')'),
    'unknown names': repeat('', 'x + '),
  },
}

export const orderBy: TextParser = {
  kind: 'text',
  name: 'order-by',
  corpus: ['KEY ASC, BASELINE DESC', 'reqkey', 'TITLE DESC, ID, STATUS asc, SPACEKEY'],
  words,
  refuses: isA(LanguageSyntaxError),
  read: (text) => void parseOrderBy(text),
  families: { ...nesting, columns: repeat('KEY', ', KEY'), commas: repeat('', ',') },
}
