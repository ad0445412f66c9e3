/** Examples with which a report shows operations: those that need an earlier call take its response into account. */
import { expect, test } from 'vitest'
import { exampleExchanges } from '../../../src/cli/mutate/example-exchange.ts'
import { operations } from '../../../src/api/operations.ts'

const exchangeOf = await exampleExchanges()
const later = operations.filter(({ exampleAfter = [] }) => exampleAfter.length > 0)

test.each(later.map(({ id, path }) => [id, path]))(
  'the example of %s works after the calls that it needs',
  async (id, path) => {
    const { lines, status } = await exchangeOf(id)
    expect(lines[status]?.text).toMatch(/^2\d\d$/)
    expect(lines[0]?.text).not.toMatch(/undefined|\{/)
    expect(lines[0]?.text.split('?')[0]?.split('/').length).toBeGreaterThan(path.split('/').length)
  },
)

test('the example of an operation without an earlier call is its request and response', async () => {
  const { lines, status } = await exchangeOf('wiki.baseline.list')
  expect([lines[0]?.text, lines[status]?.text]).toEqual([
    'GET http://wiki.sim/rest/reqs/1/baseline/ENG',
    '200',
  ])
})
