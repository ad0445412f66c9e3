/** A layered layout of the states and transitions of a machine, in pixels. */
import type { CountedMachine } from '../../../control/responses/catalogue.ts'
import type { GraphLabel } from '@dagrejs/dagre'
import { at, type Box, pathThrough, placeInLayers, type Size } from '../../ui/graph-layout.ts'
import { collisions, type Route } from './collisions.ts'
import { NONE } from './model.ts'

export interface StateBox extends Box {
  readonly state: string
}

/** All transitions from one state to another: one arrow with a label for each. */
export interface Arrow {
  readonly from: string
  readonly to: string
  /** Indexes of the machine's transitions. */
  readonly transitions: readonly number[]
  /** The SVG path of the arrow. */
  readonly path: string
  readonly label: Box
  /** In how many columns its events are listed. */
  readonly columns: number
}

export interface Drawing extends Size {
  readonly states: readonly StateBox[]
  readonly arrows: readonly Arrow[]
}

/** Heights of a label, and of each further line of it, as machines.css has them. */
export const LABEL_HEIGHT = 24
const LINE_HEIGHT = 16
/** A longer name of an event has two lines. */
const LONG_EVENT = 12
const STATE_HEIGHT = 56
/** Widths of a character, with a margin for wider fonts. */
const STATE_CHARACTER = 10
const LABEL_CHARACTER = 9
/** Space in a state beside its name for the mark of an initial state, and what a count of up to six digits below it needs. */
const STATE_EXTRA = 36
const COUNT_WIDTH = 100
const NONE_WIDTH = 130
/** An arrow with more events than this lists them in two columns, or in a narrow space in one. */
const TALL = 4
/** Half the gap between the two ends of an arrow that returns to its own state. */
const LOOP_GAP = 9

/** Distances between what is drawn. Wide gaps between arrows lead to few collisions; the others fit some machines better. */
const SPACINGS = [
  { nodesep: 28, edgesep: 44, ranksep: 44 },
  { nodesep: 40, edgesep: 20, ranksep: 36 },
  { nodesep: 56, edgesep: 14, ranksep: 36 },
  { nodesep: 72, edgesep: 44, ranksep: 36 },
] as const
/** In a narrower space, in pixels, no machine fits: the first drawing without collisions is good enough. */
const LEAST_WIDTH = 560

interface Options {
  readonly graph: GraphLabel
  readonly isReversed: boolean
  /** An arrow with more events than this lists them in two columns. */
  readonly tall: number
}

const OPTIONS: readonly Options[] = [TALL, Infinity].flatMap((tall) =>
  SPACINGS.flatMap((spacing) =>
    (['TB', 'LR'] as const).flatMap((rankdir) =>
      [false, true].map((isReversed) => ({ graph: { ...spacing, rankdir }, isReversed, tall })),
    ),
  ),
)

/**
 * The drawing with the fewest arrows that run through something, and of those the one that fits into the space at the
 * largest scale: in both directions and orders of the states, with several spacings, and with one or two columns of events.
 */
export function draw(machine: Omit<CountedMachine, 'records'>, space: Size): Drawing {
  let best: { readonly drawing: Drawing; readonly collisionCount: number } | undefined
  for (const options of OPTIONS) {
    if (options.tall > TALL && best?.drawing.arrows.every(({ transitions }) => transitions.length <= TALL))
      break
    const one = drawTowards(machine, options)
    const scale = fit(one.drawing, space)
    if (
      best === undefined ||
      one.collisionCount < best.collisionCount ||
      (one.collisionCount === best.collisionCount && scale > fit(best.drawing, space))
    )
      best = one
    if (one.collisionCount === 0 && (scale >= 1 || space.width < LEAST_WIDTH)) return one.drawing
  }
  return best?.drawing ?? { width: 0, height: 0, states: [], arrows: [] }
}

/** The largest scale of a drawing. */
const MAXIMUM_SCALE = 1.4

/** The scale at which a drawing fits into a space. */
export function fit(drawing: Drawing, space: Size): number {
  return Math.min(MAXIMUM_SCALE, space.width / drawing.width, space.height / drawing.height)
}

