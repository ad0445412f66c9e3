/** A list to choose from. */

export interface Choice<Value extends string> {
  readonly id: Value
  readonly title: string
}

/** An option that is a text has itself as its title. */
export function Select<Value extends string>(props: {
  readonly value: Value
  readonly options: readonly (Value | Choice<Value>)[]
  readonly onChange: (value: Value) => void
  readonly label?: string
  readonly title?: string
  readonly disabled?: boolean
}) {
  const options = props.options.map((option) =>
    typeof option === 'string' ? { id: option, title: option } : option,
  )
  return (
    <select
      value={props.value}
      aria-label={props.label}
      title={props.title}
      disabled={props.disabled}
      onChange={({ currentTarget }) => {
        const chosen = options.find(({ id }) => id === currentTarget.value)
        if (chosen !== undefined) props.onChange(chosen.id)
      }}
    >
      {options.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  )
}
