/** Making, changing and taking away links: what the history says, what deleted requirements take, and what stays as it was. */
import { beforeEach, describe, expect, test } from 'vitest'
import { integrations } from '../../../../src/model/records/tracker/integrations.ts'
import { pages } from '../../../../src/model/records/wiki/pages.ts'
import { requirements, testCaseLinks } from '../../../../src/model/records/wiki/requirements.ts'
import { type StandaloneAuthor, startStandaloneAuthor } from '../../../support/standalone-author.ts'
import { refusal } from '../../../support/client.ts'

let author: StandaloneAuthor
beforeEach(async () => {
  author = await startStandaloneAuthor()
})

const WIKI = 'applicationId=101'
const linksOf = (id: number, rest = '', more = '') => `/requirements/${id}/links${rest}?${WIKI}${more}`
const list = async (id: number, more = '') => (await author.made('GET', linksOf(id, '', more))).items
const add = (id: number, body: object) => author.made('POST', linksOf(id), body)
const change = (id: number, link: number, body: object) => author.made('PUT', linksOf(id, `/${link}`), body)
const remove = (id: number, link: number) => author.made('DELETE', linksOf(id, `/${link}`))
const store = () => author.client.simulator.world.region('eu')
const version = (id: number) => store().table(pages).get(id)?.version
const linksOn = (id: number) =>
  store()
    .table(pages)
    .get(id)
    ?.links.map(({ spaceKey, key }) => `${spaceKey}/${key}`)
/** What the latest events of a key changed. */
const changes = async (key: string, count: number) => {
  const [{ events }] = await author.done('GET', `/misc/ENG/history?reqs=${key}&expand=changes`)
  return events
    .slice(-count)
    .map(({ event, changes: changed }: { event: string; changes: object[] }) => [event, changed])
}
const testCase = { type: 'TEST_CASE', testCaseKey: 'TC-7', version: 3, status: 'PASS' }

test('the history says which test cases came, changed and went', async () => {
  const { id } = await add(6005, testCase)
  await change(6005, id, { status: 'FAIL', version: 4 })
  await remove(6005, id)
  const [first, second] = ['tests TC-7 v3 PASS', 'tests TC-7 v4 FAIL']
  expect(await changes('REQ-005', 3)).toEqual([
    ['LINKED', [{ field: 'testCases', after: first }]],
    ['LINKED', [{ field: 'testCases', before: first, after: second }]],
    ['UNLINKED', [{ field: 'testCases', before: second }]],
  ])
})

test('a test case gets an id that none has', async () => {
  const table = store().table(testCaseLinks)
  const taken = { ...table.get(1)!, id: 3, requirementId: 6004, testCaseKey: 'TC-3' }
  table.insert(taken)
  await add(6005, testCase)
  expect([...table.range('requirement', [6005])]).toMatchObject([{ id: 4, testCaseKey: 'TC-7' }])
  expect(table.get(3)).toEqual(taken)
})

test('the history says which issues came and went', async () => {
  const { id } = await add(6005, { type: 'JIRA_ISSUE', issueKey: 'DRN-3' })
  await remove(6005, id)
  expect(await changes('REQ-005', 2)).toEqual([
    ['LINKED', [{ field: 'issues', after: 'implements DRN-3' }]],
    ['UNLINKED', [{ field: 'issues', before: 'implements DRN-3' }]],
  ])
})

describe('a DELETED requirement', () => {
  test('keeps its test cases, and takes none', async () => {
    const { id } = await add(6005, testCase)
    await author.made('DELETE', `/requirements/6005?${WIKI}`)
    for (const [method, body] of [['PUT', { status: 'FAIL' }], ['DELETE']] as const)
      expect(await author.refused(method, linksOf(6005, `/${id}`), body)).toMatchObject(
        refusal(409, "'REQ-005' is DELETED"),
      )
    expect(await list(6005, '&type=TEST_CASE')).toMatchObject([{ testCase: { status: 'PASS' } }])
  })

  test('is mentioned on no further page', async () => {
    expect(
      await author.refused('POST', linksOf(6099), { type: 'REFERENCE', containerId: 1100 }),
    ).toMatchObject(refusal(409, "'REQ-099' is DELETED"))
  })

  test('is put on no page, not even on its own', async () => {
    const [origin] = await list(6099, '&type=ORIGIN')
    expect(origin).toMatchObject({ container: { pageId: 4002 } })
    for (const containerId of [1101, 1102])
      expect(await author.refused('PUT', linksOf(6099, `/${origin.id}`), { containerId })).toMatchObject(
        refusal(409, "'REQ-099' is DELETED"),
      )
  })
})

