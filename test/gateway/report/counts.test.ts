/** The counts of reports, passed on without what every report says. */
import { expect, test } from 'vitest'
import { countsOf, reportOfCounts } from '../../../src/gateway/report/counts.ts'
import { createSimulator, mergeReports, type SimulatorOptions } from '../../../src/index.ts'

const headers = { Authorization: 'Bearer tok-alice' }

async function used(options: SimulatorOptions) {
  const sim = await createSimulator(options)
  sim.faults.add({ operation: 'standalone.application.read', times: 1, status: 503 })
  for (const path of [
    '/applications/101',
    '/applications/102',
    '/applications?organizationId=1&colour=red',
    '/no',
  ])
    await sim.fetch(`http://api.sim/api${path}`, { headers })
  await sim.call('wiki.baseline.freeze', { as: 'alice', path: { spaceKey: 'ENG', version: 2 } })
  await sim.fetch('http://api.sim/api/telemetry/feature/export', { method: 'POST', headers })
  sim.clock.advance('1h')
  return sim.report()
}

test('the report of counts is the merged report', async () => {
  const reports = [
    await used({}),
    await used({ config: { assumptions: { A07: 'standalone' } } }),
    await used({ config: { rateLimit: 'enforce' } }),
  ]
  const empty = await createSimulator({ scenario: 'empty' })
  await empty.preload()
  const unused = empty.report()
  const passed = JSON.parse(JSON.stringify(reports.map(countsOf)))
  const report = reportOfCounts(passed, unused, undefined)
  expect(report).toEqual(mergeReports([unused, ...reports]))
  expect(report.exchanges).toBe(18)
  expect(report.faulted).toBe(3)
  expect(JSON.stringify(passed[0]).length).toBeLessThan(6000)
})

test('descriptions are passed on apart', async () => {
  const openapi = [
    {
      surface: 'standalone',
      document: {
        openapi: '3.0.3',
        info: { title: 'ours', version: '1' },
        paths: { '/own': { get: { responses: { 200: { description: 'fine' } } } } },
      },
    },
  ]
  const sim = await createSimulator({ openapi } as never)
  await sim.fetch('http://api.sim/api/own', { headers })
  const report = sim.report()
  const empty = await createSimulator({ scenario: 'empty' })
  await empty.preload()
  expect(countsOf(report)).not.toHaveProperty('descriptions')
  const merged = reportOfCounts([countsOf(report), countsOf(report)], empty.report(), report.descriptions)
  expect(merged).toEqual(mergeReports([empty.report(), report, report]))
  expect(merged.generated).toHaveLength(1)
})
