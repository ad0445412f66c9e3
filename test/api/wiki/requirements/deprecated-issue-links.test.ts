import { beforeEach, describe, expect, test } from 'vitest'
import { integrations } from '../../../../src/model/records/tracker/integrations.ts'
import { issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import {
  author,
  startWiki,
  tableOf,
  call,
  done,
  state,
  found,
  everywhere,
  attempt,
  refusal,
} from '../author.ts'
import { refused } from '../../../support/demo.ts'

beforeEach(() => startWiki())

const link = (issue: string, key = 'REQ-003') => `/requirement2/ENG/${key}/link/issue/${issue}`
const issuesOf = async (key: string): Promise<string[]> =>
  (await done('GET', `/requirement2/ENG/${key}`)).issues.map(
    ({ relationship, issueKey }: Record<string, string>) => `${relationship} ${issueKey}`,
  )

describe('linking an issue', () => {
  test('answers 201, and every interface of the wiki shows it at once', async () => {
    const reply = await call('PUT', `${link('DRN-3')}?relationship=tests`, { title: 'Check it' })
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        applinkId: '11111111-2222-4333-8444-555555555555',
        spaceKey: 'ENG',
        key: 'REQ-003',
        issueKey: 'DRN-3',
        relationship: 'tests',
      },
    ])
    expect(reply.headers['Deprecation']).toBe('true')
    expect(await issuesOf('REQ-003')).toEqual(['tests DRN-3'])
    for (const query of ["jira = 'DRN-3'", "jira@tests = 'DRN-3'"]) {
      expect(await found(query)).toEqual(everywhere('REQ-003'))
    }
    const shown = await author.client.get(
      '/api/applications/101/projects/1001/variants/current/requirements/REQ-003?includeJiraIssueLinks=true',
      { token: 'tok-admin' },
    )
    expect(shown.body.jiraIssueLinks).toMatchObject([{ issueKey: 'DRN-3', relationship: 'tests' }])
    expect((await author.events('REQ-003')).at(-1)).toBe('LINKED alice')
  })

  test("writes only the wiki's face, and queues a message for the tracker", async () => {
    await done('PUT', link('DRN-3'), { title: 'Check it', relationship: 'tests' })
    const made = (await state('issueLink')).at(-1)
    expect(made).toMatchObject({
      serviceId: 'svc-0001-demo',
      wiki: { issueKey: 'DRN-3', relationship: 'tests' },
    })
    expect(made).not.toHaveProperty('tracker')
    expect((await state('outboundMessage')).at(-1)).toMatchObject({
      operation: 'LINK_ADDED',
      title: 'Check it',
      applinkId: '11111111-2222-4333-8444-555555555555',
      spaceKey: 'ENG',
      key: 'REQ-003',
      issueKey: 'DRN-3',
      relationship: 'tests',
      createdBy: 2,
    })
  })

  test('takes the relationship of the query, else of the body, else implements', async () => {
    await done('PUT', `${link('DRN-1')}?relationship=a`, { relationship: 'b' })
    await done('PUT', link('DRN-2'), { relationship: 'b' })
    await done('PUT', link('DRN-3'))
    await done('PUT', `${link('DRN-4')}?relationship=`, { relationship: null })
    expect(await issuesOf('REQ-003')).toEqual(['a DRN-1', 'b DRN-2', 'implements DRN-3', 'implements DRN-4'])
  })

  test('of a frozen copy shows on that copy only', async () => {
    await done('PUT', `${link('DRN-3')}?baseline=1`)
    expect(await issuesOf('REQ-003')).toEqual([])
    expect(await issuesOf('REQ-003?v=1')).toEqual(['implements DRN-3'])
    expect((await call('DELETE', link('DRN-3'))).status).toBe(404)
    expect((await call('DELETE', `${link('DRN-3')}?baseline=1`)).status).toBe(204)
    expect(await issuesOf('REQ-003?v=1')).toEqual([])
  })

  test('completes a link that the tracker shows already', async () => {
    const { wiki: _wiki, ...half } = tableOf(issueLinks).get(40002)!
    tableOf(issueLinks).put(half)
    expect(await issuesOf('REQ-001')).toEqual(['tests DRN-2'])
    await done('PUT', link('DRN-1', 'REQ-001'))
    expect(await issuesOf('REQ-001')).toEqual(['implements DRN-1', 'tests DRN-2'])
    expect(await state('issueLink', 'id=40002')).toMatchObject([{ wiki: {}, tracker: {} }])
  })

  test('again changes nothing', async () => {
    await done('PUT', link('DRN-3'))
    const before = author.everything()
    expect((await call('PUT', link('DRN-3'), { title: 'again' })).status).toBe(201)
    expect(author.everything()).toBe(before)
  })

  test('finds the tracker by its base address', async () => {
    const ask = (url: string) => call('PUT', `${link('DRN-3')}?jiraUrl=${encodeURIComponent(url)}`)
    expect((await ask('https://tracker.northwind.test/')).status).toBe(201)
    const unknown = await ask('https://elsewhere.test')
    expect(unknown).toMatchObject(refused(404, "jiraUrl: no tracker 'https://elsewhere.test'"))
    tableOf(integrations).insert({
      ...tableOf(integrations).get('svc-0001-demo')!,
      serviceId: 'second',
      wikiApplinkId: 'second-wiki',
      trackerApplinkId: 'second-tracker',
    })
    expect(await attempt('PUT', link('DRN-4'))).toEqual(refusal(400, 'jiraUrl is missing'))
  })
})

