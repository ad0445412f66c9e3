import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, demoWith, startClient } from '../../../support/client.ts'

let client: Client
beforeAll(async () => {
  client = await startClient()
})

const variants = '/api/applications/101/projects/1001/variants'
const list = `${variants}/current/requirements`
const keys = (reply: { body: { items: { key: string }[] } }) => reply.body.items.map((item) => item.key)
const query = (text: string) => `${list}?limit=200&query=${encodeURIComponent(text)}`
const numbered = (...numbers: number[]) => numbers.map((number) => `REQ-${String(number).padStart(3, '0')}`)
const all = numbered(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)

describe('lists', () => {
  test('ACTIVE requirements, by id, in pages', async () => {
    const page = await client.get(`${list}?limit=5&offset=10`)
    expect(page.body).toMatchObject({ offset: 10, limit: 5, total: 12 })
    expect(keys(page)).toEqual(numbered(11, 12))
    expect(keys(await client.get(list))).toEqual(all)
  })

  test('the current variant by its id too; another variant has its own', async () => {
    expect((await client.get(`${variants}/5001/requirements`)).text).toBe((await client.get(list)).text)
    const other = await client.get(`${variants}/5002/requirements`)
    expect(other.body.total).toBe(2)
    expect(other.body.items.every((item: { variantId: number }) => item.variantId === 5002)).toBe(true)
    expect((await client.get(`${variants}/1/requirements`)).status).toBe(404)
  })

  test.each([
    ['key=REQ-003', numbered(3)],
    ['key=req-003', []],
    ['key=REQ-099', []],
    ['originContainerId=1101', numbered(1, 2, 3, 4, 5, 6)],
    ['originContainerId=9223372036854775807', []],
    ['externalPropertyMetadataId=7001', all],
    ['externalPropertyMetadataId=1', []],
    ['sort=key,desc&limit=2', numbered(12, 11)],
    ['sort=status&sort=key,desc&limit=2', numbered(12, 11)],
    ['sort=id,desc&limit=1', numbered(12)],
    ['sort=key&offset=11', numbered(12)],
  ])('filtered and ordered by %s', async (parameters, expected) => {
    expect(keys(await client.get(`${list}?${parameters}`))).toEqual(expected)
  })

  test.each([
    ['', all],
    ["key = 'REQ-002'", numbered(2)],
    ["key ~ 'req-01%'", numbered(10, 11, 12)],
    ["'battery'", numbered(7, 8, 9)],
    ["'BATTERY' AND @Category = 'Safety'", numbered(8)],
    ["@Category = 'Functional'", numbered(1, 3, 5, 7, 9, 11)],
    ["NOT @Category = 'Functional'", numbered(2, 4, 6, 8, 10, 12)],
    ["@Priority = 'High'", numbered(1, 4, 7, 10)],
    ["@Priority IN ('High', 'Low') AND page = 4001", numbered(1, 3, 4, 6)],
    ["page = 'Power'", numbered(7, 8, 9, 10, 11, 12)],
    ['ext@Cost >= 1100', numbered(11, 12)],
    ['ext@Cost = 300', numbered(3)],
    ["to@refines = 'REQ-001'", numbered(2, 3)],
    ["parent = 'REQ-002'", numbered(4)],
    ["from = 'REQ-004'", numbered(2)],
    ["to@refines -> (key = 'REQ-001')", numbered(2, 3)],
    ["from@refines-> key = 'REQ-004'", numbered(2)],
    ["to@refines -> to@refines -> key = 'REQ-001'", numbered(4)],
    ["to@refines → key = 'REQ-002'", numbered(4)],
    ["jira = 'DRN-1'", numbered(1)],
    ["jira@implements = 'DRN-2'", numbered(2)],
    ['jira IS NOT NULL', numbered(1, 2)],
    ["project = 'DRN'", numbered(1, 2)],
    ["status = 'deleted'", ['REQ-099']],
    ["status = 'DELETED' OR id = 6001", ['REQ-001', 'REQ-099']],
    // A query that names a status lets frozen copies in.
    ["status = 'DELETED' OR key = 'REQ-001'", ['REQ-001', 'REQ-001', 'REQ-099']],
    ['id = 6005', numbered(5)],
    ['page = 4000 OR link = 4000', numbered(1, 7)],
    ["space = 'ENG' AND key > 'REQ-010'", numbered(11, 12)],
    ["@Nothing = 'x' OR NOT @Nothing IS NULL", []],
    ["hasTest('PASS') OR hasTest('FAIL')", numbered(1, 2)],
  ])('matching the query %s', async (text, expected) => {
    expect(keys(await client.get(query(text)))).toEqual(expected)
  })

  test.each([
    ['key =', 5],
    ["key = 'REQ", 6],
    ['(((', 3],
    ["keyy = 'x'", 0],
    ["key = 'a' AND", 13],
    ['@', undefined],
    ['('.repeat(300), undefined],
    ["key = 'x' OR ".repeat(700), undefined],
    ['x'.repeat(9000), undefined],
  ])('a query that cannot be read is 400 and says where: %.30s', async (text, position) => {
    const reply = await client.get(query(text))
    expect(reply.status).toBe(400)
    expect(reply.body.message).toMatch(
      position === undefined
        ? /^Syntax error at position \d+: ./
        : new RegExp(`^Syntax error at position ${position}: .`),
    )
  })

  test('are not found by page in an application whose requirements come from files', async () => {
    const keysOf = async (query: string) => {
      const path = `/api/applications/103/projects/3001/variants/current/requirements?query=${encodeURIComponent(query)}`
      const reply = await client.get(path)
      expect(reply.status).toBe(200)
      return reply.body.items.map(({ key }: { key: string }) => key)
    }
    expect(await keysOf("page ~ '%'")).toEqual([])
    expect(await keysOf("page = 'simulation.docx'")).toEqual([])
    expect(await keysOf("container = 'simulation.docx'")).toEqual(['SIM-001', 'SIM-002'])
  })
})

