/** The plots of docs/benchmarks.md as SVG, drawn without a browser. */
import { mkdirSync, writeFileSync } from 'node:fs'
import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { fileOf } from './child.ts'
import type { Series } from './growth/figures.ts'
import type { Lane } from './http/http.ts'
import { formatNumber, isMet, median, type Row } from './measure.ts'
import { COUNTS, ofRecords } from './targets.ts'

const IMAGES = '../docs/images'
const OURS = '#0a6'
const OTHERS = '#89a'
const MISSED = '#c30'

/** Answers a second, an operation and a number of records to each panel. */
export function drawThroughput(lanes: readonly Lane[]): void {
  const bars = lanes.map(({ contender, operation, count, rates }) => ({
    server: contender.name,
    kind: contender.kind,
    operation,
    records: ofRecords(count),
    answers: median(rates),
  }))
  const place = { x: 'answers', y: 'server', fy: 'operation', fx: 'records' }
  const names = [...new Set(bars.map(({ server }) => server))]
  const operations = [...new Set(bars.map(({ operation }) => operation))]
  draw('benchmarks-throughput.svg', {
    width: 860,
    height: 90 * operations.length + 60,
    marginLeft: 80,
    marginRight: 70,
    x: { label: 'answers a second', ticks: 5, tickFormat: 's' },
    y: { label: null, domain: names },
    fy: { label: null, domain: operations },
    fx: { label: null, domain: COUNTS.map(ofRecords) },
    marks: [
      Plot.barX(bars, {
        ...place,
        fill: ({ kind }: (typeof bars)[number]) => (kind === 'simulator' ? OURS : OTHERS),
      }),
      Plot.text(bars, {
        ...place,
        text: ({ answers }: (typeof bars)[number]) => formatNumber(answers),
        textAnchor: 'start',
        dx: 4,
      }),
    ],
  })
}

/** How much of each target is used: what stands to the right of the line misses it. */
export function drawTargets(rows: readonly Row[]): void {
  const used = rows.flatMap((row) => {
    const { name, measured, target, good } = row
    if (target === undefined || measured <= 0) return []
    return [{ name, used: good === 'above' ? target / measured : measured / target, met: isMet(row) }]
  })
  draw('benchmarks-targets.svg', {
    width: 860,
    height: 16 * used.length + 70,
    marginLeft: 390,
    x: {
      type: 'log',
      label: 'share of the target that is used; up to 1 is met',
      tickFormat: 'g',
      grid: true,
    },
    y: { label: null, domain: used.map(({ name }) => name) },
    marks: [
      Plot.ruleX([1], { stroke: MISSED }),
      Plot.dot(used, {
        x: 'used',
        y: 'name',
        r: 4,
        fill: ({ met }: (typeof used)[number]) => (met ? OURS : MISSED),
      }),
    ],
  })
}

/** Cost against the number of requirements, both on logarithmic scales, one panel to each kind. */
export function drawGrowth(series: readonly Series[]): void {
  const points = series.flatMap(({ name, unit, values }) =>
    values.map(({ count, value }) => ({ panel: `${name} (${unit})`, count, value })),
  )
  const panels = [...new Set(points.map(({ panel }) => panel))]
  const columns = 4
  const placed = points.map((point) => {
    const index = panels.indexOf(point.panel)
    return { ...point, column: index % columns, row: Math.floor(index / columns) }
  })
  const place = { x: 'count', y: 'value', fx: 'column', fy: 'row' }
  const titles = panels.map((panel, index) => ({
    panel,
    column: index % columns,
    row: Math.floor(index / columns),
  }))
  draw('benchmarks-growth.svg', {
    width: 900,
    height: 150 * Math.ceil(panels.length / columns) + 60,
    marginTop: 24,
    marginLeft: 50,
    x: { type: 'log', label: 'requirements', ticks: 4, tickFormat: '~s' },
    y: { type: 'log', label: null, ticks: 4, tickFormat: '~g' },
    fx: { axis: null, padding: 0.1 },
    fy: { axis: null, padding: 0.2 },
    marks: [
      Plot.line(placed, { ...place, stroke: OURS }),
      Plot.dot(placed, { ...place, fill: OURS, r: 2.5 }),
      Plot.text(titles, {
        text: 'panel',
        fx: 'column',
        fy: 'row',
        frameAnchor: 'top',
        dy: -12,
        fontWeight: 'bold',
      }),
    ],
  })
}

function draw(file: string, options: object): void {
  const { document } = parseHTML('<html><body></body></html>')
  const style = { background: '#fff', color: '#222', fontFamily: 'system-ui, sans-serif' }
  const drawn = Plot.plot({ document, style, ...options }).outerHTML
  const svg = drawn.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
  mkdirSync(fileOf(IMAGES), { recursive: true })
  // A tenth of a pixel is enough, and the files are kept.
  writeFileSync(fileOf(`${IMAGES}/${file}`), `${svg.replaceAll(/(\d\.\d)\d+/g, '$1')}\n`)
}
