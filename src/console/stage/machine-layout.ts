/** A small layout of a state machine for the stage, in the pixels of a page whose letters have 16. */
import type { Machine } from '../../control/responses/catalogue.ts'
import { NONE } from '../panels/machines/model.ts'
import { type Box, pathThrough, placeInLayers, type Size } from '../ui/graph-layout.ts'

export interface StageDrawing extends Size {
  readonly states: readonly (Box & { readonly state: string; readonly text: string })[]
  readonly arrows: readonly {
    readonly from: string
    readonly to: string
    /** Empty where no record moved. */
    readonly label: string
    readonly path: string
    readonly place: Box
  }[]
}

const CHARACTER = 9.5
const PADDING = 26
const HEIGHT = 38
const LABEL_HEIGHT = 26
/** Labels are cut here. */
const MAXIMUM_LABEL = 22

/** The layout that fits into the space at the larger scale, and the largest scale for its height. */
export function drawForStage(
  machine: Machine,
  space: Size,
): StageDrawing & { readonly scale: number; readonly maximumScale: number } {
  const fitted = (['LR', 'TB'] as const).map((direction) => {
    const drawing = drawTowards(machine, direction)
    const maximumScale = Math.min(1.2, space.height / drawing.height)
    return { ...drawing, maximumScale, scale: Math.min(maximumScale, space.width / drawing.width) }
  })
  return fitted.reduce((best, one) => (one.scale > best.scale ? one : best))
}

function drawTowards(machine: Machine, rankdir: 'LR' | 'TB'): StageDrawing {
  const { transitions } = machine
  const hasNone = transitions.some(({ from, to }) => from === NONE || to === NONE)
  const states = hasNone ? [NONE, ...machine.states] : machine.states
  const { nodes, edges, ...size } = placeInLayers(
    { rankdir, nodesep: 22, edgesep: 14, ranksep: 30, marginx: 6, marginy: 6 },
    states.map((state) => [state, { width: textOf(state).length * CHARACTER + PADDING, height: HEIGHT }]),
    transitions.map(({ from, to, event }) => {
      const label = cut(event)
      const width = label.length * 9 + 16
      return { from, to, ...(label === '' ? { width: 4, height: 4 } : { width, height: LABEL_HEIGHT }) }
    }),
  )
  return {
    ...size,
    states: [...nodes].map(([state, box]) => ({ state, text: textOf(state), ...box })),
    arrows: edges.map(({ points, ...place }, index) => {
      const { from, to, event } = transitions[index] as Machine['transitions'][number]
      return { from, to, label: cut(event), path: pathThrough(points), place }
    }),
  }
}

function textOf(state: string): string {
  return state === NONE ? 'does not exist' : state
}

function cut(text: string): string {
  return text.length > MAXIMUM_LABEL ? `${text.slice(0, MAXIMUM_LABEL - 1)}…` : text
}
