/** The layered layout of a graph of requirements and issues, parents before children. */
import type { GraphNode, RequirementGraph, ShownLink } from '../../../control/responses/requirements.ts'
import { Graph, layout } from '@dagrejs/dagre'
import { countText } from '../../words/text.ts'

export type Direction = 'down' | 'across'

interface Placed {
  readonly id: string
  /** The centre, in pixels. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

type Content =
  | { readonly kind: 'requirement'; readonly node: GraphNode }
  | { readonly kind: 'issue'; readonly link: ShownLink }
  /** The numbers of neighbours that the graph leaves out. */
  | { readonly kind: 'more'; readonly of: GraphNode; readonly text: string }

export type PlacedNode = Placed & Content

export interface PlacedEdge {
  readonly id: string
  readonly kind: 'dependency' | 'issue' | 'more'
  readonly label: string
  /** The line, starting at the parent or requirement. */
  readonly points: readonly { readonly x: number; readonly y: number }[]
  /** The position of the label. */
  readonly x: number
  readonly y: number
}

export interface PlacedGraph {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
}

const SIZES = {
  requirement: { width: 208, height: 72 },
  issue: { width: 184, height: 52 },
  more: { width: 124, height: 30 },
} as const

/** The size of a label's letters, which keep a place of their own between the nodes. */
const LABEL = { character: 7.5, height: 20 }

/** A layer with more nodes than this is drawn as a column. */
const SIDE_BY_SIDE = 4

/** The direction in which a graph is most readable. */
export function directionFor({ nodes }: RequirementGraph): Direction {
  const layers = new Map<number, number>()
  for (const { level, issues } of nodes) {
    layers.set(level, (layers.get(level) ?? 0) + 1)
    layers.set(level + 1, (layers.get(level + 1) ?? 0) + issues.length)
  }
  return Math.max(...layers.values()) > SIDE_BY_SIDE ? 'across' : 'down'
}

interface Line {
  readonly from: string
  readonly to: string
  readonly kind: PlacedEdge['kind']
  readonly label: string
}

/** Arranges a graph in layers. The same graph always has the same layout. */
export function placeGraph(graph: RequirementGraph, direction: Direction): PlacedGraph {
  const { contents, lines } = read(graph)
  const places = new Graph({ multigraph: true })
  places.setGraph({
    rankdir: direction === 'down' ? 'TB' : 'LR',
    nodesep: 18,
    ranksep: direction === 'down' ? 28 : 36,
    edgesep: 10,
    marginx: 12,
    marginy: 12,
  })
  places.setDefaultEdgeLabel(() => ({}))
  for (const [id, { kind }] of contents) places.setNode(id, { ...SIZES[kind] })
  lines.forEach(({ from, to, label }, index) =>
    places.setEdge(
      from,
      to,
      { width: label.length * LABEL.character, height: LABEL.height, labelpos: 'c' },
      String(index),
    ),
  )
  layout(places)
  const { width = 0, height = 0 } = places.graph() as { width?: number; height?: number }
  return {
    width: finite(width),
    height: finite(height),
    nodes: [...contents].map(([id, content]) => {
      const { x, y } = places.node(id) as { x: number; y: number }
      return { ...content, ...SIZES[content.kind], id, x, y }
    }),
    edges: lines.map(({ from, to, kind, label }, index) => {
      const { points, x, y } = places.edge(from, to, String(index)) as Omit<PlacedEdge, 'id'>
      return { id: `${from} ${to} ${index}`, kind, label, points, x, y }
    }),
  }
}

/** Without nodes, the maximum is minus infinity. */
function finite(size: number): number {
  return Number.isFinite(size) ? size : 0
}

function read({ nodes, links }: RequirementGraph) {
  const contents = new Map<string, Content>()
  const lines: Line[] = []
  for (const node of nodes) contents.set(requirementId(node.id), { kind: 'requirement', node })
  const relationships = new Map<string, Set<string>>()
  for (const { child, parent, relationship } of links) {
    const pair = `${parent} ${child}`
    relationships.set(pair, (relationships.get(pair) ?? new Set()).add(relationship))
  }
  for (const [pair, names] of relationships) {
    const [parent = '', child = ''] = pair.split(' ')
    // A requirement that depends on itself is listed in its facts.
    if (parent === child) continue
    const ends = { from: requirementId(parent), to: requirementId(child) }
    lines.push({ ...ends, kind: 'dependency', label: [...names].join(', ') })
  }
  for (const node of nodes) addSurroundings(node, contents, lines)
  return { contents, lines }
}

function addSurroundings(node: GraphNode, contents: Map<string, Content>, lines: Line[]): void {
  const own = requirementId(node.id)
  for (const link of node.issues) {
    const id = `issue ${link.serviceId} ${link.issueKey}`
    if (!contents.has(id)) contents.set(id, { kind: 'issue', link })
    lines.push({ from: own, to: id, kind: 'issue', label: link.relationship })
  }
  const { parents, children, issues } = node.more
  if (parents > 0) {
    contents.set(`above ${own}`, { kind: 'more', of: node, text: `${parents} more up` })
    lines.push({ from: `above ${own}`, to: own, kind: 'more', label: '' })
  }
  const below = [children > 0 ? `${children} more` : '', issues > 0 ? countText(issues, 'issue') : '']
  const text = below.filter((part) => part !== '').join(', ')
  if (text === '') return
  contents.set(`below ${own}`, { kind: 'more', of: node, text })
  lines.push({ from: own, to: `below ${own}`, kind: 'more', label: '' })
}

function requirementId(id: number | string): string {
  return `requirement ${id}`
}

/** The `d` of a path: a line through the points. */
export function pathOf(points: readonly { readonly x: number; readonly y: number }[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join(' ')
}

function round(number: number): number {
  return Math.round(number * 10) / 10
}

/** The address of an issue in the console, or of the link if there is no such issue. */
export function addressOfIssue({ id, issueId }: ShownLink, region: string): readonly (string | number)[] {
  return issueId === undefined ? ['tables', 'issueLink', id, region] : ['tables', 'issue', issueId, region]
}
