/**
 * Jobs that link requirements, while what they name changes: in the wiki during the job, or in messages of which the tracker
 * has not heard (service §4.5, §4.7, §6.2).
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { type Bulk, BULK, requirementsOf, startBulk } from '../../support/bulk-jobs.ts'
import { demoWith, pluck } from '../../support/client.ts'

let bulk: Bulk
beforeEach(async () => {
  bulk = await startBulk()
  bulk.advance('3m')
})

const ENG = '/requirement2/ENG'
const inWiki = async (method: string, path: string, body?: unknown) => {
  const reply = await bulk.wiki(method, path, body, { token: 'tok-admin' })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body
}
const rename = (key: string, newKey: string) => inWiki('PUT', `${ENG}/${key}`, { newKey })
const makeCurrent = async (id: number) => {
  const path = `/api/variants/${id}?applicationId=101`
  const reply = await bulk.client.put(path, { current: true }, { token: 'tok-admin' })
  if (reply.status >= 300) throw new Error(reply.text)
}
const jobOf = async ({ jobId }: { jobId: number }) => (await bulk.wiki('GET', `/tasks/jobs/${jobId}`)).body
/** Links of an issue in the tracker: `implements REQ-003`. */
const ofTracker = async (issue: string) => {
  const { body } = await bulk.tracker('GET', `/issuelinks/${issue}`)
  return body.map(({ relationship, key }: { relationship: string; key: string }) => `${relationship} ${key}`)
}
/** Issues that the wiki shows on a requirement. */
const issuesOf = async (key: string): Promise<string[]> =>
  pluck((await inWiki('GET', `${ENG}/${key}`)).issues, 'issueKey')
/** Deletes a linked requirement and gives its key to a new one, of which the tracker has not heard. */
const replace = async (key: string) => {
  await inWiki('DELETE', `${ENG}/${key}`)
  await inWiki('POST', `${ENG}/${key}`, { htmlExcerpt: '<p>Another one.</p>' })
}
/** Discrepancies beside the link of the demo world that has lost its key. */
const discrepancies = async () =>
  (await inWiki('GET', '/repair/trackerlinks')).discrepancies.filter(
    ({ kind }: { kind: string }) => kind !== 'LOST_KEY',
  )

describe('issues of a template, while messages about their requirements wait', () => {
  test('keep their link when the deletion of the former requirement arrives', async () => {
    await replace('REQ-001')
    const job = await bulk.create({ requirements: requirementsOf('REQ-001') })
    bulk.advance('1s')
    expect(await jobOf(job)).toMatchObject({ status: 'DONE', done: 1, errors: [] })
    expect(await issuesOf('REQ-001')).toContain('DRN-6')
    bulk.advance('3m')
    expect(await ofTracker('DRN-6')).toEqual(['implements REQ-001'])
    expect(await issuesOf('REQ-001')).toContain('DRN-6')
    expect(await discrepancies()).toEqual([])
  })

  test('stay with their requirement when the renaming of the former one arrives', async () => {
    await rename('REQ-001', 'REQ-901')
    await rename('REQ-002', 'REQ-001')
    await bulk.create({ requirements: requirementsOf('REQ-001') })
    bulk.advance('1s')
    bulk.advance('3m')
    expect(await ofTracker('DRN-6')).toEqual(['implements REQ-001'])
    expect(await issuesOf('REQ-001')).toContain('DRN-6')
    expect(await issuesOf('REQ-901')).not.toContain('DRN-6')
    expect(await discrepancies()).toEqual([])
  })

  test('never get the key of an issue that has just left the project', async () => {
    const projects = [{ site: 'tracker', key: 'GND', name: 'Ground station' }]
    bulk = await startBulk(demoWith({ world: { projects } }))
    const moved = await bulk.client.put(
      '/_sim/issues/30005',
      { project: 'GND' },
      { headers: { 'x-sim-control': '1' } },
    )
    expect(moved.text).toContain('GND-')
    await bulk.create({ requirements: requirementsOf('REQ-003') })
    bulk.advance('1s')
    expect(await issuesOf('REQ-003')).not.toContain('DRN-5')
  })
})

describe('a bulk operation, while messages about its requirements wait', () => {
  const start = (key: string) =>
    bulk.tracker('POST', `${BULK}/projects/20001`, {
      operation: 'UPDATE',
      issues: [{ key: 'DRN-4', links: [{ spaceKey: 'ENG', key }] }],
    })

  test('fails with the reason while the tracker has not received the deletion of the former requirement', async () => {
    await replace('REQ-001')
    const { body } = await start('REQ-001')
    bulk.advance('1s')
    const message =
      "the tracker is yet to hear that the former requirement 'ENG/REQ-001' was deleted: synchronise first"
    expect(await jobOf(body)).toMatchObject({ failed: 1, errors: [{ item: 'REQ-001', message }] })
    expect(await ofTracker('DRN-4')).not.toContain('implements REQ-001')
    bulk.advance('3m')
    await start('REQ-001')
    bulk.advance('6m')
    expect(await ofTracker('DRN-4')).toContain('implements REQ-001')
    expect(await issuesOf('REQ-001')).toContain('DRN-4')
  })
})

describe('a job goes on with the requirements that it began with', () => {
  test('which were renamed meanwhile', async () => {
    const job = await bulk.create({ requirements: requirementsOf('REQ-003', 'REQ-004') })
    await rename('REQ-003', 'REQ-903')
    await rename('REQ-004', 'REQ-003')
    bulk.advance('1s')
    expect(await jobOf(job)).toMatchObject({ done: 2, errors: [] })
    expect(await issuesOf('REQ-903')).toContain('DRN-6')
    expect(await issuesOf('REQ-003')).toContain('DRN-7')
    const { body } = await bulk.wiki('GET', '/integration/svc-0001-demo/jira/issues?issues=DRN-6')
    expect(body[0].summary).toMatch(/^REQ-903: /)
  })

  test('and not with others that got their keys', async () => {
    const job = await bulk.create({ requirements: requirementsOf('REQ-003') })
    await replace('REQ-003')
    bulk.advance('1s')
    expect(await jobOf(job)).toMatchObject({
      failed: 1,
      errors: [{ item: 'REQ-003', message: "space 'ENG' has no requirement 'REQ-003'" }],
    })
  })

  test('and makes no issue for those that the wiki no longer shows once another variant is current', async () => {
    const job = await bulk.create({ requirements: requirementsOf('REQ-002', 'REQ-003') })
    const path = '/api/applications/101/projects/1001/variants/5001/requirements/REQ-003'
    const { text } = (await bulk.client.get(path)).body
    await makeCurrent(5002)
    bulk.advance('1s')
    const message = "requirement 'ENG/REQ-002' is not of the current variant: only those are linked to issues"
    expect(await jobOf(job)).toMatchObject({ done: 1, failed: 1, errors: [{ item: 'REQ-002', message }] })
    const { body } = await bulk.wiki('GET', '/integration/svc-0001-demo/jira/issues?issues=DRN-6')
    expect(body[0].summary).toBe(`REQ-003: ${text}`)
    expect(await issuesOf('REQ-003')).toContain('DRN-6')
  })
})