describe('one requirement', () => {
  test('with its properties', async () => {
    const reply = await client.get(`${list}/REQ-002?includeOriginLinks=false`)
    expect(reply.body).toEqual({
      id: 6002,
      key: 'REQ-002',
      applicationId: 101,
      containerId: 1001,
      variantId: 5001,
      originContainerId: 1101,
      status: 'ACTIVE',
      text: expect.stringMatching(/^The drone shall /),
      html: expect.stringMatching(/The drone shall /),
      canonicalURL: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-002',
      properties: expect.arrayContaining([
        { label: 'Category', value: 'Safety', external: false, dataType: 'TEXT' },
        { label: 'Priority', value: 'Medium', external: false, dataType: 'TEXT' },
        { label: 'Cost', value: 200, external: true, dataType: 'DECIMAL' },
      ]),
    })
  })

  const flags = {
    includeOriginLinks: 'originLinks',
    includeReferenceLinks: 'referenceLinks',
    includeFromDependencies: 'fromDependencies',
    includeToDependencies: 'toDependencies',
    includeJiraIssueLinks: 'jiraIssueLinks',
    includeTestCaseLinks: 'testCaseLinks',
  }

  test.each(Object.entries(flags))('%s decides whether %s is there', async (flag, field) => {
    expect((await client.get(`${list}/REQ-001?${flag}=true`)).body).toHaveProperty(field)
    expect((await client.get(`${list}/REQ-001?${flag}=false`)).body).not.toHaveProperty(field)
    expect(Object.hasOwn((await client.get(`${list}/REQ-001`)).body, field)).toBe(
      flag === 'includeOriginLinks',
    )
    expect((await client.get(`${list}?${flag}=true`)).body.items[0]).toHaveProperty(field)
  })

  test('the links are those of the world', async () => {
    const everything = Object.keys(flags)
      .map((flag) => `${flag}=true`)
      .join('&')
    const { body } = await client.get(`${list}/REQ-001?${everything}`)
    expect(body.originLinks).toMatchObject([
      { containerId: 1101, type: 'PAGE', name: 'Flight control', pageId: 4001 },
    ])
    expect(body.referenceLinks).toMatchObject([
      { containerId: 1100, pageId: 4000, name: 'Drone specification' },
    ])
    expect(body.fromDependencies).toMatchObject([
      { requirementId: 6002, key: 'REQ-002', relationship: 'refines' },
      { requirementId: 6003, key: 'REQ-003', relationship: 'refines' },
    ])
    expect(body.toDependencies).toEqual([])
    expect(body.jiraIssueLinks).toMatchObject([
      { issueId: 30001, issueKey: 'DRN-1', relationship: 'implements', applicationId: 102 },
      { issueId: 30002, issueKey: 'DRN-2', relationship: 'tests' },
    ])
    expect(body.testCaseLinks.length).toBeGreaterThan(0)
    const child = (await client.get(`${list}/REQ-002?includeToDependencies=true`)).body
    expect(child.toDependencies).toMatchObject([
      { requirementId: 6001, key: 'REQ-001', relationship: 'refines', status: 'ACTIVE' },
    ])
  })

  test('a deleted one answers with its status', async () => {
    expect((await client.get(`${list}/REQ-099`)).body).toMatchObject({ id: 6099, status: 'DELETED' })
  })

  test('unknown keys are 404, whatever they look like', async () => {
    for (const key of [
      'REQ-100',
      'req-001',
      '__proto__',
      'constructor',
      '%F0%9F%9A%80',
      '%ED%A0%80x',
      'a%2Fb',
      '..%2F..%2Fetc',
    ]) {
      const reply = await client.get(`${list}/${key}`)
      expect([400, 404]).toContain(reply.status)
    }
  })

  test('of a given variant', async () => {
    expect((await client.get(`${variants}/5001/requirements/REQ-001`)).body.id).toBe(6001)
    const [first] = (await client.get(`${variants}/5002/requirements`)).body.items
    expect((await client.get(`${variants}/5002/requirements/${first.key}`)).body.id).toBe(first.id)
  })
})

