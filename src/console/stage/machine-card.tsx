/** A state machine on the stage: the current state is lit, and the transitions of this step are marked. */
import type { Machine } from '../../control/responses/catalogue.ts'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Part } from './part.tsx'
import { Drawing, placeOf } from '../ui/graph.tsx'
import { drawForStage } from './machine-layout.ts'
import { drawnMachine, type Move } from './moves.ts'

/** The space of the drawing, in pixels at letters of 16, until its width is measured. */
const WIDTH = 365
const HEIGHT = 165

export function MachineCard(props: {
  readonly machine: Machine
  readonly moves: readonly Move[]
  /** The state of the record that the step names. */
  readonly state: string | undefined
}) {
  const { machine, state } = props
  const moves = props.moves.filter((move) => move.machine === machine.name)
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(WIDTH)
  // The layout follows only a narrower place, or the fitting of the slide would go back and forth between two layouts.
  const narrowest = useRef(Number.POSITIVE_INFINITY)
  narrowest.current = Math.min(narrowest.current, width)
  useLayoutEffect(() => {
    const { current } = place
    if (current === null) return undefined
    const measure = () => {
      const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setWidth((current.clientWidth / letters) * 16)
    }
    measure()
    // The window may change, for instance to the full screen.
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  const drawing = useMemo(
    () => drawForStage(drawnMachine(machine, moves), { width: narrowest.current, height: HEIGHT }),
    [machine, props.moves, narrowest.current],
  )
  const lit = new Set(moves.length === 0 ? [state] : moves.map(({ to }) => to))
  const left = new Set(moves.map(({ from }) => from))
  const moved = (from: string, to: string) => moves.some((move) => move.from === from && move.to === to)
  return (
    <Part title={`States: ${machine.title}`} class="stage-machine">
      <div ref={place} class="stage-drawing-place">
        <Drawing
          size={drawing}
          scale={Math.min(drawing.maximumScale, width / drawing.width)}
          maximumScale={drawing.maximumScale}
          length={rem}
          arrows={drawing.arrows.map(({ from, to, path }) => ({
            id: `${from} ${to}`,
            path,
            isMarked: moved(from, to),
          }))}
        >
          {drawing.states.map(({ state: name, text, ...box }) => (
            <span
              key={name}
              class={`stage-state ${lit.has(name) ? 'is-lit' : ''} ${left.has(name) ? 'is-left' : ''}`}
              style={placeOf(box, rem)}
              aria-current={lit.has(name) ? 'true' : undefined}
            >
              {text}
            </span>
          ))}
          {drawing.arrows.map(({ from, to, label, place }) =>
            label === '' ? null : (
              <span key={`${from} ${to}`} class="stage-move" style={placeOf(place, rem)}>
                {label}
              </span>
            ),
          )}
        </Drawing>
      </div>
    </Part>
  )
}

/** The layout grows with the letters of the page. */
function rem(pixels: number): string {
  return `${Math.round((pixels / 16) * 1000) / 1000}rem`
}
