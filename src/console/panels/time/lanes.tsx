/** The picture of the timeline: rows of marks, the axis, and the line of the present. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { isNarrow } from '../../ui/narrow.ts'
import {
  type Bucket,
  buckets,
  instantAt,
  pan,
  placeOf,
  type Span,
  TICK_ROOM,
  ticks,
  tickStep,
  tickText,
  widthOfBucket,
  zoom,
} from './layout.ts'
import type { Look, Mark } from './marks.ts'
import type { Outage } from './outages.ts'

export interface Row {
  readonly id: string
  readonly title: string
}

/** Heights in pixels. In a narrow window the name of a row stands above its marks, as time.css has it. */
const ROW = 30
const NARROW_ROW = 48
/** The labels of the axis, and below them the head of the present. */
const AXIS = 36
/** Marks closer than this are grouped. */
const ROOM = 46

export function Lanes(props: {
  readonly rows: readonly Row[]
  readonly marks: readonly Mark[]
  readonly outages: readonly Outage[]
  readonly span: Span
  readonly now: number
  readonly chosen: ReadonlySet<string>
  readonly onSpan: (span: Span) => void
  readonly onFit: () => void
  readonly onNow: () => void
  readonly onChoose: (marks: readonly Mark[]) => void
}) {
  const { rows, marks, span, now, chosen, onSpan, onChoose } = props
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  useWheel(box, span, width, onSpan)
  const drag = useDrag(span, width, onSpan)
  const rowHeight = isNarrow.value ? NARROW_ROW : ROW
  const height = AXIS + Math.max(1, rows.length) * rowHeight
  const step = tickStep(span, width)
  const place = placeOf(now, span, width)
  const shown = buckets(marks, span, width, ROOM)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(event.key, span, now)
    if (next !== undefined) onSpan(next)
    else if (event.key === '0') props.onFit()
    else if (event.key === 'Home') props.onNow()
    else return
    event.preventDefault()
  }
  return (
    <div class="lanes">
      <ul class="lane-names" style={{ paddingTop: `${AXIS}px` }}>
        {rows.map(({ id, title }) => (
          <li key={id} style={{ height: `${rowHeight}px` }} title={title}>
            {title}
          </li>
        ))}
      </ul>
      <div
        ref={box}
        class="lane-box"
        role="group"
        aria-label="Timeline: arrow keys move it, plus and minus zoom, 0 fits everything, Home follows the clock. The table below lists the visible events."
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <svg width={width} height={height} aria-hidden="true">
          {rows.map(({ id }, index) => (
            <rect
              key={id}
              class={index % 2 === 0 ? 'lane-even' : 'lane-odd'}
              y={AXIS + index * rowHeight}
              width={width}
              height={rowHeight}
            />
          ))}
          {now < span.to ? (
            <rect
              class="lane-future"
              x={Math.max(0, place)}
              y={AXIS}
              width={width - Math.max(0, place)}
              height={height}
            />
          ) : null}
          {props.outages.flatMap((outage) =>
            outage.rows.map((row) => (
              <Down
                key={`${row} ${outage.from} ${outage.text}`}
                {...{ outage, span, width, now, row, rowHeight }}
                index={rows.findIndex(({ id }) => id === row)}
              />
            )),
          )}
          {ticks(span, width).map((at) => (
            <g key={at} transform={`translate(${placeOf(at, span, width)} 0)`}>
              <line class="lane-tick" y1={AXIS - 16} y2={height} />
              {placeOf(at, span, width) > width - TICK_ROOM ? null : (
                <text class="lane-label" y={AXIS - 20}>
                  {tickText(at, step)}
                </text>
              )}
            </g>
          ))}
          {place >= 0 && place <= width ? (
            <g transform={`translate(${place} 0)`}>
              <line class="lane-now" y1={AXIS - 8} y2={height} />
              <path class="lane-now-head" d={`M -6 ${AXIS - 14} L 6 ${AXIS - 14} L 0 ${AXIS - 4} z`} />
            </g>
          ) : null}
          {shown.map((bucket) => (
            <Drawn
              key={`${bucket.row} ${bucket.marks[0]?.key ?? ''}`}
              bucket={bucket}
              y={AXIS + (rows.findIndex(({ id }) => id === bucket.row) + 1) * rowHeight - ROW / 2}
              isChosen={bucket.marks.some(({ key }) => chosen.has(key))}
              onChoose={onChoose}
            />
          ))}
        </svg>
      </div>
    </div>
  )
}

