import { beforeEach, describe, expect, test } from 'vitest'
import { containers } from '../../../src/model/records/service/containers.ts'
import { type IssueLinkRecord, issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { requirements } from '../../../src/model/records/wiki/requirements.ts'
import { integrationOf, item, type Linker, startLinker } from './linking.ts'
import { demoWith, pluck, refusal } from '../../support/client.ts'

let linker: Linker
beforeEach(async () => {
  linker = await startLinker()
})

const associate = (body: object, id: number | string = 40001) =>
  linker.call('PUT', `/recover-null-keys/associate/${id}`, body, { token: 'tok-admin' })

/** A link of the tracker that lost its key. */
const lose = (id: number, issueId: number, more: object = {}) => {
  const table = integrationOf(linker).store.table(issueLinks)
  const known = table.get(40001) as IssueLinkRecord & { tracker: object }
  table.insert({ ...known, id, tracker: { ...known.tracker, issueId, ...more } } as IssueLinkRecord)
}
/** Calls the issue of link 40001 by another name. */
const rename = (summary: string) =>
  void integrationOf(linker).store.table(containers).update(2105, { name: summary })
const lost = async (query: string): Promise<number[]> =>
  pluck(await linker.done('GET', `/recover-null-keys/suggest${query}`), 'id')
/** What link 40001 may have meant: `REQ-005 WORDS route`. */
const candidates = async (): Promise<string[]> =>
  (await linker.done('GET', '/recover-null-keys/suggest'))[0].candidates.map(
    ({ key, reason, words }: { key: string; reason: string; words: string[] }) =>
      `${key} ${reason} ${words.join(' ')}`,
  )

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

  test('are as many as requested, by id, and of this tracker only', async () => {
    lose(40012, 30001)
    lose(40011, 30002)
    lose(40010, 30003, { applicationId: 104 })
    expect(await lost('')).toEqual([40001, 40011, 40012])
    expect(await lost('?limit=2')).toEqual([40001, 40011])
    const foreign = await associate({ key: 'REQ-005' }, 40010)
    expect(foreign).toMatchObject(refusal(404, "'40010'"))
    expect((await associate({ key: 'REQ-005' }, '9007199254740993')).status).toBe(404)
  })

  test('rank requirements by words that few others have, and by key where that is the same', async () => {
    // 'ground' and 'ALTITUDE' twice over: a word counts once; 'up' is too short to say anything.
    rename('Ground: altitude, ALTITUDE/ground - up (hovering) land battery')
    expect(await candidates()).toEqual([
      'REQ-004 WORDS ground altitude',
      'REQ-008 WORDS land battery',
      'REQ-001 WORDS land',
      'REQ-002 WORDS altitude',
      'REQ-003 WORDS hovering',
      'REQ-010 WORDS hovering',
      'REQ-007 WORDS battery',
      'REQ-009 WORDS battery',
    ])
  })

  test('are ten at most, of ACTIVE requirements of what the space is now', async () => {
    rename('What drone weighs a propeller')
    // A word that all have: the twelve of the current variant, by key.
    expect(await candidates()).toEqual(
      Array.from({ length: 10 }, (_, at) => `REQ-${String(at + 1).padStart(3, '0')} WORDS drone`),
    )
    rename('Spare propeller, to weigh')
    expect(await candidates()).toEqual([])
  })

  test('say nothing by a word that more than a thousand requirements have', async () => {
    const many = async (count: number) => {
      linker = await startLinker(
        demoWith({ generate: [{ requirements: count, space: 'OPS', prefix: 'OPS-' }] }),
      )
      const table = integrationOf(linker).store.table(requirements)
      for (const row of [...table.scan()].filter(({ spaceKey }) => spaceKey === 'OPS'))
        table.update(row.id, { text: 'Compass' })
      lose(40011, 30003, { spaceKey: 'OPS' })
      const found = await linker.done('GET', '/recover-null-keys/suggest')
      return found.find(({ id }: { id: number }) => id === 40011).candidates.length
    }
    expect(await many(1000)).toBe(10)
    expect(await many(1001)).toBe(0)
  })

  test('are of the space of each link', async () => {
    lose(40011, 30003, { spaceKey: 'LAB' })
    lose(40012, 30001, { spaceKey: 'NOPE' })
    lose(40013, 30002)
    const { store } = integrationOf(linker)
    store.table(containers).update(2103, { name: 'Encrypt the route' })
    const all = await linker.done('GET', '/recover-null-keys/suggest')
    expect(
      all.map((one: { id: number; candidates: { key: string }[] }) => [
        one.id,
        one.candidates.map(({ key }) => key).slice(0, 2),
      ]),
    ).toEqual([
      [40001, ['REQ-005', 'REQ-006']],
      [40011, ['SEC-001']],
      [40012, []],
      [40013, ['REQ-002', 'REQ-003']],
    ])
  })

  test('of the wiki’s links are those of the same relationship that the tracker does not show, by key', async () => {
    const link = (key: string) =>
      linker.author.done('PUT', `/requirement2/ENG/${key}/link/issue/DRN-5?relationship=implements`)
    await link('REQ-012')
    await link('REQ-008')
    await linker.done('POST', '/issuelinks/DRN-5', [item('REQ-010')])
    await link('REQ-010')
    await linker.author.done('PUT', '/requirement2/ENG/REQ-011/link/issue/DRN-4?relationship=implements')
    rename('Nothing')
    expect(await candidates()).toEqual(['REQ-008 WIKI_LINK ', 'REQ-012 WIKI_LINK '])
    // The wiki’s word comes first, and is not said twice.
    rename('Emergency charge')
    expect(await candidates()).toEqual(['REQ-008 WIKI_LINK ', 'REQ-012 WIKI_LINK ', 'REQ-007 WORDS charge'])
    const { store } = integrationOf(linker)
    const row = store.table(requirements).findUnique('key', [1001, 'REQ-008'], 5001)
    store.table(requirements).update(row!.id, { status: 'DELETED' })
    expect(await candidates()).toEqual(['REQ-012 WIKI_LINK ', 'REQ-007 WORDS charge'])
  })

  test('of the wiki’s links are of every space, and the link itself where the wiki shows it still', async () => {
    await linker.author.done('POST', '/requirement2/OPS/CHK-1', { htmlExcerpt: '<p>Look twice.</p>' })
    await linker.author.done('PUT', '/requirement2/OPS/CHK-1/link/issue/DRN-5?relationship=implements')
    const table = integrationOf(linker).store.table(issueLinks)
    const { wiki } = table.get(40002)!
    table.update(40001, { wiki: { ...wiki!, issueKey: 'DRN-5', key: 'REQ-009' } })
    rename('Nothing')
    expect(await candidates()).toEqual(['CHK-1 WIKI_LINK ', 'REQ-009 WIKI_LINK '])
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

  test('leaves a link alone that the wiki shows by what this one was', async () => {
    const table = integrationOf(linker).store.table(issueLinks)
    const { wiki, tracker } = table.get(40002)!
    table.insert({
      id: 40009,
      serviceId: 'svc-0001-demo',
      wiki: { ...wiki!, issueKey: 'DRN-5', key: 'REQ-005' },
      tracker: { ...tracker!, issueId: 30005, key: 'REQ-009' },
    })
    expect((await associate({ key: 'REQ-005' })).body.link).toMatchObject({ id: 40001, key: 'REQ-005' })
    expect(await linker.shown('DRN-5')).toEqual(['implements ENG/REQ-005', 'implements ENG/REQ-009'])
  })

  test('of a frozen copy names the baseline', async () => {
    await associate({ key: 'REQ-005', baseline: 1 })
    expect(await linker.shown('DRN-5')).toEqual(['implements ENG/REQ-005 in 1'])
  })

  test('refuses what is no lost link and what does not exist', async () => {
    await linker.done('POST', '/issuelinks/DRN-5', [item('REQ-006')])
    // A link that only the wiki shows has no key to lose.
    const table = integrationOf(linker).store.table(issueLinks)
    table.insert({ id: 40009, serviceId: 'svc-0001-demo', wiki: table.get(40002)!.wiki! })
    for (const [body, id, status, mention] of [
      [{ key: 'NOPE' }, 40001, 404, "'NOPE'"],
      [{ key: 'REQ-009', baseline: 1 }, 40001, 404, 'in baseline 1'],
      [{ key: 'REQ-005' }, 77, 404, "'77'"],
      [{ key: 'REQ-005' }, 40009, 404, "'40009'"],
      [{ key: 'REQ-005' }, 40002, 409, "'REQ-001'"],
      [{ key: 'REQ-006' }, 40001, 409, "'REQ-006'"],
    ] as const) {
      const before = linker.author.everything()
      const reply = await associate(body, id)
      expect(reply).toMatchObject(refusal(status, mention))
      expect(linker.author.everything()).toBe(before)
    }
  })
})
