/**
 * Writes docs/benchmarks.md: what stays as it is is said here, and two parts hold figures, which the whole benchmark and the
 * growth curves each write for themselves. The page is no generated document that could be out of date: figures differ
 * from run to run.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { formatted } from '../scripts/formatted.ts'
import { fileOf } from './child.ts'
import type { Series } from './growth/figures.ts'
import { CONTENDERS } from './http/contenders.ts'
import type { Lane } from './http/http.ts'
import type { OperationName } from './http/target.ts'
import { cellsOf, formatNumber, type Group, HEADINGS, median, type Row } from './measure.ts'
import { drawGrowth, drawTargets, drawThroughput } from './plots.ts'
import { ALL_TARGETS, COUNTS, ofRecords } from './targets.ts'
import { machineText } from './machine.ts'

const PATH = fileOf('../docs/benchmarks.md')
type Part = 'figures' | 'growth'

const BEGINNING = `# Benchmarks

How fast the simulator is, beside a raw server and beside its peers. \`npm run bench\` measures everything anew on the built
package and writes this page; \`npm run bench -- --quick\` takes two minutes, leaves the peers out and writes nothing;
\`npm run bench -- --growth\` measures the growth curves, and \`npm run soak\` whether all that stays so over 200,000 exchanges.
A target that is missed ends each of them with exit code 1.
`

/** Puts the figures of the whole benchmark on the page. */
export async function writeFigures(groups: readonly Group[], lanes: readonly Lane[]): Promise<void> {
  const rows = groups.flatMap((group) => group.rows)
  const judged = ALL_TARGETS.flatMap(({ name }) => rows.filter((row) => row.name === name))
  drawTargets(judged)
  drawThroughput(lanes)
  const others = groups
    .map(({ title, rows: all }) => ({ title, rows: all.filter((row) => !judged.includes(row)) }))
    .filter((group) => group.rows.length > 0)
  await writePart(
    'figures',
    `## Targets

Measured on ${machineText()}. A figure is the median of its rounds; the spread runs from the least round to the largest, of
more than twenty rounds over the middle four fifths. The ratio is that of the figure to its target. Absolute targets are
meant for two cores and Node 24 with nothing else to do: a load (that of the last quarter of an hour) far above 1 says that
the machine had other work, and that only ratios can be relied on.

${table(HEADINGS, judged.map(cellsOf))}

![How much of each target is used: a dot to the left of the line meets its target.](images/benchmarks-targets.svg)

## Throughput over HTTP

Answers a second over ten connections, all servers on the same machine, loaded in turn within each round. A delete is
measured with the create before it, as two answers. An update brings a text that was not there before. All servers hold
copies of the same requirement, as large as the service answers it. The load polls instead of sleeping, so that no server
pays for waking it.

${throughputTable(lanes)}

![Answers a second of each server, by operation and number of records.](images/benchmarks-throughput.svg)

How each server is set up:

${CONTENDERS.map(({ name, setup }) => `- **${name}**: ${setup}`).join('\n')}

## Other figures

${others.map(({ title, rows: all }) => `**${title}**\n\n${otherTable(all)}`).join('\n\n')}
`,
  )
}

/** Puts the growth curves on the page. */
export async function writeGrowth(series: readonly Series[]): Promise<void> {
  drawGrowth(series)
  const counts = series[0]?.values.map(({ count }) => count) ?? []
  await writePart(
    'growth',
    `## Growth

Cost against the number of requirements. The exponent is fitted over all of them: 0 is a cost that stays, 1 one that
grows as the world does. The last column says what it may be; a little more is allowed for trees that become deeper.

Measured on ${machineText()}.

${table(
  ['', ...counts.map((count) => formatNumber(count)), 'exponent', 'at most', 'met'],
  series.map(({ name, unit, values, exponent, atMost, met }) => [
    `${name}, ${unit}`,
    ...values.map(({ value }) => formatNumber(value)),
    exponent.toFixed(2),
    atMost.toFixed(2),
    met ? 'yes' : 'NO',
  ]),
)}

![Cost against the number of requirements on logarithmic scales, a panel for each kind.](images/benchmarks-growth.svg)
`,
  )
}

async function writePart(part: Part, text: string): Promise<void> {
  const page = existsSync(PATH) ? readFileSync(PATH, 'utf8') : ''
  const parts: Record<Part, string> = { figures: partOf(page, 'figures'), growth: partOf(page, 'growth') }
  parts[part] = text.trim()
  const body = (['figures', 'growth'] as const).map(
    (name) => `<!-- ${name} -->\n\n${parts[name]}\n\n<!-- end of ${name} -->`,
  )
  writeFileSync(PATH, await formatted('docs/benchmarks.md', [BEGINNING, ...body, ''].join('\n')))
}

function partOf(page: string, part: Part): string {
  const [, rest = ''] = page.split(`<!-- ${part} -->`)
  const [inner = ''] = rest.split(`<!-- end of ${part} -->`)
  return inner.trim()
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = headings.map((_, column) => (column === 0 ? '---' : '--:'))
  return [line(headings), line(rule), ...rows.map(line)].join('\n')
}

/** Figures that the project sets no target for; a few have bounds all the same. */
function otherTable(rows: readonly Row[]): string {
  const bounded = rows.some(({ target }) => target !== undefined)
  const columns = bounded ? HEADINGS.map((_, column) => column) : [0, 2, 3]
  const pick = (cells: readonly string[]) => columns.map((column) => cells[column] ?? '')
  return table(
    pick(HEADINGS),
    rows.map((row) => pick(cellsOf(row))),
  )
}

/** Answers a second of every server. */
function throughputTable(lanes: readonly Lane[]): string {
  return ofEachServer(lanes, serversOf(lanes), (name, operation, count) => {
    const answers = responsesOf(lanes.find((lane) => isOf(lane, name, operation) && lane.count === count))
    return answers === undefined ? '' : formatNumber(answers)
  })
}

/** A row for each operation and number of records, a column for each of some servers. */
function ofEachServer(
  lanes: readonly Lane[],
  names: readonly string[],
  cellOf: (name: string, operation: OperationName, count: number) => string,
): string {
  const operations = [...new Set(lanes.map(({ operation }) => operation))]
  const rows = operations.flatMap((operation) =>
    COUNTS.map((count) => [
      `${operation}, ${ofRecords(count)}`,
      ...names.map((name) => cellOf(name, operation, count)),
    ]),
  )
  return table(['', ...names], rows)
}

/** The simulator first. */
const serversOf = (lanes: readonly Lane[]): string[] => [
  ...new Set(lanes.map(({ contender }) => contender.name)),
]

const isOf = (lane: Lane, name: string, operation: OperationName): boolean =>
  lane.contender.name === name && lane.operation === operation

const responsesOf = (lane: Lane | undefined): number | undefined =>
  lane === undefined ? undefined : median(lane.rates)
