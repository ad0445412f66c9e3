/** Curves of cost against the number of requirements: what each may be, and the exponent that fits. */

/** What one world of so many requirements costs, by the name of the figure. */
export type Costs = Readonly<Record<string, number>>

export interface Series {
  readonly name: string
  readonly unit: string
  readonly values: readonly { readonly count: number; readonly value: number }[]
  /** The slope of the line through the points on logarithmic scales. */
  readonly exponent: number
  readonly atMost: number
  readonly met: boolean
}

/** What grows only as trees become deeper, and what grows with the world; with some room for what is unsteady. */
const STAYS = 0.2
const LINEAR = 1.15

/** Units and the largest exponent of each figure, in the order of the page. */
export const CURVES: Readonly<Record<string, readonly [unit: string, atMost: number]>> = {
  lookup: ['ms', STAYS],
  'page of 20': ['ms', STAYS],
  update: ['ms', STAYS],
  'query: key': ['ms', STAYS],
  'query: property, 100 matches': ['ms', STAYS],
  'query: page, 100 matches': ['ms', STAYS],
  'query: linked issue, 100 matches': ['ms', STAYS],
  'query: baseline, 100 matches': ['ms', STAYS],
  'query: words of all texts': ['ms', LINEAR],
  'query: 20 terms': ['ms', LINEAR],
  'query: what is not there': ['ms', LINEAR],
  'query: chain': ['ms', LINEAR],
  fork: ['µs', STAYS],
  snapshot: ['µs', STAYS],
  seed: ['ms', LINEAR],
  freeze: ['ms', LINEAR],
  memory: ['MB', LINEAR],
}

/** The curves of what several worlds cost. Throws where one lacks a figure. */
export function seriesOf(worlds: readonly { readonly count: number; readonly costs: Costs }[]): Series[] {
  return Object.entries(CURVES).map(([name, [unit, atMost]]) => {
    const values = worlds.map(({ count, costs }) => {
      const value = costs[name]
      if (value === undefined) throw new Error(`a world of ${count} has no figure '${name}'`)
      return { count, value }
    })
    const exponent = slopeOf(values.map(({ count, value }) => [Math.log(count), Math.log(value)]))
    return { name, unit, values, exponent, atMost, met: exponent <= atMost }
  })
}

/** The slope of the straight line with the least squares. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const middleX = mean(points.map(([x]) => x))
  const middleY = mean(points.map(([, y]) => y))
  const above = points.reduce((sum, [x, y]) => sum + (x - middleX) * (y - middleY), 0)
  const below = points.reduce((sum, [x]) => sum + (x - middleX) ** 2, 0)
  return above / below
}
