import type { Alternatives } from '../../../../src/index.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { baselines } from '../../../../src/model/records/wiki/baselines.ts'
import { demoWith, startClient } from '../../../support/client.ts'
import { client, startDemo } from '../../../support/demo.ts'

const wiki = '/wiki/rest/reqs/1'
const inEng = `${wiki}/requirement2/ENG`

beforeAll(() => startDemo())

describe('one requirement', () => {
  test('as it is now, with the latest baseline of its space', async () => {
    const { body } = await client.get(`${inEng}/REQ-002`)
    expect(body).toMatchObject({
      id: 6002,
      key: 'REQ-002',
      spaceKey: 'ENG',
      baseline: 3,
      baselineDetails: { baseline: 3, spaceKey: 'ENG', name: 'Broken', status: 'ERROR' },
      status: 'ACTIVE',
      htmlExcerpt: expect.stringContaining('The drone shall hold its altitude'),
      htmlNeedsUpdating: false,
      page: { pageId: 4001, version: 1 },
      origin: { pageId: 4001, version: 1 },
      genericUrl: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-002',
      dependencies: [{ spaceKey: 'ENG', key: 'REQ-001', relationship: 'refines' }],
      reverseDependencies: [{ spaceKey: 'ENG', key: 'REQ-004', relationship: 'refines' }],
      issues: [{ issueKey: 'DRN-2', relationship: 'implements' }],
    })
    expect(body.properties).toContainEqual({
      key: 'Category',
      value: 'Safety',
      type: 'INLINE',
      dataType: 'TEXT',
      display: 'Safety',
      indexation: { text: 'Safety' },
    })
    expect(body).not.toHaveProperty('references')
    expect(body).not.toHaveProperty('newSpaceKey')
  })

  test('it is what the standalone interface shows', async () => {
    const variants = '/api/applications/101/projects/1001/variants/current/requirements'
    const standalone = (await client.get(`${variants}/REQ-002`)).body
    const own = (await client.get(`${inEng}/REQ-002`)).body
    expect([own.id, own.htmlExcerpt, own.genericUrl]).toEqual([
      standalone.id,
      standalone.html,
      standalone.canonicalURL,
    ])
  })

  test.each(['references', 'references,else', 'else, references'])('expand=%s', async (expand) => {
    const { body } = await client.get(`${inEng}/REQ-001?expand=${encodeURIComponent(expand)}`)
    expect(body.references).toEqual([{ pageId: 4000, version: 1 }])
    expect((await client.get(`${inEng}/REQ-002?expand=${expand}`)).body.references).toEqual([])
  })

  test('unknown values of expand are ignored, or refused under the alternative of the ledger', async () => {
    expect((await client.get(`${inEng}/REQ-001?expand=else`)).body).not.toHaveProperty('references')
    const strict = await startClient({ scenario: 'demo', config: { assumptions: { A73: 'refuse' } } })
    const refused = await strict.get(`${inEng}/REQ-001?expand=references,else`)
    expect(refused.status).toBe(400)
    expect(refused.body.message).toBe("query parameter 'expand' 'else': takes references")
    expect((await strict.get(`${inEng}/REQ-001?expand=references`)).status).toBe(200)
  })

  test('a deleted one answers with its status', async () => {
    expect((await client.get(`${inEng}/REQ-099`)).body).toMatchObject({ id: 6099, status: 'DELETED' })
  })

  test('the row in force wins over the deleted ones of the same key, and the latest of these over the others', async () => {
    const again = await startClient(
      demoWith({
        world: {
          requirements: [
            { id: 6701, space: 'OPS', key: 'O-1', text: 'First', status: 'DELETED' },
            {
              id: 6702,
              space: 'OPS',
              key: 'O-1',
              status: 'MOVED',
              movedTo: { space: 'ENG', key: 'REQ-001' },
            },
            { id: 6703, space: 'OPS', key: 'O-2', text: 'First', status: 'DELETED' },
            { id: 6704, space: 'OPS', key: 'O-2', text: 'Second' },
          ],
        },
      }),
    )
    const moved = (await again.get(`${wiki}/requirement2/OPS/O-1`)).body
    expect(moved).toMatchObject({ id: 6702, status: 'MOVED', newSpaceKey: 'ENG', newKey: 'REQ-001' })
    expect((await again.get(`${wiki}/requirement2/OPS/O-2`)).body).toMatchObject({ id: 6704 })
    expect(moved).not.toHaveProperty('baseline')
  })

  test.each([
    ['ENG/REQ-100', 404, "no requirement 'REQ-100' in space 'ENG'"],
    ['ENG/req-001', 404, "'req-001'"],
    ['ENG/EXP-001', 404, "'EXP-001'"],
    ['OPS/REQ-001', 404, "no requirement 'REQ-001' in space 'OPS'"],
    ['NONE/REQ-001', 404, "'NONE'"],
    ['LAB/SEC-001', 403, "user 'alice' may not read space 'LAB'"],
    ['*/REQ-001', 404, "'*'"],
  ])('%s is %i', async (path, status, message) => {
    const reply = await client.get(`${wiki}/requirement2/${path}`)
    expect(reply.status).toBe(status)
    expect(reply.body).toMatchObject({ 'status-code': status, 'sub-code': -1 })
    expect(reply.body.message).toContain(message)
  })

  test('keys with characters that an address must escape', async () => {
    const odd = await startClient(
      demoWith({
        world: {
          spaces: [{ container: 1002, extendedMode: true }],
          requirements: [{ space: 'OPS', key: 'Größe % 1?', text: 'odd' }],
        },
      }),
    )
    const reply = await odd.get(`${wiki}/requirement2/OPS/${encodeURIComponent('Größe % 1?')}`)
    expect(reply.body).toMatchObject({ key: 'Größe % 1?', htmlExcerpt: 'odd' })
  })
})

