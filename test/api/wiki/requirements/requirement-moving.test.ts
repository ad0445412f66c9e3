import { beforeEach, describe, expect, test } from 'vitest'
import { demoWith } from '../../../support/client.ts'
import {
  author,
  startWiki,
  call,
  done,
  control,
  state,
  found,
  everywhere,
  attempt,
  refusal,
} from '../author.ts'

beforeEach(() => startWiki())

const one = '/requirement2/ENG/REQ-001'
const definitions = async (id: number): Promise<string[]> =>
  (await control('GET', `/pages/${id}`)).definitions.map(({ key }: { key: string }) => key)

describe('renaming within a space', () => {
  test('the old row names the new one, which continues it on its page', async () => {
    const before = await done('GET', one)
    const moved = await done('PUT', one, { newKey: 'TOP-1', htmlExcerpt: 'The drone shall rise.' })
    expect(moved).toMatchObject({
      key: 'TOP-1',
      spaceKey: 'ENG',
      status: 'ACTIVE',
      htmlExcerpt: 'The drone shall rise.',
      htmlNeedsUpdating: false,
      page: { pageId: 4001, version: 2 },
      properties: before.properties,
      issues: before.issues,
    })
    expect(moved.id).not.toBe(6001)
    expect(await done('GET', one)).toMatchObject({
      id: 6001,
      status: 'MOVED',
      newSpaceKey: 'ENG',
      newKey: 'TOP-1',
      issues: [],
    })
    expect((await definitions(4001)).slice(0, 2)).toEqual(['TOP-1', 'REQ-002'])
    expect(await found("jira = 'DRN-1'")).toEqual(everywhere('TOP-1'))
    expect((await found("status = 'MOVED'")).wiki).toEqual(['REQ-001'])
    expect(await author.messages()).toEqual([
      'REQUIREMENT_UPDATED ENG/REQ-001',
      'REQUIREMENT_RENAMED ENG/REQ-001',
    ])
    expect((await state('outboundMessage')).at(-1)).toMatchObject({
      newSpaceKey: 'ENG',
      newKey: 'TOP-1',
    })
    expect((await author.events('REQ-001')).slice(-2)).toEqual(['WRITTEN alice', 'MOVED alice'])
    expect(await author.events('TOP-1')).toEqual(['ARRIVED alice'])
  })

  test.each([
    ['ENG', { newKey: 'TOP-1' }],
    ['OPS', { newSpaceKey: 'OPS', newKey: 'TOP-1' }],
  ])('the history in %s begins with its inline and external properties', async (space, target) => {
    await done('PUT', one, target)
    const [{ events }] = await done('GET', `/misc/${space}/history?reqs=TOP-1&expand=changes`)
    expect(events).toMatchObject([{ event: 'ARRIVED' }])
    expect(events[0].changes).toEqual(
      expect.arrayContaining([
        { field: '@Category', after: 'Functional' },
        { field: 'ext@Cost', after: '100' },
      ]),
    )
  })

  test('agrees with the page: a reindex and a view change nothing', async () => {
    const moved = await done('PUT', one, { newKey: 'TOP-1' })
    await done('PUT', '/helpers/reindex/4001')
    await done('GET', '/misc/ENG/4001')
    expect(await done('GET', '/requirement2/ENG/TOP-1')).toEqual(moved)
  })

  test('the tracker keeps the old key until the message arrives; dependencies keep it, too', async () => {
    await done('PUT', one, { newKey: 'TOP-1' })
    const links = await state('issueLink')
    const [first] = links.filter(({ id }: { id: number }) => id === 40002)
    expect(first).toMatchObject({ wiki: { key: 'TOP-1' }, tracker: { key: 'REQ-001' } })
    const child = await done('GET', '/requirement2/ENG/REQ-002')
    expect(child.dependencies).toEqual([{ spaceKey: 'ENG', key: 'REQ-001', relationship: 'refines' }])
  })

  test('the old key can be used again, and moved again', async () => {
    await done('PUT', one, { newKey: 'TOP-1' })
    await done('POST', one)
    await done('PUT', one, { newKey: 'TOP-2' })
    await done('PUT', '/requirement2/ENG/TOP-1', { newKey: 'REQ-001' })
    expect(await done('GET', one)).toMatchObject({ status: 'ACTIVE', page: { pageId: 4001 } })
  })

  test('several in one call, one version of the page', async () => {
    const moved = await done('PUT', '/requirement2/ENG', [
      { key: 'REQ-001', newKey: 'A-1' },
      { key: 'REQ-002', newKey: 'REQ-001' },
    ])
    expect(moved.map(({ key }: { key: string }) => key)).toEqual(['A-1', 'REQ-001'])
    expect((await definitions(4001)).slice(0, 3)).toEqual(['A-1', 'REQ-001', 'REQ-003'])
    expect(await control('GET', '/pages/4001')).toMatchObject({ version: 2 })
    await done('PUT', '/helpers/reindex/4001')
    expect((await done('GET', '/misc/ENG/4001')).requirements).toHaveLength(6)
  })

  test('links to test cases follow, and no others', async () => {
    await done('PUT', one, { newKey: 'TOP-1' })
    expect((await found("test_case = 'TC-1'")).wiki).toEqual(['TOP-1'])
    expect((await found("test_case = 'TC-2'")).wiki).toEqual(['REQ-002'])
  })

  test('a requirement that no page defines adds nothing to its page', async () => {
    const [{ id }] = await done('POST', '/requirement2/ENG/NEW-1?pageId=4001')
    const path = `/api/requirements/${id}?applicationId=101&updateOrigin=false`
    expect((await author.client.put(path, { key: 'NEW-2' })).status).toBe(200)
    expect(await done('GET', '/requirement2/ENG/NEW-2')).toMatchObject({
      status: 'ACTIVE',
      page: { pageId: 4001 },
    })
    expect(await definitions(4001)).not.toContain('NEW-2')
    expect(await control('GET', '/pages/4001')).toMatchObject({ version: 1 })
  })

  test('the Excel attachment stays that of the import', async () => {
    await startWiki(
      demoWith({
        world: {
          excelAttachments: [{ space: 'ENG', page: 'Power', fileName: 'import.xlsx' }],
          requirements: [
            { space: 'ENG', key: 'X-1', excel: 'import.xlsx' },
            { space: 'ENG', key: 'X-2' },
          ],
        },
      }),
    )
    await done('PUT', '/requirement2/ENG/X-1', { newKey: 'X-3' })
    await done('PUT', '/requirement2/ENG/X-2', { newKey: 'X-4' })
    const keysOf = async (query: string) =>
      (await done('GET', `/requirement2/ENG?q=${encodeURIComponent(query)}`)).results.map(
        ({ key }: { key: string }) => key,
      )
    expect(await keysOf("excel = 'import.xlsx' AND status = 'ACTIVE'")).toEqual(['X-3'])
    expect(await keysOf("excel IS NULL AND key ~ 'X-%' AND status = 'ACTIVE'")).toEqual(['X-4'])
  })

  test('issue links merge with those of a DELETED requirement under the new key; those that the tracker shows stay', async () => {
    const link = (id: number, key: string, relationship: string, faces: 'both' | 'wiki') => {
      return { id, issue: 'DRN-1', requirement: `ENG/${key}`, relationship, faces }
    }
    await startWiki(
      demoWith({
        world: {
          requirements: [
            { space: 'ENG', key: 'OLD-1' },
            { space: 'ENG', key: 'NEW-1', status: 'DELETED' },
          ],
          links: [
            link(41, 'OLD-1', 'a', 'both'),
            link(42, 'OLD-1', 'b', 'wiki'),
            link(43, 'OLD-1', 'c', 'both'),
            link(44, 'OLD-1', 'd', 'wiki'),
            link(51, 'NEW-1', 'a', 'both'),
            link(52, 'NEW-1', 'b', 'both'),
            link(53, 'NEW-1', 'c', 'wiki'),
            link(54, 'NEW-1', 'd', 'wiki'),
          ],
        },
      }),
    )
    await done('PUT', '/requirement2/ENG/OLD-1', { newKey: 'NEW-1' })
    const links = (await state('issueLink')).filter(({ id }) => id < 100)
    const keyOf = (view?: { key: string }) => view?.key ?? 'none'
    expect(links.map(({ id, wiki, tracker }) => `${id} ${keyOf(wiki)} ${keyOf(tracker)}`)).toEqual([
      '41 none OLD-1',
      '43 NEW-1 OLD-1',
      '51 NEW-1 NEW-1',
      '52 NEW-1 NEW-1',
      '54 NEW-1 none',
    ])
  })
})

