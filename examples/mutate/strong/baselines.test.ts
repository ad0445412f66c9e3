import { describe, expect } from 'vitest'
import { ServiceError } from '../src/connection.ts'
import { SERVICE, WIKI_LINK } from '../shared/service.ts'
import { changesOf } from './changes.ts'
import {
  details,
  frozen,
  type Json,
  NUMBERS,
  RELEASE_1,
  RELEASE_2,
  RELEASE_3,
  requirement,
  textOf,
} from './demo.ts'
import { refusal, test, WIKI, wikiError } from './service.ts'

const NOW = Date.parse('2026-01-05T09:00:00Z')
const UNKNOWN = wikiError(404, "version: no baseline '9' in space 'ENG'")
const HIGH = "@Priority = 'High'"

/** The record of a baseline that alice created, and its record in responses. */
const stored = (id: number, number: number, name: string): Json => ({
  [`baseline ${id}`]: {
    id,
    applicationId: 101,
    projectContainerId: 1001,
    spaceKey: 'ENG',
    number,
    name,
    status: 'PREVIEW',
    searchQuery: HIGH,
    expectedCount: 4,
    expectedPageCount: 2,
    createdAt: NOW,
    createdBy: 2,
  },
})
const preview = (baseline: number, name: string) => {
  return { baseline, spaceKey: 'ENG', name, status: 'PREVIEW', searchQuery: HIGH }
}

/** The message that tells the tracker of a frozen or deleted baseline. */
const announced = (id: number, baseline: number, title: string, createdAt: number): Json => ({
  [`outboundMessage ${id}`]: {
    id,
    serviceId: SERVICE,
    operation: 'BASELINE_UPDATED',
    title,
    applinkId: WIKI_LINK,
    spaceKey: 'ENG',
    baseline,
    createdBy: 2,
    createdAt,
    status: 'PENDING',
    attempts: 0,
  },
})

describe('creating a baseline', () => {
  test('takes the next number and freezes nothing', async ({ connect, sim }) => {
    const client = connect()
    const changes = await changesOf(sim, async () => {
      const first = await client.createBaseline('ENG', 'Release 2.0', HIGH)
      expect(first).toEqual({ ...preview(4, 'Release 2.0'), ...details(4, 2) })
      const second = await client.createBaseline('ENG', 'Release 2.1', HIGH)
      expect(second).toEqual({ ...preview(5, 'Release 2.1'), ...details(4, 2) })
    })
    expect(changes).toEqual({ ...stored(7104, 4, 'Release 2.0'), ...stored(7105, 5, 'Release 2.1') })
    expect(await client.readBaseline('ENG', 4)).toEqual({ ...preview(4, 'Release 2.0'), ...details(4, 2) })
    expect(await client.readBaseline('ENG', 5)).toEqual({ ...preview(5, 'Release 2.1'), ...details(4, 2) })
    expect(await client.baselines('ENG')).toEqual([
      preview(5, 'Release 2.1'),
      preview(4, 'Release 2.0'),
      RELEASE_3,
      RELEASE_2,
      RELEASE_1,
    ])
  })

  test('is refused with a name in use, or with a query that cannot be read', async ({ connect, sim }) => {
    const client = connect()
    const inUse = "name 'Release 1.0' is that of baseline 1 of the space: choose another"
    const syntax =
      'Syntax error at position 5: expected a value: a number, true, false or a text in quotes, but found the end of the query'
    const changes = await changesOf(sim, async () => {
      await expect(client.createBaseline('ENG', 'Release 1.0', HIGH)).rejects.toEqual(wikiError(409, inUse))
      await expect(client.createBaseline('ENG', 'New', 'key ~')).rejects.toEqual(wikiError(400, syntax))
    })
    expect(changes).toEqual({})
  })
})

describe('renaming a baseline', () => {
  test('changes its name alone', async ({ connect, sim }) => {
    const client = connect()
    const changes = await changesOf(sim, async () => {
      expect(await client.renameBaseline('ENG', 3, 'Failed')).toEqual({
        ...RELEASE_3,
        name: 'Failed',
        ...details(12, 2),
      })
      expect(await client.renameBaseline('ENG', 2, 'Release 1.1 final')).toEqual({
        ...RELEASE_2,
        name: 'Release 1.1 final',
        ...details(12, 2),
      })
    })
    expect(changes).toEqual({
      'baseline 7102': { name: 'Release 1.1 final' },
      'baseline 7103': { name: 'Failed' },
    })
    expect(await client.baselines('ENG')).toEqual([
      { ...RELEASE_3, name: 'Failed' },
      { ...RELEASE_2, name: 'Release 1.1 final' },
      RELEASE_1,
    ])
  })

  test('is refused with a name in use, and fails for an unknown number', async ({ connect, sim }) => {
    const client = connect()
    const inUse = "name 'Release 1.0' is that of baseline 1 of the space: choose another"
    const changes = await changesOf(sim, async () => {
      await expect(client.renameBaseline('ENG', 2, 'Release 1.0')).rejects.toEqual(wikiError(409, inUse))
      await expect(client.renameBaseline('ENG', 9, 'Any')).rejects.toEqual(UNKNOWN)
    })
    expect(changes).toEqual({})
  })
})

