/** A field of a record in a form, by the form that its table declares. */
import type { TableField } from '../../../control/responses/state.ts'
import { Checkbox, TextField } from '../../ui/form.tsx'
import { Field } from '../../ui/parts.tsx'
import { Select } from '../../ui/select.tsx'
import { NONE } from './field-text.ts'

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
          options={[...(optional || text === NONE ? [{ id: NONE, title: '–' }] : []), ...values.map(String)]}
        />
      </Field>
    )
  if (isLong(field, text))
    return (
      <Field label={form === 'text' ? name : `${name}, as JSON`} class="stacked">
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
