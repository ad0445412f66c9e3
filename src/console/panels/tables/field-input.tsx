/** A field of a record in a form, by the form that its table declares; lists and objects are edited as JSON. */
import type { TableField } from '../../../control/responses/state.ts'
import { Checkbox, TextField } from '../../ui/form.tsx'
import { Field } from '../../ui/parts.tsx'
import { Select } from '../../ui/select.tsx'

const NONE = ''

/** The text that an input begins with. */
export function textOf({ form }: TableField, value: unknown): string {
  if (value === undefined) return form === 'flag' ? 'false' : NONE
  if (form === 'instant' && typeof value === 'number') return new Date(value).toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The value of an input; undefined for one that is left empty. Throws an Error that names the field. */
export function valueOf({ name, form, optional }: TableField, text: string): unknown {
  if (form === 'text') return text === NONE && optional ? undefined : text
  if (text.trim() === NONE) return undefined
  switch (form) {
    case 'choice':
      return text
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

export function FieldInput(props: {
  readonly field: TableField
  readonly text: string
  readonly onInput: (text: string) => void
}) {
  const { field, text, onInput } = props
  const { name, form, optional, values = [], refersTo } = field
  const hint = refersTo === undefined ? undefined : `The key of a record of ${refersTo}`
  if (form === 'flag')
    return (
      <Checkbox checked={text === 'true'} onChange={(checked) => onInput(String(checked))}>
        {name}
      </Checkbox>
    )
  if (form === 'choice')
    return (
      <Field label={name}>
        <Select
          value={text}
          onChange={onInput}
          options={[...(optional || text === NONE ? [{ id: NONE, title: '–' }] : []), ...values]}
        />
      </Field>
    )
  if (isLong(field, text))
    return (
      <Field label={form === 'text' || name === 'html' ? name : `${name}, as JSON`} class="stacked">
        <textarea rows={3} value={text} onInput={(event) => onInput(event.currentTarget.value)} />
      </Field>
    )
  return (
    <TextField
      label={name}
      class="stacked"
      value={text}
      onInput={onInput}
      {...(hint === undefined ? {} : { title: hint })}
      {...(optional ? { placeholder: 'none' } : {})}
      {...(form === 'instant' ? { placeholder: '2026-01-05T09:00:00Z' } : {})}
    />
  )
}

function isLong({ name, form }: TableField, text: string): boolean {
  return !['text', 'number', 'instant'].includes(form) || name === 'html' || text.length > 80
}
