import { beforeEach, describe, expect, test } from 'vitest'
import { issueLinks } from '../../src/model/links/records.ts'
import { integrationOf, item, type Linker, startLinker } from './linking.ts'

let linker: Linker
beforeEach(async () => {
  linker = await startLinker()
})

const associate = (body: object, id: number | string = 40001, token = 'tok-admin') =>
  linker.call('PUT', `/recover-null-keys/associate/${id}`, body, { token })

describe('suggestions', () => {
  test('list links that lost their key, and requirements that sound like the issue', async () => {
    const [lost, ...more] = await linker.done('GET', '/recover-null-keys/suggest')
    expect(more).toEqual([])
    expect(lost).toMatchObject({
      id: 40001,
      issueKey: 'DRN-5',
      summary: 'Route is lost after a restart',
      spaceKey: 'ENG',
      key: null,
      relationship: 'implements',
    })
    expect(lost.candidates[0]).toEqual({
      spaceKey: 'ENG',
      key: 'REQ-005',
      text: 'The drone shall follow a route of up to 200 waypoints.',
      reason: 'WORDS',
      words: ['route'],
    })
  })

  test('begin with what the wiki links to the issue', async () => {
    await linker.author.done('PUT', '/requirement2/ENG/REQ-011/link/issue/DRN-5?relationship=implements')
    await linker.author.done('PUT', '/requirement2/ENG/REQ-012/link/issue/DRN-5?relationship=tests')
    const [lost] = await linker.done('GET', '/recover-null-keys/suggest')
    const found = lost.candidates.map(({ key, reason }: Record<string, string>) => [key, reason])
    expect(found.slice(0, 2)).toEqual([
      ['REQ-011', 'WIKI_LINK'],
      ['REQ-005', 'WORDS'],
    ])
  })

  test('are gone once the key is there', async () => {
    await associate({ key: 'REQ-005' })
    expect(await linker.done('GET', '/recover-null-keys/suggest')).toEqual([])
  })
})

describe('the lookup', () => {
  const keys = async (query: string) =>
    (await linker.done('GET', `/recover-null-keys/requirement${query}`)).map(
      ({ key }: { key: string }) => key,
    )

  test('finds ACTIVE requirements by how their key begins', async () => {
    expect(await keys('?key=REQ-01')).toEqual(['REQ-010', 'REQ-011', 'REQ-012'])
    expect(await keys('?key=REQ-0&limit=2')).toEqual(['REQ-001', 'REQ-002'])
    expect(await keys('?key=REQ-099')).toEqual([])
    expect(await keys('?spaceKey=LAB')).toEqual(['SEC-001'])
    expect(await keys('?spaceKey=NOPE')).toEqual([])
    expect(await keys('')).toHaveLength(12)
  })
})

describe('associating', () => {
  test('heals the link, in the wiki with the next synchronisation', async () => {
    const reply = await associate({ key: 'REQ-005' })
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { status: 'ok', link: { id: 40001, spaceKey: 'ENG', key: 'REQ-005', baseline: null } },
    ])
    expect(reply.body.link.html).toContain('follow a route')
    expect(await linker.shown('DRN-5')).toEqual(['implements ENG/REQ-005'])
    expect(await linker.inWiki('REQ-005')).toEqual([])
    linker.synchronise()
    expect(await linker.inWiki('REQ-005')).toEqual(['implements DRN-5'])
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
    expect(await linker.history(30005)).toEqual(['LINK_RECOVERED implements ENG/? is now ENG/REQ-005'])
  })

  test('joins the link that only the wiki shows', async () => {
    await linker.author.done('PUT', '/requirement2/ENG/REQ-005/link/issue/DRN-5?relationship=implements')
    const { link } = (await associate({ key: 'REQ-005', spaceKey: 'ENG' })).body
    const records = (await linker.author.state('issueLink')).filter(({ wiki }) => wiki?.issueKey === 'DRN-5')
    expect(records).toMatchObject([{ id: link.id, wiki: { key: 'REQ-005' }, tracker: { key: 'REQ-005' } }])
    expect(await linker.author.state('issueLink', 'id=40001')).toEqual([])
    linker.synchronise()
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
  })

  test('keeps the face that the wiki has of the same link', async () => {
    const { store } = integrationOf(linker)
    const { tracker, wiki } = store.table(issueLinks).get(40002)!
    store.table(issueLinks).put({
      id: 40002,
      serviceId: 'svc-0001-demo',
      wiki: wiki!,
      tracker: { ...tracker!, key: null },
    })
    expect((await associate({ key: 'REQ-001' }, 40002)).status).toBe(200)
    expect(await linker.author.state('issueLink', 'id=40002')).toMatchObject([
      { wiki: { key: 'REQ-001' }, tracker: { key: 'REQ-001' } },
    ])
  })

  test('of a frozen copy names the baseline', async () => {
    await associate({ key: 'REQ-005', baseline: 1 })
    expect(await linker.shown('DRN-5')).toEqual(['implements ENG/REQ-005 in 1'])
  })

  test('refuses what is no lost link and what does not exist', async () => {
    await linker.done('POST', '/issuelinks/DRN-5', [item('REQ-006')])
    for (const [body, id, status, mention, token] of [
      [{ key: 'NOPE' }, 40001, 404, "'NOPE'", 'tok-admin'],
      [{ key: 'REQ-009', baseline: 1 }, 40001, 404, 'in baseline 1', 'tok-admin'],
      [{ key: 'REQ-005' }, 77, 404, "'77'", 'tok-admin'],
      [{ key: 'REQ-005' }, 40002, 409, "'REQ-001'", 'tok-admin'],
      [{ key: 'REQ-006' }, 40001, 409, "'REQ-006'", 'tok-admin'],
      [{ key: 'REQ-005' }, 40001, 403, "'alice'", 'tok-alice'],
    ] as const) {
      const before = linker.author.everything()
      const reply = await associate(body, id, token)
      expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(mention)])
      expect(linker.author.everything()).toBe(before)
    }
    for (const path of ['/recover-null-keys/suggest', '/recover-null-keys/requirement'])
      expect((await linker.call('GET', path)).status).toBe(403)
  })
})
