import type { PendingJob } from '../../../src/control/responses/worlds.ts'
import type { ServerEvent } from '../../../src/control/responses/events.ts'
import { describe, expect, test } from 'vitest'
import { keep, type Kept } from '../../../src/console/panels/time/kept.ts'
import {
  expectedRuns,
  interfaceOf,
  markOfEntry,
  markOfEvent,
  markOfJob,
  MAXIMUM_EXPECTED,
  merge,
} from '../../../src/console/panels/time/marks.ts'
import { SYNCHRONISATION_PERIOD } from '../../../src/model/records/world/job-kinds.ts'

const at = '2026-01-05T09:00:00.000Z'
const nine = Date.parse(at)
const event = (id: number, type: ServerEvent['type'], data: Record<string, unknown>) =>
  ({ id, type, world: 'default', at, data }) as ServerEvent
const exchange = (id: number, status = 200) =>
  event(id, 'exchange', {
    number: id,
    id: String(id),
    method: 'GET',
    path: '/wiki/rest/reqs/1/baseline/ENG',
    operation: 'wiki.baseline.list',
    status,
    fault: null,
  })
const job: PendingJob = {
  id: 7,
  kind: 'integration.synchronise',
  due: '2026-01-05T09:03:00.000Z',
  created: at,
  payload: { serviceId: 'svc-1' },
}

describe('the row of an exchange', () => {
  test.each([
    ['/wiki/rest/reqs/1/baseline', 'wiki.baseline.list', 'wiki'],
    ['/eu/wiki/rest/reqs/1/baseline', 'wiki.baseline.list', 'hosted-wiki'],
    ['/_world/second/us/tracker/rest', null, 'hosted-tracker'],
    ['/api/applications', 'standalone.application.list', 'standalone'],
    ['/us/api/nothing', null, 'standalone'],
    ['/tracker/nothing', null, 'tracker'],
    ['/favicon.ico', null, 'other'],
    ['', null, 'other'],
  ])('%s (%s) is %s', (path, operation, row) => {
    expect(interfaceOf(path, operation)).toBe(row)
  })
})

describe('marks of events', () => {
  test('an exchange looks like its answer and leads to the journal', () => {
    expect(markOfEvent(exchange(3, 404))).toMatchObject({
      key: 'exchange 3',
      at: nine,
      row: 'interface wiki',
      look: 'warn',
      outcome: '404',
      link: ['journal', '3'],
    })
    expect(markOfEvent(exchange(3, 503))?.look).toBe('bad')
    expect(markOfEvent(exchange(3, 0))).toMatchObject({ look: 'bad', outcome: 'no response' })
  })

  test('a job that ran has the key that it had while it was pending', () => {
    const ran = markOfEvent(event(9, 'job', { id: 7, kind: 'integration.synchronise', due: at }))
    expect(ran).toMatchObject({ key: markOfJob(job).key, look: 'good', outcome: 'ran', isRoutine: true })
    expect(markOfJob(job)).toMatchObject({ look: 'pending', link: ['queues', 'svc-1'] })
  })

  test.each([
    ['2 to the tracker: 1 DONE, 1 FAILED', true, 'bad'],
    ['2 to the tracker: 2 DONE', undefined, 'good'],
  ])('a synchronisation with the outcome %j, failed %j, looks %s', (outcome, failed, look) => {
    const ran = event(9, 'job', { id: 7, kind: 'integration.synchronise', due: at, outcome, failed })
    expect(markOfEvent(ran)).toMatchObject({
      look,
      outcome: look === 'bad' ? 'failed' : 'ran',
      detail: outcome,
    })
  })

  test('faults say what became of them', () => {
    expect(markOfEvent(event(1, 'fault', { change: 'struck', fault: 2, times: 3 }))).toMatchObject({
      look: 'bad',
      isRoutine: true,
      text: 'Fault 2',
      outcome: 'applied 3×',
    })
    expect(markOfEvent(event(2, 'fault', { change: 'cleared' }))).toMatchObject({ text: 'Every fault' })
  })

  test('edits name what was edited; what happens to the clock is no mark', () => {
    const edit = event(1, 'world', {
      change: 'edited',
      by: 'PATCH /sites/{id}',
      path: '/sites/102',
      status: 'DISABLED',
    })
    expect(markOfEvent(edit)).toMatchObject({ text: 'Site 102', outcome: 'is down', look: 'bad' })
    expect(markOfEvent(event(2, 'clock', { now: at }))).toBeUndefined()
    expect(markOfEvent(event(3, 'world', { change: 'created' }))).toBeUndefined()
  })

  test('an entry of the journal and the event of the same exchange are one mark', () => {
    const entry = markOfEntry({
      number: 3,
      at: nine,
      interface: 'wiki',
      operation: 'wiki.baseline.list',
      request: { method: 'GET', url: '/wiki/rest/reqs/1/baseline/ENG?q=x' },
      answer: { status: 200 },
    })
    expect(merge([markOfEvent(exchange(3))!], [entry])).toHaveLength(1)
    expect(entry.text).toBe('GET /wiki/rest/reqs/1/baseline/ENG')
    expect(entry.facts['User']).toBe('nobody')
  })
})

describe('runs to come', () => {
  test('follow the pending one in its rhythm, within what is in sight', () => {
    const runs = expectedRuns([job], nine, nine + 10 * 60_000)
    expect(runs.map((run) => new Date(run.at).toISOString().slice(11, 19))).toEqual(['09:06:00', '09:09:00'])
    expect(expectedRuns([job], nine + 60 * 60_000, nine + 64 * 60_000)).toHaveLength(2)
  })

  test('are not drawn one by one where they are too many', () => {
    const year = 365 * 86_400_000
    expect(expectedRuns([job], nine, nine + year)).toEqual([])
    const most = expectedRuns([job], nine, nine + MAXIMUM_EXPECTED * SYNCHRONISATION_PERIOD)
    expect(most.length).toBeLessThanOrEqual(MAXIMUM_EXPECTED)
    expect(most.length).toBeGreaterThan(MAXIMUM_EXPECTED - 3)
  })

  test('there are none of jobs that do not come again', () => {
    expect(expectedRuns([{ ...job, kind: 'baseline.freeze' }], nine, nine + 3_600_000)).toEqual([])
  })
})

describe('what is kept', () => {
  const nothing: Kept = { exchanges: [], others: [], last: 0, story: 0, turned: false }

  test('each event once, exchanges apart', () => {
    const all = [exchange(1), event(2, 'job', { id: 7, kind: 'baseline.freeze', due: at })]
    const first = keep(nothing, all)
    expect([first.exchanges.length, first.others.length, first.last]).toEqual([1, 1, 2])
    expect(keep(first, all)).toBe(first)
    expect(keep(first, [...all, exchange(3)]).exchanges.map(({ key }) => key)).toEqual([
      'exchange 1',
      'exchange 3',
    ])
  })

  test('removes marks from before a reset, and reports the reset', () => {
    const before = keep(nothing, [exchange(1)])
    const after = keep(before, [exchange(1), event(2, 'world', { change: 'reset' }), exchange(3)])
    expect(after.exchanges.map(({ key }) => key)).toEqual(['exchange 3'])
    expect(after.story).toBe(before.story + 1)
    expect([before.turned, after.turned, keep(after, []).turned]).toEqual([false, true, false])
    expect(keep(after, [])).toMatchObject({ exchanges: [], last: 0, story: after.story + 1 })
  })
})
