import { beforeEach, describe, expect, test } from 'vitest'
import { relationshipIdOf } from '../../../../src/model/links/relationships-of-application.ts'
import { type StandaloneAuthor, startStandaloneAuthor } from '../../../support/standalone-author.ts'
import { threadTime } from '../../../support/thread-time.ts'
import { demoWith, pluck, refusal } from '../../../support/client.ts'

let author: StandaloneAuthor
beforeEach(async () => {
  author = await startStandaloneAuthor()
})

const WIKI = 'applicationId=101'
const CURRENT = '/applications/101/projects/1001/variants/current/requirements'
const linksOf = (id: number, rest = '', more = '') => `/requirements/${id}/links${rest}?${WIKI}${more}`
const list = async (id: number, more = '') => (await author.made('GET', linksOf(id, '', more))).items
const add = (id: number, body: object) => author.made('POST', linksOf(id), body)
const change = (id: number, link: number, body: object) => author.made('PUT', linksOf(id, `/${link}`), body)
const remove = (id: number, link: number) => author.made('DELETE', linksOf(id, `/${link}`))
/** One list of the six that the include flags add, by key of the requirement. */
const flagged = async (key: string, flag: string, field: string) =>
  (await author.made('GET', `${CURRENT}/${key}?${flag}=true`))[field]
const parents = (key: string) => flagged(key, 'includeToDependencies', 'toDependencies')
const children = (key: string) => flagged(key, 'includeFromDependencies', 'fromDependencies')
const issues = (key: string) => flagged(key, 'includeJiraIssueLinks', 'jiraIssueLinks')
const inWiki = (key: string) => author.done('GET', `/requirement2/ENG/${key}`)
const pageOf = async (id: number) => (await author.state('page', `id=${id}`))[0]
const definition = async (id: number, key: string) =>
  (await pageOf(id)).definitions.find((one: { key: string }) => one.key === key)

describe('the list', () => {
  test('shows what the six include flags show', async () => {
    const all = await list(6002)
    expect(pluck(all, 'type').toSorted()).toEqual([
      'DEPENDENCY',
      'DEPENDENCY',
      'JIRA_ISSUE',
      'ORIGIN',
      'TEST_CASE',
    ])
    const ids = pluck(all, 'id')
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b))
    for (const link of all)
      expect(await author.made('GET', linksOf(6002, `/${link.id}`))).toMatchObject({ id: link.id })
    expect(await list(6001, '&type=reference')).toMatchObject([
      { type: 'REFERENCE', container: { pageId: 4000 } },
    ])
  })

  test.each([
    ['&type=DEPENDENCY&direction=TO', ['REQ-001']],
    ['&direction=FROM', ['REQ-004']],
    ['&relationship=refines&sort=type', ['REQ-004', 'REQ-001']],
    ['&relationship=Refines', []],
    ['&relationshipId=112704594951441&direction=to', ['REQ-001']],
    ['&relationshipId=1', []],
  ])('is filtered by %s', async (more, keys) => {
    const found = await list(6002, more)
    expect(
      found.map(({ requirement }: { requirement: { key: string } }) => requirement.key).toSorted(),
    ).toEqual(keys.toSorted())
  })

  test('shows details of issues on request, and only to those who may read them', async () => {
    const more = '&type=JIRA_ISSUE'
    expect((await list(6001, `${more}&sort=relationship`))[0].issue).toEqual({ issueKey: 'DRN-1' })
    const [detailed] = await list(6001, `${more}&includeJiraIssueDetails=true&sort=relationship`)
    expect(detailed).toMatchObject({
      relationship: 'implements',
      issue: {
        issueId: 30001,
        issueType: 'Story',
        status: 'In Progress',
        summary: 'Take off and land by autopilot',
      },
    })
  })
})

test('who may read the requirement but not the issue sees its key and relationship', async () => {
  const spaces = [{ site: 'wiki', key: 'ENG', grants: { read: ['bob', 'eve'], edit: ['admin', 'alice'] } }]
  author = await startStandaloneAuthor(demoWith({ world: { spaces } }))
  const eve = { token: 'tok-eve' }
  const path = linksOf(6002, '', '&type=JIRA_ISSUE&includeJiraIssueDetails=true')
  const { items } = await author.made('GET', path, undefined, eve)
  expect(items).toMatchObject([{ relationship: 'implements' }])
  expect(items[0].issue).toEqual({ issueKey: 'DRN-2' })
})

