/** Freezing while worlds are forked, exported and imported, begun by scenarios, and asked by many at once. */
import { request as httpRequest } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Served, serve } from '../../../../src/adapters/node.ts'
import { type Client, clientOf, startClient, demoWith } from '../../../support/client.ts'
import { erasePage, rewritePage } from '../pages/authoring.ts'
import { client, startDemo } from '../../../support/demo.ts'
import { wiki, page, startRunbook, advance, create, freeze, frozen } from './runbook.ts'

const control = { 'x-sim-control': '1', 'content-type': 'application/json' }

beforeEach(() => startRunbook())

const baselineOf = async (client: Client, number: number) =>
  (await client.get(`${wiki}/baseline/OPS/${number}`)).body

/** A new simulator that holds the world of another. */
async function transferred(client: Client, change: (document: WorldJson) => void = () => undefined) {
  const document = JSON.parse(
    (await client.get('/_sim/export', { token: null, headers: control })).text,
  ) as WorldJson
  change(document)
  const other = await startClient()
  const reply = await other.post('/_sim/import', document, { token: null, headers: control })
  return { other, reply }
}

interface FrozenJson {
  id: string
  number: number
  copied: number
  ids: number[]
  pageVersions: number[]
  sources: { key: string; variantId: number }[]
}

interface WorldJson {
  stores: {
    eu: {
      frozenSet: FrozenJson[]
      sequence: object[]
      baseline: { name: string; status: string; expectedCount?: number }[]
    }
  }
}

describe('a freezing', () => {
  test('continues in a fork, each on its own clock', async () => {
    await create({ name: 'One' })
    const task = await freeze(1)
    const fork = clientOf(client.simulator.fork())
    advance()
    expect(await baselineOf(client, 1)).toMatchObject({ status: 'DONE', count: 3 })
    expect(await baselineOf(fork, 1)).toMatchObject({ status: 'IN_CREATION', count: 0 })
    expect((await fork.delete(`${wiki}/tasks/${task}`)).status).toBe(204)
    fork.simulator.clock.advance('1h')
    expect(await baselineOf(fork, 1)).toMatchObject({ status: 'PREVIEW', count: 3 })
    expect(await baselineOf(client, 1)).toMatchObject({ status: 'DONE', count: 3 })
  })

  test('continues in a world that is imported half-way', async () => {
    await create({ name: 'One' })
    const task = await freeze(1)
    advance('500ms')
    const { other, reply } = await transferred(client)
    expect(reply.status).toBe(200)
    for (const each of [client, other]) {
      each.simulator.clock.advance('499ms')
      expect((await each.get(`${wiki}/tasks/status/${task}`)).body.status).toBe('RUNNING')
      each.simulator.clock.advance('1ms')
      expect((await each.get(`${wiki}/tasks/status/${task}`)).body.status).toBe('DONE')
    }
    const copy = `${wiki}/requirement2/OPS/OPS-1?v=1`
    expect((await other.get(copy)).body).toEqual((await client.get(copy)).body)
  })
})

describe('an imported world', () => {
  const link = `${wiki}/requirement2/OPS/OPS-1/link/issue/DRN-1?baseline=1&relationship=shows`

  test('has no copies of a baseline that nothing freezes', async () => {
    await frozen({ name: 'One' })
    const { reply } = await transferred(client, ({ stores }) => {
      for (const each of stores.eu.baseline) if (each.name === 'One') each.status = 'PREVIEW'
    })
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('baseline 1 is PREVIEW: no task makes copies for it')
  })

  test('has the copies with their history, also of deleted pages and requirements', async () => {
    await frozen({ name: 'One' })
    expect((await client.put(link, {})).status).toBe(201)
    await erasePage(client, page)
    const { other, reply } = await transferred(client)
    expect(reply.status, reply.text).toBe(200)
    for (const path of ['requirement2/OPS/OPS-1?v=1', 'misc/OPS/history?reqs=OPS-1', 'baseline/OPS/1/pages'])
      expect((await other.get(`${wiki}/${path}`)).body).toEqual((await client.get(`${wiki}/${path}`)).body)
    expect((await other.get(`${wiki}/requirement2/OPS/OPS-1?v=1`)).body.issues).toMatchObject([
      { issueKey: 'DRN-1', relationship: 'shows' },
    ])
    expect(
      (await other.get(`${wiki}/misc/OPS/history?reqs=OPS-1`)).body[0].events.map(
        ({ event, baseline }: { event: string; baseline?: number }) => [event, baseline],
      ),
    ).toContainEqual(['LINKED', 1])
  })

  test('uses no id and no number twice, whatever its sequences are', async () => {
    await frozen({ name: 'One' })
    const { other } = await transferred(client, ({ stores }) => (stores.eu.sequence = []))
    const made = await other.post(`${wiki}/baseline/OPS/1/create`, { name: 'Two' })
    expect(made.body.baseline).toBe(2)
    other.simulator.clock.advance('1s')
    const { results } = (await other.get(`${wiki}/requirement2/OPS?includeArchived=true`)).body
    const ids = results.map(({ id }: { id: number }) => id)
    expect(ids).toHaveLength(9)
    expect(new Set(ids).size).toBe(9)
  })

  test.each<[string, (set: FrozenJson) => unknown, string]>([
    ['another id', (set) => (set.id = '1/1/1'), 'its id must be'],
    ['too few ids', (set) => set.ids.pop(), 'as many'],
    ['more copies than requirements', (set) => (set.copied = 99), 'as many'],
    ['an id twice', (set) => (set.ids[0] = set.ids[1] as number), 'same id'],
    ['the id of a row', (set) => (set.ids[0] = 6001), 'something else has the id'],
    ['a requirement of elsewhere', (set) => (set.sources[0]!.variantId = 5003), 'its own project container'],
    ['another order', (set) => (set.sources = set.sources.toReversed()), 'in order of key'],
  ])('is refused when frozen copies have %s', async (_name, spoil, message) => {
    const { reply } = await transferred(client, ({ stores }) => spoil(stores.eu.frozenSet[0]!))
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain('stores.eu.frozenSet: record')
    expect(reply.body.message).toContain(message)
  })
})