/** Shades an outage in one of its rows, until now if it has not ended. */
function Down(props: {
  readonly outage: Outage
  readonly span: Span
  readonly now: number
  readonly width: number
  readonly row: string
  readonly rowHeight: number
  /** The position of the row, negative if it is not shown. */
  readonly index: number
}) {
  const { outage, span, width, now, row, rowHeight, index } = props
  const left = Math.max(0, placeOf(outage.from, span, width))
  const right = Math.min(width, placeOf(outage.to ?? now, span, width))
  if (right <= left || index < 0) return null
  return (
    <rect
      class="lane-outage"
      data-row={row}
      x={left}
      y={AXIS + index * rowHeight}
      width={Math.max(1, right - left)}
      height={rowHeight}
    >
      <title>{outage.text}</title>
    </rect>
  )
}

function moved(key: string, span: Span, now: number): Span | undefined {
  const middle = now >= span.from && now <= span.to ? now : (span.from + span.to) / 2
  switch (key) {
    case 'ArrowLeft':
      return pan(span, -0.2)
    case 'ArrowRight':
      return pan(span, 0.2)
    case '+':
    case '=':
      return zoom(span, 0.5, middle)
    case '-':
      return zoom(span, 2, middle)
    default:
      return undefined
  }
}

function Drawn(props: {
  readonly bucket: Bucket
  readonly y: number
  readonly isChosen: boolean
  readonly onChoose: (marks: readonly Mark[]) => void
}) {
  const { bucket, y, isChosen, onChoose } = props
  const { place, marks, look } = bucket
  const count = marks.length
  return (
    <g
      class={`mark mark-${look} ${isChosen ? 'mark-chosen' : ''}`}
      transform={`translate(${place} ${y})`}
      onClick={() => onChoose(marks)}
    >
      <title>
        {count === 1 ? `${marks[0]?.text}: ${marks[0]?.detail ?? marks[0]?.outcome}` : `${count} together`}
      </title>
      {isChosen ? <circle class="mark-ring" r={13} /> : null}
      {count === 1 ? <path d={SHAPES[look]} /> : <Together bucket={bucket} />}
    </g>
  )
}

/** A number, and the shape of the most important mark of the group. */
function Together({ bucket }: { readonly bucket: Bucket }) {
  const width = widthOfBucket(bucket)
  return (
    <>
      <rect class="mark-plate" x={-width / 2} y={-9} width={width} height={18} rx={5} />
      <text class="mark-count" y={5}>
        {bucket.text}
      </text>
    </>
  )
}

/** Circle, triangle, square and diamond, so that the marks do not rely on colour. */
export const SHAPES: Readonly<Record<Look, string>> = {
  good: 'M -5 0 a 5 5 0 1 0 10 0 a 5 5 0 1 0 -10 0 z',
  warn: 'M 0 -7 L 7 6 L -7 6 z',
  bad: 'M -6 -6 H 6 V 6 H -6 z',
  pending: 'M 0 -8 L 7 0 L 0 8 L -7 0 z',
}

function useWidth(box: { readonly current: HTMLDivElement | null }): number {
  const [width, setWidth] = useState(800)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.max(200, Math.floor(entry.contentRect.width)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return width
}

/** The wheel zooms around the pointer; with Shift, and sideways, it moves. */
function useWheel(
  box: { readonly current: HTMLDivElement | null },
  span: Span,
  width: number,
  onSpan: (span: Span) => void,
): void {
  const latest = useRef({ span, width, onSpan })
  latest.current = { span, width, onSpan }
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const { span: current, width: wide, onSpan: change } = latest.current
      const sideways = event.shiftKey ? event.deltaY : event.deltaX
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        change(pan(current, sideways / wide))
        return
      }
      const place = event.clientX - element.getBoundingClientRect().left
      change(zoom(current, event.deltaY > 0 ? 1.25 : 0.8, instantAt(place, current, wide)))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [])
}

/** Dragging moves the visible range; a press without movement is a click. */
function useDrag(span: Span, width: number, onSpan: (span: Span) => void) {
  const from = useRef<{ readonly x: number; readonly span: Span } | undefined>(undefined)
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) from.current = { x: event.clientX, span }
    },
    onPointerMove: (event: PointerEvent) => {
      const start = from.current
      if (start === undefined || event.buttons === 0 || Math.abs(event.clientX - start.x) < 4) return
      onSpan(pan(start.span, (start.x - event.clientX) / width))
    },
    onPointerUp: () => {
      from.current = undefined
    },
    onPointerLeave: () => {
      from.current = undefined
    },
  }
}