/** The lines of an event. A long name continues after the underscore nearest to its middle. */
export function linesOf(event: string): readonly string[] {
  if (event.length <= LONG_EVENT) return [event]
  const middle = event.length / 2
  const ends = [...event.matchAll(/_/g)].map(({ index }) => index + 1)
  const [end] = ends.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  return end === undefined ? [event] : [event.slice(0, end), event.slice(end)]
}

/** The size of the label of an event, with its count after its last line. */
function labelSize(event: string): Size {
  const lines = linesOf(event)
  const longest = Math.max((lines.at(-1) ?? '').length + 4, ...lines.map(({ length }) => length))
  return {
    width: longest * LABEL_CHARACTER + 10,
    height: LABEL_HEIGHT + (lines.length - 1) * LINE_HEIGHT,
  }
}

function drawTowards(
  machine: Omit<CountedMachine, 'records'>,
  { graph, isReversed, tall }: Options,
): { readonly drawing: Drawing; readonly collisionCount: number } {
  const { transitions } = machine
  const named = transitions.some(({ from, to }) => from === NONE || to === NONE)
  const states = named ? [NONE, ...machine.states] : machine.states
  const together = Map.groupBy(transitions.keys(), (position) => {
    const { from, to } = transitions[position] ?? { from: '', to: '' }
    return JSON.stringify([from, to])
  })
  const pairs = [...together].map(([pair, positions]) => {
    const [from, to] = JSON.parse(pair) as [string, string]
    const columns = positions.length > tall ? 2 : 1
    const sizes = positions.map((position) => labelSize(transitions[position]?.event ?? ''))
    const width = Math.max(...sizes.map((size) => size.width)) * columns
    const rows = Map.groupBy(sizes.keys(), (index) => Math.floor(index / columns))
    const height = [...rows.values()].reduce(
      (sum, row) => sum + Math.max(...row.map((index) => sizes[index]?.height ?? 0)),
      0,
    )
    return { from, to, positions, columns, width, height }
  })
  const { nodes, edges, width, height } = placeInLayers(
    { ...graph, marginx: 12, marginy: 12 },
    (isReversed ? states.toReversed() : states).map((state) => [
      state,
      { width: widthOf(state), height: STATE_HEIGHT },
    ]),
    pairs,
  )
  const arrows: Arrow[] = []
  const routes: Route[] = []
  for (const [index, { points, ...label }] of edges.entries()) {
    const { from, to, positions, columns } = pairs[index] as (typeof pairs)[number]
    const loop = from === to ? nodes.get(from) : undefined
    const path = loop === undefined ? pathThrough(points) : loopPath(loop, leftOf(label, columns))
    arrows.push({ from, to, transitions: positions, path, label, columns })
    // A loop keeps beside its own state.
    routes.push({ from, to, points: loop === undefined ? points : [], label })
  }
  const isOutside = ({ x, y, width: wide, height: high }: Box) =>
    x - wide / 2 < 0 || y - high / 2 < 0 || x + wide / 2 > width || y + high / 2 > height
  const collisionCount = collisions(routes, nodes) + routes.filter(({ label }) => isOutside(label)).length
  return {
    drawing: { width, height, states: [...nodes].map(([state, box]) => ({ state, ...box })), arrows },
    collisionCount,
  }
}

/** A path from a state around a label beside or below it, and back. */
export function loopPath(state: Box, label: Box): string {
  const beside = label.x - state.x > state.width / 2
  const edge = beside ? state.x + state.width / 2 : state.y + state.height / 2
  // A cubic curve comes three quarters of the way to its control points.
  const reach = edge + ((beside ? label.x : label.y) - edge) / 0.75
  const middle = beside ? state.y : state.x
  const swing = LOOP_GAP + (beside ? label.height : label.width) / 2
  const point = (far: number, side: number) => at(beside ? { x: far, y: side } : { x: side, y: far })
  const curve = [point(reach, middle - swing), point(reach, middle + swing), point(edge, middle + LOOP_GAP)]
  return `M${point(edge, middle - LOOP_GAP)} C${curve.join(' ')}`
}

/** With two columns of labels, the loop passes through the left one and leaves the space beside it free. */
function leftOf(label: Box, columns: number): Box {
  return columns > 1 ? { ...label, x: label.x - label.width / 4, width: label.width / 2 } : label
}

function widthOf(state: string): number {
  return state === NONE ? NONE_WIDTH : Math.max(COUNT_WIDTH, state.length * STATE_CHARACTER + STATE_EXTRA)
}
