/** Every alternative of the ledger changes what it says, in whichever way it is chosen; so does every setting of a world. */
import { describe, expect, test } from 'vitest'
import { assumptions } from '../../src/api/framework/assumptions.ts'
import { readConfig, writeConfig } from '../../src/model/records/world/config.ts'
import { type CallOptions, type Client, clientOf, type Reply, startClient } from '../support/client.ts'
import { type Witness, witnesses } from './witnesses.ts'

const demo = (await startClient()).simulator

/** A fork of the demo world with a choice of its own, or with none. */
function forkWith({ id, config, alternative, value = alternative }: Witness, chosen: boolean): Client {
  const fork = demo.fork()
  const before = readConfig(fork.world.system)
  writeConfig(fork.world.system, { ...before, ...config, assumptions: chosen ? { [id]: value } : {} })
  return clientOf(fork)
}

async function follow(client: Client, steps: NonNullable<Witness['before']>): Promise<Reply | undefined> {
  let last: Reply | undefined
  for (const step of steps) {
    if (typeof step === 'string') client.simulator.clock.advance(step)
    else {
      last = await client.call(...step)
      expect(last.status, last.text).toBeLessThan(300)
    }
  }
  return last
}

/** What the exchange shows, and the assumptions that it leans on. */
async function witnessed(client: Client, { before = [], call, then = [], look }: Witness) {
  await follow(client, before)
  const [method, path, options = {}] = call
  const explained: CallOptions = { ...options, headers: { ...options.headers, 'x-sim-explain': '1' } }
  const reply = await client.call(method, path, explained)
  const leansOn = reply.headers['X-Sim-Assumptions']?.split(',') ?? []
  return { shown: look((await follow(client, then)) ?? reply), leansOn }
}

describe.each(witnesses.map((witness) => [`${witness.id} ${witness.alternative}`, witness] as const))(
  '%s',
  (_name, witness) => {
    test('is not in force unless it is chosen', async () => {
      const { shown, leansOn } = await witnessed(forkWith(witness, false), witness)
      expect(shown).toEqual(witness.usual)
      expect(leansOn).toContain(witness.id)
    })

    test('changes the answer', async () => {
      const { shown, leansOn } = await witnessed(forkWith(witness, true), witness)
      expect(shown).toEqual(witness.otherwise)
      expect(leansOn).toContain(witness.id)
      expect(shown).not.toEqual(witness.usual)
    })
  },
)

test('every alternative of the ledger has a witness, and no witness is of another', () => {
  const alternatives = assumptions.flatMap(({ id, alternatives: named }) =>
    named.map(({ value }) => `${id} ${value}`),
  )
  const named = [...new Set(witnesses.map(({ id, alternative }) => `${id} ${alternative}`))]
  expect(named.toSorted()).toEqual(alternatives.toSorted())
})