describe('removing a baseline', () => {
  test('removes it with its frozen copies, and tells the tracker of a frozen one', async ({
    connect,
    sim,
  }) => {
    const client = connect()
    const changes = await changesOf(sim, async () => {
      expect(await client.removeBaseline('ENG', 3)).toBeUndefined()
      expect(await client.removeBaseline('ENG', 1)).toBeUndefined()
    })
    expect(changes).toEqual({
      'baseline 7101': 'removed',
      'baseline 7102': { parentBaseline: 'removed' },
      'baseline 7103': 'removed',
      'frozenSet 1001/1/5001': 'removed',
      ...announced(8003, 1, 'Release 1.0', NOW),
    })
    const { parentBaseline: _, ...withoutParent } = RELEASE_2
    expect(await client.baselines('ENG')).toEqual([withoutParent])
    await expect(client.readBaseline('ENG', 1)).rejects.toEqual(
      wikiError(404, "version: no baseline '1' in space 'ENG'"),
    )
    expect(await client.readMany([{ spaceKey: 'ENG', key: 'REQ-005', v: 1 }])).toEqual({
      results: [],
      count: 0,
      limit: 1000,
    })
  })

  test('fails for an unknown number', async ({ connect, sim }) => {
    const client = connect()
    const changes = await changesOf(sim, () =>
      expect(client.removeBaseline('ENG', 9)).rejects.toEqual(UNKNOWN),
    )
    expect(changes).toEqual({})
    await expect(client.readBaseline('ENG', 9)).rejects.toEqual(UNKNOWN)
  })
})

