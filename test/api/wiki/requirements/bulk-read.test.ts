import { beforeAll, describe, expect, test } from 'vitest'
import { demoWith, startClient } from '../../../support/client.ts'
import { client, startDemo } from '../../../support/demo.ts'

const wiki = '/wiki/rest/reqs/1'
const request = `${wiki}/requirement3/request`

beforeAll(() => startDemo())

const ask = (body: unknown, parameters = '', token = 'tok-alice') =>
  client.put(`${request}${parameters}`, body, { token })
const eng = (key: string) => ({ spaceKey: 'ENG', key })
const keys = (reply: { body: { results: { key: string }[] } }) => reply.body.results.map(({ key }) => key)

describe('requirements in bulk', () => {
  test('in the order of the request, as reading each by key answers', async () => {
    const reply = await ask([eng('REQ-003'), eng('REQ-001')])
    expect(reply.body).toEqual({
      results: [
        (await client.get(`${wiki}/requirement2/ENG/REQ-003`)).body,
        (await client.get(`${wiki}/requirement2/ENG/REQ-001`)).body,
      ],
      count: 2,
      limit: 1000,
    })
  })

  test('each once; what does not exist is left out; a deleted one answers with its status', async () => {
    const reply = await ask([
      eng('REQ-001'),
      eng('NONE'),
      eng('REQ-099'),
      eng('REQ-001'),
      { spaceKey: 'NONE', key: 'REQ-001' },
      { spaceKey: 'ENG', key: 'EXP-001' },
    ])
    expect(keys(reply)).toEqual(['REQ-001', 'REQ-099'])
    expect(reply.body.results[1].status).toBe('DELETED')
    expect(reply.body.count).toBe(2)
  })

  test('v asks for what a baseline froze, null for what it is now', async () => {
    const reply = await ask([
      { ...eng('REQ-001'), v: 1 },
      { ...eng('REQ-001'), v: null },
      { ...eng('REQ-010'), v: 1 },
      { ...eng('REQ-001'), v: 99 },
    ])
    expect(
      reply.body.results.map(({ status, baseline }: Record<string, unknown>) => [status, baseline]),
    ).toEqual([
      ['ARCHIVED', 1],
      ['ACTIVE', 3],
    ])
  })

  test('spaces without read are left out', async () => {
    const both = [{ spaceKey: 'LAB', key: 'SEC-001' }, eng('REQ-001')]
    expect(keys(await ask(both))).toEqual(['REQ-001'])
    expect(keys(await ask(both, '', 'tok-admin'))).toEqual(['SEC-001', 'REQ-001'])
    expect((await ask(both, '', 'tok-eve')).body).toEqual({ results: [], count: 0, limit: 1000 })
  })

  test('limit cuts the results and not the count', async () => {
    const reply = await ask(['REQ-005', 'REQ-004', 'REQ-003'].map(eng), '?limit=2')
    expect(keys(reply)).toEqual(['REQ-005', 'REQ-004'])
    expect(reply.body).toMatchObject({ count: 3, limit: 2 })
    expect((await ask([eng('REQ-001')], '?limit=1001')).status).toBe(400)
  })

  test('allows at most 1,000', async () => {
    const many = (count: number) => Array.from({ length: count }, () => eng('REQ-001'))
    expect((await ask(many(1000))).body.count).toBe(1)
    expect((await ask(many(1001))).status).toBe(400)
    expect((await ask([])).body).toEqual({ results: [], count: 0, limit: 1000 })
  })

  test.each([
    [{ key: 'REQ-001' }],
    [{ spaceKey: 'ENG' }],
    [{ ...eng('REQ-001'), v: '1' }],
    [{ ...eng('REQ-001'), v: -1 }],
  ])('%j is refused', async (item) => {
    expect((await ask([item])).status).toBe(400)
  })
})

describe('dependent pages', () => {
  test('define the results, what these depend on, and what depends on them', async () => {
    const { body } = await ask([eng('REQ-002')], '?fetchDependentPages=true')
    expect(body.pages).toEqual([
      {
        pageId: 4001,
        title: 'Flight control',
        requirements: [
          { id: 6001, spaceKey: 'ENG', key: 'REQ-001' },
          { id: 6002, spaceKey: 'ENG', key: 'REQ-002' },
          { id: 6004, spaceKey: 'ENG', key: 'REQ-004' },
        ],
      },
    ])
    expect((await ask([eng('REQ-002')], '?fetchDependentPages=false')).body).not.toHaveProperty('pages')
  })

  test('tell a requirement and its frozen copy apart, by id', async () => {
    const { body } = await ask([{ ...eng('REQ-005'), v: 1 }, eng('REQ-005')], '?fetchDependentPages=true')
    expect(body.pages[0].requirements.map(({ id }: { id: number }) => id)).toEqual([6005, 6025])
  })

  test('by page id; those of frozen copies stay within their baseline', async () => {
    const { body } = await ask([eng('REQ-007'), { ...eng('REQ-002'), v: 1 }], '?fetchDependentPages=true')
    expect(body.pages.map(({ pageId }: { pageId: number }) => pageId)).toEqual([4001, 4002])
    expect(body.pages[0].requirements).toMatchObject([
      { key: 'REQ-001', baseline: 1 },
      { key: 'REQ-002', baseline: 1 },
      { key: 'REQ-004', baseline: 1 },
    ])
  })

  test('only those of results within the limit, and only those that the caller may read', async () => {
    const cut = await ask([eng('REQ-001'), eng('REQ-007')], '?fetchDependentPages=true&limit=1')
    expect(cut.body.pages.map(({ pageId }: { pageId: number }) => pageId)).toEqual([4001])
    const secretive = await startClient(
      demoWith({
        world: {
          pages: [{ id: 4100, space: 'LAB', title: 'Secret plan' }],
          requirements: [
            {
              id: 6801,
              space: 'LAB',
              page: 'Secret plan',
              key: 'SEC-002',
              text: 'x',
              dependencies: [{ to: 'ENG/REQ-001' }],
            },
          ],
        },
      }),
    )
    const pages = async (token: string) => {
      const reply = await secretive.put(`${request}?fetchDependentPages=true`, [eng('REQ-001')], { token })
      return reply.body.pages.map(({ title }: { title: string }) => title)
    }
    expect(await pages('tok-alice')).toEqual(['Flight control'])
    expect(await pages('tok-admin')).toEqual(['Flight control', 'Secret plan'])
  })
})