describe('a wiki with several integrations', () => {
  const add = (serviceId: string, changes: object) => {
    const { trackerApplicationId: _simulated, ...known } = tableOf(integrations).get('svc-0001-demo')!
    const ends = { wikiApplinkId: `${serviceId}-wiki`, trackerApplinkId: `${serviceId}-tracker` }
    tableOf(integrations).insert({ ...known, ...ends, serviceId, ...changes })
  }
  const url = encodeURIComponent('https://tracker.northwind.test')

  test('leaves out the trackers of other wikis', async () => {
    add('another', { wikiApplicationId: 201 })
    expect((await call('PUT', link('DRN-3'))).status).toBe(201)
  })

  test('finds the tracker by its address beside one that is not simulated', async () => {
    add('another', {})
    expect((await done('PUT', `${link('DRN-3')}?jiraUrl=${url}`)).applinkId).toBe(
      '11111111-2222-4333-8444-555555555555',
    )
  })

  test('takes off what leads to the tracker that is named, and not what leads to another', async () => {
    add('another', {})
    const view = { applicationId: 101, spaceKey: 'ENG', key: 'REQ-003', relationship: 'implements' }
    const wiki = { ...view, applinkId: 'another-wiki', issueKey: 'DRN-3' }
    tableOf(issueLinks).insert({ id: 50001, serviceId: 'another', wiki })
    const refused = await call('DELETE', `${link('DRN-3')}?jiraUrl=${url}`)
    expect([refused.status, refused.body.message]).toEqual([
      404,
      "no link to issue 'DRN-3' in requirement 'REQ-003'",
    ])
    await done('PUT', `${link('DRN-3')}?jiraUrl=${url}`)
    expect((await call('DELETE', `${link('DRN-3')}?jiraUrl=${url}`)).status).toBe(204)
    expect(tableOf(issueLinks).get(50001)).toMatchObject({ wiki })
  })
})

test('a wiki without a tracker links no issue', async () => {
  tableOf(integrations).remove('svc-0001-demo')
  expect(await attempt('PUT', link('DRN-3'))).toEqual(refusal(400, 'the wiki is connected to 0 trackers'))
})

describe('taking a link off', () => {
  test("removes the wiki's face at once and queues a message for the tracker, which keeps its own until then", async () => {
    const reply = await call('DELETE', link('DRN-1', 'REQ-001'))
    expect([reply.status, reply.headers['Deprecation']]).toEqual([204, 'true'])
    expect(await issuesOf('REQ-001')).toEqual(['tests DRN-2'])
    expect((await found("jira = 'DRN-1'")).standalone).toEqual([])
    const [kept] = await state('issueLink', 'id=40002')
    expect(kept).toMatchObject({ tracker: { issueId: 30001 } })
    expect(kept).not.toHaveProperty('wiki')
    expect(await author.messages()).toEqual(['LINK_REMOVED ENG/REQ-001 DRN-1'])
    expect((await author.events('REQ-001')).at(-1)).toBe('UNLINKED alice')
  })

  test('of one relationship, or of all', async () => {
    await done('PUT', `${link('DRN-3')}?relationship=a`)
    await done('PUT', `${link('DRN-3')}?relationship=b`)
    await done('PUT', `${link('DRN-3')}?relationship=c`)
    expect((await call('DELETE', `${link('DRN-3')}?relationship=b`)).status).toBe(204)
    expect(await issuesOf('REQ-003')).toEqual(['a DRN-3', 'c DRN-3'])
    expect((await call('DELETE', link('DRN-3'))).status).toBe(204)
    expect(await issuesOf('REQ-003')).toEqual([])
    // Nothing of links that only the wiki had is left.
    expect(await state('issueLink')).toHaveLength(4)
  })

  test('of a DELETED requirement is possible, linking it is not', async () => {
    await done('DELETE', '/requirement2/ENG/REQ-001')
    expect(await attempt('PUT', link('DRN-3', 'REQ-001'))).toEqual(refusal(409, "'REQ-001' is DELETED"))
    expect((await call('DELETE', link('DRN-1', 'REQ-001'))).status).toBe(204)
    expect(await issuesOf('REQ-001')).toEqual(['tests DRN-2'])
  })
})

describe('refusals of links', () => {
  test.each([
    ['PUT', link('DRN-3', 'NOPE'), 404, "'NOPE'"],
    ['PUT', `${link('DRN-3')}?baseline=2`, 404, 'in baseline 2'],
    ['PUT', '/requirement2/NOPE/REQ-001/link/issue/DRN-1', 404, "'NOPE'"],
    ['PUT', link('%20'), 400, "'issue'"],
    ['DELETE', link('DRN-3'), 404, "no link to issue 'DRN-3' in requirement 'REQ-003'"],
    ['DELETE', `${link('DRN-1', 'REQ-001')}?relationship=tests`, 404, "as 'tests'"],
  ])('%s %s: %i', async (method, path, status, mention) => {
    expect(await attempt(method, path)).toEqual(refusal(status, mention))
  })
})
