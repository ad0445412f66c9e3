import { describe, expect } from 'vitest'
import { checkRelease, syncTexts } from '../src/release.ts'
import { TRACKER_LINK } from '../shared/service.ts'
import { changesOf } from './changes.ts'
import { keyOf, requirement, textOf } from './demo.ts'
import { test } from './service.ts'

const keys = (...numbers: readonly number[]) => numbers.map(keyOf)

describe('the check of a release', () => {
  test('finds nothing changed, and names what is new or has no issue', async ({ connect, sim }) => {
    const client = connect()
    const changes = await changesOf(sim, async () => {
      expect(await checkRelease(client, 'ENG', 1)).toEqual({
        changed: [],
        added: keys(7, 8, 9, 10, 11, 12),
        removed: [],
        unplanned: keys(3, 4, 5, 6),
      })
    })
    expect(changes).toEqual({})
  })

  test('names what changed, was removed, and is planned since', async ({ connect, sim }) => {
    const client = connect()
    await client.write('ENG', 'REQ-006', 'Changed.')
    await client.write('ENG', 'REQ-002', 'Changed too.')
    await client.remove('ENG', 'REQ-004')
    await client.remove('ENG', 'REQ-012')
    const target = { applinkId: TRACKER_LINK, spaceKey: 'ENG', key: 'REQ-005', relationship: 'implements' }
    await client.addLinks('DRN-3', [target])
    sim.clock.advance('3m')
    expect(await checkRelease(client, 'ENG', 1)).toEqual({
      changed: keys(2, 6),
      added: keys(7, 8, 9, 10, 11),
      removed: keys(4),
      unplanned: keys(3, 6),
    })
  })

  test('of a release that was just frozen finds nothing', async ({ connect }) => {
    const client = connect()
    const { taskId } = await client.startFreeze('ENG', 2)
    await client.waitFor(taskId)
    expect(await checkRelease(client, 'ENG', 2)).toEqual({
      changed: [],
      added: [],
      removed: [],
      unplanned: keys(3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    })
  })
})

describe('bringing texts in', () => {
  test('writes those that differ in one request, on whatever page they are', async ({ connect, calls }) => {
    const client = connect()
    const texts = {
      'REQ-012': 'The last.',
      'REQ-001': textOf(1),
      'REQ-003': 'The third.',
      'REQ-777': 'Nowhere.',
    }
    expect(await syncTexts(client, 'ENG', texts)).toEqual(keys(12, 3))
    expect(calls.filter((call) => call.startsWith('PUT'))).toEqual(['PUT /rest/reqs/1/requirement2/ENG 200'])
    expect(await client.read('ENG', 'REQ-003')).toEqual(requirement(3, { html: 'The third.', version: 2 }))
    expect(await client.read('ENG', 'REQ-012')).toEqual(requirement(12, { html: 'The last.', version: 2 }))
    expect(await syncTexts(client, 'ENG', texts)).toEqual([])
  })

  test('writes nothing if nothing differs', async ({ connect, calls, sim }) => {
    const changes = await changesOf(sim, async () => {
      expect(await syncTexts(connect(), 'ENG', { 'REQ-007': textOf(7) })).toEqual([])
    })
    expect(changes).toEqual({})
    expect(calls).toHaveLength(3)
  })
})
