/** A table that renders only the visible rows, so that many thousand rows stay cheap. */
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'

export interface Column<R> {
  readonly id: string
  readonly title: string
  /** An explanation of the title. */
  readonly hint?: string
  /** The content of a cell. */
  readonly cell: (row: R) => ComponentChildren
  /** A CSS width such as `8rem` or `1fr`; defaults to the remaining space. */
  readonly width?: string
}

/** The height of a row in pixels, as in table.css. */
const ROW = 34
const BEYOND = 8

export function Table<R>(props: {
  readonly label: string
  readonly columns: readonly Column<R>[]
  readonly rows: readonly R[]
  readonly keyOf: (row: R) => string | number
  readonly onChoose?: (row: R) => void
  readonly chosen?: string | number | undefined
  /** The height of the scrolling area in pixels. */
  readonly height?: number
}) {
  const { columns, rows, keyOf, onChoose, chosen, height = 420 } = props
  const [top, setTop] = useState(0)
  const body = useRef<HTMLDivElement>(null)
  const first = Math.max(0, Math.floor(top / ROW) - BEYOND)
  const last = Math.min(rows.length, Math.ceil((top + height) / ROW) + BEYOND)
  const template = { gridTemplateColumns: columns.map(({ width }) => width ?? 'minmax(0, 1fr)').join(' ') }
  const choose = (row: R) => onChoose?.(row)
  const move = (event: KeyboardEvent, position: number, row: R) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      choose(row)
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = body.current?.querySelector<HTMLElement>(`[data-row="${position + step}"]`)
    next?.focus()
  }
  return (
    <div class="table" role="table" aria-label={props.label} aria-rowcount={rows.length + 1}>
      <div role="rowgroup">
        <div class="table-row table-head" role="row" style={template}>
          {columns.map(({ id, title, hint }) => (
            <div key={id} role="columnheader" title={hint ?? title}>
              {title}
            </div>
          ))}
        </div>
      </div>
      <div
        ref={body}
        class="table-body"
        role="rowgroup"
        style={{ maxHeight: `${height}px` }}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <div style={{ height: `${first * ROW}px` }} role="presentation" />
        {rows.slice(first, last).map((row, index) => {
          const key = keyOf(row)
          const position = first + index
          return (
            <div
              key={key}
              class={`table-row ${chosen === key ? 'is-chosen' : ''} ${onChoose === undefined ? '' : 'can-choose'}`}
              role="row"
              aria-rowindex={position + 2}
              aria-selected={onChoose === undefined ? undefined : chosen === key}
              data-row={position}
              tabIndex={onChoose === undefined ? undefined : 0}
              style={template}
              onClick={() => choose(row)}
              onKeyDown={(event) => move(event, position, row)}
            >
              {columns.map((column) => (
                <div key={column.id} role="cell">
                  {column.cell(row)}
                </div>
              ))}
            </div>
          )
        })}
        <div style={{ height: `${(rows.length - last) * ROW}px` }} role="presentation" />
      </div>
    </div>
  )
}
