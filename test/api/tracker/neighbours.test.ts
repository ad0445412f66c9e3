/** A tracker between two wikis, and a wiki between two trackers: each is told what concerns it, and nothing else. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { ScenarioObject } from '../../../src/index.ts'
import { applications } from '../../../src/model/records/service/applications.ts'
import { baselines } from '../../../src/model/records/wiki/baselines.ts'
import { type IssueLinkRecord, issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { issues, bulkJobs } from '../../../src/model/records/tracker/tracker.ts'
import { trackerMessages } from '../../../src/model/records/tracker/inbound-messages.ts'
import { outboundMessages } from '../../../src/model/records/tracker/outbound-messages.ts'
import { hostedHeaders } from '../../support/hosted.ts'
import { APPLINK, integrationOf, item, type Linker, startLinker } from './linking.ts'

const LINK_TO_SECOND = '99999999-0000-4000-8000-000000000002'

/** The demo world, whose tracker is connected to a second wiki, and whose wiki to a second tracker. */
const NEIGHBOURS: ScenarioObject = {
  name: 'neighbours',
  extends: ['demo'],
  world: {
    sites: [
      {
        id: 111,
        name: 'second-wiki',
        type: 'CONFLUENCE',
        baseUrl: 'https://second.northwind.test/wiki',
        organization: 'Northwind Robotics',
        administrators: ['admin'],
      },
      {
        id: 112,
        name: 'second-tracker',
        type: 'JIRA',
        baseUrl: 'https://second-tracker.northwind.test',
        organization: 'Northwind Robotics',
        administrators: ['admin'],
      },
    ],
    accountLinks: [
      { user: 'alice', site: 'second-wiki' },
      { user: 'alice', site: 'second-tracker' },
    ],
    spaces: [
      {
        container: 1011,
        site: 'second-wiki',
        key: 'ALT',
        name: 'Alternatives',
        grants: { edit: ['admin', 'alice'] },
      },
    ],
    requirements: [
      { id: 6503, space: 'OPS', key: 'AAA-1', text: 'The drone shall be watched.' },
      { id: 6501, space: 'ALT', key: 'REQ-001', text: 'The rotor shall turn.' },
      { id: 6502, space: 'ALT', key: 'REQ-002', text: 'The rotor shall stop.' },
    ],
    baselines: [{ space: 'ALT', number: 1, name: 'Frozen', status: 'DONE' }],
    projects: [
      { id: 20002, site: 'tracker', key: 'ROV', name: 'Rover', grants: { edit: ['admin', 'alice'] } },
      { id: 20003, site: 'second-tracker', key: 'SEC', name: 'Second', grants: { edit: ['admin', 'alice'] } },
    ],
    issueTypes: [{ id: 10003, site: 'second-tracker', name: 'Story' }],
    issues: [
      { id: 30011, project: 'ROV', key: 'ROV-1', type: 'Story', summary: 'Drive', status: 'Open' },
      { id: 30012, project: 'SEC', key: 'SEC-1', type: 'Story', summary: 'Follow the route', status: 'Open' },
    ],
    integrations: [
      {
        serviceId: 'svc-0002-alt',
        wiki: 'second-wiki',
        tracker: 'tracker',
        wikiApplinkId: '11111111-0000-4000-8000-000000000002',
        trackerApplinkId: LINK_TO_SECOND,
      },
      {
        serviceId: 'svc-0003-sec',
        wiki: 'wiki',
        tracker: 'second-tracker',
        wikiApplinkId: '11111111-0000-4000-8000-000000000003',
        trackerApplinkId: '99999999-0000-4000-8000-000000000003',
      },
    ],
  },
}

let linker: Linker
beforeEach(async () => {
  linker = await startLinker({ scenario: NEIGHBOURS })
})

const store = () => integrationOf(linker).store
const alt = (key: string, more: object = {}) => ({
  applinkId: LINK_TO_SECOND,
  spaceKey: 'ALT',
  key,
  relationship: 'implements',
  ...more,
})
/** What waits for each wiki: `svc-0001-demo ADD_LINK DRN-3 REQ-003`. */
const waiting = () =>
  [...store().table(trackerMessages).scan()]
    .filter(({ status }) => status !== 'DONE')
    .map(({ serviceId, operation, issueKey, newIssueKey, key }) =>
      [serviceId, operation, issueKey, newIssueKey, key].filter((part) => part !== undefined).join(' '),
    )
