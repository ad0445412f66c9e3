/** Queries over the fields and values of random worlds of requirements, as texts. */
import fc from 'fast-check'
import type { Grammar } from '../../../src/language/grammar.ts'
import { parseQuery } from '../../../src/language/query/parse.ts'
import type { QueryNode } from '../../../src/language/query/syntax.ts'
import { isQuery } from '../../../src/model/searching/search.ts'
import { ISSUES, KEYS, NOWHERE, SPACES } from './requirements-world.ts'

const quoted = (text: string) => `'${text}'`

const NAMES = [
  'Page of ENG',
  'Page of SEC',
  'Name of DRN',
  'Name of HID',
  'Type 1',
  'Type 2',
  ...`DRN HID ${NOWHERE} Current Other T-0 First 2 ENG.xlsx SEC.xlsx`.split(' '),
]
const VALUES = [
  '',
  'Hold position',
  ...'High 3 3.0 true active DELETED ARCHIVED x 6001 reader R&D <p>High</p>'.split(' '),
]
const TEXTS = [KEYS, ISSUES, SPACES.map((space) => space.key), NAMES, VALUES].flat()

const literal = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS).map(quoted) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...'1 2 3 0 -1.5 4001 4003 6000 6001 10010 8001 8003 1003 1101 true 03 3.0 1e0 -0 04001 1.50'.split(
        ' ',
      ),
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom("user('reader')", "user('nobody')") },
)
const pattern = fc
  .constantFrom(
    'page of s%',
    'name of h%',
    String.raw`r\%`,
    String.raw`%\\%`,
    String.raw`R\&%`,
    ...'% R-1 type% %.xlsx r-% S% %1 hid-% %i% 3'.split(' '),
  )
  .map(quoted)

/** Fields that take `=` and `~` only, and fields that take every operator. */
const BASIC_FIELDS = ['page', 'pageHistory', 'links']
const LINK_FIELDS = 'link from from@refines from@none to to@uses to@none jira jira@uses jira@USES'.split(' ')
const OWN_FIELDS = 'key text space status @P @Q ext@E variant baseline id new_key'.split(' ')
const OTHER_FIELDS = [
  ...'project projectKey project_name projectName testCase new_space_key container new_container'.split(' '),
  ...'test_case type type.id type.name excel ruleStatus ruleStatus@r suspect'.split(' '),
]
const FIELDS = [LINK_FIELDS, OWN_FIELDS, OTHER_FIELDS].flat()

/** Fields that an index answers, with values that they have. */
const INDEXED: readonly (readonly [fields: readonly string[], literals: readonly string[]])[] = [
  [['key', 'from', 'from@refines', 'to', 'to@uses'], KEYS.map(quoted)],
  [['jira', 'jira@uses', 'jira@USES'], ISSUES.map(quoted)],
  [['ext@E'], ['3', "'3'", '3.0', '03', '0', '-0', "'-1.5'", '-1.5', "'3.0'", 'true', "'true'", "'x'"]],
  [
    ['@P', '@Q'],
    ["'High'", "'Low'", '3', "'3'", '3.0', '03', "''"],
  ],
  [
    ['page', 'pageHistory', 'link', 'links'],
    ['04001', '4001.0', '4001', '4003', "'Page of ENG'", "'Page of SEC'"],
  ],
  [['status'], ["'active'", "'ARCHIVED'", "'deleted'"]],
  [
    ['baseline', 'variant'],
    ['1', '2', '10010', '10012', "'First'", "'2'", "'Current'", "'Other'", "'Third'"],
  ],
  [
    ['type', 'type.id', 'type.name'],
    ['1', '2', "'Type 1'"],
  ],
  [['excel'], ['8001', "'8001'", "'ENG.xlsx'", "'SEC.xlsx'"]],
  [['new_container'], ['1101', '1001', "'Page of ENG'", "'Name of SEC'"]],
  [['id'], ['6000', "'6001'"]],
]
const indexedCondition = fc
  .constantFrom(...INDEXED)
  .chain(([fields, literals]) =>
    fc.tuple(fc.constantFrom(...fields), fc.constant('='), fc.constantFrom(...literals)),
  )
const basicCondition = fc.oneof(
  fc.tuple(fc.constantFrom(...BASIC_FIELDS), fc.constant('='), literal),
  fc.tuple(fc.constantFrom(...BASIC_FIELDS), fc.constant('~'), pattern),
)
const otherCondition = fc.constantFrom(...FIELDS).chain((field) =>
  fc.oneof(
    { weight: 4, arbitrary: literal.map((value) => [field, '=', value]) },
    { weight: 1, arbitrary: pattern.map((value) => [field, '~', value]) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom('!=', '<', '>='), literal).map((rest) => [field, ...rest]),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('IN', 'NOT IN'), fc.array(literal, { minLength: 1, maxLength: 3 }))
        .map(([operator, values]) => [field, operator, `(${values.join(', ')})`]),
    },
    { weight: 1, arbitrary: fc.constantFrom('IS NULL', 'IS NOT NULL').map((presence) => [field, presence]) },
  ),
)
const otherwise = fc.constantFrom(
  "'r-1'",
  "'home'",
  'baseline was 1',
  "baseline was (1 in space 'ENG')",
  "baseline was 'First'",
  "baseline was '2'",
  "baseline was ('First' in space 'SEC')",
  "isModified('1')",
  "isModified('First')",
  "baseline = ('First' in space 'ENG')",
  "baseline = ('2' in space 'OPS')",
  "baseline = ('First' in parent 'ENG')",
  "variant = ('Other' in parent 'ENG')",
  "baseline != ('First' in space 'SEC')",
  "hasTest('PASS')",
  "hasTest('uses', 'FAIL')",
  "hasLastTest('PASS')",
  "hasLastTest('%a%')",
  "hasTest('%s')",
  'ruleStatus = true',
  "ruleStatus IN ('false', 'warning')",
  "variant = ('Other' in space 'ENG')",
  "baseline = (1 in space 'ENG')",
  "baseline = (1 in space 'SEC')",
  'baseline = $currentBaseline',
)

/** The grammars of a query: the words of both dialects, or the hosted dialect alone. */
export const grammars: fc.Arbitrary<Grammar | undefined> = fc.constantFrom(undefined, { dialect: 'hosted' })

/** Parses a query in a grammar, or in both dialects if it uses words of the other one. */
export function readAs(text: string, grammar: Grammar | undefined): QueryNode {
  return parseQuery(text, isQuery(text, grammar) ? grammar : undefined)
}

/** Texts of queries over the fields and values of these worlds. */
export const worldQueries = fc.letrec<{ query: string }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: indexedCondition.map((words) => words.join(' ')) },
    { weight: 6, arbitrary: otherCondition.map((words) => words.join(' ')) },
    { weight: 2, arbitrary: pattern.map((text) => `key ~ ${text}`) },
    { weight: 1, arbitrary: basicCondition.map((words) => words.join(' ')) },
    { weight: 1, arbitrary: otherwise },
    { weight: 2, arbitrary: fc.tuple(tie('query'), tie('query')).map(([a, b]) => `(${a}) AND (${b})`) },
    { weight: 3, arbitrary: fc.tuple(tie('query'), tie('query')).map(([a, b]) => `(${a}) OR (${b})`) },
    { weight: 1, arbitrary: tie('query').map((operand) => `NOT (${operand})`) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('from', 'to', 'from@refines', 'to@uses'), tie('query'))
        .map(([relation, operand]) => `${relation}-> (${operand})`),
    },
  ),
})).query
