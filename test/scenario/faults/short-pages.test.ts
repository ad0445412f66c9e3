/** A fault with `pageSize` shortens the pages of every operation that returns pages. */
import { describe, expect, test } from 'vitest'
import { operations } from '../../../src/api/operations.ts'
import { createSimulator } from '../../../src/index.ts'
import { startClient } from '../../support/client.ts'
import { exampleRequest, prepareExample } from '../../support/examples.ts'

const paged = operations.filter((operation) => operation.paged === true)

describe('a fault with pageSize', () => {
  test('knows more than thirty operations, those with offset and limit among them', () => {
    const declared = operations.filter(({ query }) => 'offset' in query && 'limit' in query)
    expect(paged).toEqual(expect.arrayContaining(declared))
    expect(paged.length).toBeGreaterThan(30)
  })

  test.each(paged.map((operation) => [operation.id, operation] as const))(
    'has %s return the page of the lower limit',
    async (id, operation) => {
      const { simulator, ...client } = await startClient()
      await prepareExample({ simulator, ...client }, operation)
      const { method, path, headers, body } = exampleRequest(operation)
      const send = async (limit: string, fault: boolean) => {
        const sim = simulator.fork()
        if (fault) sim.faults.add({ pageSize: 1 })
        const url = operation.query['limit'] === undefined ? path : withLimit(path, limit)
        const reply = await sim.exchange({ method, url, headers, body: bodyWith(body, limit) })
        return { status: reply.status, body: String(reply.body), fault: reply.headers['X-Sim-Fault'] }
      }
      const short = await send('5', true)
      expect(short).toEqual({ ...(await send('1', false)), fault: '1' })
      expect(short.status, id).toBe(200)
    },
  )

  test('lets all other calls through, and does not count them', async () => {
    const sim = await createSimulator({ scenario: 'demo' })
    sim.faults.add({ pageSize: 1, times: 1 })
    const headers = { Authorization: 'Bearer tok-alice' }
    const read = async (path: string) => (await sim.fetch(path, { headers })).json()
    await read('http://api.sim/api/applications/101')
    expect(sim.faults.list()).toMatchObject([{ pageSize: 1, matched: 0, struck: 0 }])
    const list = 'http://api.sim/api/applications/101/projects/1001/variants/5001/requirements'
    const path = `${list}?limit=10`
    const first = await read(path)
    expect(sim.faults.list()).toMatchObject([{ matched: 1, struck: 1 }])
    expect(first).toMatchObject({ limit: 1, items: [{}] })
    expect((await read(path)).items.length).toBeGreaterThan(1)
    expect((await read(path)).total).toBe(first.total)
  })

  test('does not lengthen a page', async () => {
    const sim = await createSimulator({ scenario: 'demo' })
    sim.faults.add({ pageSize: 50 })
    const headers = { Authorization: 'Bearer tok-alice' }
    const reply = await sim.fetch('http://wiki.sim/rest/reqs/1/requirement2/ENG?limit=2', { headers })
    const { results, limit } = await reply.json()
    expect([results.length, limit]).toEqual([2, 2])
  })
})

function withLimit(path: string, limit: string): string {
  const url = new URL(path, 'http://sim')
  url.searchParams.set('limit', limit)
  return `${url.pathname}${url.search}`
}

/** Bodies that have a limit of their own. */
function bodyWith(body: ReturnType<typeof exampleRequest>['body'], limit: string) {
  return typeof body === 'string' ? body.replaceAll(/"limit":\d+/g, `"limit":${limit}`) : body
}
