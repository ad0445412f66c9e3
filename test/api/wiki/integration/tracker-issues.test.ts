import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../../../src/model/records/service/applications.ts'
import { distinct } from '../../../../src/model/integration/tracker/issue-requests.ts'
import { integrations } from '../../../../src/model/records/tracker/integrations.ts'
import { issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import {
  type Bulk,
  integrationLike,
  requirementsOf,
  startBulk,
  template,
} from '../../../support/bulk-jobs.ts'
import { refused } from '../../../support/demo.ts'

const service = '/integration/svc-0001-demo'
const create = `${service}/jira/create-issues-bulk`

let bulk: Bulk
beforeEach(async () => {
  bulk = await startBulk()
})

/** Creates issues and lets a second go by. */
async function created(body: object): Promise<{ key: string; summary: string }[]> {
  const { jobId } = await bulk.create(body)
  bulk.advance('1s')
  expect((await bulk.wiki('GET', `/tasks/jobs/${jobId}`)).body.status).toBe('DONE')
  const keys = Array.from({ length: 30 }, (_, position) => `DRN-${position + 6}`)
  return (await bulk.wiki('GET', `${service}/jira/issues?issues=${keys.join(',')}`)).body
}

describe.each(['jira', 'tracker'])('the helpers at /%s', (brand) => {
  const at = (path: string) => `${service}/${brand}${path}`

  test('read projects, types, fields, relationships and issues of the tracker', async () => {
    const read = async (path: string) => (await bulk.wiki('GET', at(path))).body
    const project = { id: 20001, key: 'DRN', name: 'Drone' }
    expect(await read('/projects')).toEqual([project])
    expect(await read('/projects/DRN/meta')).toEqual({
      ...project,
      issueTypes: [
        { id: 10001, name: 'Story' },
        { id: 10002, name: 'Bug' },
      ],
    })
    const meta = await read('/projects/DRN/meta/10002')
    expect(meta).toMatchObject({ id: 10002, name: 'Bug' })
    expect(meta.fields[0]).toEqual({ id: 'summary', name: 'Summary', type: 'string', required: true })
    expect(await read('/projects/DRN/relationships')).toEqual(['implements', 'tests'])
    expect(await read('/issues?issues=DRN-2,DRN-1,DRN-2,DRN-77')).toEqual([
      expect.objectContaining({ id: 30002, key: 'DRN-2', issueType: 'Story', projectKey: 'DRN' }),
      expect.objectContaining({ id: 30001, summary: 'Take off and land by autopilot' }),
    ])
    expect(await read('/issues')).toEqual([])
  })

  test('create issues', async () => {
    const body = { issueTemplate: template, requirements: requirementsOf('REQ-003') }
    const reply = await bulk.wiki('POST', at('/create-issues-bulk'), body)
    expect([reply.status, reply.body]).toMatchObject([200, { jobId: 1, status: 'PENDING', total: 1 }])
  })
})

describe('reading the tracker', () => {
  test('shows a caller only what the tracker does', async () => {
    const eve = { token: 'tok-eve' }
    const read = (path: string) => bulk.wiki('GET', `${service}/jira${path}`, undefined, eve)
    expect((await read('/projects')).body).toEqual([])
    expect((await read('/issues?issues=DRN-1')).body).toEqual([])
    for (const path of ['/projects/DRN/meta', '/projects/DRN/meta/10001', '/projects/DRN/relationships']) {
      const refused = await read(path)
      expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("'eve'")])
    }
  })

  test.each([
    ['/integration/none/jira/projects', "integration 'none'"],
    [`${service}/jira/projects/XYZ/meta`, "no project 'XYZ'"],
    [`${service}/jira/projects/DRN/meta/7`, "no issue type '7'"],
  ])('returns 404 for %s', async (path, message) => {
    const reply = await bulk.wiki('GET', path)
    expect([reply.status, reply.body.message]).toEqual([404, expect.stringContaining(message)])
  })

  test('an integration belongs to its own wiki', async () => {
    const headers = { 'x-api-key': 'tok-admin', 'x-base-url': 'https://wiki.northwind.test/wiki' }
    const path = '/eu/wiki/rest/reqs/1/integration/svc-0001-demo/jira/projects'
    expect((await bulk.client.get(path, { token: null, headers })).body).toHaveLength(1)
    const uma = { 'x-api-key': 'tok-uma', 'x-base-url': 'https://wiki.fabrikam.test/wiki' }
    const us = path.replace('/eu/', '/us/')
    expect((await bulk.client.get(us, { token: null, headers: uma })).status).toBe(404)
  })

  test('a link that is DISABLED and a tracker that is switched off answer nothing, and nothing is written', async () => {
    bulk = await startBulk(integrationLike({ mode: 'DISABLED' }))
    const body = { issueTemplate: template, requirements: requirementsOf('REQ-003') }
    for (const refused of [
      await bulk.wiki('GET', `${service}/jira/projects`),
      await bulk.wiki('POST', create, body),
      await bulk.wiki('POST', '/templates/ENG', template),
    ])
      expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('DISABLED')])
    const { world } = bulk.client.simulator
    world.region('eu').table(integrations).update('svc-0001-demo', { mode: 'AUTO' })
    world.region('eu').table(applications).update(102, { status: 'DISABLED' })
    const off = await bulk.wiki('GET', `${service}/jira/projects`)
    expect([off.status, off.body.message]).toEqual([409, expect.stringContaining('tracker.northwind.test')])
    expect(bulk.client.simulator.state('bulkJob')).toEqual([])
  })
})