describe('a frozen copy', () => {
  test.each(['1', 'Release%201.0', 'Release+1.0'])('by v=%s', async (v) => {
    const { body } = await client.get(`${inEng}/REQ-002?v=${v}`)
    expect(body).toMatchObject({
      key: 'REQ-002',
      status: 'ARCHIVED',
      baseline: 1,
      baselineDetails: { baseline: 1, name: 'Release 1.0', status: 'DONE', pageId: 4001 },
    })
    expect(body.id).not.toBe(6002)
    expect(body.genericUrl).toMatch(/REQ-002\?v=1$/)
  })

  test('a blank v asks for what it is now', async () => {
    expect((await client.get(`${inEng}/REQ-002?v=`)).body.id).toBe(6002)
    expect((await client.get(`${inEng}/REQ-002?v=%20`)).body.id).toBe(6002)
  })

  test.each([
    ['REQ-002?v=9', "no baseline '9' in space 'ENG'"],
    ['REQ-002?v=Nothing', "no baseline 'Nothing' in space 'ENG'"],
    ['REQ-002?v=release%201.0', "'release 1.0'"],
    ['REQ-002?v=-1', "'-1'"],
    ['REQ-002?v=99999999999999999999', "'99999999999999999999'"],
    ['REQ-010?v=1', "no requirement 'REQ-010' in space 'ENG' in baseline 1"],
    ['REQ-002?v=2', 'in baseline 2'],
    ['REQ-099?v=1', 'in baseline 1'],
  ])('%s is 404', async (path, message) => {
    const reply = await client.get(`${inEng}/${path}`)
    expect(reply.status).toBe(404)
    expect(reply.body.message).toContain(message)
  })

  test('digits are a number first, then a name', async () => {
    const named = await startClient(
      demoWith({
        world: {
          baselines: [
            { space: 'OPS', number: 1, name: '2', status: 'DONE' },
            { space: 'OPS', number: 2, name: 'two', status: 'DONE' },
            { space: 'OPS', number: 5, name: '2026', status: 'DONE' },
          ],
          requirements: [1, 2, 5].map((baseline) => ({
            id: 6800 + baseline,
            space: 'OPS',
            key: 'O-1',
            status: 'ARCHIVED',
            baseline,
          })),
        },
      }),
    )
    const id = async (v: string) => (await named.get(`${wiki}/requirement2/OPS/O-1?v=${v}`)).body.id
    expect([await id('2'), await id('1'), await id('2026')]).toEqual([6802, 6801, 6805])
    const stored = named.simulator.world.region('eu').table(baselines)
    stored.remove([...stored.scan()].find(({ name }) => name === 'two')?.id ?? 0)
    const mock = (await named.get(`${wiki}/requirement2/OPS?q=id%20%3D%206802%20and%20baseline%20%3D%202`))
      .body
    expect(mock.results[0]).toMatchObject({
      baseline: 2,
      baselineDetails: { baseline: 2, spaceKey: 'OPS', status: 'NON_EXISTING' },
    })
    expect(mock.results[0].baselineDetails).not.toHaveProperty('name')
  })
})

describe('the field baseline', () => {
  const baselineOf = async (choice: Alternatives['A53'], path: string) => {
    const other = await startClient({ scenario: 'demo', config: { assumptions: { A53: choice } } })
    const { baseline, baselineDetails } = (await other.get(`${inEng}/${path}`)).body
    expect(baselineDetails?.baseline).toBe(baseline)
    return baseline
  }

  test.each([
    ['latest', 3],
    ['latest-done', 1],
    ['omit', undefined],
  ] as const)('of what it is now, where the ledger chooses %s', async (choice, expected) => {
    expect(await baselineOf(choice, 'REQ-001')).toBe(expected)
    expect(await baselineOf(choice, 'REQ-099')).toBe(expected)
    expect(await baselineOf(choice, 'REQ-001?v=1')).toBe(1)
  })

  test('of the highest that is frozen, of its own space', async () => {
    const other = await startClient({ scenario: 'demo', config: { assumptions: { A53: 'latest-done' } } })
    const { world } = other.simulator
    const stored = world.region('eu').table(baselines)
    const frozen = [...stored.scan()].find(({ status }) => status === 'DONE')
    if (frozen === undefined) throw new Error('the demo has a frozen baseline')
    const project = frozen.projectContainerId + 1
    world.transact(() => {
      stored.insert({ ...frozen, id: 9801, number: 8, name: 'eight' })
      stored.insert({ ...frozen, id: 9802, number: 9, name: 'nine', projectContainerId: project })
    })
    expect((await other.get(`${inEng}/REQ-001`)).body).toMatchObject({ baseline: 8 })
  })

  test('is absent in a space without baselines', async () => {
    const { body } = await client.get(`${wiki}/requirement2/LAB/SEC-001`, { token: 'tok-admin' })
    expect(body).not.toHaveProperty('baseline')
    expect(body).not.toHaveProperty('baselineDetails')
  })
})