const edit = (id: number, body: object) => linker.author.control('PUT', `/issues/${id}`, body)
const advance = (by: string) => void linker.author.client.simulator.clock.advance(by)

describe('links of an issue through two application links', () => {
  beforeEach(async () => {
    linker.synchronise()
    await linker.done('POST', '/issuelinks/DRN-3', [item('REQ-001'), alt('REQ-001')])
  })

  test('go to the wiki that each is about', async () => {
    expect(waiting()).toEqual(['svc-0001-demo ADD_LINK DRN-3 REQ-001', 'svc-0002-alt ADD_LINK DRN-3 REQ-001'])
    expect(await linker.done('GET', '/issuelinks/DRN-3')).toMatchObject([
      { applinkId: APPLINK, html: expect.stringContaining('drone') },
      { applinkId: LINK_TO_SECOND, html: expect.stringContaining('rotor') },
    ])
    linker.synchronise()
    expect(waiting()).toEqual([])
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
  })

  test('are reset in both when one takes the place of all, with one message each', async () => {
    linker.synchronise()
    await linker.done('PUT', '/issuelinks/DRN-3', [item('REQ-004'), item('REQ-004')])
    expect(waiting()).toEqual([
      'svc-0001-demo RESET_LINKS DRN-3',
      'svc-0002-alt RESET_LINKS DRN-3',
      'svc-0001-demo ADD_LINK DRN-3 REQ-004',
    ])
    expect((await linker.done('GET', '/issuelinks/DRN-3'))[0].html).toContain('ground station')
    linker.synchronise()
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-004'])
  })

  test('are reset in a wiki that had none of them yet', async () => {
    await linker.done('DELETE', '/issuelinks/DRN-3', [alt('REQ-001')])
    linker.synchronise()
    await linker.done('PUT', '/issuelinks/DRN-3', [alt('REQ-002')])
    expect(waiting()).toEqual([
      'svc-0002-alt RESET_LINKS DRN-3',
      'svc-0001-demo RESET_LINKS DRN-3',
      'svc-0002-alt ADD_LINK DRN-3 REQ-002',
    ])
  })

  test('are resynchronised through both, but for those of a wiki that is silent', async () => {
    linker.synchronise()
    for (const { id, tracker: _tracker, ...link } of store().table(issueLinks).scan())
      if (link.wiki?.issueKey === 'DRN-3')
        store()
          .table(issueLinks)
          .put({ id, ...link } as IssueLinkRecord)
    store().table(applications).update(111, { status: 'DISABLED' })
    const { jobId } = await linker.done('PUT', '/sync?issues=DRN-3')
    advance('1s')
    expect(await linker.done('GET', `/sync/job/${jobId}`)).toMatchObject({
      total: 2,
      done: 1,
      failed: 1,
      errors: [{ item: 'ALT/REQ-001', message: "no response from 'https://second.northwind.test/wiki'" }],
    })
    expect(await linker.done('GET', '/issuelinks/DRN-3')).toMatchObject([{ spaceKey: 'ENG' }])
  })
})

test('a queue is that of one application link: others are not listed, not waited for and not emptied', async () => {
  linker.synchronise()
  await linker.done('PUT', '/issuelinks/DRN-3', [alt('REQ-001')])
  await linker.done('POST', '/issuelinks/DRN-3', [item('REQ-003')])
  const queue = (method: string, path = '', applinkId = APPLINK) =>
    linker.call(method, `/queue/${applinkId}/messages${path}`, undefined, { token: 'tok-admin' })
  const { body: own } = await queue('GET')
  expect(own).toMatchObject([{ operation: 'ADD_LINK', key: 'REQ-003' }])
  const { body: others } = await queue('GET', '', LINK_TO_SECOND)
  expect(others).toMatchObject([{ operation: 'RESET_LINKS' }, { operation: 'ADD_LINK', key: 'REQ-001' }])
  expect((await queue('POST', `/${others[0].id}`)).status).toBe(404)
  // A reset of the issue's links is older, but goes to the other wiki.
  expect((await queue('POST', `/${own[0].id}`)).body).toMatchObject({ status: 'DONE' })
  expect((await queue('GET', '?includeDone=true', LINK_TO_SECOND)).body).toEqual(others)
  expect((await queue('DELETE')).status).toBe(204)
  expect((await queue('GET', '?includeDone=true')).body).toEqual([])
  expect((await queue('GET', '', LINK_TO_SECOND)).body).toEqual(others)
})

