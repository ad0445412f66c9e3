// Outages of sites: whose requests they fail, when they begin and end, and which messages wait for them.

import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../../src/model/records/service/applications.ts'
import { jobs as waiting, schedule } from '../../../src/world/time/jobs.ts'
import { type Faulty, READ, startFaulty } from './faulty.ts'
import { OUTAGE_JOB } from '../../../src/model/records/world/job-kinds.ts'

const TRACKER = '/tracker/rest/reqs/1/api/ENG'
const NOW = '2026-01-05T09:00:00.000Z'

describe('outages', () => {
  let faulty: Faulty
  beforeEach(async () => {
    faulty = await startFaulty()
  })

  const statusOf = async (path: string) => (await faulty.get(path)).status
  const jobs = () => [...faulty.simulator.world.system.table(waiting).scan()]
  const messages = () => faulty.simulator.state('outboundMessage').map(({ status }) => status)
  const advance = (by: string) => faulty.simulator.clock.advance(by)

  test('and other faults of jobs leave requests to other sites, regions and addresses alone', async () => {
    const before = await Promise.all(['/nowhere', '/us/wiki/rest/search', READ].map(statusOf))
    faulty.simulator.faults.add({ queue: '*' })
    faulty.simulator.faults.add({ freeze: '*' })
    faulty.simulator.faults.add({ outage: 'tracker' })
    expect(await Promise.all(['/nowhere', '/us/wiki/rest/search', READ].map(statusOf))).toEqual(before)
    expect(faulty.simulator.faults.list().map(({ matched }) => matched)).toEqual([0, 0, 0])
  })

  test('schedule jobs for their begin and end only, which are removed with them', () => {
    const before = jobs()
    faulty.simulator.faults.add({ outage: 'tracker' })
    faulty.simulator.faults.add({ outage: 'wiki', from: NOW })
    expect(jobs()).toEqual(before)
    faulty.simulator.faults.add({ outage: 'tracker', for: '10m' })
    faulty.simulator.faults.add({ outage: 'tracker', from: '5m', for: '5m' })
    const ours = jobs().filter(({ kind }) => kind === 'fault.outage')
    expect(ours.map(({ payload }) => payload)).toEqual([3, 4, 4].map((fault) => ({ fault })))
    faulty.simulator.faults.remove(3)
    expect(jobs().filter(({ kind }) => kind === 'fault.outage')).toEqual(ours.slice(1))
    faulty.simulator.faults.clear()
    expect(jobs()).toEqual(before)
  })

  test.each([
    ['switched off', () => faulty.simulator.faults.enable(1, false)],
    ['removed', () => faulty.simulator.faults.remove(1)],
  ])('let messages through again when they are %s', (_name, suggestion) => {
    faulty.simulator.faults.add({ outage: 'tracker' })
    advance('3m')
    expect(messages()).toEqual(['PENDING', 'PENDING'])
    suggestion()
    advance('3m')
    expect(messages()).toEqual(['DONE', 'DONE'])
  })

  test('that are added disabled begin when they are enabled', async () => {
    const up = await statusOf(TRACKER)
    faulty.simulator.faults.add({ outage: 'tracker', enabled: false })
    expect(await statusOf(TRACKER)).toBe(up)
    faulty.simulator.faults.enable(1, true)
    expect(await statusOf(TRACKER)).toBe(503)
    advance('3m')
    expect(messages()).toEqual(['PENDING', 'PENDING'])
  })

  test('are not needed for DISABLED sites, which receive no messages either', () => {
    faulty.simulator.world.region('eu').table(applications).update(102, { status: 'DISABLED' })
    advance('3m')
    expect(messages()).toEqual(['PENDING', 'PENDING'])
  })

  test('of one site let the messages of others through', () => {
    faulty.simulator.faults.add({ outage: 'contoso-wiki' })
    advance('3m')
    expect(messages()).toEqual(['DONE', 'DONE'])
  })

  test('ignore jobs that name no fault, or a removed one', async () => {
    const { world } = faulty.simulator
    const { id } = faulty.simulator.faults.add({ outage: 'tracker', for: '10m' })
    for (const fields of [{}, { payload: {} }, { payload: { fault: 77 } }])
      for (const minute of [1, 30])
        schedule(world, { kind: OUTAGE_JOB, due: world.now + minute * 60_000, ...fields })
    advance('5m')
    expect(await statusOf(TRACKER)).toBe(503)
    faulty.simulator.faults.remove(id)
    expect(await statusOf(TRACKER)).not.toBe(503)
    advance('30m')
  })
})