describe('what the caller may not read', () => {
  let secretive: Client
  beforeAll(async () => {
    secretive = await startClient(
      demoWith({
        world: {
          pages: [{ id: 4100, container: 1201, space: 'LAB', title: 'Secret plan', links: ['ENG/REQ-003'] }],
          requirements: [
            {
              space: 'LAB',
              key: 'SEC-002',
              text: 'Hidden',
              dependencies: [{ relationship: 'refines', to: 'ENG/REQ-003' }],
            },
            {
              space: 'OPS',
              key: 'OPS-1',
              text: 'Open',
              dependencies: [{ relationship: 'refines', to: 'LAB/SEC-001' }],
            },
          ],
          projects: [
            {
              id: 20_002,
              container: 2500,
              site: 'tracker',
              key: 'HID',
              name: 'Hidden project',
              grants: { edit: ['admin'] },
              variants: [{ name: 'Current', current: true }],
            },
          ],
          issues: [
            {
              id: 30_100,
              container: 2501,
              project: 'HID',
              key: 'HID-1',
              type: 'Story',
              summary: 'Secret summary',
              status: 'Open',
            },
          ],
          links: [{ id: 41_000, issue: 'HID-1', requirement: 'ENG/REQ-004', relationship: 'implements' }],
        },
      }),
    )
  })

  test.each([
    ["from = 'SEC-002'", numbered(3), []],
    ["from ~ 'SEC-%'", numbered(3), []],
    ["from = 'SEC-002' OR key IS NULL", numbered(3), []],
    ["from-> key = 'SEC-002'", numbered(3), []],
    ["link ~ 'secret%'", numbered(3), []],
    ["link = 'Secret plan'", numbered(3), []],
    ['link = 4100', numbered(3), []],
    ["project = 'HID'", numbered(4), []],
    ["project_name ~ 'hidden%'", numbered(4), []],
    ["jira = 'HID-1'", numbered(4), numbered(4)],
  ])('does not leak through the query %s', async (text, whole, visible) => {
    expect(keys(await secretive.get(query(text), { token: 'tok-admin' }))).toEqual(whole)
    expect(keys(await secretive.get(query(text), { token: 'tok-bob' }))).toEqual(visible)
  })

  test('does not leak through the criteria of an aggregation', async () => {
    const body = { formula: "COUNT(*, from ~ 'SEC-%')", selection: { projectContainerId: 1001 } }
    const execute = '/api/aggregations/execute?applicationId=101'
    expect((await secretive.post(execute, body, { token: 'tok-admin' })).body.value).toBe(1)
    expect((await secretive.post(execute, body, { token: 'tok-bob' })).body.value).toBe(0)
  })

  test('does not leak through linked issues, of which only the stored link shows', async () => {
    const path = `${list}/REQ-004?includeJiraIssueLinks=true`
    expect((await secretive.get(path, { token: 'tok-admin' })).body.jiraIssueLinks).toEqual([
      expect.objectContaining({ issueId: 30_100, summary: 'Secret summary', applicationId: 102 }),
    ])
    expect((await secretive.get(path, { token: 'tok-bob' })).body.jiraIssueLinks).toEqual([
      { issueKey: 'HID-1', relationship: 'implements' },
    ])
  })

  test('is not named in a refusal', async () => {
    const path = '/api/applications/101/projects/1003/variants/current/requirements'
    const reply = await secretive.get(path, { token: 'tok-bob' })
    expect(reply.status).toBe(403)
    expect(reply.body.message).toBe("user 'bob' may not read container 1003")
  })

  test('stays in the requirement’s own text: the keys of its parents', async () => {
    const inOps = '/api/applications/101/projects/1002/variants/current/requirements?query='
    for (const text of ["to = 'SEC-001'", "to = 'SEC-001' OR key IS NULL"])
      expect(keys(await secretive.get(inOps + encodeURIComponent(text)))).toEqual(['OPS-1'])
    expect(keys(await secretive.get(inOps + encodeURIComponent("to-> key = 'SEC-001'")))).toEqual([])
  })
})