describe('freezing a baseline', () => {
  const DONE = { ...RELEASE_2, status: 'DONE' }
  const frozenAt = NOW + 1000

  test('takes a second, in which its task counts', async ({ connect, sim }) => {
    const client = connect()
    const { taskId, ...rest } = await client.startFreeze('ENG', 2)
    expect(rest).toEqual({})
    const task = (status: string, percentage: number, message: string) => {
      return { taskId, status, percentage, message, pages: [] }
    }
    expect(await client.readBaseline('ENG', 2)).toEqual({
      ...RELEASE_2,
      status: 'IN_CREATION',
      ...details(0, 0),
    })
    expect(await client.readTask(taskId)).toEqual(task('RUNNING', 0, 'Freezing 12 requirements'))
    sim.clock.advance('500ms')
    expect(await client.readTask(taskId)).toEqual(task('RUNNING', 50, 'Freezing 12 requirements'))
    sim.clock.advance('499ms')
    expect(await client.readTask(taskId)).toEqual(task('RUNNING', 99, 'Freezing 12 requirements'))
    expect(await client.readBaseline('ENG', 2)).toEqual({
      ...RELEASE_2,
      status: 'IN_CREATION',
      ...details(0, 0),
    })
    sim.clock.advance('1ms')
    expect(await client.readTask(taskId)).toEqual(task('DONE', 100, 'Froze 12 requirements'))
    expect(await client.readBaseline('ENG', 2)).toEqual({ ...DONE, ...details(12, 2) })
    expect(await client.baselines('ENG')).toEqual([RELEASE_3, DONE, RELEASE_1])
  })

  test('is waited for, and copies every requirement as it was', async ({ connect, calls, sim }) => {
    const client = connect()
    await client.write('ENG', 'REQ-012', 'Before the release.')
    let taskId = ''
    const changes = await changesOf(sim, async () => {
      ;({ taskId } = await client.startFreeze('ENG', 2))
      const task = { taskId, status: 'DONE', percentage: 100, message: 'Froze 12 requirements', pages: [] }
      expect(await client.waitFor(taskId)).toEqual(task)
      const polls = calls.filter((call) => call === `GET /rest/reqs/1/tasks/status/${taskId} 200`)
      expect(polls).toHaveLength(5)
    })
    expect(sim.clock.now()).toBe('2026-01-05T09:00:01.000Z')
    const { 'frozenSet 1001/2/5001': copies, ...others } = changes
    expect(copies).toMatchObject({ projectContainerId: 1001, number: 2, variantId: 5001 })
    expect(others).toEqual({
      'baseline 7102': { status: 'DONE', frozenAt },
      [`task ${taskId}`]: {
        id: taskId,
        applicationId: 101,
        projectContainerId: 1001,
        baseline: 2,
        status: 'DONE',
        message: 'Froze 12 requirements',
        total: 12,
        done: 12,
        pages: [],
        startedAt: NOW,
        startedBy: 2,
        finishedAt: frozenAt,
      },
      ...announced(8003, 2, 'Release 1.1', frozenAt),
    })
    await client.write('ENG', 'REQ-011', 'After the release.')
    expect(await client.readAll('ENG', { baseline: 2 })).toEqual(
      NUMBERS.map((number) => {
        const copy = frozen(number, DONE, 6302 + number)
        const page = { pageId: number <= 6 ? 4001 : 4002, version: number <= 6 ? 1 : 2 }
        const htmlExcerpt = number === 12 ? 'Before the release.' : textOf(number)
        return { ...copy, htmlExcerpt, page, origin: page }
      }),
    )
    expect(await client.read('ENG', 'REQ-011')).toEqual(
      requirement(11, { html: 'After the release.', version: 3 }),
    )
  })

  test('is refused while it is frozen, after that, and for an unknown number', async ({ connect, sim }) => {
    const client = connect()
    await client.startFreeze('ENG', 2)
    const running = "baseline '2' is being frozen and cannot be frozen: it can be reset to PREVIEW or deleted"
    const done = "baseline '1' is frozen and cannot be frozen: it can be deleted"
    const changes = await changesOf(sim, async () => {
      await expect(client.startFreeze('ENG', 2)).rejects.toEqual(wikiError(409, running))
      await expect(client.startFreeze('ENG', 1)).rejects.toEqual(wikiError(409, done))
      await expect(client.startFreeze('ENG', 9)).rejects.toEqual(UNKNOWN)
    })
    expect(changes).toEqual({})
  })

  test('can be aborted, which leaves the preview and no copies', async ({ connect, sim }) => {
    const client = connect()
    const changes = await changesOf(sim, async () => {
      const { taskId } = await client.startFreeze('ENG', 2)
      sim.clock.advance('700ms')
      expect(await client.abortTask(taskId)).toBeUndefined()
      sim.clock.advance('10s')
      const gone = wikiError(404, `taskId: no task '${taskId}' in the wiki`)
      await expect(client.readTask(taskId)).rejects.toEqual(gone)
      await expect(client.abortTask(taskId)).rejects.toEqual(gone)
    })
    expect(changes).toEqual({})
    expect(await client.readBaseline('ENG', 2)).toEqual({ ...RELEASE_2, ...details(12, 2) })
    expect(await client.readPage('ENG', 0, { baseline: 2 })).toEqual({
      results: [],
      count: 0,
      offset: 0,
      limit: 5,
      explanation: "all requirements; in space 'ENG'; as frozen in ENG-2",
    })
  })

  test('ends aborted if the baseline is reset', async ({ connect, request }) => {
    const client = connect()
    const { taskId } = await client.startFreeze('ENG', 2)
    const reset = { spaceKey: 'ENG', baseline: 2, status: 'PREVIEW' }
    expect(await request('alice', 'PUT', `${WIKI}/baseline/ENG/2?fields=STATUS`, reset)).toEqual({
      status: 200,
      body: { ...RELEASE_2, ...details(12, 2) },
    })
    await expect(client.waitFor(taskId)).rejects.toEqual(new ServiceError(200, 'Aborted'))
    expect(await request('alice', 'GET', `${WIKI}/tasks/status/${taskId}`)).toEqual({
      status: 200,
      body: { taskId, status: 'ABORTED', percentage: 0, message: 'Aborted', pages: [] },
    })
  })

  test('ends in an error if it fails, and can be begun again', async ({ connect, request, sim }) => {
    const client = connect()
    const fault = sim.faults.add({ freeze: 'ENG', at: 50, message: 'The disk is full.' })
    const { taskId } = await client.startFreeze('ENG', 2)
    await expect(client.waitFor(taskId)).rejects.toEqual(new ServiceError(200, 'The disk is full.'))
    expect(sim.clock.now()).toBe('2026-01-05T09:00:00.500Z')
    const failed = { ...RELEASE_2, status: 'ERROR', message: 'The disk is full.' }
    expect(await client.readBaseline('ENG', 2)).toEqual({ ...failed, ...details(12, 2) })
    sim.faults.remove(fault.id)
    const reset = { spaceKey: 'ENG', baseline: 2, status: 'PREVIEW' }
    const changes = await changesOf(sim, async () => {
      const reply = await request('alice', 'PUT', `${WIKI}/baseline/ENG/2?fields=STATUS`, reset)
      expect(reply).toEqual({ status: 200, body: { ...RELEASE_2, ...details(12, 2) } })
    })
    expect(changes).toEqual({ 'baseline 7102': { status: 'PREVIEW', message: 'removed' } })
    const again = await client.startFreeze('ENG', 2)
    const message = 'Froze 12 requirements'
    const ended = { taskId: again.taskId, status: 'DONE', percentage: 100, message, pages: [] }
    expect(await client.waitFor(again.taskId)).toEqual(ended)
    expect(await client.readBaseline('ENG', 2)).toEqual({ ...DONE, ...details(12, 2) })
  })

  test('cannot be undone by a reset', async ({ request, sim }) => {
    const reset = { spaceKey: 'ENG', baseline: 1, status: 'PREVIEW' }
    const changes = await changesOf(sim, async () => {
      expect(await request('alice', 'PUT', `${WIKI}/baseline/ENG/1?fields=STATUS`, reset)).toEqual(
        refusal(409, "baseline '1' is frozen and cannot be reset to PREVIEW: it can be deleted"),
      )
    })
    expect(changes).toEqual({})
  })
})
