// Weak on purpose: the responses of writes are asserted, and nothing is read after a write.

import { describe, expect } from 'vitest'
import { SERVICE, test, TRACKER_LINK } from '../shared/service.ts'

const keys = (requirements: readonly { key: string }[]) => requirements.map(({ key }) => key)

describe('reading', () => {
  test('returns all requirements of a space in the order of their keys', async ({ connect, calls }) => {
    const found = await connect().readAll('ENG')
    expect(keys(found)).toEqual(
      [...'123456789'].map((digit) => `REQ-00${digit}`).concat('REQ-010', 'REQ-011', 'REQ-012'),
    )
    expect(calls).toHaveLength(3)
  })

  test('returns one requirement', async ({ connect }) => {
    expect(await connect().read('ENG', 'REQ-007')).toMatchObject({
      id: 6007,
      key: 'REQ-007',
      spaceKey: 'ENG',
      status: 'ACTIVE',
      htmlExcerpt: 'The drone shall fly for at least 35 minutes on one battery charge.',
      page: { pageId: 4002, version: 1 },
      issues: [],
    })
  })

  test('returns the frozen copies of a baseline', async ({ connect }) => {
    const client = connect()
    expect(await client.readBaseline('ENG', 1)).toMatchObject({
      name: 'Release 1.0',
      status: 'DONE',
      count: 6,
    })
    const copies = await client.readAll('ENG', { baseline: 1 })
    expect(copies.map(({ id, status }) => `${id} ${status}`)).toEqual(
      [6021, 6022, 6023, 6024, 6025, 6026].map((id) => `${id} ARCHIVED`),
    )
  })

  test('returns the links of an issue and the messages that wait', async ({ connect }) => {
    const client = connect({ token: 'tok-admin' })
    expect((await client.links('DRN-2')).map(({ id, key }) => `${id} ${key}`)).toEqual([
      '40003 REQ-002',
      '40004 REQ-001',
    ])
    expect((await client.messages(SERVICE)).map(({ id, operation }) => `${id} ${operation}`)).toEqual([
      '8001 LINK_ADDED',
      '8002 REQUIREMENT_UPDATED',
    ])
  })
})

describe('writing', () => {
  test('responds with the new text', async ({ connect }) => {
    expect(await connect().write('ENG', 'REQ-008', 'A new text.')).toMatchObject({
      id: 6008,
      key: 'REQ-008',
      status: 'ACTIVE',
      htmlExcerpt: 'A new text.',
      page: { pageId: 4002, version: 2 },
    })
  })

  test('responds with all new texts', async ({ connect }) => {
    const texts = [
      { key: 'REQ-009', htmlExcerpt: 'Ninth.' },
      { key: 'REQ-010', htmlExcerpt: 'Tenth.' },
    ]
    expect(await connect().writeMany('ENG', texts)).toMatchObject(texts)
  })

  test('responds with the requirement that it created', async ({ connect }) => {
    expect(await connect().reserve('ENG', 'REQ-020', 4001)).toMatchObject({ id: 6303, key: 'REQ-020' })
  })

  test('responds with nothing to a removal, and with the key to a property', async ({ connect }) => {
    const client = connect()
    expect(await client.remove('ENG', 'REQ-012')).toBeUndefined()
    const written = await client.setProperty('ENG', 'REQ-001', 'Cost', '150')
    expect(written).toEqual({ spaceKey: 'ENG', key: 'REQ-001' })
  })

  test('is refused without permission and for unknown keys', async ({ connect }) => {
    const asBob = connect({ token: 'tok-bob' })
    await expect(asBob.write('ENG', 'REQ-001', 'No.')).rejects.toMatchObject({
      status: 403,
      message: "user 'bob' may not edit space 'ENG'",
    })
    await expect(asBob.remove('ENG', 'REQ-001')).rejects.toMatchObject({ status: 403 })
    await expect(connect().write('ENG', 'REQ-777', 'No.')).rejects.toMatchObject({ status: 404 })
  })
})

describe('a baseline', () => {
  test('is created and renamed', async ({ connect }) => {
    const client = connect()
    const created = { baseline: 4, name: 'Release 2.0', status: 'PREVIEW', count: 4 }
    expect(await client.createBaseline('ENG', 'Release 2.0', "@Priority = 'High'")).toMatchObject(created)
    expect(await client.renameBaseline('ENG', 4, 'Release 2.1')).toMatchObject({
      ...created,
      name: 'Release 2.1',
    })
  })

  test('is frozen by a task that ends', async ({ connect, sim }) => {
    const client = connect()
    const { taskId } = await client.startFreeze('ENG', 2)
    expect(await client.waitFor(taskId)).toMatchObject({ status: 'DONE', percentage: 100 })
    expect(sim.clock.now()).toBe('2026-01-05T09:00:01.000Z')
  })

  test('is removed', async ({ connect }) => {
    expect(await connect().removeBaseline('ENG', 3)).toBeUndefined()
  })
})

test('links are added, replaced and removed', async ({ connect }) => {
  const client = connect()
  const link = { applinkId: TRACKER_LINK, spaceKey: 'ENG', key: 'REQ-007', relationship: 'tests' }
  expect(await client.addLinks('DRN-3', [link])).toEqual({ status: 'ok' })
  expect(await client.replaceLinks('DRN-2', [link])).toEqual({ status: 'ok' })
  expect(await client.removeLinks('DRN-3', [link])).toEqual({ status: 'ok' })
})