test('a message does not wait for an older one that goes to another wiki', async () => {
  const queue = (applinkId: string, path = '', body?: object) =>
    linker.done('POST', `/queue/${applinkId}/messages${path}`, body)
  await queue(APPLINK, '', [{ operation: 'RESET_LINKS', issueKey: 'DRN-3' }])
  const add = { operation: 'ADD_LINK', issueKey: 'DRN-3', ...alt('REQ-001'), applinkId: undefined }
  const [{ id }] = await queue(LINK_TO_SECOND, '', [add])
  expect(await queue(LINK_TO_SECOND, `/${id}`)).toMatchObject({ status: 'DONE' })
})

describe('a second tracker with an issue of the same key', () => {
  const second = async (method: string, path: string) => {
    const headers = hostedHeaders('tok-alice', 'https://second-tracker.northwind.test')
    const reply = await linker.author.client.call(method, `/eu/tracker/rest/reqs/1${path}`, {
      token: null,
      headers,
    })
    return reply
  }
  beforeEach(async () => {
    const table = store().table(issues)
    table.insert({ ...table.get(30012)!, id: 30021, key: 'DRN-1' })
    linker.synchronise()
  })

  test('resynchronises what is linked to its own issue, and does not wait for the first', async () => {
    const { jobId: first } = await linker.done('PUT', '/sync?issues=DRN-1')
    const { jobId } = (await second('PUT', '/sync?issues=DRN-1')).body
    expect((await second('GET', '/sync')).body).toMatchObject({ waiting: 0, job: { jobId, total: 0 } })
    expect(await linker.done('GET', '/sync')).toMatchObject({ waiting: 0, job: { jobId: first, total: 1 } })
    expect((await second('GET', `/sync/job/${first}`)).status).toBe(404)
    expect((await linker.call('GET', `/sync/job/${jobId}`)).status).toBe(404)
    // Neither waits for the other, though the first is not done in a second.
    const table = store().table(bulkJobs)
    const items = Array.from({ length: 60 }, () => table.get(first)!.items[0]!)
    table.update(first, { items, total: 60 })
    advance('1s')
    expect((await linker.done('GET', '/sync')).status).toBe('RUNNING')
    expect((await second('GET', '/sync')).body).toMatchObject({
      status: 'IDLE',
      job: { jobId, status: 'DONE' },
    })
  })

  test('sends no message for a new key of an issue that no wiki links', async () => {
    await edit(30021, { key: 'SEC-11' })
    expect(waiting()).toEqual([])
  })

  test('keeps its own links when the first one moves those of an issue of the same key', async () => {
    await edit(30001, { key: 'DRN-11' })
    expect(waiting()).toEqual(['svc-0001-demo ISSUE_RENAMED DRN-1 DRN-11'])
  })
})

