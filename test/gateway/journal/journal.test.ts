import { beforeEach, describe, expect, test } from 'vitest'
import { createSimulator, type JournalFilter } from '../../../src/index.ts'
import { type Client, startClient } from '../../support/client.ts'

const APPLICATIONS = '/api/applications?organizationId=1'

describe('bounds', () => {
  test.each([{ entries: 0 }, { bytes: 0 }])('%j keeps none, and nothing can be verified', async (journal) => {
    const sim = await createSimulator({ scenario: 'demo', journal })
    await sim.fetch('http://api.sim/api/applications/101')
    expect(sim.journal.entries()).toEqual([])
    expect(sim.journal.har().log.entries).toEqual([])
    expect(sim.report().exchanges).toBe(1)
    expect(() => sim.verify({ operation: 'standalone.application.read' })).toThrow(/the journal is off/)
  })

  test('a fork has a journal of its own, with the same bounds', async () => {
    const sim = await createSimulator({ scenario: 'demo', journal: { entries: 1 } })
    await sim.fetch('http://api.sim/api/applications/101')
    const fork = sim.fork()
    expect(fork.journal.entries()).toEqual([])
    for (let count = 0; count < 3; count++) await fork.fetch('http://api.sim/api/applications/101')
    expect(fork.journal.entries().map(({ number }) => number)).toEqual([3])
    expect(sim.journal.entries()).toHaveLength(1)
  })
})

describe('filters', () => {
  let client: Client
  beforeEach(async () => {
    client = await startClient()
    await client.get(APPLICATIONS)
    await client.get('/api/applications/999')
    await client.get('/api/nowhere', { token: 'tok-bob' })
    await client.get('/wiki/rest/reqs/1/requirement2/ENG/REQ-001', { headers: { 'x-sim-world': 'other' } })
    client.simulator.faults.add({ operation: 'standalone.application.list', status: 503 })
    await client.simulator.exchange({
      method: 'GET',
      url: APPLICATIONS,
      headers: { authorization: 'Bearer tok-eve' },
    })
  })

  test.each<[JournalFilter, number[]]>([
    [{}, [1, 2, 3, 4, 5]],
    [{ world: 'other' }, [4]],
    [{ operation: 'standalone.application.list' }, [1, 5]],
    [{ status: 404 }, [2, 3]],
    [{ status: '5XX' }, [5]],
    [{ method: 'get', since: 3 }, [4, 5]],
    [{ path: '/api/applications' }, [1, 5]],
    [{ user: 'bob' }, [3]],
    [{ unmatched: true }, [3]],
    [{ unmatched: false, user: 'alice' }, [1, 2, 4]],
    [{ faulted: true }, [5]],
    [{ faulted: false, status: '2xx' }, [1, 4]],
  ])('%j', async (filter, numbers) => {
    const { simulator } = client
    expect(simulator.journal.entries(filter).map(({ number }) => number)).toEqual(numbers)
    const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))
    const reply = await client.get(`/_sim/journal?${query}`)
    expect(reply.body.items.map(({ number }: { number: number }) => number)).toEqual(numbers)
    expect(reply.body.total).toBe(numbers.length)
    expect(simulator.journal.har(filter).log.entries.map(({ _number }) => _number)).toEqual(numbers)
  })

  test('the world of a request narrows, by header and by path', async () => {
    for (const [url, headers] of [
      ['/_sim/journal', { 'x-sim-world': 'other' }],
      ['/_world/other/_sim/journal', {}],
    ] as const) {
      const { body } = await client.simulator.exchange({ method: 'GET', url, headers })
      const { items } = JSON.parse(String(body)) as { items: { world: string }[] }
      expect(items.map(({ world }) => world)).toEqual(['other'])
    }
  })

  test('an unknown operation is refused with the nearest', async () => {
    const reply = await client.get('/_sim/journal?operation=standalone.aplication.list')
    expect([reply.status, reply.body.message]).toEqual([
      400,
      "operation: there is no 'standalone.aplication.list'; did you mean 'standalone.application.list'?",
    ])
  })

  test.each([
    ['stauts=4xx', /'stauts' is not known here: did you mean 'status'\?/],
    ['since=-1', /since/],
    ['unmatched=maybe', /unmatched/],
    ['format=xml', /format/],
  ])('%s is refused', async (query, message) => {
    const reply = await client.get(`/_sim/journal?${query}`)
    expect(reply.status).toBe(400)
    expect(reply.body.message).toMatch(message)
  })

  test.each<[string, string, RegExp]>([
    ['status', '40x', /^status of a filter of the journal must be a status .*, not '40x'$/],
    ['method', 'GTE', /^method: there is no 'GTE'; did you mean 'GET'\?$/],
    ['user', 'Alice', /^user: there is no 'Alice'; did you mean 'alice'\?$/],
    ['world', 'no world', /^world 'no world': a name is 1 to 64/],
  ])(
    '%s %j, which no exchange could have, is refused by library and control API',
    async (name, value, message) => {
      const { simulator } = client
      const filter = { [name]: value } as JournalFilter
      expect(() => simulator.journal.entries(filter)).toThrow(message)
      expect(() => simulator.journal.har(filter)).toThrow(message)
      for (const format of ['json', 'har']) {
        const reply = await client.get(
          `/_sim/journal?format=${format}&${new URLSearchParams({ [name]: value })}`,
        )
        expect(reply.status).toBe(400)
        expect(reply.body.message).toMatch(message)
      }
    },
  )

  test.each<[unknown, RegExp]>([
    [{ since: 'x' }, /^since of a filter of the journal must be a whole number from 0 to \d+, not 'x'$/],
    [{ since: -1 }, /^since of .* not '-1'$/],
    [{ unmatched: 'yes' }, /^unmatched of .* must be true or false, not 'yes'$/],
    [{ operation: null }, /^operation of a filter of the journal must be text, not 'null'$/],
    [{ path: 5 }, /^path of a filter of the journal must be text, not '5'$/],
    [null, /^a filter of the journal must be an object with world, operation/],
  ])('%j, which is no filter, is refused', (filter, message) => {
    expect(() => client.simulator.journal.entries(filter as JournalFilter)).toThrow(
      expect.objectContaining({ name: 'TypeError', message: expect.stringMatching(message) }),
    )
  })

  test('forgetting one world leaves the others, and their numbers', async () => {
    const headers = { 'x-sim-control': '1', 'content-type': 'application/json' }
    const forget = (path: string) => client.simulator.exchange({ method: 'DELETE', url: path, headers })
    expect((await forget('/_world/other/_sim/journal')).status).toBe(204)
    expect(client.simulator.journal.entries().map(({ number }) => number)).toEqual([1, 2, 3, 5])
    expect((await forget('/_sim/journal')).status).toBe(204)
    expect(client.simulator.journal.entries()).toEqual([])
    await client.get('/api/applications/101')
    expect(client.simulator.journal.entries()[0]?.number).toBe(6)
    expect(client.simulator.report().exchanges).toBe(6)
  })
})

describe('parameters and fields that nothing reads are reported', () => {
  test('by a header on the answer', async () => {
    const client = await startClient()
    const reply = await client.get(`${APPLICATIONS}&colour=red&a%20b,c=1&x%0D%0A%F0%9F%A6%80=1`)
    expect(reply.status).toBe(200)
    expect(reply.headers['X-Sim-Ignored']).toBe('query colour, query a%20b%2Cc, query x%0D%0A%F0%9F%A6%80')
    expect((await client.get(APPLICATIONS)).headers['X-Sim-Ignored']).toBeUndefined()
  })
})
