// Weak on purpose: of every list, only the first page is looked at, and neither its order nor its total.

import { describe, expect } from 'vitest'
import { SERVICE, test, TRACKER_LINK } from '../shared/service.ts'

const SEVENTH = { applinkId: TRACKER_LINK, spaceKey: 'ENG', key: 'REQ-007', relationship: 'tests' }
const some = (fields: object) => expect.arrayContaining([expect.objectContaining(fields)]) as unknown

describe('lists', () => {
  test('of requirements have the first one', async ({ connect }) => {
    const client = connect()
    const first = { id: 6001, key: 'REQ-001', status: 'ACTIVE' }
    expect((await client.readPage('ENG', 0)).results).toEqual(some(first))
    expect((await client.readPage('ENG', 0, { q: "@Priority = 'High'" })).results).toEqual(some(first))
  })

  test('of frozen requirements have the first one', async ({ connect }) => {
    const { results } = await connect().readPage('ENG', 0, { baseline: 1 })
    expect(results).toEqual(some({ id: 6021, key: 'REQ-001', status: 'ARCHIVED', baseline: 1 }))
  })

  test('of baselines, links and messages have one that is known', async ({ connect }) => {
    const client = connect({ token: 'tok-admin' })
    expect(await client.baselines('ENG')).toEqual(some({ baseline: 1, name: 'Release 1.0', status: 'DONE' }))
    expect(await client.links('DRN-2')).toEqual(
      some({ id: 40003, key: 'REQ-002', relationship: 'implements' }),
    )
    expect(await client.messages(SERVICE)).toEqual(
      some({ id: 8001, operation: 'LINK_ADDED', status: 'PENDING' }),
    )
  })
})

describe('a requirement', () => {
  test('has its new text once it is written', async ({ connect, sim }) => {
    const client = connect()
    const neighbour = await client.read('ENG', 'REQ-002')
    const written = await client.write('ENG', 'REQ-001', 'A new text.')
    expect(written).toMatchObject({ id: 6001, key: 'REQ-001', htmlExcerpt: 'A new text.' })
    expect(await client.read('ENG', 'REQ-001')).toEqual(written)
    expect(await client.read('ENG', 'REQ-002')).toEqual({
      ...neighbour,
      page: { pageId: 4001, version: 2 },
      origin: { pageId: 4001, version: 2 },
    })
    expect(sim.state('historyEntry')).toHaveLength(1)
  })

  test('is created, and deleted again', async ({ connect }) => {
    const client = connect()
    const created = await client.reserve('ENG', 'REQ-020', 4001)
    expect(created).toMatchObject({ id: 6303, key: 'REQ-020', status: 'ACTIVE' })
    expect(await client.read('ENG', 'REQ-020')).toEqual(created)
    await client.remove('ENG', 'REQ-020')
    expect(await client.read('ENG', 'REQ-020')).toMatchObject({ id: 6303, status: 'DELETED' })
  })

  test('has its new property', async ({ connect }) => {
    const client = connect()
    await client.setProperty('ENG', 'REQ-001', 'Cost', '150')
    const { properties } = (await client.read('ENG', 'REQ-001')) ?? {}
    expect(properties).toEqual(some({ key: 'Cost', value: '150' }))
  })

  test('is not written without permission, nor read', async ({ connect }) => {
    const client = connect()
    await expect(connect({ token: 'tok-bob' }).write('ENG', 'REQ-001', 'No.')).rejects.toMatchObject({
      status: 403,
      message: "user 'bob' may not edit space 'ENG'",
    })
    expect(await client.read('ENG', 'REQ-001')).toMatchObject({ page: { pageId: 4001, version: 1 } })
    await expect(connect({ token: 'tok-eve' }).read('ENG', 'REQ-001')).rejects.toMatchObject({ status: 403 })
    expect(await client.read('ENG', 'REQ-777')).toBeUndefined()
  })
})

describe('a baseline', () => {
  test('is created, renamed and removed', async ({ connect }) => {
    const client = connect()
    const created = await client.createBaseline('ENG', 'Release 2.0', "@Priority = 'High'")
    expect(created).toMatchObject({ baseline: 4, name: 'Release 2.0', status: 'PREVIEW', count: 4 })
    expect(await client.readBaseline('ENG', 4)).toEqual(created)
    await client.renameBaseline('ENG', 4, 'Release 2.1')
    expect(await client.readBaseline('ENG', 4)).toEqual({ ...created, name: 'Release 2.1' })
    await client.removeBaseline('ENG', 4)
    await expect(client.readBaseline('ENG', 4)).rejects.toMatchObject({ status: 404 })
  })

  test('is frozen after a second', async ({ connect, sim }) => {
    const client = connect()
    const { taskId } = await client.startFreeze('ENG', 2)
    expect(await client.readTask(taskId)).toMatchObject({ status: 'RUNNING', percentage: 0 })
    expect(await client.waitFor(taskId)).toMatchObject({ status: 'DONE', percentage: 100 })
    expect(sim.clock.now()).toBe('2026-01-05T09:00:01.000Z')
    expect(await client.readBaseline('ENG', 2)).toMatchObject({ status: 'DONE', count: 12 })
  })
})

test('links are added, replaced and removed, and the wiki learns of them', async ({ connect, sim }) => {
  const client = connect()
  await client.addLinks('DRN-3', [SEVENTH])
  expect(await client.links('DRN-3')).toEqual(some(SEVENTH))
  sim.clock.advance('3m')
  expect(await client.read('ENG', 'REQ-007')).toMatchObject({
    issues: [{ issueKey: 'DRN-3', relationship: 'tests' }],
  })
  await client.replaceLinks('DRN-3', [{ ...SEVENTH, key: 'REQ-008' }])
  expect(await client.links('DRN-3')).toEqual(some({ key: 'REQ-008' }))
  await client.removeLinks('DRN-3', [{ ...SEVENTH, key: 'REQ-008' }])
  expect(await client.links('DRN-3')).toEqual([])
})