describe('bulk jobs', () => {
  const bulkOf = (applinkId: string) => `/operations/${applinkId}/issues-bulk-operation`
  const idsOf = (body: { jobId: number }[]) => body.map(({ jobId }) => jobId)

  test('are those of the application link that they work for, and of its project', async () => {
    const body = { operation: 'UPDATE', issues: [{ key: 'DRN-3' }, { key: 'ROV-1' }] }
    const first = await linker.done('POST', `${bulkOf(APPLINK)}/projects/20001`, body)
    const second = await linker.done('POST', `${bulkOf(LINK_TO_SECOND)}/projects/20002`, body)
    advance('1s')
    expect(idsOf(await linker.done('GET', `${bulkOf(APPLINK)}/jobs`))).toEqual([first.jobId])
    expect(idsOf(await linker.done('GET', `${bulkOf(LINK_TO_SECOND)}/jobs`))).toEqual([second.jobId])
    expect((await linker.call('GET', `${bulkOf(APPLINK)}/jobs/${second.jobId}`)).status).toBe(404)
    expect(await linker.done('GET', `${bulkOf(APPLINK)}/jobs/${first.jobId}`)).toMatchObject({
      done: 1,
      errors: [{ item: 'ROV-1', message: "issue 'ROV-1' belongs to another project" }],
    })
  })

  test('of two trackers are listed by the wiki as they were started', async () => {
    const create = async (serviceId: string, applinkId: string, projectId: number, issueTypeId: number) => {
      const issueTemplate = { spaceKey: 'ENG', title: 'T', applinkId, projectId, issueTypeId }
      const path = `/integration/${serviceId}/jira/create-issues-bulk`
      const requirements = [{ spaceKey: 'ENG', key: 'REQ-003' }]
      return (await linker.author.done('POST', path, { issueTemplate, requirements })).jobId
    }
    const inFirst = () => create('svc-0001-demo', '11111111-2222-4333-8444-555555555555', 20001, 10001)
    const started = [
      await inFirst(),
      await create('svc-0003-sec', '11111111-0000-4000-8000-000000000003', 20003, 10003),
      await inFirst(),
    ]
    expect(idsOf(await linker.author.done('GET', '/tasks/jobs'))).toEqual(started)
    for (const id of started)
      expect(await linker.author.done('GET', `/tasks/jobs/${id}`)).toMatchObject({ jobId: id })
  })
})

test('a requirement that issues of two trackers link is resynchronised with one of them', async () => {
  const link = '/requirement2/ENG/REQ-001/link/issue/SEC-1'
  const address = 'https://second-tracker.northwind.test'
  await linker.author.done('PUT', `${link}?relationship=tests&jiraUrl=${address}`)
  linker.synchronise()
  for (const { id, serviceId, wiki } of store().table(issueLinks).scan())
    if (serviceId === 'svc-0003-sec' && wiki !== undefined)
      store().table(issueLinks).put({ id, serviceId, wiki })
  const before = await linker.author.state('issueLink')
  const { jobId } = await linker.done('PUT', '/sync?issues=DRN-1')
  advance('1s')
  expect(await linker.done('GET', `/sync/job/${jobId}`)).toMatchObject({ total: 1, done: 1, errors: [] })
  expect(await linker.author.state('issueLink')).toEqual(before)
})