describe('issues from requirements', () => {
  test('are of a template of the integration that is named', async () => {
    const table = bulk.client.simulator.world.region('eu').table(integrations)
    const links = { wikiApplinkId: 'wiki-2', trackerApplinkId: 'tracker-2' }
    table.insert({ ...table.get('svc-0001-demo')!, ...links, serviceId: 'svc-2' })
    const issueTemplate = { ...template, applinkId: 'wiki-2' }
    const reply = await bulk.wiki('POST', create, { issueTemplate, requirements: requirementsOf('REQ-003') })
    expect(reply).toMatchObject(
      refused(400, "applinkId of the template 'wiki-2': service 'svc-0001-demo' has"),
    )
    expect(bulk.client.simulator.state('bulkJob')).toEqual([])
  })

  test('are one for a requirement and one for each of its copies, each once', async () => {
    const [live] = requirementsOf('REQ-001')
    const requirements = [live, { ...live, baseline: 1 }, live, { ...live, baseline: 1 }]
    expect(await bulk.create({ requirements })).toMatchObject({ total: 2 })
  })

  test('are of at most 10,000 requirements at once', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      spaceKey: 'ENG',
      key: `R-${index}`,
      relationship: 'tests',
    }))
    expect(distinct([...many, ...many])).toHaveLength(10_000)
    const more = [...many, { spaceKey: 'OPS', key: 'R-1', relationship: 'tests' }]
    expect(() => distinct(more)).toThrow('one request takes at most 10000, not 10001')
  })

  test('are in the tracker, the standalone interface, the wiki and its queries once the second is over', async () => {
    const job = await bulk.create({ requirements: requirementsOf('REQ-003', 'REQ-004') })
    expect(job).toMatchObject({ status: 'PENDING', total: 2, done: 0, failed: 0, startedBy: 2 })
    expect((await bulk.wiki('GET', `${service}/jira/issues?issues=DRN-6`)).body).toEqual([])
    bulk.advance('1s')
    const issues = (await bulk.wiki('GET', `${service}/jira/issues?issues=DRN-6,DRN-7`)).body
    expect(issues).toMatchObject([
      {
        key: 'DRN-6',
        status: 'Open',
        issueTypeId: 10001,
        summary: expect.stringMatching(/^REQ-003: The drone shall/),
      },
      { key: 'DRN-7', summary: expect.stringMatching(/^REQ-004: /) },
    ])
    const { body: containers } = await bulk.client.get(
      `/api/applications/102/containers?type=ISSUE&issueId=${issues[0].id}`,
    )
    expect(containers.items).toMatchObject([{ type: 'ISSUE', key: 'DRN-6', name: issues[0].summary }])
    const found = await bulk.wiki('GET', `/requirement2/ENG?q=${encodeURIComponent("jira = 'DRN-6'")}`)
    expect(found.body.results.map(({ key }: { key: string }) => key)).toEqual(['REQ-003'])
    const project = await bulk.wiki('GET', `/requirement2/ENG?q=${encodeURIComponent("project = 'DRN'")}`)
    expect(project.body.results.map(({ key }: { key: string }) => key)).toEqual(
      expect.arrayContaining(['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004']),
    )
    const linked = await bulk.client.get(
      '/api/applications/101/projects/1001/variants/current/requirements/REQ-003?includeJiraIssueLinks=true',
    )
    expect(JSON.stringify(linked.body.jiraIssueLinks)).toContain('DRN-6')
  })

  test('have both faces of their links at once, a text in the tracker, and a history on both sides', async () => {
    await created({ requirements: requirementsOf('REQ-003') })
    const store = bulk.client.simulator.world.region('eu')
    const [link, ...more] = [...store.table(issueLinks).scan()].filter(
      ({ wiki }) => wiki?.issueKey === 'DRN-6',
    )
    expect(more).toEqual([])
    expect(link).toMatchObject({
      wiki: { spaceKey: 'ENG', key: 'REQ-003', relationship: 'implements' },
      tracker: { spaceKey: 'ENG', key: 'REQ-003', baseline: null, relationship: 'implements' },
    })
    expect(bulk.client.simulator.state('trackerText', { key: 'REQ-003' })).toMatchObject([{ key: 'REQ-003' }])
    const history = (await bulk.wiki('GET', '/misc/ENG/history?reqs=REQ-003&expand=changes')).text
    expect(history).toContain('implements DRN-6')
    const events = bulk.client.simulator.state('issueHistory') as unknown as { event: string; by: number }[]
    expect(events.map(({ event, by }) => [event, by])).toEqual([
      ['CREATED', 2],
      ['LINKED', 2],
    ])
  })

  test('the link that the wiki had made before the issue was there is not doubled', async () => {
    await bulk.wiki('PUT', '/requirement2/ENG/REQ-003/link/issue/DRN-6')
    await created({ requirements: requirementsOf('REQ-003') })
    const links = [...bulk.client.simulator.world.region('eu').table(issueLinks).scan()]
    const here = links.filter(({ wiki }) => wiki?.issueKey === 'DRN-6')
    expect(here).toMatchObject([{ wiki: {}, tracker: { key: 'REQ-003' } }])
    expect(links.filter(({ tracker }) => tracker?.key === 'REQ-003')).toEqual(here)
  })

  test('are one for all with groupAll, called as the template', async () => {
    const issueTemplate = { ...template, groupAll: true, relationship: 'covers' }
    const issues = await created({
      issueTemplate,
      requirements: requirementsOf('REQ-003', 'REQ-004', 'REQ-003'),
    })
    expect(issues).toMatchObject([{ key: 'DRN-6', summary: 'All of them' }])
    const found = await bulk.wiki('GET', `/requirement2/ENG?q=${encodeURIComponent("jira@covers = 'DRN-6'")}`)
    expect(found.body.count).toBe(2)
  })

  test('take what fields say', async () => {
    const fields = JSON.stringify({
      summary: 'Build it',
      status: { name: 'In Progress' },
      labels: ['one', 'two'],
      project: { id: 5 },
      priority: { name: 'High' },
    })
    const issues = await created({
      issueTemplate: { ...template, fields },
      requirements: requirementsOf('REQ-003'),
    })
    expect(issues).toMatchObject([
      {
        summary: 'Build it',
        status: 'In Progress',
        projectKey: 'DRN',
        fields: { labels: ['one', 'two'], priority: { name: 'High' } },
      },
    ])
  })

  test('come from a query too, of the space of the template', async () => {
    const issues = await created({ q: "@Category = 'Safety' AND key < 'REQ-007'" })
    expect(issues.map(({ summary }) => summary.slice(0, 7))).toEqual(['REQ-002', 'REQ-004', 'REQ-006'])
  })

  test('may be of the frozen copies of a baseline', async () => {
    const requirements = [{ spaceKey: 'ENG', key: 'REQ-001', baseline: 1 }]
    await created({ requirements })
    const copy = (await bulk.wiki('GET', '/requirement2/ENG/REQ-001?v=1')).body
    expect(copy.issues.map(({ issueKey }: { issueKey: string }) => issueKey)).toEqual(['DRN-6'])
    const now = (await bulk.wiki('GET', '/requirement2/ENG/REQ-001')).body
    expect(JSON.stringify(now.issues)).not.toContain('DRN-6')
  })

  test('keep an error for each requirement that there is not', async () => {
    const job = await bulk.create({ requirements: requirementsOf('REQ-098', 'REQ-003', 'REQ-099') })
    bulk.advance('1s')
    expect((await bulk.wiki('GET', `/tasks/jobs/${job.jobId}`)).body).toMatchObject({
      status: 'DONE',
      total: 3,
      done: 1,
      failed: 2,
    })
    expect((await bulk.wiki('GET', `/tasks/jobs/status/${job.jobId}/errors`)).body).toEqual([
      { item: 'REQ-098', message: "space 'ENG' has no requirement 'REQ-098'" },
      { item: 'REQ-099', message: "space 'ENG' has no requirement 'REQ-099'" },
    ])
  })

  test('keep errors within an issue for all, which fails only when nothing is left', async () => {
    const issueTemplate = { ...template, groupAll: true }
    const some = await bulk.create({ issueTemplate, requirements: requirementsOf('REQ-098', 'REQ-003') })
    const none = await bulk.create({ issueTemplate, requirements: requirementsOf('REQ-098') })
    bulk.advance('1s')
    const read = async (id: number) => (await bulk.wiki('GET', `/tasks/jobs/${id}`)).body
    expect(await read(some.jobId)).toMatchObject({
      total: 1,
      done: 1,
      failed: 0,
      errors: [{ item: 'REQ-098' }],
    })
    expect(await read(none.jobId)).toMatchObject({
      total: 1,
      done: 0,
      failed: 1,
      errors: [{ item: 'REQ-098' }],
    })
  })
})