describe('a dependency', () => {
  test('to a parent stands in the definition of the child', async () => {
    const made = await add(6005, { type: 'DEPENDENCY', requirementId: 6001, relationship: 'uses' })
    expect(made).toMatchObject({
      direction: 'TO',
      relationship: 'uses',
      requirement: { requirementId: 6001 },
    })
    expect(await parents('REQ-005')).toMatchObject([{ key: 'REQ-001', relationship: 'uses' }])
    expect(await children('REQ-001')).toContainEqual(expect.objectContaining({ key: 'REQ-005' }))
    expect(await definition(4001, 'REQ-005')).toMatchObject({ dependencies: [{ key: 'REQ-001' }] })
    expect((await inWiki('REQ-005')).dependencies).toMatchObject([{ key: 'REQ-001', relationship: 'uses' }])
    expect((await author.found("to@uses = 'REQ-001'")).wiki).toEqual(
      (await author.found("to@uses = 'REQ-001'")).hosted,
    )
    const changed = await change(6005, made.id, { relationship: 'needs' })
    expect(changed).toMatchObject({ id: made.id, relationship: 'needs' })
    expect(await change(6005, made.id, { requirementId: 6002 })).toMatchObject({
      id: made.id,
      relationship: 'needs',
      requirement: { key: 'REQ-002' },
    })
    expect(await parents('REQ-005')).toMatchObject([{ key: 'REQ-002', relationship: 'needs' }])
    await remove(6005, made.id)
    expect(await parents('REQ-005')).toEqual([])
    expect((await author.refused('GET', linksOf(6005, `/${made.id}`))).status).toBe(404)
    expect(await author.state('linkIdentity')).toEqual([])
  })

  test('from a child stands in the definition of that', async () => {
    const child = { direction: 'FROM', requirementId: 6012, relationship: 'uses' }
    const made = await add(6001, { type: 'DEPENDENCY', ...child })
    expect(await parents('REQ-012')).toContainEqual(expect.objectContaining({ key: 'REQ-001' }))
    expect((await pageOf(4002)).version).toBe(2)
    await change(6001, made.id, { key: 'REQ-011' })
    expect(await definition(4002, 'REQ-012')).toMatchObject({ dependencies: [] })
    expect(await definition(4002, 'REQ-011')).toMatchObject({ dependencies: [{ key: 'REQ-001' }] })
    await remove(6001, made.id)
    expect(await definition(4002, 'REQ-011')).toMatchObject({ dependencies: [] })
  })

  test('to an issue that the tracker does not have is there, and its message fails', async () => {
    await add(6003, { type: 'JIRA_ISSUE', issueKey: 'DRN-99' })
    author.client.simulator.clock.advance('3m')
    const messages = author.client.simulator.state('outboundMessage', { issueKey: 'DRN-99' })
    expect(messages).toMatchObject([{ status: 'FAILED', lastResponse: expect.stringContaining("'DRN-99'") }])
  })

  test('may name what does not exist yet', async () => {
    const made = await add(6005, { type: 'DEPENDENCY', key: 'NEW-1' })
    expect(made).toMatchObject({ relationship: 'Dependency', requirement: { key: 'NEW-1', spaceKey: 'ENG' } })
    expect(made.requirement.requirementId).toBeUndefined()
    await author.made('POST', `/requirements?${WIKI}`, { containerId: 1001, key: 'NEW-1' })
    expect((await list(6005, '&direction=TO'))[0]).toMatchObject({
      id: made.id,
      requirement: { status: 'ACTIVE' },
    })
  })

  test('keeps its id when another link takes its former facts', async () => {
    const first = await add(6005, { type: 'DEPENDENCY', requirementId: 6001 })
    await change(6005, first.id, { requirementId: 6002 })
    const second = await add(6005, { type: 'DEPENDENCY', requirementId: 6001 })
    expect(second.id).not.toBe(first.id)
    expect(await author.made('GET', linksOf(6005, `/${first.id}`))).toMatchObject({
      requirement: { key: 'REQ-002' },
    })
  })

  test('of another variant leads to its own variant, and touches no page', async () => {
    const before = await pageOf(4001)
    await add(6101, { type: 'DEPENDENCY', requirementId: 6102 })
    expect((await list(6102, '&direction=FROM'))[0]).toMatchObject({ requirement: { requirementId: 6101 } })
    expect(await pageOf(4001)).toEqual(before)
    const other = { type: 'DEPENDENCY', requirementId: 6001 }
    expect((await author.refused('POST', linksOf(6101), other)).status).toBe(409)
    expect((await author.refused('POST', linksOf(6101), { ...other, direction: 'FROM' })).status).toBe(409)
  })
})

