/** Every operation counts once against the window of its class, and is refused beyond it without having any effect. */
import { describe, expect, test } from 'vitest'
import type { RateClass } from '../../src/api/framework/operation.ts'
import { operations } from '../../src/api/operations.ts'
import { INTERFACE_DESCRIPTIONS } from '../../src/api/framework/interfaces.ts'
import { rateWindows } from '../../src/model/records/world/rate-windows.ts'
import { type Client, clientOf, startClient } from '../support/client.ts'
import { anonymousRequest, prepareExample, tryExample } from '../support/examples.ts'
import { recordsOf } from '../support/hosted.ts'

const client = await startClient({ scenario: 'demo', config: { rateLimit: 'enforce' } })

/** Service §8. */
const LIMITS: Readonly<Record<RateClass, number>> = { normal: 200, high: 2000 }

test('the higher limit is for searches, reads of requirements and suggestions', () => {
  const high = operations.filter(({ rate }) => rate === 'high').map(({ id }) => id)
  expect(high).toEqual([
    'wiki.requirement.read',
    'wiki.requirement.search',
    'wiki.requirement.readMany',
    'wiki.page.read',
    'wiki.page.requirements',
    'wiki.keySuggestion.suggest',
    'hosted-wiki.requirement.search',
  ])
})

/** Says of every credential that has called how many calls its window counts. */
function countAs(to: Client, used: number): void {
  const table = to.simulator.world.system.table(rateWindows)
  for (const record of table.scan()) table.put({ ...record, used })
}

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const { interface: surface, rate, success, anonymous } = operation
  const limit = LIMITS[rate]

  test(`is one of ${limit} calls a minute`, async () => {
    const fork = clientOf(client.simulator.fork())
    await prepareExample(fork, operation)
    countAs(fork, 0)
    const reply = await tryExample(fork, operation)
    expect(reply).toMatchObject({ status: success.status, headers: limitHeaders(limit, limit - 1) })
    const table = fork.simulator.world.system.table(rateWindows)
    const counting = [...table.scan()].filter(({ used }) => used > 0)
    expect(counting).toMatchObject([{ used: 1, over: 0 }])
    expect(counting[0]?.id).toContain(`eu|${surface}|${rate}|`)
  })

  test('is refused beyond the limit, and then does nothing', async () => {
    const learning = clientOf(client.simulator.fork())
    await prepareExample(learning, operation)
    const fork = clientOf(learning.simulator.fork())
    await tryExample(learning, operation)
    for (const record of learning.simulator.world.system.table(rateWindows).scan())
      fork.simulator.world.system.table(rateWindows).put(record)

    countAs(fork, limit - 1)
    const last = await tryExample(clientOf(fork.simulator.fork()), operation)
    expect(last).toMatchObject({ status: success.status, headers: limitHeaders(limit, 0) })

    countAs(fork, limit)
    const before = recordsOf(fork.simulator, 'eu')
    const refused = await tryExample(fork, operation)
    expect(refused).toMatchObject({ status: 429, headers: limitHeaders(limit, 0) })
    const embedded = INTERFACE_DESCRIPTIONS[surface].errorShape === 'embedded'
    expect(refused.body).toMatchObject(
      embedded ? { 'status-code': 429 } : { statusCode: 'TOO_MANY_REQUESTS' },
    )
    expect(recordsOf(fork.simulator, 'eu')).toBe(before)

    // Who sends no credential has a window of their own.
    const { method, path, ...options } = anonymousRequest(operation)
    const other = await fork.call(method, path, { token: null, ...options })
    expect(other.status).toBe(anonymous ? success.status : 401)
  })
})

function limitHeaders(limit: number, remaining: number): object {
  return {
    'X-Rate-Limit-Limit': String(limit),
    'X-Rate-Limit-Remaining': String(remaining),
    'X-Rate-Limit-Reset': expect.stringMatching(/^(?:60|50)$/),
  }
}
