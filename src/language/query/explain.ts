/** Says in English how a query was read (service §4.3: the explanation of a search). */
import { cut } from '../syntax-error.ts'
import type { Relation } from '../values.ts'
import { fieldDefinition } from './fields.ts'
import { printBaseline, printValue } from './print.ts'
import type { ConditionNode, FieldReference, QueryNode, QueryValue, ScopedValue } from './syntax.ts'

/** One sentence without its capital and full stop: `requirements whose key is like 'REQ-%' and …`. */
export function explainQuery(query: QueryNode): string {
  if (query.kind === 'all') return 'all requirements'
  return `requirements ${explainClause(query)}`
}

/** A clause that can follow 'requirements': a group inside of another group stands in parentheses. */
function explainClause(node: QueryNode): string {
  switch (node.kind) {
    case 'all':
      return 'of any kind'
    case 'and':
    case 'or':
      return enumerate(node.operands.map(explainMember), node.kind)
    case 'not':
      return `other than those ${explainOperand(node.operand)}`
    case 'chain':
      return `with a ${explainRelation(node.relation)} ${explainOperand(node.operand)}`
    default:
      return explainCondition(node)
  }
}

/** A member of a list; one that would swallow the members after it stands in parentheses. */
function explainMember(node: QueryNode, index: number, members: readonly QueryNode[]): string {
  const swallows = (node.kind === 'not' || node.kind === 'chain') && index < members.length - 1
  return swallows ? `(${explainClause(node)})` : explainOperand(node)
}

function explainOperand(node: QueryNode): string {
  const clause = explainClause(node)
  return node.kind === 'and' || node.kind === 'or' ? `(${clause})` : clause
}

function explainCondition(condition: ConditionNode): string {
  switch (condition.kind) {
    case 'fullText':
      return `whose key or text contains ${explainText(condition.text)}`
    case 'comparison':
      return `whose ${explainField(condition.field)} ${explainComparison(condition)}`
    case 'membership':
      return `whose ${explainField(condition.field)} ${explainMembership(condition)}`
    case 'presence':
      return condition.absent
        ? `that have no ${explainField(condition.field)}`
        : `that have a value for ${explainField(condition.field)}`
    case 'baselineWas':
      return `that were in ${explainBaseline(condition.baseline)}`
    case 'isModified':
      return `that differ from what they were in ${explainBaseline(condition.baseline)}`
    case 'hasTest':
      return explainTest(condition)
  }
}

const ORDERINGS = {
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is greater than',
  '>=': 'is at least',
} as const

function explainComparison(comparison: ConditionNode & { kind: 'comparison' }): string {
  const { operator, value } = comparison
  if (operator === '=') return `equals ${explainValue(value)}`
  if (operator === '!=') return `has a value other than ${explainValue(value)}`
  if (operator === '~') return `is like ${explainValue(value)}`
  return `${ORDERINGS[operator]} ${explainValue(value)}`
}

function explainMembership(membership: ConditionNode & { kind: 'membership' }): string {
  const values = membership.values.map(explainValue)
  if (membership.negated)
    return values.length === 0 ? 'has a value' : `has a value other than ${enumerate(values, 'and')}`
  if (values.length === 0) return 'is absent'
  const choice = values.length === 1 ? values.join('') : `one of ${enumerate(values, 'or')}`
  if (membership.orAbsent) return `is either absent or ${choice}`
  return values.length === 1 ? `equals ${choice}` : `is ${choice}`
}

function explainTest(test: ConditionNode & { kind: 'hasTest' }): string {
  const relationship = test.relationship === undefined ? '' : ` linked as ${explainText(test.relationship)}`
  return `with a${test.last ? ' last' : ''} test${relationship} whose status is ${explainText(test.status)}`
}

function explainField(reference: FieldReference): string {
  const { noun } = fieldDefinition(reference.field)
  if (reference.name === undefined) return noun
  const name = cut(reference.name)
  switch (reference.field) {
    case 'from':
    case 'to':
    case 'jira':
      return `${noun} by ${name}`
    default:
      return `${noun} ${name}`
  }
}

function explainRelation(relation: Relation): string {
  const { direction, relationship } = relation
  return explainField(
    relationship === undefined ? { field: direction } : { field: direction, name: relationship },
  )
}

function explainValue(value: QueryValue): string {
  switch (value.kind) {
    case 'text':
      return explainText(value.text)
    case 'user':
      return `the user ${explainText(value.user)}`
    case 'scoped':
      return explainBaseline(value, '')
    case 'currentBaseline':
      return 'the current baseline'
    default:
      return printValue(value)
  }
}

function explainBaseline(baseline: string | number | ScopedValue, word = 'baseline '): string {
  if (typeof baseline === 'object') {
    return `${word}${explainBaseline(baseline.name, '')} of space ${explainText(baseline.space)}`
  }
  return word + (typeof baseline === 'string' ? explainText(baseline) : printBaseline(baseline))
}

/** A caller's text in quotes; long ones are cut, since nobody reads them here. */
function explainText(text: string): string {
  return `'${cut(text)}'`
}

/** `a`, `a and b`, `a, b and c`. */
function enumerate(items: readonly string[], conjunction: 'and' | 'or'): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`
}
