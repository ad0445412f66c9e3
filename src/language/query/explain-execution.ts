/** Says in English what a comparison, a list or a NULL test of one field asks for. */
import { splitPattern } from '../like.ts'
import { cut } from '../syntax-error.ts'
import { numberOf } from '../values.ts'
import { printValue } from './print.ts'
import type { ComparisonOperator, ConditionNode, FieldReference, QueryValue } from './syntax.ts'
import {
  type Clause,
  enumerate,
  explainBaseline,
  explainText,
  nounOf,
  plain,
  relationshipOf,
  type Subject,
  type ThingWording,
  withArticle,
  wordingOf,
} from './wording.ts'

type FieldTest = ConditionNode & { kind: 'comparison' | 'membership' | 'presence' }

/** The clause of a test or of its complement; undefined for a complement that cannot be worded. */
export function explainTest(test: FieldTest, subject: Subject, holds: boolean): Clause | undefined {
  switch (test.kind) {
    case 'presence':
      return explainPresence(test.field, subject, test.absent !== holds)
    case 'comparison': {
      const { field, operator, value } = test
      if (operator === '=') return explainEquality(field, [value], holds)
      if (operator === '!=') return holds ? explainDifference(field, [value], subject) : undefined
      return explainComparison(test, holds)
    }
    case 'membership': {
      const { field, values, negated, orAbsent } = test
      if (values.length === 0) return explainPresence(field, subject, negated === holds)
      if (negated) return holds ? explainDifference(field, values, subject) : undefined
      if (!orAbsent) return explainEquality(field, values, holds)
      if (!holds) return undefined
      const absent = explainPresence(field, subject, false).text
      return { text: `${absent} or ${explainEquality(field, values, true).text}`, shape: 'compound' }
    }
  }
}

function explainPresence(field: FieldReference, subject: Subject, present: boolean): Clause {
  const wording = wordingOf(field)
  const have = subject === 'many' ? 'have' : 'has'
  if (wording === undefined) {
    const noun = nounOf(field)
    if (field.name !== undefined)
      return plain(`that ${have} ${present ? 'a value' : 'no value'} for the ${noun}`)
    return plain(`that ${have} ${present ? withArticle(noun) : `no ${noun}`}`)
  }
  if (wording.lead === 'of') return plain(`that ${have} ${present ? 'a' : 'no'} ${wording.thing}`)
  return plain(`${present ? wording.lead : wording.without} ${someThing(field, wording)}`)
}

/** The clause for having one of the values, or none of them. */
function explainEquality(field: FieldReference, values: readonly QueryValue[], holds: boolean): Clause {
  const wording = wordingOf(field)
  if (wording === undefined) {
    const choice = enumerate(values.map(explainValue), 'or')
    return plain(`whose ${nounOf(field)} is ${holds ? '' : 'not '}${choice}`)
  }
  const names = enumerate(namesOf(values, wording), 'or')
  return plain(`${holds ? wording.lead : wording.without} ${names}${relationshipOf(field.name)}`)
}

/** The clause for having values, none of which is one of these. */
function explainDifference(field: FieldReference, values: readonly QueryValue[], subject: Subject): Clause {
  const wording = wordingOf(field)
  if (wording === undefined) {
    const choice = enumerate(values.map(explainValue), 'or')
    return plain(`whose ${nounOf(field)} is something other than ${choice}`)
  }
  const present = explainPresence(field, subject, true).text
  return { text: `${present}, but not ${enumerate(namesOf(values, wording), 'or')}`, shape: 'compound' }
}

/** The clause for `<`, `~` and so on; undefined for a complement that cannot be worded. */
function explainComparison(
  { field, operator, value }: FieldTest & { kind: 'comparison' },
  holds: boolean,
): Clause | undefined {
  const wording = wordingOf(field)
  if (wording === undefined) {
    const predicate = predicateOf(operator, value, holds)
    return predicate === undefined ? undefined : plain(`whose ${nounOf(field)} ${predicate}`)
  }
  const { lead, without, attribute, numberAttribute = attribute } = wording
  const compared = value.kind === 'number' ? numberAttribute : attribute
  // The denial is of the thing itself; the rest of the clause stays.
  const predicate = predicateOf(operator, value, true) ?? ''
  const text = `${holds ? lead : without} ${someThing(field, wording)} whose ${compared} ${predicate}`
  return { text, shape: 'open' }
}

function someThing(field: FieldReference, { thing }: ThingWording): string {
  return `${withArticle(thing)}${relationshipOf(field.name)}`
}

/** `the page 'Power'`, `baseline 1 or 2`, `the current baseline`. */
function namesOf(values: readonly QueryValue[], { thing, named }: ThingWording): readonly string[] {
  const texts: string[] = []
  const numbers: string[] = []
  const special: string[] = []
  for (const value of values) {
    if (value.kind === 'currentBaseline') special.push('the current baseline')
    else if (value.kind === 'scoped') special.push(`${thing} ${explainBaseline(value)}`)
    else if (value.kind === 'number') numbers.push(explainValue(value))
    else texts.push(explainValue(value))
  }
  const names: string[] = []
  if (texts.length > 0) {
    const before = named === undefined ? thing : `${thing} ${named}`
    names.push(`the ${before} ${enumerate(texts, 'or')}`)
  }
  if (numbers.length > 0) names.push(`${thing} ${enumerate(numbers, 'or')}`)
  return [...names, ...special]
}

function predicateOf(operator: ComparisonOperator, value: QueryValue, holds: boolean): string | undefined {
  if (operator === '~') return likePredicate(value, holds)
  const shown = explainValue(value)
  const isNumber = value.kind === 'number' || (value.kind === 'text' && numberOf(value.text) !== undefined)
  if (isNumber) return `is ${holds ? '' : 'not '}${NUMBER_ORDERS[operator]} ${shown}`
  const order = operator.startsWith('<') ? 'before' : 'after'
  if (!operator.endsWith('=')) return `${holds ? 'comes' : 'does not come'} ${order} ${shown}`
  return holds ? `is ${shown} or comes ${order} it` : undefined
}

const NUMBER_ORDERS: Readonly<Record<ComparisonOperator, string>> = {
  '=': '',
  '!=': 'other than',
  '~': 'like',
  '<': 'less than',
  '<=': 'at most',
  '>': 'greater than',
  '>=': 'at least',
}

/** Words for a pattern, without its wildcards if possible. */
function likePredicate(value: QueryValue, holds: boolean): string {
  if (value.kind !== 'text') return `is ${holds ? '' : 'not '}${explainValue(value)} in any letter case`
  const pieces = splitPattern(value.text)
  const [first = '', second = '', third = ''] = pieces
  const verb = (is: string, infinitive: string) => (holds ? is : `does not ${infinitive}`)
  if (pieces.length === 1) return `is ${holds ? '' : 'not '}${explainText(first)} in any letter case`
  if (pieces.length === 2 && first !== '' && second === '')
    return `${verb('begins', 'begin')} with ${explainText(first)}`
  if (pieces.length === 2 && first === '' && second !== '')
    return `${verb('ends', 'end')} with ${explainText(second)}`
  if (pieces.length === 3 && first === '' && second !== '' && third === '')
    return `${verb('contains', 'contain')} ${explainText(second)}`
  return `${verb('matches', 'match')} ${explainText(value.text)}`
}

function explainValue(value: QueryValue): string {
  switch (value.kind) {
    case 'text':
      return explainText(value.text)
    case 'user':
      return `the user ${explainText(value.user)}`
    default:
      return cut(printValue(value))
  }
}