describe('an issue that gets another key', () => {
  test('is sent to the wiki of a link that the tracker alone shows, without a waiting message', async () => {
    linker.synchronise()
    await linker.done('POST', '/issuelinks/DRN-3', [item('REQ-003')])
    await linker.call('DELETE', `/queue/${APPLINK}/messages`, undefined, { token: 'tok-admin' })
    expect(waiting()).toEqual([])
    await edit(30003, { key: 'DRN-33' })
    expect(waiting()).toEqual(['svc-0001-demo ISSUE_RENAMED DRN-3 DRN-33'])
  })

  const renamed = (serviceId: string, from: string, to: string) => `${serviceId} ISSUE_RENAMED ${from} ${to}`

  test('is sent to the wikis that have a link to it', async () => {
    linker.synchronise()
    await linker.done('POST', '/issuelinks/DRN-3', [alt('REQ-001')])
    linker.synchronise()
    await edit(30003, { key: 'DRN-33' })
    expect(waiting()).toEqual([renamed('svc-0002-alt', 'DRN-3', 'DRN-33')])
    await edit(30001, { key: 'DRN-11' })
    expect(waiting().slice(1)).toEqual([renamed('svc-0001-demo', 'DRN-1', 'DRN-11')])
    linker.synchronise()
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
  })

  test('is sent to a wiki that alone shows a link to it', async () => {
    await linker.author.done(
      'PUT',
      '/requirement2/ENG/REQ-003/link/issue/DRN-3?jiraUrl=https://tracker.northwind.test',
    )
    for (const { id } of store().table(outboundMessages).scan()) store().table(outboundMessages).remove(id)
    await edit(30003, { key: 'DRN-33' })
    expect(waiting()).toEqual([renamed('svc-0001-demo', 'DRN-3', 'DRN-33')])
  })

  test('is sent to a wiki with a waiting message about it, from either side', async () => {
    linker.synchronise()
    await linker.done('DELETE', '/issuelinks/DRN-1', [item('REQ-001')])
    await linker.author.call(
      'DELETE',
      '/requirement2/ENG/REQ-002/link/issue/DRN-2?jiraUrl=https://tracker.northwind.test',
    )
    expect(await linker.author.messages()).toEqual(['LINK_REMOVED ENG/REQ-002 DRN-2'])
    for (const id of [40002, 40003, 40004]) store().table(issueLinks).remove(id)
    await edit(30001, { key: 'DRN-11' })
    await edit(30002, { key: 'DRN-22' })
    expect(waiting()).toEqual([
      'svc-0001-demo REMOVE_LINK DRN-1 REQ-001',
      renamed('svc-0001-demo', 'DRN-1', 'DRN-11'),
      renamed('svc-0001-demo', 'DRN-2', 'DRN-22'),
    ])
    linker.synchronise()
    // All has been said by now.
    await edit(30001, { key: 'DRN-12' })
    expect(waiting()).toEqual([])
  })

  test('is sent with each key that it had, and moves with all that belongs to it', async () => {
    linker.synchronise()
    await edit(30002, { key: 'DRN-22' })
    const moved = await edit(30002, { project: 'ROV' })
    expect(moved).toMatchObject({ key: 'ROV-2', project: 'ROV' })
    expect(waiting()).toEqual([
      renamed('svc-0001-demo', 'DRN-2', 'DRN-22'),
      'svc-0001-demo ISSUE_MOVED DRN-22 ROV-2',
    ])
    const [project] = await linker.author.state('container', 'key=ROV')
    expect(await linker.author.state('container', 'issueId=30002')).toMatchObject([
      { key: 'ROV-2', parentContainerId: project.id, projectContainerId: project.id },
    ])
    expect(await linker.history(30002)).toEqual([
      'ISSUE_RENAMED DRN-2 is now DRN-22',
      'ISSUE_MOVED DRN-22 is now ROV-2',
    ])
    linker.synchronise()
    expect(await linker.inWiki('REQ-002')).toEqual(['implements ROV-2'])
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
  })
})