describe('origin and references', () => {
  test('an origin is the page that defines the requirement', async () => {
    const [origin] = await list(6002, '&type=ORIGIN')
    expect(await change(6002, origin.id, { containerId: 1102 })).toMatchObject({
      id: origin.id,
      container: { pageId: 4002 },
    })
    expect((await inWiki('REQ-002')).page).toMatchObject({ pageId: 4002 })
    expect(await flagged('REQ-002', 'includeOriginLinks', 'originLinks')).toMatchObject([{ pageId: 4002 }])
    await remove(6002, origin.id)
    expect(await definition(4002, 'REQ-002')).toBeUndefined()
    expect(await flagged('REQ-002', 'includeOriginLinks', 'originLinks')).toEqual([])
    expect((await inWiki('REQ-002')).status).toBe('ACTIVE')
    await add(6002, { type: 'ORIGIN', containerId: 1101 })
    expect(await definition(4001, 'REQ-002')).toMatchObject({ dependencies: [{ key: 'REQ-001' }] })
  })

  test('a reference is a mention on a page, whose version rises', async () => {
    const made = await add(6002, { type: 'REFERENCE', containerId: 1102 })
    expect(await flagged('REQ-002', 'includeReferenceLinks', 'referenceLinks')).toMatchObject([
      { pageId: 4002 },
    ])
    expect((await author.found("link = 'Power'")).wiki).toContain('REQ-002')
    expect((await pageOf(4002)).version).toBe(2)
    expect(await change(6002, made.id, { containerId: 1100 })).toMatchObject({ id: made.id })
    expect((await pageOf(4000)).links).toHaveLength(3)
    await remove(6002, made.id)
    expect((await pageOf(4000)).links).toHaveLength(2)
  })

  test('a requirement of a workspace has its origin in a file', async () => {
    const path = '/requirements/6301/links'
    const query = '?applicationId=103'
    const [origin] = (await author.made('GET', `${path}${query}&type=ORIGIN`)).items
    expect(origin).toMatchObject({ container: { type: 'FILE', name: 'simulation.docx' } })
    await author.made('DELETE', `${path}/${origin.id}${query}`)
    const body = { type: 'ORIGIN', containerId: 3101 }
    expect((await author.made('POST', `${path}${query}`, body)).id).toBe(origin.id)
    const reference = { type: 'REFERENCE', containerId: 3101 }
    expect((await author.refused('POST', `${path}${query}`, reference)).status).toBe(400)
    expect(
      await author.refused('POST', `${path}${query}`, { type: 'JIRA_ISSUE', issueKey: 'DRN-1' }),
    ).toMatchObject(
      refusal(400, "'jiraApplicationId' is missing: application 103 is connected to 0 trackers"),
    )
  })
})

