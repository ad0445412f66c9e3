import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../../src/model/records/service/applications.ts'
import { integrations } from '../../../src/model/records/tracker/integrations.ts'
import { issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { trackerTextId, trackerTexts } from '../../../src/model/records/tracker/tracker.ts'
import { APPLINK, integrationOf, item, type Linker, startLinker } from './linking.ts'
import { refusal } from '../../support/client.ts'

let linker: Linker
beforeEach(async () => {
  linker = await startLinker()
})

describe.each([
  ['/rename', '/createRIL'],
  [`/operations/${APPLINK}/rename`, `/operations/${APPLINK}/createRIL`],
])('%s', (rename, createLink) => {
  const renaming = { spaceKey: 'ENG', key: 'REQ-001', newKey: 'REQ-101' }

  test("renames a requirement in the tracker's links and texts, not in the wiki", async () => {
    linker.synchronise()
    await linker.done('POST', '/issuelinks/DRN-3', [item('REQ-001', { baseline: 1 }), item('REQ-001')])
    expect(await linker.done('PUT', rename, renaming)).toEqual({ status: 'ok', renamed: 3 })
    expect(await linker.shown('DRN-1')).toEqual(['implements ENG/REQ-101'])
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-001 in 1', 'implements ENG/REQ-101'])
    const texts = (await linker.author.state('trackerText')).map(({ key, baseline }) => [key, baseline])
    expect(texts).toContainEqual(['REQ-101', null])
    expect(texts).toContainEqual(['REQ-001', 1])
    expect(texts).not.toContainEqual(['REQ-001', null])
    expect(await linker.inWiki('REQ-001')).toEqual(['implements DRN-1', 'tests DRN-2'])
    expect(await linker.history(30001)).toEqual(['LINK_RENAMED implements ENG/REQ-001 is now ENG/REQ-101'])
  })

  test('renames to another space, whatever the key, and needs no answer of the wiki', async () => {
    linker.synchronise()
    const { store } = integrationOf(linker)
    store.table(applications).update(101, { status: 'DISABLED' })
    const moved = { spaceKey: 'ENG', key: 'REQ-002', newSpaceKey: 'OPS', newKey: 'REQ-002' }
    const texts = async () =>
      (await linker.author.state('trackerText')).map(({ spaceKey, key }) => `${spaceKey}/${key}`)
    const before = await texts()
    expect(await linker.done('PUT', rename, moved)).toEqual({ status: 'ok', renamed: 1 })
    expect(await linker.shown('DRN-2')).toEqual(['tests ENG/REQ-001', 'implements OPS/REQ-002'].toSorted())
    expect((await texts()).toSorted()).toEqual(
      before.map((one) => (one === 'ENG/REQ-002' ? 'OPS/REQ-002' : one)).toSorted(),
    )
    expect(await linker.done('PUT', rename, { spaceKey: 'OPS', key: 'REQ-002', newKey: 'REQ-002' })).toEqual({
      status: 'ok',
      renamed: 0,
    })
  })

  test('after the wiki renamed brings both together, whatever its message does later', async () => {
    linker.synchronise()
    await linker.author.done('PUT', '/requirement2/ENG/REQ-001', {
      newKey: 'REQ-101',
      htmlExcerpt: '<p>New.</p>',
    })
    expect(linker.faces().wiki).not.toEqual(linker.faces().tracker)
    await linker.done('PUT', rename, renaming)
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
    expect((await linker.done('GET', '/issuelinks/DRN-1'))[0].html).toBe('<p>New.</p>')
    linker.synchronise()
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
    expect(await linker.shown('DRN-1')).toEqual(['implements ENG/REQ-101'])
  })

  test('joins a link that only the wiki shows under the new name', async () => {
    linker.synchronise()
    await linker.author.done('PUT', '/requirement2/ENG/REQ-004/link/issue/DRN-1?relationship=implements')
    await linker.done('PUT', rename, { spaceKey: 'ENG', key: 'REQ-001', newKey: 'REQ-004' })
    const links = await linker.author.state('issueLink')
    const joined = links.filter(({ wiki }) => wiki?.key === 'REQ-004')
    expect(joined).toMatchObject([{ tracker: { key: 'REQ-004', issueId: 30001 } }])
  })

  test('of two links that become the same makes one', async () => {
    await linker.done('POST', '/issuelinks/DRN-1', [item('REQ-004')])
    linker.synchronise()
    await linker.done('PUT', rename, { spaceKey: 'ENG', key: 'REQ-001', newKey: 'REQ-004' })
    expect(await linker.shown('DRN-1')).toEqual(['implements ENG/REQ-004'])
  })

  test('of a link that the wiki calls so already, and of another that the tracker does, makes one', async () => {
    linker.synchronise()
    const table = integrationOf(linker).store.table(issueLinks)
    const { wiki, tracker, ...link } = table.get(40002)!
    table.put({ ...link, wiki: { ...wiki!, key: 'REQ-004' }, tracker: tracker! })
    table.insert({ ...link, id: 40009, tracker: { ...tracker!, key: 'REQ-004' } })
    await linker.done('PUT', rename, { spaceKey: 'ENG', key: 'REQ-001', newKey: 'REQ-004' })
    expect(await linker.shown('DRN-1')).toEqual(['implements ENG/REQ-004'])
    expect(table.get(40002)).toMatchObject({ wiki: { key: 'REQ-004' }, tracker: { key: 'REQ-004' } })
    expect(table.get(40009)).toBeUndefined()
  })

  test('takes along a text that no link needs', async () => {
    linker.synchronise()
    const table = integrationOf(linker).store.table(trackerTexts)
    const [text] = table.scan()
    const id = trackerTextId(APPLINK, 'ENG', 'REQ-009', null)
    table.put({ ...text!, id, key: 'REQ-009', html: 'Charge' })
    const body = { spaceKey: 'ENG', key: 'REQ-009', newKey: 'REQ-109' }
    expect(await linker.done('PUT', rename, body)).toEqual({ status: 'ok', renamed: 0 })
    expect(await linker.author.state('trackerText', 'key=REQ-009')).toEqual([])
    expect(await linker.author.state('trackerText', 'key=REQ-109')).toMatchObject([{ html: 'Charge' }])
  })

  test('of what no issue links renames nothing', async () => {
    const before = linker.author.everything()
    const unknown = { spaceKey: 'ENG', key: 'NOPE', newKey: 'NEW' }
    expect(await linker.done('PUT', rename, unknown)).toEqual({ status: 'ok', renamed: 0 })
    expect(await linker.done('PUT', rename, { spaceKey: 'ENG', key: 'REQ-001' })).toMatchObject({
      renamed: 0,
    })
    expect(linker.author.everything()).toBe(before)
  })

  test('creates a remote issue link, once', async () => {
    const body = { issueKey: 'DRN-3', spaceKey: 'ENG', key: 'REQ-003' }
    const made = await linker.done('POST', createLink, body)
    expect(made).toMatchObject({
      status: 'ok',
      link: { applinkId: APPLINK, spaceKey: 'ENG', key: 'REQ-003', relationship: 'implements' },
    })
    expect(made.link.html).toContain('The drone shall')
    expect(await linker.done('POST', createLink, body)).toEqual(made)
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-003'])
    expect(await linker.waiting()).toHaveLength(1)
    linker.synchronise()
    expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-3'])
  })

  test.each([
    ['PUT', rename, { ...renaming, applinkId: 'nope' }, rename === '/rename' ? 404 : 400, "'nope'"],
    ['POST', createLink, { issueKey: 'DRN-99', spaceKey: 'ENG', key: 'REQ-003' }, 404, "'DRN-99'"],
    ['POST', createLink, { issueKey: 'DRN-3', spaceKey: 'ENG', key: 'NOPE' }, 404, "'NOPE'"],
  ])('%s %s %j: %i %s', async (method, path, body, status, mention) => {
    const reply = await linker.refused(method, path, body, 'tok-admin')
    expect(reply).toMatchObject(refusal(status, mention))
  })

  test('lets the user of the application link act for the wiki', async () => {
    const { store, integration } = integrationOf(linker)
    store.table(integrations).update(integration.serviceId, { username: 'bob' })
    const body = { issueKey: 'DRN-3', spaceKey: 'ENG', key: 'REQ-003', relationship: 'tests' }
    const reply = await linker.call('POST', createLink, body, {
      token: null,
      headers: { authorization: `Basic ${btoa('bob:bob')}` },
    })
    expect(reply.status).toBe(200)
    expect(await linker.shown('DRN-3')).toEqual(['tests ENG/REQ-003'])
  })
})

test('with two application links the short forms need one by name', async () => {
  const { store, integration } = integrationOf(linker)
  store.table(integrations).insert({
    ...integration,
    serviceId: 'second',
    wikiApplinkId: 'second-wiki',
    trackerApplinkId: 'second-tracker',
  })
  const body = { spaceKey: 'ENG', key: 'REQ-001', newKey: 'REQ-101' }
  const reply = await linker.call('PUT', '/rename', body, { token: 'tok-admin' })
  expect(reply).toMatchObject(refusal(400, 'applinkId: the tracker has 2'))
  expect(await linker.done('PUT', '/rename', { ...body, applinkId: 'second-tracker' })).toMatchObject({
    renamed: 0,
  })
  expect(await linker.done('PUT', '/rename', { ...body, applinkId: APPLINK })).toMatchObject({ renamed: 2 })
})