describe('a choice reaches the world', () => {
  const choice = { A122: 'freezing-frozen' }
  const scenario = { name: 'chosen', extends: ['demo'], config: { assumptions: choice } }
  const control = { headers: { 'x-sim-control': '1' } }

  async function statusSent(client: Client): Promise<unknown> {
    return (await client.get('/wiki/rest/reqs/1/baseline/ENG/1')).body.status
  }

  test('from a scenario', async () => {
    expect(await statusSent(await startClient({ scenario }))).toBe('FROZEN')
  })

  test('from an option, which adds to what the scenario chooses and wins over it', async () => {
    const more = await startClient({ scenario, config: { assumptions: { A83: 'not-found' } } })
    expect(await statusSent(more)).toBe('FROZEN')
    const over = await startClient({ scenario, config: { assumptions: { A122: 'in-progress-active' } } })
    expect(await statusSent(over)).toBe('ACTIVE')
  })

  test('from a scenario that is posted to the control API, which shows what is in force', async () => {
    const client = await startClient()
    expect(await statusSent(client)).toBe('DONE')
    const reply = await client.call('POST', '/_sim/scenario', { ...control, body: scenario })
    expect(reply.status, reply.text).toBe(200)
    expect(await statusSent(client)).toBe('FROZEN')
    const { items } = (await client.get('/_sim/assumptions?id=A122')).body
    expect(items).toMatchObject([{ inForce: 'freezing-frozen', default: 'in-creation-done' }])
  })

  test('and the report names it', async () => {
    const client = await startClient({ scenario, config: { assumptions: { A122: 'BUILDING/RELEASED' } } })
    expect(await statusSent(client)).toBe('RELEASED')
    const assumption = client.simulator.report().assumptions.find(({ id }) => id === 'A122')
    expect(assumption).toMatchObject({
      inForce: 'BUILDING/RELEASED',
      behaviour: expect.stringContaining('under these names'),
    })
  })

  test.each([
    [{ A1222: 'freezing-frozen' }, "assumption 'A1222' is not in the ledger: it goes from A01 to A"],
    [{ a7: 'strict' }, "assumption 'a7' is not in the ledger: did you mean 'A07'?"],
    [{ A122: 'freezing-frozem' }, "not 'freezing-frozem': did you mean 'freezing-frozen'?"],
    [{ A122: 'SAME/SAME' }, "not 'SAME/SAME'"],
    [{ A122: 'PREVIEW/FROZEN' }, "not 'PREVIEW/FROZEN'"],
    [{ A122: 'FREEZING/ERROR' }, "not 'FREEZING/ERROR'"],
    [{ A122: '<name>/<name>' }, "not '<name>/<name>'"],
    [{ A01: 'else' }, "assumption 'A01' has no alternative to 'else'"],
  ])('%j is refused', async (chosen, message) => {
    const refused = expect.objectContaining({ message: expect.stringContaining(message) })
    const config = { assumptions: chosen as Readonly<Record<string, string>> }
    await expect(startClient({ scenario: 'demo', config })).rejects.toEqual(refused)
    await expect(startClient({ scenario: { ...scenario, config } })).rejects.toEqual(refused)
    const client = await startClient()
    const body = { ...scenario, config }
    const reply = await client.call('POST', '/_sim/scenario', { ...control, body })
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(message)])
    expect(await statusSent(client)).toBe('DONE')
  })
})

describe('messages and descriptions hold for whatever names the statuses of baselines have', () => {
  const wiki = '/wiki/rest/reqs/1'

  test('refusals name neither', async () => {
    const client = await startClient()
    const frozen = { spaceKey: 'ENG', baseline: 1 }
    const replies = [
      await client.put(`${wiki}/baseline/ENG/1?fields=STATUS`, { ...frozen, status: 'PREVIEW' }),
      await client.put(`${wiki}/baseline/ENG/1?fields=SEARCHQUERY`, {
        ...frozen,
        searchQuery: "key = 'REQ-001'",
      }),
      await client.post(`${wiki}/baseline-actions/ENG/freeze/1`),
      await client.put(`${wiki}/baseline/ENG/0/refreeze`, { baselineToRefreeze: 2 }),
    ]
    for (const { status, body } of replies) {
      expect(status).toBe(409)
      expect(body.message).not.toMatch(/\b(?:IN_CREATION|DONE|RESET|FREEZE)\b/)
    }
    expect(replies[0]?.body.message).toBe(
      "baseline '1' is frozen and cannot be reset to PREVIEW: it can be deleted",
    )
  })

  test('no schema lists them as the only ones', async () => {
    for (const product of ['wiki', 'tracker']) {
      const { body } = await (await startClient()).get(`/${product}/rest/reqs/1/openapi`)
      expect(JSON.stringify(body)).not.toMatch(/"enum":\[[^\]]*"IN_CREATION"/)
    }
  })
})