describe('an issue link', () => {
  const tracker = async (key: string) =>
    (await author.client.get(`/tracker/rest/reqs/1/issuelinks/${key}`)).body

  test('is in the wiki at once, and in the tracker after the synchronisation', async () => {
    const made = await add(6005, { type: 'JIRA_ISSUE', issueId: 30003, relationship: 'verifies' })
    expect(made).toMatchObject({ issue: { issueKey: 'DRN-3', summary: 'Compass drifts after long flights' } })
    expect(await issues('REQ-005')).toMatchObject([{ issueKey: 'DRN-3', relationship: 'verifies' }])
    expect((await inWiki('REQ-005')).issues).toMatchObject([{ issueKey: 'DRN-3' }])
    expect(await author.messages()).toEqual(['LINK_ADDED ENG/REQ-005 DRN-3'])
    expect(JSON.stringify(await tracker('DRN-3'))).not.toContain('REQ-005')
    author.client.simulator.clock.advance('3m')
    expect(JSON.stringify(await tracker('DRN-3'))).toContain('verifies')
    const changed = await change(6005, made.id, { relationship: 'tests' })
    expect(changed).toMatchObject({ id: made.id, relationship: 'tests', issue: { issueKey: 'DRN-3' } })
    author.client.simulator.clock.advance('3m')
    expect(JSON.stringify(await tracker('DRN-3'))).not.toContain('verifies')
    expect(JSON.stringify(await tracker('DRN-3'))).toContain('tests')
    expect(await author.made('GET', linksOf(6005, `/${made.id}`))).toMatchObject({ relationship: 'tests' })
    await remove(6005, made.id)
    author.client.simulator.clock.advance('3m')
    expect(JSON.stringify(await tracker('DRN-3'))).not.toContain('REQ-005')
    const left = JSON.stringify(await author.state('issueLink'))
    expect(left).toContain('REQ-002')
    expect(left).not.toContain('REQ-005')
  })

  test('that is sent as it is says nothing to the tracker', async () => {
    const [link] = await list(6002, '&type=JIRA_ISSUE')
    await change(6002, link.id, { relationship: 'implements', issueKey: 'DRN-2' })
    expect(await author.messages()).toEqual([])
  })

  test('of a frozen copy names its baseline', async () => {
    const made = await add(6021, { type: 'JIRA_ISSUE', issueKey: 'DRN-3' })
    expect(await list(6021, '&type=JIRA_ISSUE')).toMatchObject([
      { id: made.id, issue: { issueKey: 'DRN-3' } },
    ])
    expect((await author.state('outboundMessage')).at(-1)).toMatchObject({ baseline: 1, key: 'REQ-001' })
    expect(await issues('REQ-001')).toHaveLength(2)
  })

  test('is made of a frozen copy whose variant is no longer current, and of no live row of that', async () => {
    await author.made('PUT', `/variants/5002?${WIKI}`, { current: true })
    const link = { type: 'JIRA_ISSUE', issueKey: 'DRN-3' }
    await add(6021, link)
    const copy = await author.done('GET', '/requirement2/ENG/REQ-001?v=1')
    expect(copy.issues).toMatchObject([{ issueKey: 'DRN-3' }])
    const live = await author.refused('POST', linksOf(6001), link)
    expect(live).toMatchObject(refusal(409, 'is not of the current variant'))
  })
})

test('a test case link is made, changed and taken away', async () => {
  const body = {
    type: 'TEST_CASE',
    testCaseKey: 'TC-7',
    version: 3,
    status: 'PASS',
    executedAt: '2026-01-04T08:00:00Z',
  }
  const made = await add(6005, body)
  expect(made).toMatchObject({ relationship: 'tests', testCase: { testCaseKey: 'TC-7', version: 3 } })
  expect((await author.found("hasTest('PASS')")).standalone).toEqual(['REQ-001', 'REQ-005'])
  expect(await change(6005, made.id, { status: 'FAIL' })).toMatchObject({
    id: made.id,
    testCase: { version: 3, status: 'FAIL', executedAt: '2026-01-04T08:00:00.000Z' },
  })
  expect(await flagged('REQ-005', 'includeTestCaseLinks', 'testCaseLinks')).toMatchObject([
    { status: 'FAIL' },
  ])
  await remove(6005, made.id)
  expect((await author.found("hasTest('FAIL')")).standalone).toEqual(['REQ-002'])
})

test('every link that is sent back as it was read stays as it was', async () => {
  for (const id of [6001, 6002]) {
    const before = await list(id)
    expect(before.length).toBeGreaterThan(3)
    for (const link of before) expect(await change(id, link.id, link)).toMatchObject(link)
    expect(await list(id)).toEqual(before)
  }
})

