/** A place to select a file, or to drop one. */
import { useState } from 'preact/hooks'
import { FileField } from './file-field.tsx'

export function FileDrop(props: {
  readonly label: string
  readonly accept?: string
  readonly onSelect: (file: File) => unknown
}) {
  const [isOver, setOver] = useState(false)
  return (
    <div
      class={`file-drop ${isOver ? 'is-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [dropped] = event.dataTransfer?.files ?? []
        if (dropped !== undefined) void props.onSelect(dropped)
      }}
    >
      <FileField {...props} />
      <span class="muted">or drop the file here</span>
    </div>
  )
}
