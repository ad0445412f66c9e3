import { beforeEach, describe, expect, test } from 'vitest'
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

  test('links to test cases follow', async () => {
    const [link] = await state('testCaseLink')
    const [row] = await state('requirement', `id=${link.requirementId}`)
    const moved = await done('PUT', `/requirement2/ENG/${row.key}`, { newKey: 'TOP-1' })
    expect((await state('testCaseLink', `id=${link.id}`))[0].requirementId).toBe(moved.id)
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

  test('what has moved already', async () => {
    await done('PUT', one, { newKey: 'TOP-1' })
    const before = author.everything()
    for (const body of [{ newKey: 'TOP-2' }, { htmlExcerpt: 'x' }, await done('GET', one)]) {
      expect(await attempt('PUT', one, body)).toEqual(refusal(409, "'REQ-001' is MOVED"))
    }
    expect((await call('DELETE', one)).status).toBe(409)
    expect(author.everything()).toBe(before)
  })

  test('the place where it is, is no move', async () => {
    const before = await done('GET', one)
    expect(await done('PUT', one, { newSpaceKey: 'ENG', newKey: 'REQ-001' })).toEqual(before)
  })
})