describe('settings that the behaviour names', () => {
  const settings = (name: string, value: number, site = 'wiki') => ({
    name: 'set',
    extends: ['demo'],
    world: { settings: [{ site, name, value }] },
  })

  test('the largest baseline', async () => {
    const frozen = async (client: Client) => {
      await client.post('/wiki/rest/reqs/1/baseline/ENG/1/create', { name: 'All' })
      client.simulator.clock.advance('1s')
      return (await client.get('/wiki/rest/reqs/1/baseline/ENG/4')).body.status
    }
    expect(await frozen(await startClient())).toBe('DONE')
    expect(await frozen(await startClient({ scenario: settings('baselineMaximumRequirements', 11) }))).toBe(
      'ERROR',
    )
  })

  test('what a message costs the product that receives it', async () => {
    const flushed = async (client: Client) => {
      const path = '/wiki/rest/reqs/1/integration/svc-0001-demo/queue/flush'
      const { body } = await client.get(path, { token: 'tok-admin' })
      return body.answers.map(({ status }: { status: string }) => status)
    }
    expect(await flushed(await startClient())).toEqual(['DONE', 'DONE'])
    const slow = await startClient({ scenario: settings('messageMilliseconds', 20_000, 'tracker') })
    expect(await flushed(slow)).toEqual(['DONE', 'NOT_EXECUTED'])
  })

  test('the largest body', async () => {
    const path = '/wiki/rest/reqs/1/baseline/OPS/1/create'
    const name = { name: 'x'.repeat(100) }
    const small = await startClient({ scenario: 'demo', config: { maximumBodyBytes: 1024 } })
    expect((await small.post(path, name)).status).toBe(200)
    expect((await small.post(path, { ...name, queryString: ' '.repeat(1024) })).status).toBe(413)
    expect((await (await startClient()).post(path, { ...name, queryString: ' '.repeat(1024) })).status).toBe(
      200,
    )
  })

  test('sets the user of requests without a credential, on the embedded interfaces only', async () => {
    const open = await startClient({ scenario: 'demo', config: { auth: { anonymousAs: 'bob' } } })
    const none = { token: null }
    expect((await open.get('/wiki/rest/reqs/1/requirement2/ENG/REQ-001', none)).status).toBe(200)
    expect((await open.get('/wiki/rest/reqs/1/requirement2/OPS', none)).status).toBe(403)
    expect((await open.get('/api/applications/101', none)).status).toBe(401)
    const closed = await startClient()
    expect((await closed.get('/wiki/rest/reqs/1/requirement2/ENG/REQ-001', none)).status).toBe(401)
  })

  test('whether a search looks into other spaces', async () => {
    const found = async (client: Client) =>
      (await client.get('/wiki/rest/reqs/1/requirement2/OPS')).body.count
    expect(await found(await startClient())).toBe(0)
    expect(await found(await startClient({ scenario: 'demo', config: { isolateSpaces: false } }))).toBe(12)
  })

  test.each([
    ['enforce', 429, '0'],
    ['observe', 200, '0'],
    ['off', 200, '200'],
  ] as const)('rate limits: %s', async (rateLimit, status, remaining) => {
    const client = await startClient({ scenario: 'demo', config: { rateLimit } })
    for (let count = 0; count < 200; count++) await client.get('/api/applications/101')
    const reply = await client.get('/api/applications/101')
    expect([reply.status, reply.headers['X-Rate-Limit-Remaining']]).toEqual([status, remaining])
  })
})

describe('absent fields as null', () => {
  const nulls = { scenario: 'demo', config: { assumptions: { A21: 'null' } } } as const
  const wiki = '/wiki/rest/reqs/1'

  test('are in answers of every interface, nested ones too', async () => {
    const client = await startClient(nulls)
    const explain = { headers: { 'x-sim-explain': '1' } }
    const { headers, body } = await client.get(`${wiki}/requirement2/ENG/REQ-001`, explain)
    expect(headers['X-Sim-Assumptions']?.split(',')).toContain('A21')
    expect(body).toMatchObject({ newSpaceKey: null, references: null, baselineDetails: { pageId: null } })
    const listed = await client.get(`${wiki}/baseline/ENG?expand=details`)
    expect(listed.body).toMatchObject([{ message: expect.any(String) }, { message: null }, { message: null }])
    expect((await client.get('/tracker/rest/reqs/1/issuelinks/DRN-1')).body[0].baseline).toBeNull()
  })

  test('leave out nothing that is said otherwise, and add nothing else', async () => {
    const usual = await (await startClient()).get(`${wiki}/requirement2/ENG?limit=3`)
    const { body } = await (await startClient(nulls)).get(`${wiki}/requirement2/ENG?limit=3`)
    expect(body).toMatchObject(usual.body)
    const added = Object.entries(body.results[0]).filter(
      ([name]) => !Object.hasOwn(usual.body.results[0], name),
    )
    expect(added.length).toBeGreaterThan(0)
    for (const [, value] of added) expect(value).toBeNull()
  })
})