describe('moving to another space', () => {
  test('the definition leaves its page; links and properties follow', async () => {
    const before = await done('GET', one)
    const moved = await done('PUT', one, { newSpaceKey: 'OPS' })
    expect(moved).toMatchObject({
      key: 'REQ-001',
      spaceKey: 'OPS',
      status: 'ACTIVE',
      htmlExcerpt: before.htmlExcerpt,
      htmlNeedsUpdating: false,
      properties: before.properties,
      issues: before.issues,
    })
    expect(moved.page).toBeUndefined()
    expect(await definitions(4001)).not.toContain('REQ-001')
    expect(await done('GET', '/requirement2/OPS/REQ-001')).toEqual(moved)
    const standalone = '/api/applications/101/projects/1002/variants/current/requirements'
    expect((await author.client.get(standalone)).body.items).toMatchObject([
      { id: moved.id, containerId: 1002 },
    ])
    expect(await done('GET', one)).toMatchObject({
      status: 'MOVED',
      newSpaceKey: 'OPS',
      newKey: 'REQ-001',
    })
  })

  test('a page of that space takes the definition', async () => {
    const { id } = await control('POST', '/pages', { title: 'Logbook', spaceKey: 'OPS' })
    await control('PUT', '/pages/4001', {
      define: [{ key: 'REQ-001', html: 'The drone shall wait.' }],
    })
    const moved = await done('PUT', one, { newSpaceKey: 'OPS', newKey: 'LOG-1', page: { pageId: id } })
    expect(moved).toMatchObject({ htmlExcerpt: 'The drone shall wait.', page: { pageId: id, version: 2 } })
    expect(await definitions(id)).toEqual(['LOG-1'])
    expect((await done('GET', `/misc/OPS/${id}`)).requirements).toMatchObject([{ key: 'LOG-1' }])
  })
})

