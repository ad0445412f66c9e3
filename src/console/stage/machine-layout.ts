/** A small layout of a state machine for the stage, in the pixels of a page whose letters have 16. */
import type { Machine } from '../../control/responses/catalogue.ts'
import { Graph, layout } from '@dagrejs/dagre'
import { NONE } from '../panels/machines/model.ts'

interface Point {
  readonly x: number
  readonly y: number
}

export interface StageBox extends Point {
  readonly width: number
  readonly height: number
}

export interface StageDrawing {
  readonly width: number
  readonly height: number
  readonly states: readonly (StageBox & { readonly state: string; readonly text: string })[]
  readonly arrows: readonly {
    readonly from: string
    readonly to: string
    /** Empty where no record moved. */
    readonly label: string
    readonly path: string
    readonly place: StageBox
  }[]
}

const CHARACTER = 9.5
const PADDING = 26
const HEIGHT = 38
const LABEL_HEIGHT = 26
/** Labels are cut here. */
const LONGEST_LABEL = 22

/** The layout that fits into the space at the larger scale. */
export function drawForStage(
  machine: Machine,
  space: { width: number; height: number },
): StageDrawing & { readonly scale: number } {
  const fitted = (['LR', 'TB'] as const).map((direction) => {
    const drawing = drawTowards(machine, direction)
    return { ...drawing, scale: Math.min(1.2, space.width / drawing.width, space.height / drawing.height) }
  })
  return fitted.reduce((best, one) => (one.scale > best.scale ? one : best))
}

function drawTowards(machine: Machine, rankdir: 'LR' | 'TB'): StageDrawing {
  const graph = new Graph()
  graph.setGraph({ rankdir, nodesep: 22, edgesep: 14, ranksep: 30, marginx: 6, marginy: 6 })
  const { transitions } = machine
  const hasNone = transitions.some(({ from, to }) => from === NONE || to === NONE)
  const texts = new Map(
    [...(hasNone ? [NONE] : []), ...machine.states].map((state) => [state, textOf(state)] as const),
  )
  for (const [state, text] of texts)
    graph.setNode(state, { width: text.length * CHARACTER + PADDING, height: HEIGHT })
  for (const { from, to, event } of transitions) {
    const label = cut(event)
    const size =
      label === '' ? { width: 4, height: 4 } : { width: label.length * 9 + 16, height: LABEL_HEIGHT }
    graph.setEdge(from, to, { ...size, labelpos: 'c' })
  }
  layout(graph)
  const { width = 1, height = 1 } = graph.graph() as { width?: number; height?: number }
  return {
    width,
    height,
    states: [...texts].map(([state, text]) => ({ state, text, ...boxOf(graph.node(state) as StageBox) })),
    arrows: transitions.map(({ from, to, event }) => {
      const edge = graph.edge(from, to) as StageBox & { readonly points: readonly Point[] }
      return { from, to, label: cut(event), path: pathThrough(edge.points), place: boxOf(edge) }
    }),
  }
}

function textOf(state: string): string {
  return state === NONE ? 'does not exist' : state
}

function cut(text: string): string {
  return text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1)}…` : text
}

function boxOf({ x, y, width, height }: StageBox): StageBox {
  return { x, y, width, height }
}

/** Straight at both ends, rounded between. */
function pathThrough([first, ...rest]: readonly Point[]): string {
  if (first === undefined) return ''
  const parts = rest.map((point, index) => {
    const next = rest[index + 1]
    return next === undefined
      ? `L${at(point)}`
      : `Q${at(point)} ${at({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`
  })
  return [`M${at(first)}`, ...parts].join(' ')
}

function at({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`
}
