/** Preflights of browsers were listed as calls that no operation takes. */
import { expect, test } from 'vitest'
import { startClient } from '../../support/client.ts'

test('a question what a path takes is no unmatched call, in the journal as in the report', async () => {
  const { simulator } = await startClient()
  const headers = { origin: 'http://page.test', 'access-control-request-method': 'GET' }
  for (const url of ['/api/applications/101', '/api/nosuch'])
    await simulator.exchange({ method: 'OPTIONS', url, headers })
  await simulator.exchange({ method: 'GET', url: '/api/nosuch/2', headers: {} })
  const urls = (unmatched: boolean) =>
    simulator.journal.entries({ unmatched }).map(({ request }) => `${request.method} ${request.url}`)
  expect(urls(true)).toEqual(['GET /api/nosuch/2'])
  expect(urls(false)).toEqual(['OPTIONS /api/applications/101', 'OPTIONS /api/nosuch'])
  expect(simulator.report().unmatched).toBe(1)
})

test('a call with the header of such a question is a call', async () => {
  const { simulator } = await startClient()
  const headers = { 'access-control-request-method': 'GET' }
  await simulator.exchange({ method: 'GET', url: '/api/nosuch', headers })
  expect(simulator.journal.entries({ unmatched: true })).toHaveLength(1)
  expect(simulator.report().unmatched).toBe(1)
})