describe('a scenario', () => {
  const scenario = (baseline: object) =>
    ({
      name: 'freezing',
      extends: ['demo'],
      world: { baselines: [{ space: 'ENG', number: 9, name: 'Soon', status: 'IN_CREATION', ...baseline }] },
    }) as const

  test('starts to freeze as the world begins', async () => {
    const query = "key ~ 'REQ-00%'"
    await startDemo({ scenario: scenario({ createdBy: 'alice', query }) })
    const read = async () => (await client.get(`${wiki}/baseline/ENG/9`)).body
    expect(await read()).toMatchObject({ status: 'IN_CREATION', count: 0 })
    const [task] = client.simulator.state('task')
    expect((await client.get(`${wiki}/tasks/status/${task?.id}`)).body).toMatchObject({ status: 'RUNNING' })
    advance()
    expect(await read()).toMatchObject({ status: 'DONE', count: 9 })
    expect((await client.get(`${wiki}/requirement2/ENG/REQ-001?v=Soon`)).body.status).toBe('ARCHIVED')
    expect((await client.post(`${wiki}/baseline/ENG`, { baseline: { name: 'Next' } })).body.baseline).toBe(10)
  })

  test('names the user who starts it', async () => {
    await expect(startClient({ scenario: scenario({}) })).rejects.toThrow(/createdBy: is required: the user/)
  })
})

describe('the counts of a preview', () => {
  const inEng = (number: number) => `${wiki}/baseline/ENG/${number}`
  const countOf = async (client: Client, number: number) => (await client.get(inEng(number))).body.count

  test('of a scenario are kept until it is reset, as those of one that was created', async () => {
    const query = "key ~ 'REQ-%'"
    await client.post(`${wiki}/baseline/ENG`, { baseline: { name: 'Created', searchQuery: query } })
    await rewritePage(client, 4002, { undefine: ['REQ-012'] })
    expect([await countOf(client, 2), await countOf(client, 4)]).toEqual([12, 12])
    for (const baseline of [2, 4]) {
      const body = { spaceKey: 'ENG', baseline, status: 'PREVIEW' }
      await client.put(`${inEng(baseline)}?fields=STATUS`, body)
    }
    expect([await countOf(client, 2), await countOf(client, 4)]).toEqual([11, 11])
  })

  test('of a scenario are of what its maker sees, links to issues included', async () => {
    const query = "jira = 'DRN-1' OR to@refines -> key = 'SEC-001'"
    const seeded = { space: 'ENG', query, status: 'PREVIEW' }
    const world = {
      requirements: [
        {
          space: 'ENG',
          page: 4001,
          key: 'FLD-1',
          text: 'Field',
          dependencies: [{ relationship: 'refines', to: 'LAB/SEC-001' }],
        },
      ],
      baselines: [
        { ...seeded, number: 4, name: 'Alice sees', createdBy: 'alice' },
        { ...seeded, number: 5, name: 'Admin sees', createdBy: 'admin' },
        { ...seeded, number: 6, name: 'Nobody made' },
      ],
    }
    await startDemo(demoWith({ world }))
    const counts = [await countOf(client, 4), await countOf(client, 5), await countOf(client, 6)]
    expect(counts).toEqual([1, 2, 2])
  })

  test('of a world of an earlier version, which did not keep them, are counted as it is imported', async () => {
    const { other } = await transferred(client, ({ stores }) => {
      for (const record of stores.eu.baseline) delete record.expectedCount
    })
    await rewritePage(other, 4002, { undefine: ['REQ-012'] })
    expect(await countOf(other, 2)).toBe(12)
  })
})

describe('numbers', () => {
  let served: Served | undefined
  afterEach(() => served?.close())

  test('of many exchanges at once have no gaps and no duplicates, through whichever door', async () => {
    const { simulator } = client
    served = await serve(simulator)
    const { port } = served
    const authorization = 'Bearer tok-alice'
    const path = `${wiki}/baseline/OPS`
    const doors = [
      async (body: string) => (await client.post(path, body)).body.baseline as number,
      async (body: string) => {
        const headers = { authorization, 'content-type': 'application/json' }
        const answer = await simulator.fetch(`https://wiki.northwind.test${path}`, {
          method: 'POST',
          headers,
          body,
        })
        return ((await answer.json()) as { baseline: number }).baseline
      },
      (body: string) =>
        new Promise<number>((resolve, reject) => {
          const headers = { authorization, 'content-type': 'application/json' }
          const sent = httpRequest({ host: '127.0.0.1', port, path, method: 'POST', headers }, (answer) => {
            let text = ''
            answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
            answer.on('end', () => resolve((JSON.parse(text) as { baseline: number }).baseline))
          })
          sent.on('error', reject)
          sent.end(body)
        }),
    ]
    const wanted = Array.from({ length: 90 }, (_, at) => at + 1)
    const numbers = await Promise.all(
      wanted.map((at) => doors[at % doors.length]!(JSON.stringify({ baseline: { name: `Baseline ${at}` } }))),
    )
    expect(numbers.toSorted((a, b) => a - b)).toEqual(wanted)
    const stored = (await client.get(path)).body.map(({ baseline }: { baseline: number }) => baseline)
    expect(stored).toEqual(wanted.toReversed())
  })
})
