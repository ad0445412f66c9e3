import { beforeEach, describe, expect, test } from 'vitest'
import { issueTemplates } from '../../../../src/model/records/tracker/tracker.ts'
import { grants } from '../../../../src/model/records/service/users.ts'
import { type Bulk, requirementsOf, startBulk, template } from '../../../support/bulk-jobs.ts'

let bulk: Bulk
beforeEach(async () => {
  bulk = await startBulk()
})

const path = '/templates/OPS'
const own = { ...template, spaceKey: 'OPS' }
const templates = async () => (await bulk.wiki('GET', `${path}/`)).body
const make = async (changes: object = {}) =>
  (await bulk.wiki('POST', `${path}/`, { ...own, ...changes })).body

describe('issue templates of a space', () => {
  test('are created with what they are by themselves, listed, changed in part and deleted', async () => {
    const reply = await bulk.wiki('POST', path, { ...own, id: 77 })
    expect([reply.status, reply.body]).toEqual([
      200,
      { ...own, id: expect.any(Number), relationship: 'implements', fields: '{}', groupAll: false },
    ])
    const { id } = reply.body
    expect(id).not.toBe(77)
    expect(await templates()).toEqual([reply.body])
    const changes = { title: 'Bugs', issueTypeId: 10002, groupAll: true, projectMetadata: '{"key":"DRN"}' }
    const changed = await bulk.wiki('PUT', `${path}/${id}`, changes)
    expect([changed.status, changed.body]).toEqual([200, { ...reply.body, ...changes }])
    expect(await templates()).toEqual([changed.body])
    const gone = await bulk.wiki('DELETE', `${path}/${id}`)
    expect([gone.status, gone.text]).toEqual([204, ''])
    expect(await templates()).toEqual([])
    expect((await bulk.wiki('DELETE', `${path}/${id}`)).status).toBe(404)
    expect((await make()).id).toBeGreaterThan(id)
  })

  test('may name themselves and their space, or null for what is to stay', async () => {
    const { id } = await make({ spaceKey: null })
    for (const changes of [{ id }, { id: null }, { spaceKey: null }, { spaceKey: 'OPS' }])
      expect((await bulk.wiki('PUT', `${path}/${id}`, changes)).status).toBe(200)
    expect(await templates()).toHaveLength(1)
  })

  test('have ids that are never reused, also in an imported world', async () => {
    const made = await make()
    const table = bulk.client.simulator.world.region('eu').table(issueTemplates)
    const { id } = table.insert({ ...table.get(made.id)!, id: made.id + 1 })
    expect((await bulk.wiki('DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await make()).id).toBe(id + 1)
  })

  test('belong to their space', async () => {
    const { id } = await make()
    for (const [method, body] of [
      ['PUT', { title: 'x' }],
      ['DELETE', undefined],
    ] as const)
      expect((await bulk.wiki(method, `/templates/ENG/${id}`, body)).status).toBe(404)
    expect((await bulk.wiki('GET', `/templates/ENG/${id}/issues`)).status).toBe(404)
    expect(await templates()).toHaveLength(1)
  })
})

describe('a template is refused', () => {
  test.each<[string, object, number, string]>([
    ['without a title', { title: ' ' }, 400, 'title'],
    ['without a link', { applinkId: null }, 400, 'applinkId is missing: send it'],
    ['without a project', { projectId: null }, 400, 'projectId is missing'],
    ['without a type', { issueTypeId: null }, 400, 'issueTypeId is missing'],
    ['of another space', { spaceKey: 'ENG' }, 400, "spaceKey of the template 'ENG'"],
    ['of an unknown link', { applinkId: '99999999' }, 404, "no application link '99999999'"],
    ['of an unknown project', { projectId: 20002 }, 404, "no project '20002'"],
    ['of an unknown type', { issueTypeId: 10003 }, 404, "no issue type '10003'"],
    ['with fields that are no JSON', { fields: 'summary=x' }, 400, "fields 'summary=x': must be JSON"],
    ['with fields that are no object', { fields: '["x"]' }, 400, 'must be a JSON object'],
    ['with a field of no name', { fields: '{"__proto__":{"a":1}}' }, 400, "'__proto__'"],
    ['with a summary that is none', { fields: '{"summary":7}' }, 400, 'fields.summary'],
    ['with labels that are none', { fields: '{"labels":"x"}' }, 400, 'fields.labels'],
    ['with a number that would be rounded', { fields: '{"x":9007199254740993}' }, 400, '2^53'],
    [
      'with fields nested too deep',
      { fields: `{"x":${'['.repeat(5000)}${']'.repeat(5000)}}` },
      400,
      'nested',
    ],
    ['with metadata that is no JSON', { projectMetadata: '{' }, 400, 'projectMetadata'],
  ])('%s', async (_name, changes, status, message) => {
    const made = await make()
    for (const reply of [
      await bulk.wiki('POST', path, { ...own, ...changes }),
      ...(Object.values(changes).includes(null)
        ? []
        : [await bulk.wiki('PUT', `${path}/${made.id}`, changes)]),
    ])
      expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(message)])
    expect(await templates()).toEqual([made])
  })

  test('with the id of another', async () => {
    const { id } = await make()
    const reply = await bulk.wiki('PUT', `${path}/${id}`, { id: id + 1 })
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(`'${id + 1}'`)])
  })

  test('of a project that the caller may not see', async () => {
    const { world } = bulk.client.simulator
    const alice = (bulk.client.simulator.state('user') as unknown as { id: number; name: string }[]).find(
      ({ name }) => name === 'alice',
    )
    world.region('eu').table(grants).remove(`2001:${alice?.id}`)
    const reply = await bulk.wiki('POST', path, own)
    expect([reply.status, reply.body.message]).toEqual([403, expect.stringContaining("project 'DRN'")])
  })
})

