// Cells of the table of clients that retry, with the real clients; `npm run works-with -- --only rate-limits` measures all.

import { expect, test } from 'vitest'
import { CLIENTS, measure, type RetryingClient, type Situation } from './rate-limits.ts'
import { areInstalled, packagesOf, readRuns } from './runs.ts'

const CHOSEN: readonly (readonly [RetryingClient, Situation])[] = [
  ['ky', 'reset'],
  ['ky', 'zero'],
  ['ky', 'fast'],
  ['ky', 'live'],
  ['got', 'retry-after'],
  ['axios-retry', 'manual'],
  ['undici', 'zero'],
  ['urllib3', 'retry-after'],
  ['tenacity', 'fast'],
]
/** Seconds that a busy machine may add. */
const SLACK = 10

// works-with.test.ts reports what is missing.
const present = CHOSEN.filter(([client]) => areInstalled(packagesOf(client)))

test.each(present)('%s does against a limit what the page says: %s', async (client, situation) => {
  const expected = readRuns().rateLimits[client].cells[situation]
  const { requests, real, virtual, status } = await measure(client, situation, 1)
  expect({ requests, status }).toEqual({ requests: expected.requests, status: expected.status })
  expect(real).toBeGreaterThanOrEqual(Math.floor(expected.real))
  expect(real).toBeLessThan(expected.real + SLACK)
  expect(situation === 'live' ? virtual >= expected.real : virtual === 0).toBe(true)
})

test('the table has every client in every situation', () => {
  const { rateLimits } = readRuns()
  expect(Object.keys(rateLimits)).toEqual(CLIENTS)
})
