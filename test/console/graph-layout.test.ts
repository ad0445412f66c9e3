import type { GraphNode, RequirementGraph, ShownLink } from '../../src/control/responses/requirements.ts'
import { expect, test } from 'vitest'
import {
  directionFor,
  placeGraph,
  type PlacedGraph,
} from '../../src/console/panels/requirements/graph-layout.ts'

const none = { parents: 0, children: 0, issues: 0 }

function node(id: number, level: number, extra: Partial<GraphNode> = {}): GraphNode {
  return {
    id,
    key: `REQ-${id}`,
    spaceKey: 'ENG',
    status: 'ACTIVE',
    text: '',
    htmlNeedsUpdating: false,
    level,
    baselines: [],
    issues: [],
    more: none,
    ...extra,
  }
}

const issue = (issueKey: string): ShownLink => ({
  id: 1,
  serviceId: 'svc',
  issueKey,
  relationship: 'implements',
  shownBy: ['wiki'],
})

const star = (children: number): RequirementGraph => ({
  nodes: [node(0, 0), ...Array.from({ length: children }, (_, index) => node(index + 1, 1))],
  links: Array.from({ length: children }, (_, index) => ({
    child: index + 1,
    parent: 0,
    relationship: 'refines',
  })),
})

const at = ({ nodes }: PlacedGraph, id: string) => nodes.find((one) => one.id === id)!

test('parents stand before their children, whichever way it is read', () => {
  const graph = star(2)
  const down = placeGraph(graph, 'down')
  expect(at(down, 'requirement 1').y).toBeGreaterThan(at(down, 'requirement 0').y)
  expect(at(down, 'requirement 1').y).toBe(at(down, 'requirement 2').y)
  const across = placeGraph(graph, 'across')
  expect(at(across, 'requirement 1').x).toBeGreaterThan(at(across, 'requirement 0').x)
})

test('nothing lies on anything else, and all of it within the picture', () => {
  const { nodes, width, height } = placeGraph(star(59), 'across')
  expect(nodes).toHaveLength(60)
  for (const [index, a] of nodes.entries()) {
    expect(a.x - a.width / 2).toBeGreaterThanOrEqual(0)
    expect(a.x + a.width / 2).toBeLessThanOrEqual(width)
    expect(a.y + a.height / 2).toBeLessThanOrEqual(height)
    for (const b of nodes.slice(index + 1)) {
      const apart =
        Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= (a.height + b.height) / 2
      expect(apart).toBe(true)
    }
  }
})

test('an issue that several requirements have stands once', () => {
  const graph: RequirementGraph = {
    nodes: [
      node(1, 0, { issues: [issue('DRN-2'), issue('DRN-1')] }),
      node(2, 1, { issues: [issue('DRN-2')] }),
    ],
    links: [{ child: 2, parent: 1, relationship: 'refines' }],
  }
  const { nodes, edges } = placeGraph(graph, 'down')
  expect(nodes.map(({ id }) => id)).toEqual([
    'requirement 1',
    'requirement 2',
    'issue svc DRN-2',
    'issue svc DRN-1',
  ])
  expect(edges.filter(({ kind }) => kind === 'issue')).toHaveLength(3)
})

test('says what is left out, above and below', () => {
  const { nodes } = placeGraph(
    { nodes: [node(1, 0, { more: { parents: 1, children: 21, issues: 3 } })], links: [] },
    'down',
  )
  const texts = nodes.flatMap((one) =>
    one.kind === 'more' ? [[one.text, one.y < at({ nodes } as PlacedGraph, 'requirement 1').y]] : [],
  )
  expect(texts).toEqual([
    ['1 more up', true],
    ['21 more, 3 issues', false],
  ])
})

test('relationships of the same two are one line, and circles stand', () => {
  const links = [
    { child: 2, parent: 1, relationship: 'refines' },
    { child: 2, parent: 1, relationship: 'tests' },
    { child: 1, parent: 2, relationship: 'refines' },
    { child: 1, parent: 1, relationship: 'refines' },
  ]
  const { edges } = placeGraph({ nodes: [node(1, 0), node(2, 1)], links }, 'down')
  expect(edges.map(({ label }) => label)).toEqual(['refines, tests', 'refines'])
  for (const { points } of edges) expect(points.length).toBeGreaterThan(1)
})

test('wide layers are read across, an empty graph has no size', () => {
  expect(directionFor(star(3))).toBe('down')
  expect(directionFor(star(9))).toBe('across')
  expect(placeGraph({ nodes: [], links: [] }, 'down')).toMatchObject({ nodes: [], edges: [] })
})