describe('a request for issues is refused', () => {
  const requirements = requirementsOf('REQ-003')
  test.each<[string, object, number, string]>([
    ['neither requirements nor q', {}, 400, 'neither'],
    ['both', { requirements, q: '' }, 400, 'both'],
    ['a query that cannot be read', { q: 'key =' }, 400, 'Syntax error at position'],
    ['an unknown space', { requirements: [{ spaceKey: 'XYZ', key: 'A' }] }, 404, "'XYZ'"],
    [
      'a space that the caller may not read',
      { requirements: [{ spaceKey: 'LAB', key: 'SEC-001' }] },
      403,
      "'LAB'",
    ],
    [
      'fields that are no JSON',
      { issueTemplate: { ...template, fields: '{"a":' }, requirements },
      400,
      'fields',
    ],
    [
      'an unknown project',
      { issueTemplate: { ...template, projectId: 7 }, requirements },
      404,
      "no project '7'",
    ],
    [
      'an unknown type',
      { issueTemplate: { ...template, issueTypeId: 7 }, requirements },
      404,
      "no issue type '7'",
    ],
    [
      'an unknown link',
      { issueTemplate: { ...template, applinkId: 'x' }, requirements },
      404,
      "no application link 'x'",
    ],
    ['an unknown template', { issueTemplate: { ...template, id: 77 }, requirements }, 404, "'77'"],
    ['no title', { issueTemplate: { ...template, title: null }, requirements }, 400, 'title is missing'],
  ])('%s', async (_name, body, status, message) => {
    const reply = await bulk.wiki('POST', create, { issueTemplate: template, ...body })
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(message)])
    expect(bulk.client.simulator.state('bulkJob')).toEqual([])
  })

  test('to who may only read the project', async () => {
    const body = { issueTemplate: template, requirements }
    const reply = await bulk.wiki('POST', create, body, { token: 'tok-bob' })
    expect([reply.status, reply.body.message]).toEqual([403, expect.stringContaining("edit project 'DRN'")])
  })
})
