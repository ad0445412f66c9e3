/** Forms and their controls. */
import type { ComponentChildren } from 'preact'
import { Field } from './parts.tsx'

/** A form that the browser does not send. */
export function Form(props: {
  readonly onSubmit: () => unknown
  readonly children: ComponentChildren
  readonly class?: string
  readonly label?: string
  /** Leaves what is wrong to `onSubmit`. */
  readonly noValidate?: boolean
}) {
  return (
    <form
      class={props.class ?? 'row'}
      noValidate={props.noValidate}
      aria-label={props.label}
      onSubmit={(event) => {
        event.preventDefault()
        void props.onSubmit()
      }}
    >
      {props.children}
    </form>
  )
}

export function Submit(props: {
  readonly children: ComponentChildren
  readonly kind?: 'plain' | 'main'
  readonly disabled?: boolean
}) {
  return (
    <button type="submit" class={`button button-${props.kind ?? 'main'}`} disabled={props.disabled}>
      {props.children}
    </button>
  )
}

type TextFieldProps = (
  | { readonly type?: 'text' }
  | { readonly type: 'search' }
  | { readonly type: 'number' }
  | { readonly type: 'datetime-local' }
) & {
  readonly label: string
  readonly class?: string
  readonly onInput: (text: string) => void
  /** The others are attributes of the input. */
  readonly value: string
  readonly required?: boolean
  readonly size?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly title?: string
  readonly placeholder?: string
  readonly min?: string | number
  readonly max?: string | number
  readonly step?: string
}

/** A labelled line of text. */
export function TextField(props: TextFieldProps) {
  const { label, class: className = '', onInput, ...input } = props
  return (
    <Field label={label} class={className}>
      <input {...input} onInput={(event) => onInput(event.currentTarget.value)} />
    </Field>
  )
}

export function Checkbox(props: {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ComponentChildren
  readonly class?: string
}) {
  return (
    <label class={props.class ?? 'field'}>
      <input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      {props.children}
    </label>
  )
}