describe('refusals of moving', () => {
  test.each([
    ['a taken key', 409, { newKey: 'REQ-002' }, "newKey 'REQ-002' is taken"],
    ['a bad key', 400, { newKey: 'A B' }, "newKey 'A B'"],
    ['an empty key', 400, { newKey: '' }, 'newKey'],
    ['an unknown space', 404, { newSpaceKey: 'NOPE' }, "'NOPE'"],
    ['a space that the caller may not edit', 403, { newSpaceKey: 'LAB' }, "may not edit space 'LAB'"],
    ['a page of the old space', 400, { newSpaceKey: 'OPS', page: { pageId: 4002 } }, "space 'OPS'"],
  ])('%s', async (_name, status, body, mention) => {
    const before = author.everything()
    const reply = await call('PUT', one, body)
    expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(mention)])
    const many = await call('PUT', '/requirement2/ENG', [{ key: 'REQ-001', ...body }])
    expect([many.status, many.text]).toEqual([status, expect.stringContaining(mention)])
    expect(author.everything()).toBe(before)
  })

  test('a requirement that has moved already cannot move again', async () => {
    await done('PUT', one, { newKey: 'TOP-1' })
    const before = author.everything()
    for (const body of [{ newKey: 'TOP-2' }, { htmlExcerpt: 'x' }, await done('GET', one)]) {
      expect(await attempt('PUT', one, body)).toEqual(refusal(409, "'REQ-001' is MOVED"))
    }
    expect((await call('DELETE', one)).status).toBe(409)
    expect(author.everything()).toBe(before)
  })

  test('a move to its own place changes nothing', async () => {
    const before = await done('GET', one)
    expect(await done('PUT', one, { newSpaceKey: 'ENG', newKey: 'REQ-001' })).toEqual(before)
  })
})
