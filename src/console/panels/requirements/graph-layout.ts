/** The layered layout of a graph of requirements and issues, parents before children. */
import type { GraphNode, RequirementGraph, ShownLink } from '../../../control/responses/requirements.ts'
import { type Box, placeInLayers, type Point } from '../../ui/graph-layout.ts'
import { countText } from '../../words/text.ts'

export type Direction = 'down' | 'across'

type Content =
  | { readonly kind: 'requirement'; readonly node: GraphNode }
  | { readonly kind: 'issue'; readonly link: ShownLink }
  /** The numbers of neighbours that the graph leaves out. */
  | { readonly kind: 'more'; readonly of: GraphNode; readonly text: string }

export type PlacedNode = Box & Content & { readonly id: string }

export interface PlacedEdge {
  readonly id: string
  readonly kind: 'dependency' | 'issue' | 'more'
  readonly label: string
  /** The line, starting at the parent or requirement. */
  readonly points: readonly Point[]
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
  const isDown = direction === 'down'
  const { nodes, edges, ...size } = placeInLayers(
    {
      rankdir: isDown ? 'TB' : 'LR',
      nodesep: 18,
      ranksep: isDown ? 28 : 36,
      edgesep: 10,
      marginx: 12,
      marginy: 12,
    },
    [...contents].map(([id, { kind }]) => [id, SIZES[kind]]),
    lines.map((line) => ({ ...line, width: line.label.length * LABEL.character, height: LABEL.height })),
  )
  return {
    ...size,
    nodes: [...nodes].flatMap(([id, box]) => {
      const content = contents.get(id)
      return content === undefined ? [] : [{ ...content, ...box, id }]
    }),
    edges: edges.map(({ points, x, y }, index) => {
      const { from, to, kind, label } = lines[index] as Line
      return { id: `${from} ${to} ${index}`, kind, label, points, x, y }
    }),
  }
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

/** The address of an issue in the console, or of the link if there is no such issue. */
export function addressOfIssue({ id, issueId }: ShownLink, region: string): readonly (string | number)[] {
  return issueId === undefined ? ['tables', 'issueLink', id, region] : ['tables', 'issue', issueId, region]
}
