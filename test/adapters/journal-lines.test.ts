/** What is printed of a failed test. */
import { expect, test } from 'vitest'
import { recordRun } from '../../src/adapters/shared/journal-lines.ts'
import { createSimulator } from '../../src/index.ts'

const headers = { Authorization: 'Bearer tok-alice' }

test('edits, failed jobs, refusals and called addresses, since the start', async () => {
  const sim = await createSimulator({ scenario: 'outage' })
  await sim.fetch('/api/applications/101', { headers })
  const lines = recordRun(sim)
  expect(lines()).toEqual([])
  await sim.issues.update(30001, { key: 'DRN-77' })
  sim.clock.advance('7m')
  const url = '/api/applications/999'
  await sim.exchange({ method: 'GET', url, headers: { host: '127.0.0.1:4010' } })
  const [edited, failed, moved, refused, body] = lines()
  expect(edited).toMatch(/^2026-01-05T09:00:00\.000Z world edited: PUT \/issues\/\{id\} \/issues\/30001/)
  expect(failed).toMatch(
    /^2026-01-05T09:03:00\.000Z job \d+, integration\.synchronise, failed: .*no response from .* \(and 1 more like it, until 2026-01-05T09:06:00\.000Z\)$/,
  )
  expect(moved).toBe('2026-01-05T09:07:00.000Z clock moved to here, 2 jobs ran')
  expect(refused).toMatch(
    /^#\d+ 2026-01-05T09:07:00\.000Z nobody: GET http:\/\/127\.0\.0\.1:4010\/api\/applications\/999 → 401 \(/,
  )
  expect(body).toMatch(/^ {4}\{.*\}$/)
})

test('a frozen copy that a client took for the requirement', async () => {
  for (const entries of [0, 10]) {
    const sim = await createSimulator({ journal: { entries } })
    const lines = recordRun(sim)
    await sim.fetch('http://wiki.sim/rest/reqs/1/requirement2/ENG/REQ-001?v=1', { headers })
    expect(lines()[0]).toContain("→ 200, frozen copy of baseline 1 'Release 1.0' (wiki.requirement.read)")
  }
})

test('preflights of pages, which no operation takes', async () => {
  const sim = await createSimulator()
  const lines = recordRun(sim)
  const preflight = { origin: 'http://page.test', 'access-control-request-method': 'GET' }
  await sim.exchange({ method: 'OPTIONS', url: '/api/applications/101', headers: preflight })
  expect(lines()).toEqual([
    '#1 2026-01-05T09:00:00.000Z nobody: OPTIONS /api/applications/101 → 204 (preflight)',
  ])
})

test('exchanges that the journal does not keep', async () => {
  const sim = await createSimulator({ journal: { entries: 0 } })
  const lines = recordRun(sim)
  await sim.fetch('/api/applications/101?colour=red', { headers })
  expect(lines()).toEqual([
    '#1 2026-01-05T09:00:00.000Z alice: GET /api/applications/101 → 200, ignored: query colour (standalone.application.read)',
  ])
})

test('a dropped connection has no response', async () => {
  const url = 'http://api.sim/api/applications/101'
  for (const entries of [0, 10]) {
    const sim = await createSimulator({ journal: { entries } })
    const lines = recordRun(sim)
    sim.faults.add({ operation: 'standalone.application.read', drop: true })
    await expect(sim.fetch(url, { headers })).rejects.toThrow('fetch failed')
    expect(lines().at(-1)).toMatch(/ GET \S+ → no response \(standalone\.application\.read/)
  }
})

test('as many lines, however much happened', async () => {
  const sim = await createSimulator()
  const lines = recordRun(sim)
  for (let call = 0; call < 1500; call++) await sim.fetch('/api/applications/101', { headers })
  const printed = lines()
  expect(printed).toHaveLength(41)
  expect(printed[0]).toBe('(1460 earlier events omitted)')
  expect(printed.at(-1)).toMatch(/^#1500 /)
})
