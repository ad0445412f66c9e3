/** A requirement with its parents, its children, and the issues linked to them. */
import type { GraphNode, RequirementGraph } from '../../../control/responses/requirements.ts'
import type { TargetedPointerEvent } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { control } from '../../calls/api.ts'
import { useThrottledLive } from '../../live/throttled.ts'
import { href } from '../../state/route.ts'
import { ArrowHead } from '../../ui/graph.tsx'
import { pathThrough } from '../../ui/graph-layout.ts'
import { Button, Card, Field, Problem, Stale } from '../../ui/parts.tsx'
import {
  addressOfIssue,
  directionFor,
  type PlacedEdge,
  type PlacedGraph,
  type PlacedNode,
  placeGraph,
} from './graph-layout.ts'
import type { Site } from './places.ts'
import { countText } from '../../words/text.ts'
import { Select } from '../../ui/select.tsx'

const DEPTHS = [1, 2, 3, 4] as const
const MAXIMUM_NODES = 60
const ZOOM_STEP = 1.25
const SMALLEST_ZOOM = 0.2
const MAXIMUM_ZOOM = 3

export function Graph({
  id,
  site,
  name,
}: {
  readonly id: number
  readonly site: Site
  readonly name: string
}) {
  const [depth, setDepth] = useState(2)
  const [turned, setTurned] = useState(false)
  const [zoom, setZoom] = useState(1)
  const path = `/requirements/${id}/graph?depth=${depth}&limit=${MAXIMUM_NODES}&region=${site.region}`
  const { data, error, latest } = useThrottledLive(path, (signal) =>
    control<RequirementGraph>(path, { signal }),
  )
  // When the number of steps changes, the previous graph stays, dimmed, until the new one arrives.
  const shown = data ?? latest
  const text = JSON.stringify(shown)
  const placed = useMemo(() => (shown === undefined ? undefined : place(shown, turned)), [text, turned])
  const change = (factor: number) =>
    setZoom((now) => Math.min(MAXIMUM_ZOOM, Math.max(SMALLEST_ZOOM, now * factor)))
  return (
    <Card
      title={`Around ${name}`}
      actions={
        <>
          <Field label="Steps">
            <Select
              value={String(depth)}
              onChange={(chosen) => setDepth(Number(chosen))}
              options={DEPTHS.map(String)}
            />
          </Field>
          <Button pressed={turned} onPress={() => setTurned(!turned)}>
            Rotate
          </Button>
          <Button label="Smaller" onPress={() => change(1 / ZOOM_STEP)}>
            −
          </Button>
          <Button label={`${Math.round(zoom * 100)} %, back to the actual size`} onPress={() => setZoom(1)}>
            {Math.round(zoom * 100)} %
          </Button>
          <Button label="Larger" onPress={() => change(ZOOM_STEP)}>
            +
          </Button>
        </>
      }
    >
      <Problem text={error} />
      <Stale when={data === undefined && shown !== undefined}>
        <Canvas placed={placed} zoom={zoom} center={id} region={site.region} name={name} onZoom={change} />
      </Stale>
    </Card>
  )
}

function place(graph: RequirementGraph, turned: boolean): PlacedGraph {
  const direction = directionFor(graph)
  const other = direction === 'down' ? 'across' : 'down'
  return placeGraph(graph, turned ? other : direction)
}

interface CanvasProps {
  readonly placed: PlacedGraph | undefined
  readonly zoom: number
  readonly center: number
  readonly region: string
  readonly name: string
  readonly onZoom: (factor: number) => void
}

/** Scrolling, dragging and arrow keys move the graph; Ctrl with the wheel, + and - zoom. */
function Canvas({ placed, zoom, center, region, name, onZoom }: CanvasProps) {
  const box = useRef<HTMLDivElement>(null)
  const drag = useDrag(box)
  const middle = placed?.nodes.find((one) => one.kind === 'requirement' && one.node.id === center)
  useLayoutEffect(() => {
    const view = box.current
    if (view === null || middle === undefined) return
    view.scrollLeft = middle.x * zoom - view.clientWidth / 2
    view.scrollTop = middle.y * zoom - view.clientHeight / 2
  }, [middle?.x, middle?.y, zoom])
  const { width = 0, height = 0 } = placed ?? {}
  return (
    <div
      ref={box}
      class="requirement-graph"
      role="region"
      tabIndex={0}
      aria-label={`Requirements and issues around ${name}; each is a link`}
      {...drag}
      onWheel={(event) => {
        if (!event.ctrlKey) return
        event.preventDefault()
        onZoom(event.deltaY < 0 ? 1.1 : 1 / 1.1)
      }}
      onKeyDown={(event) => {
        if (event.key === '+') onZoom(ZOOM_STEP)
        if (event.key === '-') onZoom(1 / ZOOM_STEP)
      }}
    >
      {placed === undefined ? null : (
        <svg
          width={width * zoom}
          height={height * zoom}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label={`${countText(placed.nodes.length, 'item')} around ${name}`}
        >
          <defs>
            <ArrowHead id="arrow" size={10} />
          </defs>
          {placed.edges.map((edge) => (
            <Edge key={edge.id} edge={edge} />
          ))}
          {placed.nodes.map((node) => (
            <Node key={node.id} placed={node} center={center} region={region} />
          ))}
        </svg>
      )}
    </div>
  )
}

