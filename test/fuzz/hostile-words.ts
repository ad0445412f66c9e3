/** What requests are spoilt with: texts, numbers and values that have broken some program before. */
import fc from 'fast-check'

/** A number that JSON can write and JavaScript cannot hold as it is written. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Short texts, each hostile in a way of its own. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\t',
  '\u0000',
  '\u0007bell',
  '\u007f',
  '\u0085',
  '\u2028\u2029',
  '\ufeff',
  '\ufffe\uffff',
  '\ud800',
  '\udfffx',
  '𝒳𝒴🚀',
  'é',
  'e\u0301',
  'İıſK',
  'ΟΔΟΣ',
  '\u202egnp.exe',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '-1e-400',
  'NaN',
  'Infinity',
  '2147483648',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '0x10',
  '１２',
  'null',
  'undefined',
  'true',
  '*',
  '%',
  '%25',
  '%00',
  '%%%',
  '%zz',
  '%E0%A4%A',
  '%2F',
  '/.',
  ';a=b',
  '_',
  ',',
  ',,,',
  ';',
  '/',
  '//',
  '..',
  '../../etc/passwd',
  '..%2f..',
  'a/b',
  'a\\b',
  'C:\\x',
  '#',
  '?',
  '&a=b',
  'a=b&c',
  "'",
  "''",
  '"',
  "' OR '1'='1",
  '${7*7}',
  '{{7*7}}',
  '$.x',
  '<script>alert(1)</script>',
  '<b',
  '&lt;&#x3c;&#0;&bogus;',
  ']]>',
  'a\r\nX-Injected: 1',
  'a\nb',
  '\\u0000',
  '\\',
  '[',
  '{}',
  '[]',
  '(((((((((((((((((((((((((((((((',
  'http://127.0.0.1:1/',
  'https://tracker.northwind.test@evil.example/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '2026-01-05T09:00:00Z',
  '2026-02-30',
  '-271821-04-20T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  'P1Y',
  '99999999999d',
  '1-1',
  'ENG-1,OPS-2',
  'REQ-001,REQ-002,REQ-001',
  'x'.repeat(256),
  'x'.repeat(9000),
  '9'.repeat(400),
  'ab '.repeat(400),
  '🚀'.repeat(300),
]

/** Any character; the library's own takes a second to prepare for shrinking. */
const character = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code))

/** Any text, with a liking for what is hostile. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: character, maxLength: 12 }) },
)

const HOSTILE_NUMBERS: readonly unknown[] = [
  0,
  new RawJson('-0'),
  -1,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  new RawJson('9007199254740993'),
  new RawJson('-9223372036854775809'),
  new RawJson('1e400'),
  new RawJson('1E-400'),
  new RawJson('1.0'),
  new RawJson('5e0'),
  Number.MIN_VALUE,
  Number.MAX_VALUE,
  0.1,
]

/** Any JSON value that a field may be given instead of its own. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_NUMBERS) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, [], {}, [null], [[]], [{}], { a: 1 }) },
  { weight: 1, arbitrary: fc.constant({ ['__proto__x']: 1, constructor: { prototype: { a: 1 } } }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.nat({ max: 60 }).map((depth) => nested(depth)) },
  { weight: 1, arbitrary: fc.nat({ max: 1100 }).map((count) => Array.from({ length: count }, () => 'x')) },
)

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Queries, formulas and orders that are right, to be mutated and mixed. */
export const QUERIES: readonly string[] = [
  "key = 'REQ-001'",
  "key ~ 'REQ-%' AND status = 'ACTIVE'",
  "@Category = 'Safety' OR @Priority IN ('High', 'Low')",
  "NOT (text ~ '%battery%')",
  "from@refines -> (key = 'REQ-002')",
  'ext@Cost > 3 AND ext@Cost IS NOT NULL',
  "baseline = 'Release 1.0'",
  'isModified(1)',
  "jira ~ 'DRN-%'",
  "spaceKey = 'ENG' AND page = 4001",
  'baseline was 1',
  "testCase = 'TC-1' OR baseline = ('Release 1.0' in parent 'ENG')",
  'ruleStatus = true',
  "'battery'",
  "ext@Main\\ Category != 1.5 AND key LIKE '\\'' OR ext@Cost <= -1e9",
  'to -> (@Owner = user("alice"))',
  "from@refines → (key <> 'x' AND baseline = $currentBaseline)",
]
export const FORMULAS: readonly string[] = [
  'SUM(ext@Cost)',
  'SUM(POW(ext@Cost, ext@Cost))',
  "COUNT(@Priority = 'High')",
  'AVG(ext@Cost) + 2 * MAX(ext@Cost)',
  "IF(ext@Cost > 3, 'dear', 'cheap')",
  'COUNT()',
  '-(1 - -2) / 0',
]
export const ORDERS: readonly string[] = [
  'KEY ASC, BASELINE DESC',
  'REQKEY ASC',
  '@Priority DESC, ext@Cost',
  'id,desc',
  'key',
]
