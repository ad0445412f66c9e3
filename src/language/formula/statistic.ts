/** Sums numbers up, in the order given. */
import { failAbsent, finite } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import type { Statistic } from './syntax.ts'

/** The sum of no numbers is 0; their average, minimum and maximum are absent. */
export function summarise(statistic: Statistic, numbers: readonly number[], position: number): Outcome {
  const [first] = numbers
  if (statistic === 'SUM') return finite(sum(numbers), position)
  if (first === undefined) return failAbsent(position, `${statistic} of no values`)
  if (statistic === 'AVG') return finite(sum(numbers) / numbers.length, position)
  const better = statistic === 'MIN' ? Math.min : Math.max
  return finite(
    numbers.reduce((best, number) => better(best, number), first),
    position,
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
