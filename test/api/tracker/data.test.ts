import { beforeEach, describe, expect, test } from 'vitest'
import { operations } from '../../../src/api/operations.ts'
import { applications } from '../../../src/model/records/service/applications.ts'
import { integrations } from '../../../src/model/records/tracker/integrations.ts'
import { issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { requirements } from '../../../src/model/records/wiki/requirements.ts'
import { customFields } from '../../../src/model/records/tracker/tracker.ts'
import { grants } from '../../../src/model/records/service/users.ts'
import { APPLINK, item, type Linker, startLinker } from './linking.ts'

let linker: Linker
beforeEach(async () => {
  linker = await startLinker()
})

const region = () => linker.author.client.simulator.world.region('eu')
const get = async (path: string) => {
  const reply = await linker.call('GET', path)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const statusOf = async (method: string, path: string, body?: unknown, token = 'tok-alice') =>
  (await linker.call(method, path, body, { token })).status
/** Nobody but administrators may see project DRN. */
const closeProject = () => {
  for (const user of [1, 2, 3]) region().table(grants).remove(`2001:${user}`)
}

describe('what the tracker says about itself', () => {
  test('the relationships in use, of projects that the caller may read', async () => {
    expect(await get('/relationships')).toEqual(['implements', 'tests'])
    await linker.done('POST', '/issuelinks/DRN-3', [item('REQ-003', { relationship: 'Verifies' })])
    expect(await get('/relationships')).toEqual(['Verifies', 'implements', 'tests'])
    closeProject()
    expect(await get('/relationships')).toEqual(['implements'])
  })

  test('the fields of issues, custom ones last', async () => {
    const before = await get('/metadata/customfields')
    expect(before).toContainEqual({ id: 'summary', name: 'Summary', type: 'string', custom: false })
    // One of some values, though whoever makes an issue may write any.
    expect(before).toContainEqual({ id: 'status', name: 'Status', type: 'option', custom: false })
    expect(before.every(({ custom }: { custom: boolean }) => !custom)).toBe(true)
    region()
      .table(customFields)
      .insert({ id: 'customfield_10100', applicationId: 102, name: 'Safety level', type: 'option' })
    region()
      .table(customFields)
      .insert({ id: 'customfield_10101', applicationId: 999, name: 'Elsewhere', type: 'string' })
    expect(await get('/metadata/customfields')).toEqual([
      ...before,
      { id: 'customfield_10100', name: 'Safety level', type: 'option', custom: true },
    ])
  })

  test('what can be called through an application link: every operation below its path', async () => {
    const body = await get(`/operations/${APPLINK}`)
    expect(body).toMatchObject({ applinkId: APPLINK, mode: 'AUTO', version: 8 })
    expect(body).not.toHaveProperty('obstacle')
    const listed = body.operations.map(({ method, path }: Record<string, string>) => `${method} ${path}`)
    const declared = operations
      .filter(
        ({ interface: name, path }) => name === 'tracker' && path.startsWith('/operations/{applinkId}/'),
      )
      .map(({ method, path }) => `${method} ${path.replace('{applinkId}', APPLINK)}`)
    expect(listed.toSorted()).toEqual(declared.toSorted())
    const allowed = async (token: string) =>
      (await linker.call('GET', `/operations/${APPLINK}`, undefined, { token })).body.operations
        .filter((one: { allowed: boolean }) => one.allowed)
        .map(({ operation }: { operation: string }) => operation)
    expect(await allowed('tok-alice')).toEqual(['issues-bulk-operation', 'jobs', 'job', 'abort', 'clear'])
    expect(await allowed('tok-bob')).toEqual(['jobs', 'job'])
    region().table(integrations).update('svc-0001-demo', { mode: 'DISABLED', username: 'bob' })
    expect(await allowed('tok-bob')).toEqual(['rename', 'createRIL', 'jobs', 'job'])
    expect((await get(`/operations/${APPLINK}`)).obstacle).toContain('DISABLED')
    expect(await statusOf('GET', '/operations/nope')).toBe(404)
  })

  test('the history of an issue, by number or key', async () => {
    expect(await get('/history/issue/30003')).toEqual([])
    await linker.call('POST', '/issuelinks/DRN-3', [item('REQ-003')])
    linker.author.client.simulator.clock.advance('1s')
    await linker.call('DELETE', '/issuelinks/DRN-3', [item('REQ-003')])
    const events = await get('/history/issue/30003')
    expect(events).toMatchObject([
      { issueId: 30003, issueKey: 'DRN-3', by: 'alice', event: 'LINKED', detail: 'implements ENG/REQ-003' },
      { event: 'UNLINKED', detail: 'implements ENG/REQ-003', at: '2026-01-05T09:00:01.000Z' },
    ])
    expect(await get('/history/issue/DRN-3')).toEqual(events)
    for (const unknown of ['77', '30003x', 'x30003', '0030003x', '0x7533', '30003e0'])
      expect([unknown, await statusOf('GET', `/history/issue/${unknown}`)]).toEqual([unknown, 404])
    closeProject()
    expect(await statusOf('GET', '/history/issue/30003')).toBe(403)
  })
})

describe('searching the wiki', () => {
  const keys = (body: { results: { key: string }[] }) => body.results.map(({ key }) => key)

  test('finds requirements with the rights of the caller there, and says what links them', async () => {
    const body = await get("/search?q=key = 'REQ-002'")
    expect(body).toMatchObject({
      count: 1,
      offset: 0,
      limit: 20,
      results: [
        {
          applinkId: APPLINK,
          spaceKey: 'ENG',
          key: 'REQ-002',
          baseline: null,
          status: 'ACTIVE',
          issues: ['DRN-2'],
          url: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-002',
        },
      ],
    })
    expect(await get("/search?query=key = 'REQ-002'")).toEqual(body)
    const secret = "/search?q=key = 'SEC-001'"
    expect((await get(secret)).count).toBe(0)
    expect((await linker.done('GET', secret)).count).toBe(1)
    closeProject()
    expect((await get("/search?q=key = 'REQ-002'")).results[0].issues).toEqual([])
  })

  test('answers pages, and the same as the wiki', async () => {
    const all = await get("/search?q=key ~ 'REQ-%25'&limit=200")
    const page = await get(`/search?q=key ~ 'REQ-%25'&limit=2&offset=1&applinkId=${APPLINK}`)
    expect(keys(page)).toEqual(keys(all).slice(1, 3))
    expect(page.count).toBe(all.count)
    const inWiki = await linker.author.client.get(
      "/wiki/rest/reqs/1/requirement2/ENG/?q=key ~ 'REQ-%25'&limit=200",
    )
    expect(keys(all)).toEqual(keys(inWiki.body))
  })

  test('refuses a query that cannot be read, two queries, an unknown link, and a wiki out of reach', async () => {
    expect(await statusOf('GET', '/search?q=key =')).toBe(400)
    expect(await statusOf('GET', "/search?q='a'&query='b'")).toBe(400)
    expect(await statusOf('GET', '/search?applinkId=nope')).toBe(404)
    region().table(applications).update(101, { status: 'DISABLED' })
    expect(await statusOf('GET', '/search')).toBe(409)
  })
})

describe('baselines', () => {
  const prefer = (condition: string) =>
    linker.call('PUT', '/preferences/baselineCondition', JSON.stringify(condition), { token: 'tok-admin' })

  test('a project lists those that its links name', async () => {
    expect(await get('/baselines/DRN')).toEqual([])
    await linker.done('POST', '/issuelinks/DRN-3', [
      item('REQ-003', { baseline: 1 }),
      item('REQ-004', { baseline: 1 }),
    ])
    expect(await get('/baselines/DRN')).toEqual([
      {
        applinkId: APPLINK,
        spaceKey: 'ENG',
        number: 1,
        name: 'Release 1.0',
        status: 'DONE',
        links: 2,
        inCondition: false,
      },
    ])
    expect(await statusOf('GET', '/baselines/NOPE')).toBe(404)
    closeProject()
    expect(await statusOf('GET', '/baselines/DRN')).toBe(403)
  })

  test('of a space that the wiki does not have are listed as the links name them', async () => {
    linker = await startLinker({ scenario: 'demo', config: { assumptions: { A156: 'dangling' } } })
    await linker.done('POST', '/issuelinks/DRN-3', [item('X-1', { spaceKey: 'NOPE', baseline: 5 })])
    expect(await get('/baselines/DRN')).toEqual([
      { applinkId: APPLINK, spaceKey: 'NOPE', number: 5, links: 1, inCondition: false },
    ])
  })

  test('the condition of the tracker shapes lists and searches', async () => {
    expect((await prefer('ENG-1, ENG-1')).body).toEqual({ baselineCondition: 'ENG-1' })
    expect(await get('/baselines/DRN')).toMatchObject([{ number: 1, links: 0, inCondition: true }])
    const frozen = await get("/search?q=key = 'REQ-002'")
    expect(frozen.results).toMatchObject([{ key: 'REQ-002', baseline: 1, status: 'ARCHIVED', issues: [] }])
    const current = await get("/search?q=key = 'REQ-002'&baselineCondition=")
    expect(current.results).toMatchObject([{ key: 'REQ-002', baseline: null }])
    const gone = await linker.author.client.delete('/wiki/rest/reqs/1/baseline/ENG/1', {
      token: 'tok-admin',
    })
    expect(gone.status).toBe(204)
    expect((await get("/search?q=key = 'REQ-002'")).results).toMatchObject([{ baseline: null }])
    expect((await prefer('')).body).toEqual({ baselineCondition: '' })
    expect(await get('/baselines/DRN')).toEqual([])
  })

  test('a condition names baselines that there are, and is for administrators', async () => {
    expect((await prefer('ENG-77')).status).toBe(404)
    expect((await prefer('NOPE-1')).status).toBe(404)
    expect((await prefer('ENG')).status).toBe(400)
    expect(await get('/baselines/DRN')).toEqual([])
    expect(await statusOf('PUT', '/preferences/baselineCondition', '"ENG-1"')).toBe(403)
  })

  test('are taken off a link that the wiki is still reporting: each link ends as one record', async () => {
    await linker.wiki('PUT', '/requirement2/ENG/REQ-005/link/issue/DRN-4?relationship=tests&baseline=1')
    await linker.wiki('PUT', '/repair/trackerlinks', {})
    expect(await statusOf('DELETE', '/baselines/DRN', undefined, 'tok-admin')).toBe(204)
    linker.synchronise()
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
    const ofIssue = [...region().table(issueLinks).scan()].filter(
      ({ wiki: view }) => view?.issueKey === 'DRN-4',
    )
    expect(ofIssue.map(({ wiki: view, tracker }) => [view?.baseline ?? null, tracker?.baseline])).toEqual([
      [null, null],
      [1, 1],
    ])
  })

  test('are taken off the links of a project, and the wiki follows', async () => {
    await linker.done('POST', '/issuelinks/DRN-3', [
      item('REQ-003', { baseline: 1 }),
      item('REQ-004', { baseline: 1 }),
      item('REQ-005', { baseline: 1 }),
      item('REQ-004'),
    ])
    linker.synchronise()
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
    const row = region().table(requirements).findUnique('key', [1001, 'REQ-005'], 5001)
    region().table(requirements).update(row!.id, { status: 'DELETED' })
    expect(await statusOf('DELETE', '/baselines/DRN', undefined, 'tok-bob')).toBe(403)
    expect(await statusOf('DELETE', '/baselines/20001')).toBe(204)
    expect(await get('/baselines/DRN')).toEqual([])
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-003', 'implements ENG/REQ-004'])
    expect(linker.faces().wiki).not.toEqual(linker.faces().tracker)
    linker.synchronise()
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
    expect(await statusOf('DELETE', '/baselines/NOPE')).toBe(404)
  })
})
