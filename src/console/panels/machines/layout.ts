/** A layered layout of the states and transitions of a machine, in pixels. */
import { Graph, layout } from '@dagrejs/dagre'
import { type Machine, NONE } from './model.ts'

export interface Box {
  /** The centre. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

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

export interface Drawing {
  readonly width: number
  readonly height: number
  readonly states: readonly StateBox[]
  readonly arrows: readonly Arrow[]
}

/** Height of one label, as machines.css has it. */
export const LABEL_HEIGHT = 24
const STATE_HEIGHT = 56
/** Widths of a character, with a margin for wider fonts. */
const STATE_CHARACTER = 10
const LABEL_CHARACTER = 9
/** Space in a state beside its name: the mark of an initial state, and a count of up to six digits. */
const STATE_EXTRA = 125
const NONE_WIDTH = 130
/** An arrow with more events than this lists them in two columns. */
export const TALL = 4
/** Half the gap between the two ends of an arrow that returns to its own state. */
const LOOP_GAP = 9

/** The drawing that fits into the space at the largest scale. */
export function draw(machine: Omit<Machine, 'records'>, space: { width: number; height: number }): Drawing {
  const drawings = (['LR', 'TB'] as const).map((direction) => drawTowards(machine, direction))
  return drawings.reduce((best, one) => (fit(one, space) > fit(best, space) ? one : best))
}

/** The largest scale of a drawing. */
const LARGEST = 1.4

/** The scale at which a drawing fits into a space. */
export function fit(drawing: Drawing, space: { width: number; height: number }): number {
  return Math.min(LARGEST, space.width / drawing.width, space.height / drawing.height)
}

/** The longest label in characters, with its count. */
export function labelLength(event: string): number {
  return event.length + 5
}

function drawTowards(machine: Omit<Machine, 'records'>, rankdir: 'LR' | 'TB'): Drawing {
  const graph = new Graph()
  graph.setGraph({ rankdir, nodesep: 28, edgesep: 14, ranksep: 36, marginx: 12, marginy: 12 })
  const { transitions } = machine
  const named = transitions.some(({ from, to }) => from === NONE || to === NONE)
  for (const state of named ? [NONE, ...machine.states] : machine.states)
    graph.setNode(state, { width: widthOf(state), height: STATE_HEIGHT })
  const together = Map.groupBy(transitions.keys(), (position) => {
    const { from, to } = transitions[position] ?? { from: '', to: '' }
    return JSON.stringify([from, to])
  })
  const pairs = [...together].map(([pair, positions]) => {
    const [from, to] = JSON.parse(pair) as [string, string]
    const longest = Math.max(...positions.map((position) => labelLength(transitions[position]?.event ?? '')))
    const columns = positions.length > TALL ? 2 : 1
    graph.setEdge(from, to, {
      width: (longest * LABEL_CHARACTER + 10) * columns,
      height: Math.ceil(positions.length / columns) * LABEL_HEIGHT,
      labelpos: 'c',
    })
    return { from, to, positions }
  })
  layout(graph)
  const arrows = pairs.map(({ from, to, positions }) => {
    const edge = graph.edge(from, to) as Box & { points: readonly Point[] }
    const path =
      from === to
        ? loopPath(graph.node(from) as Box, leftOf(edge, positions.length))
        : pathThrough(edge.points)
    return { from, to, transitions: positions, path, label: boxOf(edge) }
  })
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number }
  const states = graph.nodes().map((state) => ({ state, ...boxOf(graph.node(state) as Box) }))
  return { width, height, states, arrows }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** A smooth path: straight at both ends and rounded at each point between. */
export function pathThrough(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  const parts = [`M${at(first)}`]
  for (const [position, point] of rest.entries()) {
    const next = rest[position + 1]
    if (next === undefined) parts.push(`L${at(point)}`)
    else parts.push(`Q${at(point)} ${at({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`)
  }
  return parts.join(' ')
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
  return state === NONE ? NONE_WIDTH : state.length * STATE_CHARACTER + STATE_EXTRA
}

function at({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`
}

function boxOf({ x, y, width, height }: Box): Box {
  return { x, y, width, height }
}
