/** What every measurement shares: figures with their targets, medians, and the table that is printed. */

/** What is measured: a name that is the only one of its kind, a unit, and the bound where there is one. */
export interface Figure {
  readonly name: string
  readonly unit: Unit
  /** The bound, when there is one; without, the figure is for information. */
  readonly target?: number
  /** Which side of the target is good; `below` when absent. */
  readonly good?: 'below' | 'above'
}

/** The empty one is for plain numbers. */
export type Unit = 'µs' | 'ms' | 's' | 'KB' | 'MB' | '×' | 'req/s' | '/s' | ''

/** One line of the table. */
export interface Row extends Figure {
  /** The median of the rounds. */
  readonly measured: number
  /** The least and the largest of the rounds, where there was more than one; of over twenty, the middle four fifths. */
  readonly spread?: readonly [least: number, largest: number] | undefined
}

/** The rows of one part of the benchmark. */
export interface Group {
  readonly title: string
  readonly rows: readonly Row[]
}

/** The figure with what its rounds brought. */
export function rowOf(figure: Figure, values: readonly number[]): Row {
  const sorted = values.toSorted((a, b) => a - b)
  const cut = values.length > 20 ? Math.floor(values.length / 10) : 0
  const [least = Number.NaN, largest = Number.NaN] = [sorted[cut], sorted.at(-1 - cut)]
  return { ...figure, measured: median(values), spread: values.length > 1 ? [least, largest] : undefined }
}

/** The rows of several runs of the same measurement as one. */
export function mergeRounds(runs: readonly (readonly Row[])[]): Row[] {
  const [first = []] = runs
  return first.map(({ measured: _, spread: _spread, ...figure }, index) =>
    rowOf(
      figure,
      runs.map((rows) => rows[index]?.measured ?? Number.NaN),
    ),
  )
}

/** Each value divided by the one of the same round in `others`. */
export function ratiosOf(values: readonly number[], others: readonly number[]): number[] {
  return values.map((value, round) => value / (others[round] ?? Number.NaN))
}

/** The middle value; of an even number of values, the upper one of the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Milliseconds of each of so many runs of `action`, after a warm-up of a tenth. `prepare` is not counted. */
export async function timesOf(
  times: number,
  prepare: () => unknown,
  action: () => unknown,
): Promise<number[]> {
  const durations: number[] = []
  for (let round = -Math.ceil(times / 10); round < times; round++) {
    await prepare()
    const start = performance.now()
    const result = action()
    // What is not asynchronous is not made to wait.
    if (result instanceof Promise) await result
    if (round >= 0) durations.push(performance.now() - start)
  }
  return durations
}

/** Milliseconds that an action takes. */
export async function timeOf(action: () => unknown): Promise<number> {
  const start = performance.now()
  await action()
  return performance.now() - start
}

export function isMet({ measured, target, good = 'below' }: Row): boolean {
  if (target === undefined) return true
  return good === 'below' ? measured <= target : measured >= target
}

/** The cells of a row: name, target, measured, spread, ratio of measured to target, and whether the target is met. */
export function cellsOf(row: Row): string[] {
  const { name, unit, measured, spread, target } = row
  return [
    name,
    targetText(row),
    `${formatNumber(measured)} ${unit}`.trim(),
    spread === undefined ? '' : `${formatNumber(spread[0])} – ${formatNumber(spread[1])}`,
    target === undefined ? '' : formatNumber(measured / target),
    target === undefined ? '' : isMet(row) ? 'yes' : 'NO',
  ]
}

export const HEADINGS = ['', 'target', 'measured', 'spread', 'ratio', 'met']

/** `≤ 50 µs`; nothing for a figure without a bound. */
export function targetText({ target, unit, good }: Figure): string {
  return target === undefined ? '' : `${good === 'above' ? '≥' : '≤'} ${formatNumber(target)} ${unit}`.trim()
}

/** The rows as a table of text, one line each. */
export function formatRows(rows: readonly Row[]): string {
  const lines = [HEADINGS, ...rows.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')
}

/** Three digits that count; whole numbers from 100 on, with commas between thousands. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return 'none'
  if (Math.abs(value) >= 100) return String(Math.round(value)).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ',')
  if (Number.isInteger(value)) return String(value)
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(value >= 1 ? 2 : 3)
}