describe('an origin', () => {
  test('that changes is one event, one save of each page, and news for the tracker', async () => {
    store().table(requirements).update(6002, { htmlNeedsUpdating: true })
    const [origin] = await list(6002, '&type=ORIGIN')
    const before = await author.events('REQ-002')
    await change(6002, origin.id, { containerId: 1102 })
    expect(await author.events('REQ-002')).toEqual([...before, 'WRITTEN alice'])
    expect([version(4001), version(4002)]).toEqual([2, 2])
    expect(await author.messages()).toEqual(['REQUIREMENT_UPDATED ENG/REQ-002'])
    expect((await author.done('GET', '/requirement2/ENG/REQ-002')).htmlNeedsUpdating).toBe(false)
  })

  test('that is sent as it is changes nothing', async () => {
    const before = author.everything()
    const [origin] = await list(6002, '&type=ORIGIN')
    expect(await change(6002, origin.id, { containerId: 1101 })).toEqual(origin)
    expect(author.everything()).toBe(before)
  })

  test.each([
    [1001, 'is of type SPACE: name a page, file or issue'],
    [1002, 'is in another project container: name one of 1001'],
  ])('is not container %i', async (containerId, message) => {
    const [origin] = await list(6002, '&type=ORIGIN')
    expect(await author.refused('PUT', linksOf(6002, `/${origin.id}`), { containerId })).toMatchObject(
      refusal(400, message),
    )
  })
})

test('a page mentions each key of each space for itself', async () => {
  const names = (spaceKey: string, ...keys: string[]) => keys.map((key) => ({ spaceKey, key }))
  const links = [...names('OPS', 'REQ-002'), ...names('ENG', 'REQ-001')]
  store().table(pages).update(4000, { links })
  const { id } = await add(6002, { type: 'REFERENCE', containerId: 1100 })
  expect(linksOn(4000)).toEqual(['OPS/REQ-002', 'ENG/REQ-001', 'ENG/REQ-002'])
  await remove(6002, id)
  expect(linksOn(4000)).toEqual(['OPS/REQ-002', 'ENG/REQ-001'])
})

test('a requirement names a thousand others at most', async () => {
  const dependencies = Array.from({ length: 999 }, (_, at) => {
    return { relationship: 'uses', spaceKey: 'ENG', key: `K-${at}` }
  })
  store().table(requirements).update(6102, { dependencies })
  const link = (key: string) => ({ type: 'DEPENDENCY', relationship: 'uses', key })
  await add(6102, link('LAST'))
  expect(await author.refused('POST', linksOf(6102), link('MORE'))).toMatchObject(
    refusal(409, "requirement 'EXP-001' has 1000 dependencies, which is the most: take one away first"),
  )
})

test('a requirement depends on no frozen copy', async () => {
  const body = { type: 'DEPENDENCY', requirementId: 6023, relationship: 'uses' }
  expect(await author.refused('POST', linksOf(6002), body)).toMatchObject(
    refusal(409, "'REQ-002' (6002) cannot depend on 'REQ-003' (6023)"),
  )
})

test('an issue link names its tracker where there are two', async () => {
  const known = store().table(integrations).get('svc-0001-demo')!
  const second = { serviceId: 'second', wikiApplinkId: 'second-wiki', trackerApplinkId: 'second-tracker' }
  store()
    .table(integrations)
    .insert({ ...known, ...second })
  const message =
    "body field 'jiraApplicationId' is missing: application 101 is connected to 2 trackers, so name one of them"
  const reply = await author.refused('POST', linksOf(6005), { type: 'JIRA_ISSUE', issueKey: 'DRN-3' })
  expect(reply).toMatchObject(refusal(400, message))
})

test.each([
  ['REFERENCE', 1001, "'containerId' '1001': it is of type SPACE: references are on pages, so name one"],
  ['ORIGIN', 1001, "'originContainerId' '1001': it is of type SPACE: name a page, file or issue"],
  ['ORIGIN', 1002, "'originContainerId' '1002': it is in another project container: name one of 1001"],
])('an %s names no container %i', async (type, containerId, message) => {
  if (type === 'ORIGIN') await remove(6002, (await list(6002, '&type=ORIGIN'))[0].id)
  const reply = await author.refused('POST', linksOf(6002), { type, containerId })
  expect(reply).toMatchObject(refusal(400, `body field ${message}`))
})
