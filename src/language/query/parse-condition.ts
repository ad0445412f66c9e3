/** Reads one condition of a query: a comparison, a list, a NULL test or a function. */
import type { TokenCursor } from '../cursor.ts'
import { refuseForeign } from '../grammar.ts'
import { LanguageSyntaxError, cut } from '../syntax-error.ts'
import type { Token } from '../tokens.ts'
import { CONDITION_FUNCTIONS } from './fields.ts'
import type { FieldDefinition } from './fields.ts'
import { fieldOfToken } from './parse-field.ts'
import { parseNameOrNumber, parsePattern, parseQueryValue, parseScoped, patternOf } from './parse-value.ts'
import { printBaseline } from './print.ts'
import type { ComparisonOperator, ConditionNode, FieldReference, QueryValue } from './syntax.ts'

const SYMBOL_OPERATORS: ReadonlyMap<string, ComparisonOperator> = new Map([
  ['=', '='],
  ['==', '='],
  ['!=', '!='],
  ['<>', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
  ['~', '~'],
])

export function parseCondition(cursor: TokenCursor): ConditionNode {
  const token = cursor.peek()
  if (token.kind === 'word' && cursor.atSymbol('(', 1)) {
    const called = CONDITION_FUNCTIONS.find((name) => name.toLowerCase() === token.text.toLowerCase())
    if (called !== undefined) {
      refuseForeign(cursor.grammar, called, token.start)
      return parseFunction(cursor, called)
    }
  }
  const { definition, reference } = fieldOfToken(cursor.take(), cursor.grammar)
  return parseTest(cursor, definition, reference, token.start)
}

function parseTest(
  cursor: TokenCursor,
  definition: FieldDefinition,
  field: FieldReference,
  start: number,
): ConditionNode {
  const operatorAt = cursor.peek()
  if (cursor.takeWord('IS')) {
    refuseBeyondBasic(definition, operatorAt, 'IS')
    const absent = !cursor.takeWord('NOT')
    if (!cursor.takeWord('NULL'))
      cursor.failExpecting(absent ? 'NULL or NOT NULL after IS' : 'NULL after IS NOT')
    return { kind: 'presence', field, absent, start, end: cursor.end }
  }
  if (cursor.atWord('IN') || cursor.atWord('NOT')) {
    refuseBeyondBasic(definition, operatorAt, 'IN')
    const negated = cursor.takeWord('NOT')
    if (!cursor.takeWord('IN'))
      cursor.failExpecting('IN after NOT', 'to deny another operator, put NOT before the field')
    return { kind: 'membership', field, negated, ...parseList(cursor, definition), start, end: cursor.end }
  }
  if (definition.field === 'baseline' && cursor.takeWord('WAS')) {
    refuseForeign(cursor.grammar, 'baseline was', start)
    const baseline = cursor.atSymbol('(') ? parseScoped(cursor) : parseNameOrNumber(cursor, 'a baseline')
    return { kind: 'baselineWas', baseline, start, end: cursor.end }
  }
  const operator = parseOperator(cursor, definition)
  if (cursor.atWord('NULL')) return parseNullComparison(cursor, definition, field, operator, start)
  const value = parseQueryValue(cursor, definition, operator)
  refuseSpecial(definition, operator, value)
  return { kind: 'comparison', field, operator, value, start, end: cursor.end }
}

function parseOperator(cursor: TokenCursor, definition: FieldDefinition): ComparisonOperator {
  const token = cursor.peek()
  if (cursor.takeWord('LIKE') || cursor.takeWord('ILIKE')) return '~'
  const operator = token.kind === 'symbol' ? SYMBOL_OPERATORS.get(token.text) : undefined
  if (token.kind !== 'symbol' || operator === undefined) {
    const choices = definition.operators === 'basic' ? '= or ~' : '=, ~, IN or IS NULL'
    const isName = definition.named !== undefined && token.kind === 'word'
    return cursor.failExpecting(
      `an operator such as ${choices}`,
      isName ? 'put a backslash before a space in a name, as in @Main\\ Category' : undefined,
    )
  }
  if (operator !== '=' && operator !== '~') refuseBeyondBasic(definition, token, token.text)
  cursor.take()
  return operator
}

/** Reads `= NULL` as IS NULL and `!= NULL` as IS NOT NULL; no other operator takes NULL. */
function parseNullComparison(
  cursor: TokenCursor,
  definition: FieldDefinition,
  field: FieldReference,
  operator: ComparisonOperator,
  start: number,
): ConditionNode {
  const token = cursor.take()
  if (operator !== '=' && operator !== '!=') {
    throw new LanguageSyntaxError(
      token.start,
      `NULL does not go with ${operator}; write IS NULL or IS NOT NULL`,
    )
  }
  refuseBeyondBasic(definition, token, 'NULL')
  return { kind: 'presence', field, absent: operator === '=', start, end: cursor.end }
}

function parseList(
  cursor: TokenCursor,
  definition: FieldDefinition,
): { values: readonly QueryValue[]; orAbsent: boolean } {
  const values: QueryValue[] = []
  let orAbsent = false
  cursor.expectSymbol('(', 'before the values')
  do {
    if (cursor.takeWord('NULL')) orAbsent = true
    else values.push(parseQueryValue(cursor, definition))
  } while (cursor.takeSymbol(','))
  cursor.expectSymbol(')', 'or a comma and a further value')
  return { values, orAbsent }
}

/** isModified('N'), hasTest([relationship,] 'status'), hasLastTest([relationship,] 'status'). */
function parseFunction(cursor: TokenCursor, called: (typeof CONDITION_FUNCTIONS)[number]): ConditionNode {
  const start = cursor.take().start
  cursor.take()
  if (called === 'isModified') {
    const baseline = parseNameOrNumber(cursor, 'a baseline')
    cursor.expectSymbol(')', 'after the baseline')
    return { kind: 'isModified', baseline, start, end: cursor.end }
  }
  const token = cursor.peek()
  if (token.kind !== 'string') return cursor.failExpecting('a test status or a relationship in quotes')
  cursor.take()
  const status = cursor.takeSymbol(',') ? parsePattern(cursor, 'a test status in quotes') : undefined
  cursor.expectSymbol(')', 'after the test status')
  const last = called === 'hasLastTest'
  return status === undefined
    ? { kind: 'hasTest', last, status: patternOf(cursor, token), start, end: cursor.end }
    : { kind: 'hasTest', last, relationship: token.text, status, start, end: cursor.end }
}

function refuseBeyondBasic(definition: FieldDefinition, token: Token, operator: string): void {
  if (definition.operators !== 'basic') return
  const name = definition.spellings[0] ?? ''
  const suggestion =
    operator === 'IN'
      ? `join several ${name} = … with OR`
      : operator === 'IS' || operator === 'NULL'
        ? `${name} ~ '%' finds what has one`
        : `to exclude, write NOT ${name} = …`
  throw new LanguageSyntaxError(token.start, `${name} takes = and ~ only, not ${operator}; ${suggestion}`)
}

/** Values that only their own field understands take no other operators. */
function refuseSpecial(definition: FieldDefinition, operator: ComparisonOperator, value: QueryValue): void {
  if (operator === '=' || operator === '!=') return
  if (value.kind !== 'scoped' && value.kind !== 'currentBaseline') return
  const shown = value.kind === 'scoped' ? cut(printBaseline(value)) : '$currentBaseline'
  throw new LanguageSyntaxError(
    value.start,
    `${shown} goes with =, != and IN only, not ${operator}; use the number of the ${definition.noun}`,
  )
}
