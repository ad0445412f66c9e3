/** docs/benchmarks.md: every target and every curve stands on it with its figures, and the verdicts follow from these. */
import { describe, expect, it, test } from 'vitest'
import { CURVES, seriesOf, slopeOf } from '../../bench/growth/figures.ts'
import { CONTENDERS } from '../../bench/http/contenders.ts'
import { isMet, mergeRounds, ratiosOf, rowOf, targetText } from '../../bench/measure.ts'
import { ALL_TARGETS } from '../../bench/targets.ts'
import { readPage } from './support/pages.ts'

const page = readPage('docs/benchmarks.md')

/** The cells of the rows of a section's first table. */
function tableOf(heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const table = /(?:^\|.*\n)+/m.exec(section)?.[0] ?? ''
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
}

const numberOf = (cell = '') => Number(/-?[\d.,]+/.exec(cell)?.[0].replaceAll(',', ''))

describe('targets', () => {
  const rows = tableOf('Targets')

  it.each(ALL_TARGETS.map((figure) => [figure.name, figure] as const))('%s', (name, figure) => {
    const [, target, measured, , , met] = rows.find(([title]) => title === name) ?? []
    expect(target).toBe(targetText(figure))
    expect(numberOf(measured)).not.toBeNaN()
    // At the very edge, rounding decides.
    const value = numberOf(measured)
    const clear = Math.abs(value / (figure.target ?? 1) - 1) > 0.01
    if (clear) expect(met).toBe(isMet({ ...figure, measured: value }) ? 'yes' : 'NO')
  })

  it('are all that the table has, each once', () => {
    expect(rows.slice(2).map(([name]) => name)).toEqual(ALL_TARGETS.map(({ name }) => name))
  })
})

test('each server has its throughput, and what it is set up with', () => {
  const [headings = [], , ...rows] = tableOf('Throughput over HTTP')
  expect(headings.slice(1)).toEqual(CONTENDERS.map(({ name }) => name))
  expect(rows).toHaveLength(12)
  for (const [, ours, raw, ...peers] of rows) {
    expect(numberOf(ours)).toBeGreaterThan(0)
    expect(numberOf(raw)).toBeGreaterThan(0)
    // A peer may take longer for one answer than a round does.
    expect(peers.slice(0, 3).map(numberOf)).not.toContain(Number.NaN)
  }
  for (const { name, setup } of CONTENDERS) expect(page).toContain(`- **${name}**: ${setup}`)
})

test('each curve has its figures, and the verdict that its exponent leads to', () => {
  const rows = tableOf('Growth').slice(2)
  const curves = Object.entries(CURVES)
  expect(rows.map(([name]) => name)).toEqual(curves.map(([name, [unit]]) => `${name}, ${unit}`))
  for (const [index, [, [, atMost]]] of curves.entries()) {
    const [, ...cells] = rows[index] ?? []
    const [exponent, limit, met] = cells.slice(-3)
    expect(cells).toHaveLength(7)
    expect(numberOf(limit)).toBe(atMost)
    if (Math.abs(numberOf(exponent) - atMost) > 0.01)
      expect(met).toBe(numberOf(exponent) <= atMost ? 'yes' : 'NO')
  }
})

test.each(['targets', 'throughput', 'growth'])('the plot of %s is a picture of its own', (name) => {
  const picture = readPage(`docs/images/benchmarks-${name}.svg`)
  expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /)
  expect(picture.trim().endsWith('</svg>')).toBe(true)
  expect(picture).not.toContain('NaN')
})

test('the page names no path or address of the machine that it was measured on', () => {
  expect(page).toMatch(/Measured on \d+ cores of .+, Node 24\.\d+\.\d+/)
  expect(page).not.toMatch(/\/(?:home|root|tmp|work|Users)\/|\b\d+\.\d+\.\d+\.\d+\b/)
})

describe('the arithmetic', () => {
  test('a figure is the median of its rounds, with its spread', () => {
    const figure = { name: 'x', unit: 'ms', target: 2 } as const
    expect(rowOf(figure, [3, 1, 2])).toEqual({ ...figure, measured: 2, spread: [1, 3] })
    expect(rowOf(figure, [5])).toEqual({ ...figure, measured: 5, spread: undefined })
    const many = Array.from({ length: 30 }, (_, index) => index)
    expect(rowOf(figure, many).spread).toEqual([3, 26])
    const merged = mergeRounds([[rowOf(figure, [1])], [rowOf(figure, [9])], [rowOf(figure, [4])]])
    expect(merged).toEqual([{ ...figure, measured: 4, spread: [1, 9] }])
  })

  test('a ratio compares the values of one round', () => {
    expect(ratiosOf([2, 9], [4, 3])).toEqual([0.5, 3])
    expect(ratiosOf([2], [])).toEqual([Number.NaN])
  })

  test('a target is met on its good side', () => {
    expect(isMet({ name: 'x', unit: '×', measured: 2, target: 2 })).toBe(true)
    expect(isMet({ name: 'x', unit: '×', measured: 2.1, target: 2 })).toBe(false)
    expect(isMet({ name: 'x', unit: '×', measured: 2.1, target: 2, good: 'above' })).toBe(true)
    expect(isMet({ name: 'x', unit: '×', measured: Number.NaN, target: 2, good: 'above' })).toBe(false)
  })

  test('an exponent is the slope on logarithmic scales', () => {
    expect(slopeOf([1, 2, 3].map((x) => [x, 4 * x + 1] as const))).toBeCloseTo(4)
    const costs = (power: number) => (count: number) => ({
      count,
      costs: Object.fromEntries(Object.keys(CURVES).map((name) => [name, 3 * count ** power])),
    })
    const counts = [1000, 10_000, 100_000]
    const linear = seriesOf(counts.map(costs(1)))
    expect(linear.map(({ exponent }) => exponent.toFixed(3))).toEqual(linear.map(() => '1.000'))
    expect(linear.find(({ name }) => name === 'lookup')?.met).toBe(false)
    expect(linear.find(({ name }) => name === 'seed')?.met).toBe(true)
    expect(seriesOf(counts.map(costs(0))).every(({ met }) => met)).toBe(true)
    expect(() => seriesOf([{ count: 1, costs: {} }])).toThrow("a world of 1 has no figure 'lookup'")
  })
})
