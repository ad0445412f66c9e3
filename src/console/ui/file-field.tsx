/** Selects a file: JSON, unless `accept` says otherwise. */

export function FileField(props: {
  readonly label: string
  readonly accept?: string
  readonly onSelect: (file: File) => unknown
}) {
  return (
    <label class="field">
      <span class="field-label">{props.label}</span>
      <input
        type="file"
        accept={props.accept ?? 'application/json,.json'}
        onChange={({ currentTarget: input }) => {
          const chosen = input.files?.[0]
          // Allows selecting the same file again.
          input.value = ''
          if (chosen !== undefined) void props.onSelect(chosen)
        }}
      />
    </label>
  )
}
