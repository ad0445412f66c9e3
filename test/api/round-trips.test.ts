/** A client that reads a record, and sends back what it read, changes nothing: each PUT takes the response of the GET beside it. */
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../src/api/framework/operation.ts'
import { operations } from '../../src/api/operations.ts'
import { clientOf, demoWith, startClient } from '../support/client.ts'
import { exampleRequest, prepareExample } from '../support/examples.ts'

/** External properties of the types that no other property has. */
const world = {
  externalProperties: [
    { site: 'wiki', name: 'Votes', dataType: 'INTEGER' },
    { site: 'wiki', name: 'Level', dataType: 'ENUM', enumValues: ['A', 'B'] },
  ],
  requirements: ['REQ-001', 'REQ-002', 'REQ-012'].map((key) => ({
    space: 'ENG',
    key,
    external: { Votes: 3, Level: 'B' },
  })),
}
const lenient = (await startClient(demoWith({ world }))).simulator
const strict = (await startClient(demoWith({ world, config: { strict: true } }))).simulator
const nulls = (await startClient(demoWith({ world, config: { strict: true, assumptions: { A21: 'null' } } })))
  .simulator

/** Writes beside a read that does not return what they take: a page of results, the state of a job, and a list of discrepancies. */
const OTHER_BODIES: ReadonlySet<string> = new Set([
  'wiki.requirement.writeMany',
  'tracker.sync.start',
  'wiki.repair.heal',
])

const keyOf = ({ interface: view, path }: Operation) => `${view} ${path}`
const readers = new Map(
  operations.filter(({ method }) => method === 'GET').map((operation) => [keyOf(operation), operation]),
)
const pairs = operations
  .filter(({ method, id }) => method === 'PUT' && !OTHER_BODIES.has(id))
  .flatMap((writer) => {
    const reader = readers.get(keyOf(writer))
    return reader === undefined ? [] : [[writer.id, writer, reader] as const]
  })

describe.each([
  ['a lenient world', lenient],
  ['a strict world', strict],
  ['a strict world that shows absent fields as null', nulls],
])('in %s', (_name, world) => {
  test.each(pairs)('%s takes what its GET returns', async (_, writer, reader) => {
    const client = clientOf(world.fork())
    await prepareExample(client, writer)
    const { method, path, headers } = exampleRequest(writer)
    const [address] = path.split('?')
    const [, query] = exampleRequest(reader).path.split('?')
    const read = () =>
      client.get(query === undefined ? (address as string) : `${address}?${query}`, { token: null, headers })
    const before = (await read()).body
    const written = await client.call(method, path, { token: null, headers, body: before })
    expect([written.status, written.text]).toEqual([writer.success.status, expect.any(String)])
    expect(written.headers).not.toHaveProperty('X-Sim-Ignored')
    expect((await read()).body).toEqual(before)
  })

  test('issue links are written as they were listed', async () => {
    const client = clientOf(world.fork())
    const path = '/tracker/rest/reqs/1/issuelinks/DRN-2'
    const before = (await client.get(path)).body
    for (const method of ['PUT', 'DELETE', 'POST']) {
      const { status, headers } = await client.call(method, path, { body: before })
      expect([status, headers['X-Sim-Ignored']]).toEqual([200, undefined])
    }
    expect((await client.get(path)).body).toHaveLength(before.length)
  })

  const WIKI = '/wiki/rest/reqs/1'
  const TRACKER = '/tracker/rest/reqs/1'
  const INTEGRATION = `${WIKI}/integration/svc-0001-demo`
  const applinkId = '99999999-8888-4777-8666-555555555555'
  const admin = { token: 'tok-admin' }

  test.each([
    ['the wiki', `${INTEGRATION}/queue/outbound?includeLastResponse=true`, `${TRACKER}/api`],
    ['the tracker', `${TRACKER}/queue/${applinkId}/messages`, `${INTEGRATION}/queue/inbound`],
  ])('messages of %s are relayed as its queue lists them', async (_product, queue, to) => {
    const client = clientOf(world.fork())
    const link = { applinkId, spaceKey: 'ENG', key: 'REQ-003', relationship: 'implements' }
    await client.post(`${TRACKER}/issuelinks/DRN-3`, [link, { ...link, baseline: 1 }])
    const messages = (await client.get(queue, admin)).body
    expect(messages).toHaveLength(2)
    const { status, body, headers } = await client.post(to, messages, admin)
    expect([status, headers['X-Sim-Ignored']]).toEqual([200, undefined])
    expect(body).toMatchObject([{ status: 'DONE' }, { status: 'DONE' }])
    expect((await client.get(queue, admin)).body).toEqual(messages)
  })

  test.each([
    ['propertynames/ENG', 'PUT', 'propertynames/{name}'],
    ['propertynames/ENG', 'PUT', 'propertynames/ENG/{name}'],
    ['types/ENG', 'POST', 'types/ENG/createAndReplace'],
    ['templates/ENG', 'PUT', 'templates/ENG/{id}'],
    ['traceability/ENG', 'PUT', 'traceability/ENG/{id}'],
    ['baseline/ENG', 'PUT', 'baseline/ENG/{baseline}?fields=NAME'],
  ])('each row of GET /%s is accepted by %s /%s', async (list, method, path) => {
    const client = clientOf(world.fork())
    const rows = async () => {
      const { body } = await client.get(`${WIKI}/${list}`, admin)
      return (body.results ?? body) as Record<string, string>[]
    }
    const before = await rows()
    expect(before).not.toEqual([])
    for (const row of before) {
      const to = path.replace(/\{(\w+)\}/u, (_match, field: string) => row[field] ?? '')
      const { status, text, headers } = await client.call(method, `${WIKI}/${to}`, { ...admin, body: row })
      expect([status, text, headers['X-Sim-Ignored']]).toEqual([200, expect.any(String), undefined])
    }
    expect(await rows()).toEqual(before)
  })
})

