/** The text in the input of a field of a record, and the value of a text; lists and objects are edited as JSON. */
import type { TableField } from '../../../control/responses/state.ts'
import type { StoredRecord } from './references.ts'

/** The text of an input that is left empty. */
export const NONE = ''

/** The text that an input begins with: JSON, unless the form has one of its own. */
export function textOf({ form }: TableField, value: unknown): string {
  if (value === undefined) return form === 'flag' ? 'false' : NONE
  if (form === 'instant' && typeof value === 'number') return new Date(value).toISOString()
  return typeof value === 'string' && (form === 'text' || form === 'choice') ? value : JSON.stringify(value)
}

/**
 * The values of inputs by field. An input that still shows what `initial` has keeps that value, which may be none in an optional
 * field. Throws an Error that names the field.
 */
export function valuesOf(
  inputs: readonly TableField[],
  initial: StoredRecord,
  texts: Readonly<Record<string, string>>,
): StoredRecord {
  const values = inputs.map((field) => {
    const { name, optional } = field
    const before = initial[name]
    const shown = textOf(field, before)
    const text = texts[name] ?? shown
    const isKept = text === shown && (optional || before !== undefined)
    return [name, isKept ? before : valueOf(field, text)] as const
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/** The value of a text; undefined for one that is left empty. */
function valueOf({ name, form, optional, values }: TableField, text: string): unknown {
  if (form === 'text') return text === NONE && optional ? undefined : text
  if (text.trim() === NONE) return undefined
  switch (form) {
    case 'choice':
      return values?.find((value) => String(value) === text)
    case 'flag':
      return text === 'true'
    case 'instant': {
      const instant = Date.parse(text)
      if (Number.isNaN(instant))
        throw new Error(`${name} is not an instant. Write it like 2026-01-05T09:00:00Z`)
      return instant
    }
    case 'number': {
      const number = Number(text)
      if (!Number.isFinite(number)) throw new Error(`${name} is not a number. Write it like 12 or 0.5`)
      return number
    }
    default:
      return parsed(name, text)
  }
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Error(`${name} is not JSON. Put a text in double quotes, a list in brackets`)
  }
}
