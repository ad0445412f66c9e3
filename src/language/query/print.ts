/** Writes a query in its canonical form, which reads back as the same tree. */
import { escapeName, quotePattern, quoteText } from '../tokens.ts'
import type { Relation } from '../values.ts'
import { fieldDefinition } from './fields.ts'
import type {
  ConditionNode,
  FieldReference,
  QueryNode,
  QueryValue,
  RecordName,
  ScopedValue,
} from './syntax.ts'

/** The canonical text: one spelling of each operator and field, and only the necessary parentheses. */
export function printQuery(query: QueryNode): string {
  switch (query.kind) {
    case 'all':
      return ''
    case 'or':
      return query.operands.map(printQuery).join(' OR ')
    case 'and':
      return query.operands.map((operand) => printGrouped(operand, ['or'])).join(' AND ')
    case 'not':
      return `NOT ${printGrouped(query.operand, ['or', 'and'])}`
    case 'chain':
      return `${printRelation(query.relation)}-> ${printGrouped(query.operand, ['or', 'and', 'not'])}`
    default:
      return printCondition(query)
  }
}

export function printCondition(condition: ConditionNode): string {
  switch (condition.kind) {
    case 'fullText':
      return quotePattern(condition.text)
    case 'comparison':
      return `${printField(condition.field)} ${condition.operator} ${printOperand(condition)}`
    case 'membership': {
      const values = condition.values.map(printValue)
      if (condition.orAbsent) values.push('NULL')
      return `${printField(condition.field)} ${condition.negated ? 'NOT IN' : 'IN'} (${values.join(', ')})`
    }
    case 'presence':
      return `${printField(condition.field)} ${condition.absent ? 'IS NULL' : 'IS NOT NULL'}`
    case 'baselineWas':
      return `baseline WAS ${printBaseline(condition.baseline)}`
    case 'isModified':
      return `isModified(${printBaseline(condition.baseline)})`
    case 'hasTest': {
      const relationship =
        condition.relationship === undefined ? '' : `${quoteText(condition.relationship)}, `
      return `${condition.last ? 'hasLastTest' : 'hasTest'}(${relationship}${quotePattern(condition.status)})`
    }
  }
}

/** `key`, `@Main\ Category`, `from@refines` */
export function printField(reference: FieldReference): string {
  const spelling = fieldDefinition(reference.field).spellings[0] ?? ''
  return reference.name === undefined ? spelling : `${spelling}@${escapeName(reference.name)}`
}

/** `to`, `from@refines` */
export function printRelation(relation: Relation): string {
  return relation.relationship === undefined
    ? relation.direction
    : `${relation.direction}@${escapeName(relation.relationship)}`
}

function printOperand({ operator, value }: ConditionNode & { kind: 'comparison' }): string {
  return operator === '~' && value.kind === 'text' ? quotePattern(value.text) : printValue(value)
}

/** A value that is no pattern. */
export function printValue(value: QueryValue): string {
  switch (value.kind) {
    case 'text':
      return quoteText(value.text)
    case 'number':
      return value.text
    case 'boolean':
      return String(value.boolean)
    case 'user':
      return `user(${quoteText(value.user)})`
    case 'scoped':
      return printBaseline(value)
    case 'currentBaseline':
      return '$currentBaseline'
  }
}

export function printBaseline(baseline: RecordName | ScopedValue): string {
  if (typeof baseline === 'string') return quoteText(baseline)
  if ('number' in baseline) return baseline.text
  return `(${printBaseline(baseline.name)} in space ${quoteText(baseline.space)})`
}

function printGrouped(operand: QueryNode, weaker: readonly QueryNode['kind'][]): string {
  const text = printQuery(operand)
  return weaker.includes(operand.kind) ? `(${text})` : text
}