test('a strict world refuses fields that no response shows, and takes and reports changed ones that the service sets', async () => {
  const client = clientOf(strict.fork())
  const path = '/api/variants/5001?applicationId=101'
  const { id, ...before } = (await client.get(path)).body
  const misspelt = await client.put(path, { ...before, id, nmae: 'x' })
  expect([misspelt.status, misspelt.text]).toEqual([400, expect.stringContaining("'nmae' is not declared")])
  expect(misspelt.text).not.toContain("'id'")
  const changed = await client.put(path, { ...before, id: 5002 })
  expect([changed.status, changed.headers['X-Sim-Ignored'], changed.body.id]).toEqual([200, 'body id', id])
})

test('a changed status of a requirement is reported, and link lists that were read are not', async () => {
  const client = clientOf(strict.fork())
  const path = '/api/requirements/6002?applicationId=101'
  const before = (await client.get(`${path}&includeToDependencies=true`)).body
  const { status, headers, body } = await client.put(path, { ...before, status: 'DELETED' })
  expect([status, headers['X-Sim-Ignored'], body.status]).toEqual([200, 'body status', 'ACTIVE'])
})

test('changed link lists of a requirement, which its response does not show, are reported', async () => {
  const client = await startClient()
  const path = '/api/requirements/6002?applicationId=101'
  const before = (
    await client.get(
      `${path}&includeToDependencies=true&includeFromDependencies=true&includeJiraIssueLinks=true`,
    )
  ).body
  const ignored = async (changes: object) =>
    (await client.put(path, { ...before, ...changes })).headers['X-Sim-Ignored']
  expect(before.toDependencies).toHaveLength(1)
  expect(await ignored({})).toBeUndefined()
  expect(await ignored({ toDependencies: [] })).toBe('body toDependencies')
  expect(await ignored({ toDependencies: [{ ...before.toDependencies[0], key: 'REQ-005' }] })).toBe(
    'body toDependencies',
  )
  expect(await ignored({ fromDependencies: [], jiraIssueLinks: [{ issueKey: 'DRN-5' }] })).toBe(
    'body fromDependencies, body jiraIssueLinks',
  )
  const created = await client.post('/api/requirements?applicationId=101', {
    containerId: 1001,
    key: 'REQ-050',
    originContainerId: 1102,
    toDependencies: before.toDependencies,
    jiraIssueLinks: [],
  })
  expect([created.status, created.headers['X-Sim-Ignored']]).toEqual([201, 'body toDependencies'])
})

describe.each([['omit'], ['null']])('where absent fields are read as %s', (A21) => {
  const withoutOthers = async () => startClient(demoWith({ config: { assumptions: { A21 } } }))

  test('fields that the service sets are not reported for the order of theirs', async () => {
    const client = await withoutOthers()
    const path = '/api/requirements/6002?applicationId=101'
    const before = (await client.get(path)).body
    const [origin] = before.originLinks
    const turned = Object.fromEntries(Object.entries(origin).toReversed())
    const ignored = async (originLinks: object[]) =>
      (await client.put(path, { ...before, originLinks })).headers['X-Sim-Ignored']
    expect(await ignored([turned])).toBeUndefined()
    expect(await ignored([{ ...turned, name: 'Power' }])).toBe('body originLinks')
    expect(await ignored([origin, origin])).toBe('body originLinks')
  })

  test('a link that a list shows without the details of its issue is taken back', async () => {
    const client = await withoutOthers()
    const links = '/api/requirements/6002/links'
    const [listed] = (await client.get(`${links}?applicationId=101&type=JIRA_ISSUE`)).body.items
    const ignored = async (issueKey: string) => {
      const body = { ...listed, issue: { ...listed.issue, issueKey } }
      const { status, headers } = await client.put(`${links}/${listed.id}?applicationId=101`, body)
      return [status, headers['X-Sim-Ignored']]
    }
    expect(await ignored(listed.issue.issueKey)).toEqual([200, undefined])
    expect(await ignored('DRN-5')).toEqual([200, 'body issue'])
  })
})

test('fields that the service sets are not reported by a refusal, which shows no others', async () => {
  const client = await startClient()
  const { id, ...before } = (await client.get('/api/variants/5001?applicationId=101')).body
  const sent = { ...before, id, nmae: 'x' }
  const { status, headers } = await client.put('/api/variants/999999?applicationId=101', sent)
  expect([status, headers['X-Sim-Ignored']]).toEqual([404, 'body nmae'])
})