/** Dragging with the pointer scrolls, except on a link. */
function useDrag(box: { readonly current: HTMLDivElement | null }) {
  const from = useRef<{ x: number; y: number } | undefined>(undefined)
  return {
    onPointerDown(event: TargetedPointerEvent<HTMLDivElement>) {
      if (event.button !== 0 || (event.target as Element).closest('a') !== null) return
      from.current = { x: event.clientX, y: event.clientY }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: TargetedPointerEvent<HTMLDivElement>) {
      const view = box.current
      if (from.current === undefined || view === null) return
      view.scrollLeft -= event.clientX - from.current.x
      view.scrollTop -= event.clientY - from.current.y
      from.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp() {
      from.current = undefined
    },
    onPointerCancel() {
      from.current = undefined
    },
  }
}

function Edge({ edge: { kind, label, points, x, y } }: { readonly edge: PlacedEdge }) {
  return (
    <g class={`graph-edge graph-edge-${kind}`}>
      <path d={pathThrough(points)} marker-end={kind === 'dependency' ? 'url(#arrow)' : undefined} />
      {label === '' ? null : (
        <text x={x} y={y} text-anchor="middle" dy="5">
          {label}
        </text>
      )}
    </g>
  )
}

function Node(props: { readonly placed: PlacedNode; readonly center: number; readonly region: string }) {
  const { placed, center, region } = props
  const left = placed.x - placed.width / 2
  const top = placed.y - placed.height / 2
  const box = <rect x={left} y={top} width={placed.width} height={placed.height} rx={8} />
  const line = (text: string, row: number, name = '') => (
    <text x={left + 10} y={top + 21 + row * 20} class={name}>
      {short(text, Math.floor((placed.width - 20) / (name === 'graph-key' ? 9 : 7.8)))}
    </text>
  )
  if (placed.kind === 'more')
    return (
      <a
        class="graph-node graph-more"
        href={href('requirements', placed.of.id, region)}
        aria-label={`${placed.text} around ${placed.of.key}`}
      >
        {box}
        <text x={placed.x} y={placed.y + 5} text-anchor="middle">
          {placed.text}
        </text>
      </a>
    )
  if (placed.kind === 'issue') {
    const { issueKey, summary = '', status = 'unknown' } = placed.link
    return (
      <a class="graph-node graph-issue" href={href(...addressOfIssue(placed.link, region))}>
        <title>{`Issue ${issueKey}, ${status}: ${summary}`}</title>
        {box}
        {line(`${issueKey} · ${status}`, 0, 'graph-key')}
        {line(summary, 1)}
      </a>
    )
  }
  const { node } = placed
  return (
    <a
      class={`graph-node graph-requirement ${node.id === center ? 'is-center' : ''} ${node.status === 'ACTIVE' ? '' : 'is-gone'}`}
      href={href('requirements', node.id, region)}
      aria-current={node.id === center ? 'true' : undefined}
    >
      <title>{describe(node)}</title>
      {box}
      {line(
        `${node.key}${node.status === 'ACTIVE' ? '' : ` · ${node.status.toLowerCase()}`}`,
        0,
        'graph-key',
      )}
      {line(node.text, 1)}
      {node.baselines.length === 0
        ? null
        : line(`in baseline ${node.baselines.join(', ')}`, 2, 'graph-baseline')}
    </a>
  )
}

function describe({ key, status, text, baselines }: GraphNode): string {
  const held = baselines.length === 0 ? '' : `, in baseline ${baselines.join(', ')}`
  return `${key}, ${status.toLowerCase()}${held}: ${text}`
}

function short(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}