describe('issues of a template', () => {
  test('are those created from it, in pages, and stay known while it is there', async () => {
    const { id } = (await bulk.wiki('POST', '/templates/ENG/', template)).body
    const other = (await bulk.wiki('POST', '/templates/ENG/', template)).body
    const keys = Array.from({ length: 12 }, (_, index) => `REQ-${String(index + 1).padStart(3, '0')}`)
    await bulk.create({ issueTemplate: { id, spaceKey: 'ENG' }, requirements: requirementsOf(...keys) })
    await bulk.create({ issueTemplate: { id, spaceKey: 'ENG', relationship: 'tests' }, q: '' })
    await bulk.create({ requirements: requirementsOf('REQ-001') })
    bulk.advance('2s')
    const first = (await bulk.wiki('GET', `/templates/ENG/${id}/issues`)).body
    expect([first.count, first.offset, first.limit, first.results.length]).toEqual([24, 0, 20, 20])
    expect(first.results[0]).toMatchObject({ key: 'DRN-6', summary: expect.stringMatching(/^REQ-001: /) })
    const next = (await bulk.wiki('GET', `/templates/ENG/${id}/issues?offset=20`)).body
    expect(next.results.map(({ key }: { key: string }) => key)).toEqual([
      'DRN-26',
      'DRN-27',
      'DRN-28',
      'DRN-29',
    ])
    expect((await bulk.wiki('GET', `/templates/ENG/${other.id}/issues`)).body.count).toBe(0)
  })

  test('show only what the tracker shows', async () => {
    const { id } = (await bulk.wiki('POST', '/templates/ENG/', template)).body
    await bulk.create({ issueTemplate: { id, spaceKey: 'ENG' }, requirements: requirementsOf('REQ-001') })
    bulk.advance('1s')
    const { world } = bulk.client.simulator
    for (const { containerId, userId } of world.region('eu').table(grants).scan())
      if (containerId === 2001) world.region('eu').table(grants).remove(`2001:${userId}`)
    expect((await bulk.wiki('GET', `/templates/ENG/${id}/issues`)).body).toMatchObject({
      count: 0,
      results: [],
    })
    const admin = await bulk.wiki('GET', `/templates/ENG/${id}/issues`, undefined, { token: 'tok-admin' })
    expect(admin.body.count).toBe(1)
  })

  test('stay when it is deleted, and a request goes on with what it was', async () => {
    const { id } = (await bulk.wiki('POST', '/templates/ENG/', template)).body
    const job = await bulk.create({
      issueTemplate: { id, spaceKey: 'ENG' },
      requirements: requirementsOf('REQ-003'),
    })
    expect((await bulk.wiki('DELETE', `/templates/ENG/${id}`)).status).toBe(204)
    bulk.advance('1s')
    expect((await bulk.wiki('GET', `/tasks/jobs/${job.jobId}`)).body).toMatchObject({
      status: 'DONE',
      done: 1,
    })
    const issues = await bulk.wiki('GET', '/integration/svc-0001-demo/jira/issues?issues=DRN-6')
    expect(issues.body).toHaveLength(1)
  })
})
