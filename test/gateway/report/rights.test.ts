// Which permissions the report counts as allowed and refused, by operation and user, and how they merge.

import { beforeEach, describe, expect, test } from 'vitest'
import { mergeReports, type Report, reportHtml, reportMarkdown } from '../../../src/index.ts'
import { operations } from '../../../src/api/operations.ts'
import type { IndexedOperation } from '../../../src/api/operation-index.ts'
import { ReportBuilder } from '../../../src/gateway/report/builder.ts'
import { countsOf, reportOfCounts } from '../../../src/gateway/report/counts.ts'
import { createReport } from '../../../src/gateway/report/report.ts'
import { reportSummary, reportTables } from '../../../src/gateway/report/tables.ts'
import { type Client, startClient } from '../../support/client.ts'
import { entry } from '../journal/recorded.ts'

const WIKI = '/wiki/rest/reqs/1'
const READ = 'wiki.requirement.read'
const DELETE = 'wiki.requirement.delete'

const rightsOf = (report: Report) =>
  (report.rights ?? []).map(
    ({ operation, permission, user = '-', allowed, refused }) =>
      `${operation} (${permission}) ${user} ${allowed}/${refused}`,
  )
const ruleOf = (report: Report, permission: string, name = 'wiki') =>
  report.permissions?.find((rule) => rule.permission === permission && rule.interface === name)

let client: Client
beforeEach(async () => {
  client = await startClient()
})
const read = (space: string, key: string, token?: string) =>
  client.call('GET', `${WIKI}/requirement2/${space}/${key}`, token === undefined ? {} : { token })

describe('a permission is', () => {
  test('allowed, or refused with 403 or 401, by operation and user', async () => {
    await read('ENG', 'REQ-001', 'tok-bob')
    await read('ENG', 'REQ-002', 'tok-bob')
    await read('LAB', 'SEC-001', 'tok-bob')
    await read('ENG', 'REQ-001', 'tok-alice')
    await read('ENG', 'REQ-001', 'tok-unknown')
    await client.call('DELETE', `${WIKI}/requirement2/ENG/REQ-012`, { token: 'tok-bob' })
    const report = client.simulator.report()
    expect(rightsOf(report)).toEqual([
      `${DELETE} (space edit) bob 0/1`,
      `${READ} (space read) - 0/1`,
      `${READ} (space read) alice 1/0`,
      `${READ} (space read) bob 2/1`,
    ])
    expect(ruleOf(report, 'space read')).toMatchObject({ allowed: 3, refused: 2 })
    expect(ruleOf(report, 'space edit')).toMatchObject({ allowed: 0, refused: 1 })
    expect(ruleOf(report, 'administrator')).toMatchObject({ allowed: 0, refused: 0 })
  })

  test('allowed where the record is missing or its state forbids the change: the permission was there', async () => {
    await read('ENG', 'REQ-777', 'tok-alice')
    expect(rightsOf(client.simulator.report())).toEqual([`${READ} (space read) alice 1/0`])
  })

  test('neither where the response was decided before: no such space, bad input, rate limit', async () => {
    await read('NOWHERE', 'REQ-001', 'tok-alice')
    await client.get('/api/applications?organizationId=many')
    expect(client.simulator.report().rights).toEqual([])
    const limited = await startClient({ scenario: 'rate-limited' })
    for (let count = 0; count < 210; count++) await limited.get('/api/applications/101')
    const report = limited.simulator.report()
    expect(report.rateLimited).toBeGreaterThan(0)
    const [right] = report.rights ?? []
    expect(right).toMatchObject({ operation: 'standalone.application.read', refused: 0 })
    expect(right?.allowed).toBe(210 - report.rateLimited)
  })

  test('refused where a 404 hides the record of someone else, and not where there is none', async () => {
    const owner = client.simulator.state('user', { name: 'alice' })[0]?.id
    const id = client.simulator.state('token').find(({ userId }) => userId === owner)?.id ?? 0
    for (const [wanted, token] of [
      [id, 'tok-bob'],
      [99_999, 'tok-bob'],
      [id, 'tok-alice'],
    ] as const) {
      await client.call('DELETE', `/api/users/me/credentials/${wanted}`, { token })
    }
    expect(rightsOf(client.simulator.report())).toEqual([
      'standalone.credential.delete (signed-in (own data)) alice 1/0',
      // Any user may ask for an id that nobody has.
      'standalone.credential.delete (signed-in (own data)) bob 1/1',
    ])
  })

  test('no evidence in an exchange that a fault affected, answered by it or only delayed', async () => {
    client.simulator.faults.add({ operation: READ, times: 1, status: 403 })
    client.simulator.faults.add({ operation: READ, times: 1, latency: '1s' })
    await read('ENG', 'REQ-001', 'tok-bob')
    await read('LAB', 'SEC-001', 'tok-bob')
    expect(client.simulator.report().rights).toEqual([])
    expect(ruleOf(client.simulator.report(), 'space read')).toMatchObject({ allowed: 0, refused: 0 })
  })

  test('in the journal too', async () => {
    await read('ENG', 'REQ-001', 'tok-bob')
    await read('LAB', 'SEC-001', 'tok-bob')
    await read('NOWHERE', 'REQ-001', 'tok-bob')
    expect(client.simulator.journal.entries().map(({ permission }) => permission)).toEqual([
      'allowed',
      'refused',
      undefined,
    ])
  })
})

