/** What every measurement shares: medians, and the table of target, measured figure and ratio. */

/** One line of the table. */
export interface Row {
  readonly name: string
  readonly unit: 'µs' | 'ms' | 'KB' | 'MB' | '×' | 'req/s'
  readonly measured: number
  /** The bound, when there is one; without, the row is for information. */
  readonly target?: number
  /** Which side of the target is good. */
  readonly good?: 'below' | 'above'
}

/** The middle value; of an even number of values, the upper one of the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Runs `action` so many times after a warm-up of a tenth; the median of its durations in milliseconds. */
export function medianTime(times: number, prepare: () => void, action: () => void): number {
  const durations: number[] = []
  for (let round = -Math.ceil(times / 10); round < times; round++) {
    prepare()
    const start = performance.now()
    action()
    const duration = performance.now() - start
    if (round >= 0) durations.push(duration)
  }
  return median(durations)
}

export function isMet({ measured, target, good = 'below' }: Row): boolean {
  if (target === undefined) return true
  return good === 'below' ? measured <= target : measured >= target
}

/** The rows as a table of text, one line each. */
export function formatRows(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.name,
    row.target === undefined
      ? ''
      : `${row.good === 'above' ? '≥' : '≤'} ${formatNumber(row.target)} ${row.unit}`,
    `${formatNumber(row.measured)} ${row.unit}`,
    row.target === undefined ? '' : (row.measured / row.target).toFixed(2),
    isMet(row) ? '' : 'MISSED',
  ])
  const lines = [['', 'target', 'measured', 'ratio', ''], ...cells]
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function formatNumber(value: number): string {
  if (value >= 100) return value.toFixed(0)
  return value >= 1 ? value.toFixed(1) : value.toFixed(3)
}
