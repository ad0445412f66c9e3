/** The layered layout of a graph, in pixels, and the paths of its arrows. */
import { Graph, type GraphLabel, layout } from '@dagrejs/dagre'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Its point is the centre. */
export interface Box extends Point, Size {}

/** An edge, with the size of its label. */
export interface Edge extends Size {
  readonly from: string
  readonly to: string
}

export interface Layout extends Size {
  readonly nodes: ReadonlyMap<string, Box>
  /** In the order of the edges: the box of the label, and the points of the line. */
  readonly edges: readonly (Box & { readonly points: readonly Point[] })[]
}

/** Arranges nodes in layers. The same graph always has the same layout. */
export function placeInLayers(
  options: GraphLabel,
  nodes: Iterable<readonly [id: string, size: Size]>,
  edges: readonly Edge[],
): Layout {
  const graph = new Graph({ multigraph: true })
  graph.setGraph(options)
  for (const [id, { width, height }] of nodes) graph.setNode(id, { width, height })
  for (const [index, { from, to, width, height }] of edges.entries())
    graph.setEdge(from, to, { width, height, labelpos: 'c' }, String(index))
  layout(graph)
  const { width = 0, height = 0 } = graph.graph() as Partial<Size>
  return {
    width: finite(width),
    height: finite(height),
    nodes: new Map(graph.nodes().map((id) => [id, boxOf(graph.node(id) as Box)])),
    edges: edges.map(({ from, to }, index) => {
      const edge = graph.edge(from, to, String(index)) as Box & { readonly points: readonly Point[] }
      return { ...boxOf(edge), points: edge.points }
    }),
  }
}

/** Without nodes, the maximum is minus infinity. */
function finite(size: number): number {
  return Number.isFinite(size) ? size : 0
}

function boxOf({ x, y, width, height }: Box): Box {
  return { x, y, width, height }
}

/** The radius of a bend, in pixels. */
const BEND = 12

/** Straight lines with rounded bends, so that an arrow stays where the layout left room for it. */
export function pathThrough(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  let before = first
  const parts = [`M${at(first)}`]
  for (const [position, point] of rest.entries()) {
    const next = rest[position + 1]
    if (next === undefined) parts.push(`L${at(point)}`)
    else {
      const radius = Math.min(BEND, distance(before, point) / 2, distance(point, next) / 2)
      const end = towards(point, next, radius)
      parts.push(`L${at(towards(point, before, radius))}`, `Q${at(point)} ${at(end)}`)
      before = end
    }
  }
  return parts.join(' ')
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y)
}

/** The point at a distance from one point in the direction of another. */
function towards(start: Point, end: Point, far: number): Point {
  const part = far / (distance(start, end) || 1)
  return { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }
}

/** A point in a path. */
export function at({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`
}