describe('refusals', () => {
  test.each([
    [6002, { type: 'DEPENDENCY', requirementId: 6001, relationship: 'refines' }, 409, 'already'],
    [6002, { type: 'DEPENDENCY' }, 400, "'requirementId': name the other"],
    [6002, { type: 'DEPENDENCY', direction: 'FROM' }, 400, "'requirementId'"],
    [6002, { type: 'DEPENDENCY', direction: 'FROM', key: 'NOPE-1' }, 404, "'NOPE-1'"],
    [6002, { type: 'DEPENDENCY', requirementId: 77 }, 404, "'77'"],
    [6002, { type: 'DEPENDENCY', requirementId: 6099 }, 409, 'ACTIVE'],
    [6002, { type: 'DEPENDENCY', requirementId: 6201 }, 403, 'may not read'],
    [6002, { type: 'DEPENDENCY', requirementId: 6301 }, 404, "'6301'"],
    [
      6002,
      { type: 'DEPENDENCY', key: 'X', relationshipId: 5 },
      404,
      "no relationship '5' in application 101 (body field 'relationshipId')",
    ],
    [
      6002,
      { type: 'DEPENDENCY', key: 'X', relationshipId: 5, relationship: 'a' },
      400,
      "'relationshipId' '5'",
    ],
    [6099, { type: 'DEPENDENCY', key: 'X' }, 409, 'DELETED'],
    [6099, { type: 'DEPENDENCY', direction: 'FROM', requirementId: 6001 }, 409, 'DELETED'],
    [6002, { type: 'ORIGIN', containerId: 1102 }, 409, 'already'],
    [6002, { type: 'ORIGIN' }, 400, "'containerId': name"],
    [6002, { type: 'REFERENCE', containerId: 1001 }, 400, 'name one'],
    [6002, { type: 'REFERENCE', containerId: 77 }, 404, "'77'"],
    [6001, { type: 'REFERENCE', containerId: 1100 }, 409, 'already'],
    [6101, { type: 'REFERENCE', containerId: 1100 }, 409, 'current variant'],
    [6101, { type: 'JIRA_ISSUE', issueKey: 'DRN-1' }, 409, 'current variant'],
    [6001, { type: 'JIRA_ISSUE', issueKey: 'DRN-1', relationship: 'implements' }, 409, 'already'],
    [6001, { type: 'JIRA_ISSUE' }, 400, "'issueKey': name"],
    [6001, { type: 'JIRA_ISSUE', issueKey: ' ' }, 400, "'issueKey' ' ': name"],
    [6001, { type: 'JIRA_ISSUE', issueId: 77 }, 404, "'77'"],
    [6001, { type: 'JIRA_ISSUE', issueKey: 'DRN-3', jiraApplicationId: 103 }, 404, "'103'"],
    [6022, { type: 'TEST_CASE', testCaseKey: 'TC-1' }, 409, 'ARCHIVED'],
    [6001, { type: 'TEST_CASE' }, 400, "'testCaseKey': name"],
    [6001, { type: 'TEST_CASE', testCaseKey: 'T', executedAt: 'today' }, 400, "'today'"],
    [6001, { type: 'NONSENSE' }, 400, 'type'],
    [77, { type: 'TEST_CASE', testCaseKey: 'T' }, 404, "'77'"],
  ])('%i %j is %i', async (id, body, status, message) => {
    expect(await author.refused('POST', linksOf(id), body)).toMatchObject(refusal(status, message))
  })

  test('type and direction of a link stay', async () => {
    const [link] = await list(6002, '&direction=TO')
    const path = linksOf(6002, `/${link.id}`)
    expect(await author.refused('PUT', path, { type: 'ORIGIN' })).toMatchObject(
      refusal(400, "'type' 'ORIGIN'"),
    )
    expect((await author.refused('PUT', path, { direction: 'FROM' })).status).toBe(400)
    await add(6002, { type: 'DEPENDENCY', requirementId: 6001, relationship: 'uses' })
    expect((await author.refused('PUT', path, { relationship: 'uses' })).status).toBe(409)
    expect((await author.refused('PUT', linksOf(6002, '/77'), { relationship: 'uses' })).status).toBe(404)
    expect((await author.refused('DELETE', linksOf(6002, '/77'))).status).toBe(404)
  })

  test('readers read; a link that is stored elsewhere takes edit there', async () => {
    const bob = { token: 'tok-bob' }
    expect((await author.api('GET', linksOf(6002), undefined, bob)).status).toBe(200)
    for (const method of ['PUT', 'DELETE'])
      expect((await author.refused(method, linksOf(6002, '/1'), { relationship: 'x' }, bob)).status).toBe(403)
    const body = { type: 'DEPENDENCY', direction: 'FROM', requirementId: 6201 }
    expect((await author.refused('POST', linksOf(6002), body)).status).toBe(403)
    const reference = { type: 'REFERENCE', containerId: 1003 }
    expect((await author.refused('POST', linksOf(6002), reference)).status).toBe(403)
  })
})

