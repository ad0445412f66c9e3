import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, startClient } from '../../../support/client.ts'

let client: Client
beforeAll(async () => {
  client = await startClient()
})

const ids = (reply: { body: { items: { id: number }[] } }) => reply.body.items.map((item) => item.id)
const base = '/api/applications/101'

describe('containers', () => {
  test('those that the caller may read, by id', async () => {
    expect(ids(await client.get(`${base}/containers`))).toEqual([1001, 1002, 1100, 1101, 1102])
    expect(ids(await client.get(`${base}/containers`, { token: 'tok-bob' }))).toEqual([
      1001, 1100, 1101, 1102,
    ])
    expect(ids(await client.get(`${base}/containers`, { token: 'tok-admin' }))).toContain(1003)
    expect((await client.get(`${base}/containers`, { token: 'tok-eve' })).status).toBe(403)
  })

  test.each([
    ['type=space', [1001, 1002]],
    ['type=PAGE', [1100, 1101, 1102]],
    ['level=project', [1001, 1002]],
    ['level=Document', [1100, 1101, 1102]],
    ['parentContainerId=1100', [1101, 1102]],
    ['parentContainerId=1001', [1100]],
    ['spaceKey=ENG', [1001]],
    ['spaceKey=eng', []],
    // What is in a space has no key of a space, so that this was always empty.
    ['type=PAGE&spaceKey=ENG', [1100, 1101, 1102]],
    ['level=DOCUMENT&spaceKey=ENG&parentContainerId=1100', [1101, 1102]],
    ['type=page&spaceKey=OPS', []],
    ['type=SPACE&spaceKey=ENG', [1001]],
    ['level=PROJECT&spaceKey=ENG', [1001]],
    ['pageId=4001', [1101]],
    ['type=PAGE&pageId=4002', [1102]],
    ['type=SPACE&pageId=4002', []],
    ['issueId=30001', []],
    ['parentContainerId=9223372036854775807', []],
    ['sort=name', [1100, 1001, 1101, 1002, 1102]],
    ['sort=name,desc&limit=2', [1102, 1002]],
    ['sort=level,desc&sort=id,desc', [1002, 1001, 1102, 1101, 1100]],
    ['sort=type,asc,id,desc', [1102, 1101, 1100, 1002, 1001]],
  ])('filtered and ordered by %s', async (query, expected) => {
    expect(ids(await client.get(`${base}/containers?${query}`))).toEqual(expected)
  })

  test('have the identifier of their type and nothing else', async () => {
    const space = (await client.get(`${base}/containers/1001`)).body
    expect(space).toEqual({
      id: 1001,
      applicationId: 101,
      type: 'SPACE',
      level: 'PROJECT',
      name: expect.any(String),
      key: 'ENG',
      spaceId: expect.any(Number),
      spaceKey: 'ENG',
    })
    const page = (await client.get(`${base}/containers/1101`)).body
    expect(page).toEqual({
      id: 1101,
      applicationId: 101,
      parentContainerId: 1100,
      type: 'PAGE',
      level: 'DOCUMENT',
      name: 'Flight control',
      pageId: 4001,
    })
  })

  test('of the tracker and of the workspace server', async () => {
    expect(ids(await client.get('/api/applications/102/containers?type=PROJECT'))).toEqual([2001])
    expect((await client.get('/api/applications/102/containers?issueId=30001')).body.items).toMatchObject([
      { type: 'ISSUE', issueId: 30001, key: 'DRN-1', parentContainerId: 2001 },
    ])
    expect((await client.get('/api/applications/103/containers', { token: 'tok-admin' })).status).toBe(200)
  })

  test('one that the caller may not read is 403, one of another application 404', async () => {
    expect((await client.get(`${base}/containers/1003`)).status).toBe(403)
    expect((await client.get(`${base}/containers/1003`, { token: 'tok-admin' })).status).toBe(200)
    expect((await client.get(`${base}/containers/2001`)).status).toBe(404)
    expect((await client.get(`${base}/containers/abc`)).status).toBe(404)
  })

  test('names match in part where the ledger’s alternative says so', async () => {
    const loose = await startClient({ scenario: 'demo', config: { assumptions: { A43: 'contains' } } })
    expect(ids(await loose.get(`${base}/containers?spaceKey=en`))).toEqual([1001])
  })

  test('a space without permissions is for the administrators of its site only', async () => {
    const space = {
      container: 1009,
      site: 'wiki',
      key: 'NEW',
      name: 'New',
      variants: [{ name: 'Current', current: true }],
    }
    const own = await startClient({ scenario: { extends: ['demo'], world: { spaces: [space] } } })
    for (const path of ['/api/applications/101/containers/1009', '/wiki/rest/reqs/1/requirement2/NEW']) {
      expect((await own.get(path, { token: 'tok-admin' })).status).toBe(200)
      expect((await own.get(path)).status).toBe(403)
    }
    const reserve = '/wiki/rest/reqs/1/requirement2/NEW/NEW-1'
    expect((await own.post(reserve)).status).toBe(403)
    expect((await own.post(reserve, undefined, { token: 'tok-admin' })).status).toBeLessThan(300)
  })
})

test('projects are the containers of level project', async () => {
  expect(ids(await client.get(`${base}/projects`))).toEqual([1001, 1002])
  expect(ids(await client.get(`${base}/projects?sort=key,desc`))).toEqual([1002, 1001])
  expect(ids(await client.get('/api/applications/102/projects'))).toEqual([2001])
})

describe('variants', () => {
  const variants = `${base}/projects/1001/variants`

  test('in pages, by name, and one by id', async () => {
    const all = await client.get(variants)
    expect(all.body.items[0]).toEqual({
      id: 5001,
      projectContainerId: 1001,
      name: 'Current',
      current: true,
      createdAt: '2026-01-05T09:00:00.000Z',
    })
    expect(ids(await client.get(`${variants}?name=Current`))).toEqual([5001])
    expect(ids(await client.get(`${variants}?name=current`))).toEqual([])
    expect(ids(await client.get(`${variants}?sort=id,desc`))).toEqual(ids(all).toReversed())
    expect((await client.get(`${variants}/5001`)).body).toEqual(all.body.items[0])
  })

  test('unknown ones are 404, those of unreadable projects 403', async () => {
    expect((await client.get(`${variants}/1`)).status).toBe(404)
    expect((await client.get(`${base}/projects/1100/variants`)).status).toBe(404)
    expect((await client.get(`${base}/projects/1003/variants`)).status).toBe(403)
    expect((await client.get(`${base}/projects/2001/variants`)).status).toBe(404)
  })

  test('every project has a current one', async () => {
    expect((await client.get(`${base}/projects/1002/variants`)).body.items).toMatchObject([
      { name: 'Current', current: true },
    ])
  })
})