test('operations that every caller may use have no rule', async () => {
  await client.get('/api/v3/api-docs')
  const { permissions = [], rights } = client.simulator.report()
  expect(rights).toEqual([])
  expect(permissions.length).toBeGreaterThan(20)
  const free = operations.filter(({ permission }) => permission.words.startsWith('none'))
  expect(free.length).toBeGreaterThan(1)
  const counted = permissions.reduce((sum, rule) => sum + rule.operations, 0)
  expect(counted).toBe(operations.length - free.length)
})

describe('reports', () => {
  test('of one world, and of a world that was deleted', async () => {
    const inWorld = (world: string) =>
      client.call('GET', `${WIKI}/requirement2/LAB/SEC-001`, {
        token: 'tok-bob',
        headers: { 'X-Sim-World': world },
      })
    await inWorld('one')
    await inWorld('two')
    expect(rightsOf(client.simulator.report('one'))).toEqual([`${READ} (space read) bob 0/1`])
    client.simulator.worlds.delete('one')
    expect(rightsOf(client.simulator.report())).toEqual([`${READ} (space read) bob 0/2`])
  })

  test('merge by operation and user, and keep the number of operations of a rule', async () => {
    await read('ENG', 'REQ-001', 'tok-bob')
    const first = client.simulator.report()
    await read('LAB', 'SEC-001', 'tok-bob')
    await read('ENG', 'REQ-001')
    const merged = mergeReports([first, client.simulator.report()])
    expect(rightsOf(merged)).toEqual([expect.stringContaining(' 1/0'), `${READ} (space read) bob 2/1`])
    expect(ruleOf(merged, 'space read')?.operations).toBe(ruleOf(first, 'space read')?.operations)
    expect(merged.permissions).toHaveLength(first.permissions?.length ?? 0)
  })

  test('of earlier versions merge with and without them', async () => {
    await read('ENG', 'REQ-001', 'tok-bob')
    const report = client.simulator.report()
    const { permissions: _permissions, rights: _rights, ...old } = report
    expect(mergeReports([old, report]).rights).toEqual(report.rights)
    expect(mergeReports([old, old])).not.toHaveProperty('rights')
    expect(reportTables(old).map(({ title }) => title)).not.toContain('Permission rules')
    expect(reportSummary(old).map(([name]) => name)).not.toContain('Permission rules exercised')
    expect(reportMarkdown(mergeReports([old, old]))).toContain('# Report of the simulator')
  })

  test('pass their counts on without the rules that nothing used', async () => {
    const unused = client.simulator.report()
    await client.simulator.preload()
    await read('LAB', 'SEC-001', 'tok-bob')
    const report = client.simulator.report()
    const counts = countsOf(report)
    expect(counts.permissions?.map(({ permission }) => permission)).toEqual(['space read'])
    const all = reportOfCounts([counts, counts], unused, undefined)
    expect(all.permissions).toHaveLength(unused.permissions?.length ?? 0)
    expect(rightsOf(all)).toEqual([`${READ} (space read) bob 0/2`])
  })

  test('say which rules were never exercised, refused or allowed', async () => {
    await read('ENG', 'REQ-001', 'tok-bob')
    await client.call('DELETE', `${WIKI}/requirement2/ENG/REQ-012`, { token: 'tok-bob' })
    const report = client.simulator.report()
    const table = reportTables(report).find(({ title }) => title === 'Permission rules')
    const never = (permission: string) =>
      table?.rows.find((row) => row[0] === 'wiki' && row[1] === permission)?.at(-1)
    expect([never('space read'), never('space edit'), never('administrator')]).toEqual([
      'refused',
      'allowed',
      'exercised',
    ])
    expect(Object.fromEntries(reportSummary(report))['Permission rules exercised']).toBe(
      `2 of ${report.permissions?.length}, 1 of them refused`,
    )
    expect(reportMarkdown(report)).toContain('| wiki.requirement.delete | space edit | bob | 0 | 1 |')
    expect(reportHtml(report)).toContain('Permissions by operation and user')
  })

  test('list 5,000 pairs of operation and user, pages 500 of them, and count the others', () => {
    const operation = {
      ...entry(),
      id: READ,
      interface: 'wiki',
      permission: { words: 'space read' },
      success: { status: 200 },
    } as unknown as IndexedOperation
    const filled = (prefix: string) => {
      const builder = new ReportBuilder()
      for (let count = 0; count < 3000; count++)
        builder.add(entry({ operation: READ, user: `${prefix}${count}`, permission: 'allowed' }))
      return builder
    }
    const builder = filled('a')
    builder.addAll(filled('b'), new Map())
    builder.add(entry({ operation: READ, user: 'a1', permission: 'refused' }))
    const report = createReport(builder, [operation], client.simulator.config)
    expect(report.rights).toHaveLength(5000)
    expect(report.rights?.find(({ user }) => user === 'a1')).toMatchObject({ allowed: 1, refused: 1 })
    expect(report.permissions).toMatchObject([{ operations: 1, allowed: 6000, refused: 1 }])
    const table = reportTables(report).find(({ title }) => title === 'Permissions by operation and user')
    expect(table?.rows).toHaveLength(500)
    expect(table?.explanation).toContain('The first 500 of 5000. 1000 requests of further users')
  })
})