describe('relationships', () => {
  const names = async (more = '', options = {}) =>
    (await author.made('GET', `/relationships?${WIKI}${more}`, undefined, options)).items

  test('are those in use, and name links by id', async () => {
    const before = await names()
    expect(before.map(({ name, types }: { name: string; types: string[] }) => [name, types])).toEqual([
      ['Dependency', ['DEPENDENCY']],
      ['implements', ['JIRA_ISSUE']],
      ['refines', ['DEPENDENCY']],
      ['tests', ['JIRA_ISSUE', 'TEST_CASE']],
    ])
    expect(await names('&offset=1&limit=1')).toEqual([before[1]])
    const made = await add(6005, { type: 'DEPENDENCY', requirementId: 6001, relationshipId: before[2].id })
    expect(made.relationship).toBe('refines')
    await add(6005, { type: 'TEST_CASE', testCaseKey: 'T', relationship: 'proves' })
    expect(pluck(await names(), 'name')).toContain('proves')
  })

  test('are gone with the last link that has them, of whichever kind', async () => {
    const all = async () =>
      (await names()).map(({ name, types }: { name: string; types: string[] }) => `${name} ${types}`)
    const before = await all()
    const made = [
      await add(6005, { type: 'DEPENDENCY', requirementId: 6001, relationship: 'proves' }),
      await add(6005, { type: 'TEST_CASE', testCaseKey: 'T', relationship: 'proves' }),
      await add(6005, { type: 'JIRA_ISSUE', issueKey: 'DRN-3', relationship: 'proves' }),
    ]
    const expected = ['DEPENDENCY', 'JIRA_ISSUE', 'TEST_CASE']
    expect(await all()).toContain(`proves ${expected}`)
    for (const [position, { id }] of made.entries()) {
      await remove(6005, id)
      expected.splice(expected.indexOf(['DEPENDENCY', 'TEST_CASE', 'JIRA_ISSUE'][position] as string), 1)
      expect((await all()).find((one: string) => one.startsWith('proves'))).toBe(
        expected.length === 0 ? undefined : `proves ${expected}`,
      )
    }
    expect(await all()).toEqual(before)
    await add(6005, { type: 'DEPENDENCY', requirementId: 6001, relationship: 'proves' })
    await add(6005, { type: 'TEST_CASE', testCaseKey: 'T', relationship: 'checks' })
    await author.made('DELETE', `/requirements/6005?${WIKI}`)
    expect(await all()).toEqual(before)
  })

  test('of a tracker are those of issue links, and implements, and are listed for the wiki too', async () => {
    const TRACKER = 'applicationId=102'
    const of = async (application: string, options = {}) =>
      (await author.made('GET', `/relationships?${application}`, undefined, options)).items
    const expected = ['implements', 'tests'].map((name) => ({
      id: relationshipIdOf(name),
      name,
      types: ['JIRA_ISSUE'],
    }))
    expect(await of(TRACKER)).toEqual(expected)
    await add(6005, { type: 'JIRA_ISSUE', issueKey: 'DRN-3', relationship: 'proves' })
    for (const application of [TRACKER, WIKI])
      expect(pluck(await of(application), 'name')).toContain('proves')
    const bare = await startStandaloneAuthor(
      demoWith({ world: { links: [40_002, 40_003, 40_004].map((id) => ({ id, remove: true })) } }),
    )
    expect((await bare.made('GET', `/relationships?${TRACKER}`)).items).toEqual([expected[0]])
  })

  test('of a tracker leave out those of requirements that the caller may not read', async () => {
    const admin = { token: 'tok-admin' }
    const made = await author.made(
      'POST',
      `/requirements?${WIKI}`,
      { containerId: 1003, key: 'SEC-002' },
      admin,
    )
    const link = { type: 'JIRA_ISSUE', issueKey: 'DRN-3', relationship: 'guards' }
    await author.made('POST', linksOf(made.id), link, admin)
    const isListed = async (options = {}) =>
      (await author.made('GET', '/relationships?applicationId=102', undefined, options)).items.some(
        ({ name }: { name: string }) => name === 'guards',
      )
    expect([await isListed(), await isListed(admin)]).toEqual([false, true])
  })

  test('take an application, unless the token is scoped to one', async () => {
    expect(await author.refused('GET', '/relationships')).toMatchObject(refusal(400, "'applicationId'"))
  })

  test('of 100,000 requirements are listed without a scan of all links', async () => {
    const large = await startStandaloneAuthor({ scenario: 'large' })
    const ask = () => large.made('GET', `/relationships?${WIKI}`)
    const { items } = await ask()
    expect(items).toEqual((await author.made('GET', `/relationships?${WIKI}`)).items)
    const begin = threadTime()
    for (let times = 0; times < 50; times++) await ask()
    // A walk takes 50 ms and more.
    expect(threadTime() - begin).toBeLessThan(1500)
  })

  test('are hidden from those who may not read the requirements', async () => {
    expect(
      (await author.refused('GET', `/relationships?${WIKI}`, undefined, { token: 'tok-eve' })).status,
    ).toBe(403)
    const lab = { containerId: 1003, key: 'SEC-002' }
    const admin = { token: 'tok-admin' }
    const made = await author.made('POST', `/requirements?${WIKI}`, lab, admin)
    const link = { type: 'DEPENDENCY', key: 'SEC-001', relationship: 'guards' }
    await author.made('POST', linksOf(made.id), link, admin)
    expect(pluck(await names(), 'name')).not.toContain('guards')
    expect(pluck(await names('', admin), 'name')).toContain('guards')
  })
})

