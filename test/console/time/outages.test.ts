import { describe, expect, test } from 'vitest'
import { outagesOf } from '../../../src/console/panels/time/outages.ts'

const start = Date.parse('2026-01-05T09:00:00.000Z')
const minute = 60_000
const now = start + 5 * minute
const eu = {
  region: 'eu',
  sites: [
    { id: 102, name: 'Tracker' },
    { id: 201, name: 'Other wiki' },
  ],
  integrations: [{ wikiApplicationId: 101, trackerApplicationId: 102 }],
  downtimes: [],
}
const us = { region: 'us', sites: [{ id: 102, name: 'Far tracker' }], integrations: [], downtimes: [] }
const BOTH_ROWS = ['faults', 'job integration.synchronise']

describe('outages', () => {
  test('are the downtimes of both regions: one that has ended has an end', () => {
    const downtimes = [
      { applicationId: 102, from: start, until: start + minute },
      { applicationId: 102, from: start + 2 * minute },
    ]
    const far = { ...us, downtimes: [{ applicationId: 102, from: start }] }
    expect(outagesOf([{ ...eu, downtimes }, far], [], now)).toEqual([
      { from: start, to: start + minute, text: 'Tracker was down', rows: BOTH_ROWS },
      { from: start + 2 * minute, text: 'Tracker is down', rows: BOTH_ROWS },
      { from: start, text: 'Far tracker is down', rows: ['faults'] },
    ])
  })

  test('a site that takes part in no synchronisation leaves these out', () => {
    const downtimes = [{ applicationId: 201, from: start }]
    expect(outagesOf([{ ...eu, downtimes }], [], now)).toMatchObject([{ rows: ['faults'] }])
  })

  test('of faults, what they plan is shown from now on, in their region', () => {
    const from = new Date(start).toISOString()
    const fault = { id: 1, enabled: true, outage: 102, from, for: '600000ms' }
    const { for: _, ...endless } = fault
    const later = new Date(now + minute).toISOString()
    const faults = [
      fault,
      { ...endless, id: 2 },
      { ...endless, id: 3, from: later },
      { ...fault, id: 4, region: 'us' as const },
      { ...fault, id: 5, for: '60000ms' },
      { ...fault, id: 6, enabled: false },
      { id: 7, enabled: true },
    ]
    expect(outagesOf([eu, us], faults, now)).toEqual([
      { from: now, to: start + 10 * minute, text: 'Fault 1 stops the responses of Tracker', rows: BOTH_ROWS },
      { from: now + minute, to: Infinity, text: 'Fault 3 stops the responses of Tracker', rows: BOTH_ROWS },
      {
        from: now,
        to: start + 10 * minute,
        text: 'Fault 4 stops the responses of Far tracker',
        rows: ['faults'],
      },
    ])
  })
})
