/** A table whose columns are as wide as their content. It renders only the visible rows, so that many thousand rows stay cheap. */
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ColumnChooser, useChosenColumns } from './column-chooser.tsx'

export interface Column<R> {
  readonly id: string
  readonly title: string
  /** An explanation of the title. */
  readonly hint?: string
  /** The content of a cell. */
  readonly cell: (row: R) => ComponentChildren
  /** Takes the space that the other columns leave. Without such a column, the last one does. */
  readonly grows?: boolean
  /** Not shown until somebody chooses it, in a table with a name. */
  readonly hidden?: boolean
}

/** The height of a row in pixels, as in table.css. */
const ROW = 34
const BEYOND = 8

export function Table<R>(props: {
  readonly label: string
  /** The name under which the browser keeps which columns are shown. Without one, all columns are. */
  readonly name?: string
  readonly columns: readonly Column<R>[]
  readonly rows: readonly R[]
  readonly keyOf: (row: R) => string | number
  readonly onChoose?: (row: R) => void
  readonly chosen?: string | number | undefined
  /** Whether the step of the past that is shown changed the record of a row. */
  readonly isChanged?: (row: R) => boolean
  /** The height of the rows before they scroll, in pixels. */
  readonly height?: number
}) {
  const { name, rows, keyOf, onChoose, chosen } = props
  const height = heightOf(rows.length, props.height ?? 420)
  const choice = useChosenColumns(name, props.columns)
  const columns = props.columns.filter(({ id }) => choice.shown.includes(id))
  const growing = columns.find(({ grows }) => grows === true) ?? columns.at(-1)
  const [top, setTop] = useState(0)
  const [focused, setFocused] = useState<number | undefined>(undefined)
  const table = useRef<HTMLDivElement>(null)
  const widest = useWidest(table, columns)
  const first = Math.max(0, Math.floor(top / ROW) - BEYOND)
  const last = Math.min(rows.length, Math.ceil((top + height) / ROW) + BEYOND)
  const rendered = rows.slice(first, last)
  const inSight = (position: number) => position >= first && position < last
  const tabStop = [focused, rows.findIndex((row) => keyOf(row) === chosen)].find(
    (position) => position !== undefined && inSight(position),
  )
  useChosenInSight(
    table,
    chosen,
    rows.findIndex((row) => keyOf(row) === chosen),
  )
  const choose = (row: R) => onChoose?.(row)
  const focusOn = (position: number) => {
    const to = Math.max(0, Math.min(rows.length - 1, position))
    const focus = () => table.current?.querySelector<HTMLElement>(`[data-row="${to}"]`)?.focus()
    setFocused(to)
    if (inSight(to)) {
      focus()
      return
    }
    // Rows beyond those that are rendered come into being by scrolling.
    table.current?.scrollTo({ top: to * ROW })
    requestAnimationFrame(() => requestAnimationFrame(focus))
  }
  const press = (event: KeyboardEvent, position: number, row: R) => {
    const page = Math.floor(height / ROW)
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: position + 1,
      ArrowUp: position - 1,
      PageDown: position + page,
      PageUp: position - page,
      Home: 0,
      End: rows.length - 1,
    }
    const to = moves[event.key]
    if (to === undefined && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (to === undefined) choose(row)
    else focusOn(to)
  }
  return (
    <>
      {name === undefined ? null : <ColumnChooser columns={props.columns} {...choice} />}
      <div
        ref={table}
        class="table"
        role="table"
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        // Whoever uses the keyboard can scroll it.
        tabIndex={onChoose === undefined ? 0 : undefined}
        style={{
          maxHeight: `${height + ROW + 2}px`,
          gridTemplateColumns: tracksOf(columns, growing),
        }}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <div role="rowgroup">
          <div class="table-row table-head" role="row">
            {columns.map((column) => (
              <div
                key={column.id}
                role="columnheader"
                title={column.hint ?? column.title}
                style={column === growing ? undefined : { minWidth: `${widest.get(column.id) ?? 0}px` }}
              >
                {column.title}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          <div class="table-gap" style={{ height: `${first * ROW}px` }} role="presentation" />
          {rendered.map((row, index) => {
            const key = keyOf(row)
            const position = first + index
            const changed = props.isChanged?.(row) === true
            return (
              <div
                key={key}
                class={`table-row ${chosen === key ? 'is-chosen' : ''} ${onChoose === undefined ? '' : 'can-choose'} ${changed ? 'is-changed' : ''}`}
                title={changed ? 'Changed in this step' : undefined}
                role="row"
                aria-rowindex={position + 2}
                aria-selected={onChoose === undefined ? undefined : chosen === key}
                data-row={position}
                tabIndex={onChoose === undefined ? undefined : position === (tabStop ?? first) ? 0 : -1}
                onClick={() => choose(row)}
                onFocus={() => setFocused(position)}
                onKeyDown={(event) => press(event, position, row)}
              >
                {columns.map((column) => (
                  <div key={column.id} role="cell" class={column === growing ? 'grows' : undefined}>
                    {column.cell(row)}
                  </div>
                ))}
              </div>
            )
          })}
          <div class="table-gap" style={{ height: `${(rows.length - last) * ROW}px` }} role="presentation" />
        </div>
      </div>
    </>
  )
}

/** Columns never get narrower while somebody scrolls: the widest that they were, in pixels, until the table has another width. */
function useWidest<R>(
  table: { readonly current: HTMLDivElement | null },
  columns: readonly Column<R>[],
): ReadonlyMap<string, number> {
  const seen = useRef({ width: 0, widest: new Map<string, number>() })
  useLayoutEffect(() => {
    const { current } = table
    if (current === null) return
    const ids = columns.map(({ id }) => id).join(' ')
    if (seen.current.width !== current.clientWidth || [...seen.current.widest.keys()].join(' ') !== ids)
      seen.current = { width: current.clientWidth, widest: new Map() }
    const heads = current.querySelectorAll<HTMLElement>('[role="columnheader"]')
    for (const [index, { id }] of columns.entries())
      seen.current.widest.set(id, Math.max(heads[index]?.offsetWidth ?? 0, seen.current.widest.get(id) ?? 0))
  })
  return seen.current.widest
}

/** Where rows are left over, half of one says that there are more: the bar may be hidden. */
function heightOf(rows: number, height: number): number {
  return rows * ROW <= height ? height : (Math.floor(height / ROW) + 0.5) * ROW
}

/** Scrolls the table, and not the page, to a row that was chosen elsewhere. */
function useChosenInSight(
  table: { readonly current: HTMLDivElement | null },
  chosen: string | number | undefined,
  position: number,
): void {
  const isListed = position >= 0
  useLayoutEffect(() => {
    const { current } = table
    if (current === null || !isListed) return undefined
    const show = () => {
      const { scrollTop, clientHeight } = current
      // The head covers the first row of what is scrolled.
      const [top, bottom] = [position * ROW, (position + 2) * ROW]
      if (top < scrollTop) current.scrollTo({ top })
      else if (bottom > scrollTop + clientHeight) current.scrollTo({ top: bottom - clientHeight })
    }
    // In a lower window the table is lower too.
    const observer = new ResizeObserver(show)
    observer.observe(current)
    return () => observer.disconnect()
  }, [chosen, isListed])
}

/** Short columns stay whole; a table that is too narrow for them scrolls. */
function tracksOf<R>(columns: readonly Column<R>[], growing: Column<R> | undefined): string {
  return columns.map((column) => (column === growing ? 'minmax(7rem, 1fr)' : 'max-content')).join(' ')
}
