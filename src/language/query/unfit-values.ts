/** Values that a field cannot be compared with: no day for a property of days, or a number that no number is exactly. */
import { cut } from '../syntax-error.ts'
import { isExactNumber } from '../values.ts'
import { dayOf } from './days.ts'
import { conditionsOf } from './mentions.ts'
import { printField, printValue } from './print.ts'
import type { FieldBinding } from './source.ts'
import type { ConditionNode, FieldReference, QueryNode, QueryValue } from './syntax.ts'

export interface UnfitValue {
  readonly kind: 'day' | 'number'
  /** Where the value begins in the text of the query. */
  readonly position: number
  /** What is wrong, and what to write. */
  readonly problem: string
}

type Kinds = Pick<FieldBinding<unknown>, 'days' | 'numbers'>

/** In the order of the text, also at the end of chains. */
export function unfitValues(
  query: QueryNode,
  kindsOf: (field: FieldReference) => Kinds | undefined,
): readonly UnfitValue[] {
  return conditionsOf(query, true)
    .flatMap((condition) => {
      const values = comparedValues(condition)
      if (values.length === 0 || !('field' in condition)) return []
      const { field } = condition
      if (!isProperty(field)) return []
      const kinds = kindsOf(field)
      return values.flatMap((value) => unfitValue(field, value, kinds) ?? [])
    })
    .toSorted((a, b) => a.position - b.position)
}

/** Whether a property of days is compared with anything but a day: with a moment, or with what is no day. */
export function readsDays(query: QueryNode, kindsOf: (field: FieldReference) => Kinds | undefined): boolean {
  return conditionsOf(query, true).some(
    (condition) =>
      comparedValues(condition).some((value) => value.kind !== 'text' || !isPlainDay(value.text)) &&
      'field' in condition &&
      isProperty(condition.field) &&
      kindsOf(condition.field)?.days === true,
  )
}

function isPlainDay(text: string): boolean {
  return text === dayOf(text)
}

function isProperty({ field }: FieldReference): boolean {
  return field === 'property' || field === 'externalProperty'
}

/** Patterns are compared with texts, whatever a field holds. */
function comparedValues(condition: ConditionNode): readonly QueryValue[] {
  if (condition.kind === 'membership') return condition.values
  return condition.kind === 'comparison' && condition.operator !== '~' ? [condition.value] : []
}

function unfitValue(
  field: FieldReference,
  value: QueryValue,
  kinds: Kinds | undefined,
): UnfitValue | undefined {
  const position = value.start
  const compared = () => [cut(printField(field)), cut(printValue(value))] as const
  if (kinds?.days === true && !(value.kind === 'text' && dayOf(value.text.trim()) !== undefined)) {
    const [name, shown] = compared()
    const suggestion = `write one as ${suggestedDay(value)}, or write ~ for a part of it, as in ~ '2026-03-%'`
    return { kind: 'day', position, problem: `${name} holds days, and ${shown} is not a day; ${suggestion}` }
  }
  if (kinds?.numbers === true && value.kind === 'number' && !isExactNumber(value.text)) {
    const [name, shown] = compared()
    const suggestion = 'put it in quotes to compare its text'
    const problem = `${name} holds numbers, and ${shown} cannot be held exactly; ${suggestion}`
    return { kind: 'number', position, problem }
  }
  return undefined
}

/** The day that was meant, if a day or month lacks its zero. */
function suggestedDay(value: QueryValue): string {
  const parts = value.kind === 'text' ? /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(value.text) : null
  if (parts === null) return "'2026-03-09'"
  const [, year = '', month = '', day = ''] = parts
  const padded = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return dayOf(padded) === undefined ? "'2026-03-09'" : `'${padded}'`
}
