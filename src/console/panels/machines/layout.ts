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
}

export interface Drawing extends Size {
  readonly states: readonly StateBox[]
  readonly arrows: readonly Arrow[]
}

/** Height of one label, as machines.css has it. */
export const LABEL_HEIGHT = 24
const STATE_HEIGHT = 56
/** Widths of a character, with a margin for wider fonts. */
const STATE_CHARACTER = 10
const LABEL_CHARACTER = 9
/** Space in a state beside its name for the mark of an initial state, and what a count of up to six digits below it needs. */
const STATE_EXTRA = 36
const COUNT_WIDTH = 100
const NONE_WIDTH = 130
/** An arrow with more events than this lists them in two columns. */
export const TALL = 4
/** Half the gap between the two ends of an arrow that returns to its own state. */
const LOOP_GAP = 9

/** Distances between what is drawn. Wide gaps between arrows lead to few collisions; the others fit some machines better. */
const SPACINGS = [
  { nodesep: 28, edgesep: 44, ranksep: 44 },
  { nodesep: 72, edgesep: 44, ranksep: 20 },
  { nodesep: 56, edgesep: 20, ranksep: 44 },
  { nodesep: 28, edgesep: 14, ranksep: 36 },
] as const
/** A drawing without collisions of this scale is good enough to try no others. */
const GOOD = 0.9

/**
 * The drawing with the fewest arrows that run through something, and of those the one that fits into the space at the
 * largest scale: in both directions and orders of the states, with several spacings.
 */
export function draw(machine: Omit<CountedMachine, 'records'>, space: Size): Drawing {
  let best: { readonly drawing: Drawing; readonly collisionCount: number } | undefined
  for (const spacing of SPACINGS)
    for (const rankdir of ['TB', 'LR'] as const)
      for (const isReversed of [false, true]) {
        const one = drawTowards(machine, { ...spacing, rankdir }, isReversed)
        const scale = fit(one.drawing, space)
        if (
          best === undefined ||
          one.collisionCount < best.collisionCount ||
          (one.collisionCount === best.collisionCount && scale > fit(best.drawing, space))
        )
          best = one
        if (one.collisionCount === 0 && scale >= GOOD) return one.drawing
      }
  return best?.drawing ?? { width: 0, height: 0, states: [], arrows: [] }
}

/** The largest scale of a drawing. */
const MAXIMUM_SCALE = 1.4

/** The scale at which a drawing fits into a space. */
export function fit(drawing: Drawing, space: Size): number {
  return Math.min(MAXIMUM_SCALE, space.width / drawing.width, space.height / drawing.height)
}

/** The longest label in characters, with its count. */
export function labelLength(event: string): number {
  return event.length + 4
}

function drawTowards(
  machine: Omit<CountedMachine, 'records'>,
  options: GraphLabel,
  isReversed: boolean,
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
    const longest = Math.max(...positions.map((position) => labelLength(transitions[position]?.event ?? '')))
    const columns = positions.length > TALL ? 2 : 1
    const width = (longest * LABEL_CHARACTER + 10) * columns
    return { from, to, positions, width, height: Math.ceil(positions.length / columns) * LABEL_HEIGHT }
  })
  const { nodes, edges, width, height } = placeInLayers(
    { ...options, marginx: 12, marginy: 12 },
    (isReversed ? states.toReversed() : states).map((state) => [
      state,
      { width: widthOf(state), height: STATE_HEIGHT },
    ]),
    pairs,
  )
  const arrows: Arrow[] = []
  const routes: Route[] = []
  for (const [index, { points, ...label }] of edges.entries()) {
    const { from, to, positions } = pairs[index] as (typeof pairs)[number]
    const loop = from === to ? nodes.get(from) : undefined
    const path = loop === undefined ? pathThrough(points) : loopPath(loop, leftOf(label, positions.length))
    arrows.push({ from, to, transitions: positions, path, label })
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
function leftOf(label: Box, count: number): Box {
  return count > TALL ? { ...label, x: label.x - label.width / 4, width: label.width / 2 } : label
}

function widthOf(state: string): number {
  return state === NONE ? NONE_WIDTH : Math.max(COUNT_WIDTH, state.length * STATE_CHARACTER + STATE_EXTRA)
}