describe('baselines of a project', () => {
  const admin = { token: 'tok-admin' }
  const wiki = '/wiki/rest/reqs/1'
  const freeze = async (spaceKey: string) => {
    const body = { baseline: { name: 'Frozen' } }
    const reply = await linker.author.client.post(`${wiki}/baseline/${spaceKey}`, body, admin)
    const path = `${wiki}/baseline-actions/${spaceKey}/freeze/${reply.body.baseline}`
    expect((await linker.author.client.post(path, undefined, admin)).status).toBeLessThan(300)
    advance('1m')
  }
  const known = async () =>
    (await linker.done('GET', '/baselines/DRN')).map(
      ({ spaceKey, number, links, inCondition, status }: Record<string, unknown>) =>
        [spaceKey, number, links, inCondition, status].join(' '),
    )

  test('come by space and number, whatever was linked first', async () => {
    await freeze('ENG')
    await freeze('OPS')
    await linker.done('POST', '/issuelinks/DRN-4', [
      item('AAA-1', { spaceKey: 'OPS', baseline: 1 }),
      item('REQ-003', { baseline: 4 }),
      item('REQ-003', { baseline: 1 }),
    ])
    await linker.done('POST', '/issuelinks/ROV-1', [item('REQ-003', { baseline: 1 })])
    expect(await known()).toEqual(['ENG 1 1 false DONE', 'ENG 4 1 false DONE', 'OPS 1 1 false DONE'])
    await linker.call('PUT', '/preferences/baselineCondition', '"OPS-1,ENG-4"', admin)
    expect(await known()).toEqual(['ENG 1 1 false DONE', 'ENG 4 1 true DONE', 'OPS 1 1 true DONE'])
    // Of a wiki that is silent, only what the tracker says itself.
    store().table(applications).update(101, { status: 'DISABLED' })
    expect(await known()).toEqual(['ENG 1 1 false ', 'ENG 4 1 true ', 'OPS 1 1 true '])
  })

  test('that two links of a requirement name are taken off both, and one link is left', async () => {
    await freeze('ENG')
    await linker.done('POST', '/issuelinks/DRN-4', [
      item('REQ-003', { baseline: 4 }),
      item('REQ-003', { baseline: 1 }),
    ])
    await linker.done('POST', '/issuelinks/ROV-1', [item('REQ-003', { baseline: 1 })])
    linker.synchronise()
    await linker.author.done('PUT', '/requirement2/ENG/REQ-003', { htmlExcerpt: '<p>New.</p>' })
    linker.synchronise()
    const lost = store().table(issueLinks).get(40001)!
    store()
      .table(issueLinks)
      .update(40001, { tracker: { ...lost.tracker!, baseline: 1 } })
    expect((await linker.call('DELETE', '/baselines/DRN', undefined, admin)).status).toBe(204)
    expect(waiting()).toEqual([
      'svc-0001-demo REMOVE_LINK DRN-4 REQ-003',
      'svc-0001-demo ADD_LINK DRN-4 REQ-003',
      'svc-0001-demo REMOVE_LINK DRN-4 REQ-003',
      'svc-0001-demo ADD_LINK DRN-4 REQ-003',
    ])
    expect(await linker.done('GET', '/issuelinks/DRN-4')).toMatchObject([
      { key: 'REQ-003', baseline: null, html: '<p>New.</p>' },
    ])
    expect(await linker.shown('ROV-1')).toEqual(['implements ENG/REQ-003 in 1'])
    // One that lost its key keeps what it says of the baseline.
    expect(await linker.done('GET', '/issuelinks/DRN-5')).toMatchObject([{ key: null, baseline: 1 }])
    linker.synchronise()
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
  })

  test('are listed without the name if the caller may not read the space, and as deleted if they are', async () => {
    await freeze('LAB')
    await linker.done('POST', '/issuelinks/DRN-4', [
      item('SEC-001', { spaceKey: 'LAB', baseline: 1 }),
      item('REQ-003', { baseline: 1 }),
    ])
    const seen = async (token: string) =>
      (await linker.call('GET', '/baselines/DRN', undefined, { token })).body.map(
        ({ spaceKey, name, status }: Record<string, string>) => [spaceKey, name, status],
      )
    const [eng, lab] = await seen('tok-admin')
    expect([eng, lab]).toEqual([
      ['ENG', 'Release 1.0', 'DONE'],
      ['LAB', 'Frozen', 'DONE'],
    ])
    expect(await seen('tok-alice')).toEqual([eng, ['LAB', undefined, undefined]])
    const [lab1] = await linker.author.state('container', 'key=LAB')
    const [row] = await linker.author.state('baseline', `projectContainerId=${lab1.id}`)
    store().table(baselines).remove(row.id)
    expect(await seen('tok-admin')).toEqual([eng, ['LAB', undefined, 'NON_EXISTING']])
  })

  test('of a condition are of any wiki, and refused for what the first wiki says unless one is silent', async () => {
    const prefer = async (condition: string) => {
      const path = '/preferences/baselineCondition'
      const reply = await linker.call('PUT', path, JSON.stringify(condition), admin)
      return [reply.status, reply.text]
    }
    expect((await prefer('ALT-1, ENG-1'))[0]).toBe(200)
    expect(await known()).toEqual(['ENG 1 0 true DONE', 'ALT 1 0 true DONE'])
    expect((await prefer(' , '))[0]).toBe(200)
    expect([await known(), linker.author.client.simulator.state('setting')]).toEqual([[], []])
    expect(await prefer('NOPE-1')).toEqual([404, expect.stringContaining("'NOPE'")])
    expect(await prefer('ENG-77')).toEqual([404, expect.stringContaining("no baseline '77' in space 'ENG'")])
    const most = Array.from({ length: 100 }, () => 'ENG-1')
    expect((await prefer(most.join(',')))[0]).toBe(200)
    expect(await prefer([...most, 'ENG-1'].join(','))).toEqual([400, expect.stringContaining('not 101')])
    store().table(applications).update(111, { status: 'DISABLED' })
    expect((await prefer('ENG-1'))[0]).toBe(200)
    expect(await prefer('ALT-1')).toEqual([
      409,
      expect.stringContaining("no response from 'https://second.northwind.test/wiki'"),
    ])
  })
})