test('a reader sees nothing of spaces that they may not read', async () => {
  const pages = [{ id: 4900, space: 'LAB', title: 'Plans', links: ['ENG/SEE-1'] }]
  const requirements = [
    { id: 6901, space: 'ENG', key: 'SEE-1', dependencies: [{ relationship: 'needs', to: 'LAB/SEC-001' }] },
    { id: 6902, space: 'LAB', key: 'SEC-002', dependencies: [{ relationship: 'guards', to: 'ENG/SEE-1' }] },
  ]
  author = await startStandaloneAuthor(demoWith({ world: { pages, requirements } }))
  const seen = async (token: string) =>
    (await author.made('GET', linksOf(6901), undefined, { token })).items.map(
      ({ type, direction, requirement, container }: Link) =>
        `${[type, direction].join(' ')} ${requirement?.key} ${requirement?.requirementId} ${container?.pageId}`,
    )
  expect((await seen('tok-admin')).toSorted()).toEqual([
    'DEPENDENCY FROM SEC-002 6902 undefined',
    'DEPENDENCY TO SEC-001 6201 undefined',
    'REFERENCE  undefined undefined 4900',
  ])
  expect(await seen('tok-alice')).toEqual(['DEPENDENCY TO SEC-001 undefined undefined'])
})

test('links that say other things have other ids, two test cases as well', async () => {
  for (const testCaseKey of ['TC-8', 'TC-9']) await add(6001, { type: 'TEST_CASE', testCaseKey })
  const ids = pluck(await list(6001), 'id')
  expect(ids.length).toBeGreaterThan(6)
  expect(new Set(ids).size).toBe(ids.length)
})

test('each link that comes to say something else keeps its own id, and gives it to no other requirement', async () => {
  const depend = async (id: number, key: string): Promise<number> =>
    (await add(id, { type: 'DEPENDENCY', key })).id
  const [first, second] = [await depend(6005, 'A-1'), await depend(6005, 'A-2')]
  await change(6005, first, { key: 'B-1' })
  await change(6005, second, { key: 'B-2' })
  const other = await depend(6006, 'B-1')
  const seen = async (id: number) =>
    (await list(id, '&direction=TO')).flatMap(({ id: link, requirement }: Link) =>
      requirement?.key.startsWith('B-') === true ? [`${requirement.key} ${link}`] : [],
    )
  expect((await seen(6005)).toSorted()).toEqual([`B-1 ${first}`, `B-2 ${second}`])
  expect(await seen(6006)).toEqual([`B-1 ${other}`])
  expect(new Set([first, second, other]).size).toBe(3)
})

test('a relationship of test cases is listed for each that requirements have', async () => {
  for (const relationship of ['checks', 'proves'])
    await add(6005, { type: 'TEST_CASE', testCaseKey: `T-${relationship}`, relationship })
  const { items } = await author.made('GET', `/relationships?${WIKI}`)
  const testing = items.filter(({ types }: { types: string[] }) => types.includes('TEST_CASE'))
  expect(pluck(testing, 'name')).toEqual(['checks', 'proves', 'tests'])
})

interface Link {
  readonly id: number
  readonly type: string
  readonly direction?: string
  readonly requirement?: { readonly key: string; readonly requirementId?: number }
  readonly container?: { readonly pageId: number }
}
