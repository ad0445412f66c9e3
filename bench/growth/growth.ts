/** Growth curves: worlds of 1,000 up to 1,000,000 requirements, each in a process of its own. */
import { runChild } from '../child.ts'
import { type Costs, type Series, seriesOf } from './figures.ts'
import { formatNumber } from '../measure.ts'

const COUNTS = [1000, 10_000, 100_000, 1_000_000]
/** Node keeps to 4 GB otherwise, which a million requirements may need. */
const FLAGS = ['--expose-gc', '--max-old-space-size=8192']

export async function measureGrowth(): Promise<{ readonly text: string; readonly series: Series[] }> {
  const worlds: { count: number; costs: Costs }[] = []
  for (const count of COUNTS) {
    console.error(`${formatNumber(count)} requirements …`)
    worlds.push({ count, costs: await runChild<Costs>('growth/world.ts', FLAGS, [String(count)]) })
  }
  const series = seriesOf(worlds)
  const text = series
    .map(({ name, unit, values, exponent, atMost, met }) => {
      const figures = values.map(({ value }) => formatNumber(value).padStart(9)).join('')
      const verdict = met ? '' : '  WORSE THAN IT MUST BE'
      return `${`${name}, ${unit}`.padEnd(38)}${figures}   exponent ${exponent.toFixed(2).padStart(5)} ≤ ${atMost.toFixed(2)}${verdict}`
    })
    .join('\n')
  return { text, series }
}
