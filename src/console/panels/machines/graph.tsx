/** A machine as a graph. States with records are highlighted, and transitions that were made are thicker. */
import type { RefObject } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { href } from '../../state/route.ts'
import { Drawing, pixels, placeOf } from '../../ui/graph.tsx'
import type { Size } from '../../ui/graph-layout.ts'
import { draw, type Drawing as LaidOut, fit, linesOf, type StateBox } from './layout.ts'
import { madeText, type ShownMachine, NONE } from './model.ts'
import { nounText } from '../../words/text.ts'

/** The smallest scale of a graph, with letters of 14 pixels; below it, the graph scrolls. */
const SMALLEST = 1
/** The heights of the least space for a graph, and of what stays free below it, in pixels. */
const LEAST_HEIGHT = 320
const BELOW = 8

const NOTHING: LaidOut = { width: 0, height: 0, states: [], arrows: [] }

export interface Chosen {
  readonly state?: string | undefined
  /** An index of the machine's transitions. */
  readonly transition?: number | undefined
}

export function Graph(props: {
  readonly machine: ShownMachine
  readonly times: readonly number[]
  readonly chosen: Chosen
}) {
  const { machine, times, chosen } = props
  const frame = useRef<HTMLDivElement>(null)
  const space = useSpace(frame)
  // The layout does not depend on the counts, which change all the time.
  const drawing = useMemo(
    () => (space === undefined ? NOTHING : draw(machine, space)),
    [machine.name, space?.width, space?.height],
  )
  const scale = space === undefined ? SMALLEST : Math.max(SMALLEST, fit(drawing, space))
  const { states, arrows } = drawing
  return (
    <>
      <div
        ref={frame}
        class="machine-frame"
        role="group"
        aria-label={`Graph of ${machine.title}; the table of transitions has the same content`}
        onKeyDown={moveFocus}
      >
        <Drawing
          size={drawing}
          scale={scale}
          length={pixels}
          arrows={arrows.map(({ from, to, path, transitions }) => ({
            id: `${from} ${to}`,
            path,
            isMarked: transitions.some((position) => (times[position] ?? 0) > 0),
          }))}
        >
          {arrows.map(({ from, to, transitions, label, columns }) => (
            <div
              key={`${from} ${to}`}
              class={`machine-labels ${columns > 1 ? 'in-two' : ''}`}
              style={placeOf(label, pixels)}
            >
              {transitions.map((position) => (
                <Label
                  key={position}
                  {...{ machine, position }}
                  times={times[position] ?? 0}
                  chosen={chosen.transition === position}
                />
              ))}
            </div>
          ))}
          {states.map((box) => (
            <State key={box.state} {...{ machine, box }} chosen={chosen.state === box.state} />
          ))}
        </Drawing>
      </div>
      {space === undefined || drawing.width * scale <= space.width ? null : (
        <p class="muted">The graph is wider than the window: scroll it sideways.</p>
      )}
    </>
  )
}

function State(props: { readonly machine: ShownMachine; readonly box: StateBox; readonly chosen: boolean }) {
  const { machine, box, chosen } = props
  const { state } = box
  if (state === NONE)
    return (
      <span class="machine-state is-none" style={placeOf(box, pixels)}>
        does not exist
      </span>
    )
  const count = machine.records === undefined ? undefined : (machine.records[state] ?? 0)
  const begins = machine.initial.includes(state)
  const records =
    count === undefined
      ? 'records not counted yet'
      : `${count.toLocaleString('en')} ${nounText(count ?? 0, 'record')}`
  return (
    <a
      class={`machine-state ${(count ?? 0) > 0 ? 'is-lit' : ''}`}
      style={placeOf(box, pixels)}
      href={href('machines', machine.name, 'state', state)}
      aria-current={chosen ? 'true' : undefined}
      aria-label={`State ${state}: ${records}${begins ? ', initial state' : ''}`}
    >
      <span class={`machine-state-name ${begins ? 'begins' : ''}`}>{state}</span>{' '}
      <b class="machine-count">{count?.toLocaleString('en') ?? '…'}</b>
    </a>
  )
}

function Label(props: {
  readonly machine: ShownMachine
  readonly position: number
  readonly times: number
  readonly chosen: boolean
}) {
  const { machine, position, times, chosen } = props
  const transition = machine.transitions[position]
  if (transition === undefined) return null
  const { from, event, to } = transition
  const count = times === 0 ? '' : `×${times.toLocaleString('en')}`
  return (
    <a
      class={`machine-label ${times > 0 ? 'is-made' : ''}`}
      href={href('machines', machine.name, 'transition', position)}
      aria-current={chosen ? 'true' : undefined}
      aria-label={`${`${event} ${count}`.trim()}, from ${from} to ${to}, ${madeText(times)}`}
    >
      {linesOf(event).flatMap((line, index) => (index === 0 ? [line] : [<br />, line]))}
      {times > 0 ? <b> {count}</b> : null}
    </a>
  )
}

/**
 * The space for a graph: the width of its frame, and the rest of the height of the window. A layout takes long, so none
 * is made before the space is known.
 */
function useSpace(frame: RefObject<HTMLElement | null>): Size | undefined {
  const [space, setSpace] = useState<Size | undefined>(undefined)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const measure = () => {
      const width = element.clientWidth
      const top = element.getBoundingClientRect().top + scrollY
      const height = Math.max(LEAST_HEIGHT, innerHeight - top - BELOW)
      setSpace((before) => (before?.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return space
}

/** Arrow keys move to the nearest state or label in that direction. */
function moveFocus(event: KeyboardEvent): void {
  const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
  const focused = document.activeElement
  const frame = event.currentTarget as HTMLElement
  if (direction === undefined || focused === null || !frame.contains(focused)) return
  event.preventDefault()
  const [across = 0, down = 0] = direction
  const start = middleOf(focused)
  const near = [...frame.querySelectorAll<HTMLElement>('a')]
    .map((element) => {
      const { x, y } = middleOf(element)
      const ahead = (x - start.x) * across + (y - start.y) * down
      const aside = Math.abs((x - start.x) * down) + Math.abs((y - start.y) * across)
      return { element, ahead, distance: ahead + 2 * aside }
    })
    .filter(({ ahead }) => ahead > 4)
  near.toSorted((a, b) => a.distance - b.distance)[0]?.element.focus()
}

function middleOf(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
