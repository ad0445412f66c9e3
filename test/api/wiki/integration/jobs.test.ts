import { describe, expect, test } from 'vitest'
import { integrations } from '../../../../src/model/records/tracker/integrations.ts'
import { issues } from '../../../../src/model/records/tracker/tracker.ts'
import { administrators } from '../../../../src/model/records/service/users.ts'
import { startClient } from '../../../support/client.ts'
import {
  type Bulk,
  BULK,
  manyRequirements,
  requirementsOf,
  startBulk,
  template,
  TRACKER_LINK,
  WIKI_LINK,
} from '../../../support/bulk-jobs.ts'
import { refused } from '../../../support/demo.ts'

const everything = { issueTemplate: { ...template, spaceKey: 'OPS' }, q: '' }
const issueCount = (bulk: Bulk) => bulk.client.simulator.world.region('eu').table(issues).size - 5

describe('a job of the tracker', () => {
  test('does 50 issues a second, the same through wiki and tracker', async () => {
    const bulk = await startBulk(manyRequirements(120))
    const { jobId } = await bulk.create(everything)
    const steps: unknown[] = []
    for (const duration of ['999ms', '1ms', '1s', '999ms', '1ms', '1m']) {
      bulk.advance(duration)
      const seen = (await bulk.wiki('GET', `/tasks/jobs/${jobId}?applinkId=${WIKI_LINK}`)).body
      expect((await bulk.tracker('GET', `${BULK}/jobs/${jobId}`)).body).toEqual(seen)
      expect(issueCount(bulk)).toBe(seen.done)
      steps.push([seen.status, seen.done])
    }
    expect(steps).toEqual([
      ['PENDING', 0],
      ['RUNNING', 50],
      ['RUNNING', 100],
      ['RUNNING', 100],
      ['DONE', 120],
      ['DONE', 120],
    ])
    const ended = (await bulk.wiki('GET', `/tasks/jobs/${jobId}`)).body
    expect(ended).toMatchObject({
      total: 120,
      startedAt: '2026-01-05T09:00:00.000Z',
      finishedAt: '2026-01-05T09:00:03.000Z',
    })
  })

  test.each(['0s', '1s', '1500ms', '2s'])(
    'aborted after %s leaves what was done and no more',
    async (after) => {
      const bulk = await startBulk(manyRequirements(120))
      const { jobId } = await bulk.create(everything)
      bulk.advance(after)
      const done = issueCount(bulk)
      const aborted = await bulk.wiki('POST', `/tasks/jobs/${jobId}/abort?applinkId=${WIKI_LINK}`)
      expect([aborted.status, aborted.body]).toMatchObject([200, { status: 'ABORTED', done, total: 120 }])
      bulk.advance('1h')
      expect(issueCount(bulk)).toBe(done)
      expect((await bulk.wiki('GET', `/tasks/jobs/${jobId}`)).body).toEqual(aborted.body)
      const again = await bulk.wiki('POST', `/tasks/jobs/${jobId}/abort`)
      expect(again).toMatchObject(refused(409, 'is ABORTED and cannot be aborted: it can be cleared'))
    },
  )

  test('is listed for the user who started it while it runs, and cleared once it has ended', async () => {
    const bulk = await startBulk()
    const { jobId } = await bulk.create({ requirements: requirementsOf('REQ-003') })
    const list = async (token: string, query = '') =>
      (await bulk.wiki('GET', `/tasks/jobs${query}`, undefined, { token })).body.map(
        (job: { jobId: number }) => job.jobId,
      )
    expect(await list('tok-alice')).toEqual([jobId])
    for (const query of [`?applinkId=${WIKI_LINK}`, '?applinkId='])
      expect(await list('tok-alice', query)).toEqual([jobId])
    expect(await list('tok-admin')).toEqual([])
    const early = await bulk.wiki('DELETE', `/tasks/jobs/${jobId}`)
    expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('PENDING')])
    bulk.advance('1s')
    expect(await list('tok-alice')).toEqual([])
    expect((await bulk.wiki('DELETE', `/tasks/jobs/${jobId}`)).status).toBe(204)
    for (const path of [`/tasks/jobs/${jobId}`, `/tasks/jobs/status/${jobId}/errors`])
      expect((await bulk.wiki('GET', path)).status).toBe(404)
    expect((await bulk.tracker('GET', `${BULK}/jobs`)).body).toEqual([])
    expect(issueCount(bulk)).toBe(1)
  })

  test('can be changed by its user and administrators, and read by readers of its project', async () => {
    const bulk = await startBulk()
    const { jobId } = await bulk.create({ requirements: requirementsOf('REQ-003') })
    const status = async (method: string, path: string, token: string) =>
      (await bulk.wiki(method, path, undefined, { token })).status
    expect(await status('GET', `/tasks/jobs/${jobId}`, 'tok-bob')).toBe(200)
    for (const path of [`/tasks/jobs/${jobId}`, `/tasks/jobs/status/${jobId}/errors`])
      expect(await status('GET', path, 'tok-eve')).toBe(403)
    for (const token of ['tok-bob', 'tok-eve']) {
      expect(await status('POST', `/tasks/jobs/${jobId}/abort`, token)).toBe(403)
      expect(await status('DELETE', `/tasks/jobs/${jobId}`, token)).toBe(403)
    }
    expect(await status('POST', `/tasks/jobs/${jobId}/abort`, 'tok-admin')).toBe(200)
    expect(await status('DELETE', `/tasks/jobs/${jobId}`, 'tok-alice')).toBe(204)
  })

  test.each([
    ['the wiki', '102:1'],
    ['the tracker', '101:1'],
  ])('can be changed by the administrator of %s only', async (_name, other) => {
    const bulk = await startBulk()
    const { jobId } = await bulk.create({ requirements: requirementsOf('REQ-003') })
    bulk.client.simulator.world.region('eu').table(administrators).remove(other)
    const reply = await bulk.wiki('POST', `/tasks/jobs/${jobId}/abort`, undefined, { token: 'tok-admin' })
    expect(reply.body).toMatchObject({ status: 'ABORTED' })
  })

  test('is unknown by another number or link', async () => {
    const bulk = await startBulk()
    const { jobId } = await bulk.create({ requirements: requirementsOf('REQ-003') })
    for (const [method, path] of [
      ['GET', `/tasks/jobs/${jobId + 1}`],
      ['GET', `/tasks/jobs/status/${jobId + 1}/errors`],
      ['GET', `/tasks/jobs/${jobId}?applinkId=${TRACKER_LINK}`],
      ['GET', '/tasks/jobs?applinkId=none'],
      ['POST', `/tasks/jobs/${jobId + 1}/abort`],
      ['DELETE', `/tasks/jobs/${jobId + 1}`],
    ] as const)
      expect([path, (await bulk.wiki(method, path)).status]).toEqual([path, 404])
  })

  test('cannot be reached through a DISABLED link, and continues in the tracker', async () => {
    const bulk = await startBulk()
    const { jobId } = await bulk.create({ requirements: requirementsOf('REQ-003') })
    const links = bulk.client.simulator.world.region('eu').table(integrations)
    links.update('svc-0001-demo', { mode: 'DISABLED' })
    expect((await bulk.wiki('GET', '/tasks/jobs')).body).toEqual([])
    for (const [method, path] of [
      ['GET', `/tasks/jobs?applinkId=${WIKI_LINK}`],
      ['GET', `/tasks/jobs/${jobId}`],
      ['GET', `/tasks/jobs/status/${jobId}/errors`],
      ['POST', `/tasks/jobs/${jobId}/abort`],
      ['DELETE', `/tasks/jobs/${jobId}`],
    ] as const) {
      const refused = await bulk.wiki(method, path)
      expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('DISABLED')])
    }
    bulk.advance('1s')
    expect((await bulk.tracker('GET', `${BULK}/jobs/${jobId}`)).body.status).toBe('DONE')
  })

  test('ends in ERROR when its application link is deleted, and keeps its results', async () => {
    const bulk = await startBulk(manyRequirements(120))
    const { jobId } = await bulk.create(everything)
    bulk.advance('1s')
    bulk.client.simulator.world.region('eu').table(integrations).remove('svc-0001-demo')
    bulk.advance('1m')
    expect(bulk.client.simulator.state('bulkJob')).toMatchObject([
      { id: jobId, status: 'ERROR', done: 50, errors: [{ item: TRACKER_LINK }] },
    ])
    expect(issueCount(bulk)).toBe(50)
  })

  test('without anything to do is done after a second', async () => {
    const bulk = await startBulk()
    const { jobId } = await bulk.create({ q: "key = 'none'" })
    bulk.advance('1s')
    expect((await bulk.wiki('GET', `/tasks/jobs/${jobId}`)).body).toMatchObject({ status: 'DONE', total: 0 })
  })

  test('moves an automatic clock when it is read, so that a client that polls sees it end', async () => {
    const bulk = await startBulk({ ...manyRequirements(120), clock: { mode: 'auto' } })
    const { jobId } = await bulk.create(everything)
    const seen: string[] = []
    for (let count = 0; count < 4; count++)
      seen.push((await bulk.wiki('GET', `/tasks/jobs/${jobId}`)).body.status)
    expect(seen).toEqual(['PENDING', 'RUNNING', 'RUNNING', 'DONE'])
  })

  test('continues in a fork and in an imported world, with the same result', async () => {
    const bulk = await startBulk(manyRequirements(120))
    const fields = '{"labels":["a"],"createdBy":99,"serviceId":{"id":"none"}}'
    await bulk.create({ ...everything, issueTemplate: { ...everything.issueTemplate, fields } })
    bulk.advance('1s')
    const { client } = bulk
    const headers = { 'x-sim-control': '1', 'content-type': 'application/json' }
    const document = (await client.get('/_sim/export', { token: null, headers })).text
    const other = await startClient()
    const taken = await other.post('/_sim/import', document, { token: null, headers })
    expect(taken.status).toBe(200)
    const worlds = [client.simulator, client.simulator.fork(), other.simulator]
    for (const world of worlds) world.clock.advance('1m')
    for (const table of ['issue', 'issueLink', 'bulkJob', 'issueHistory'] as const)
      for (const world of worlds) expect(world.state(table)).toEqual(client.simulator.state(table))
    expect(issueCount(bulk)).toBe(120)
  })

  test('is separate from resynchronisations, which bulk jobs do not list, read, abort or clear', async () => {
    const bulk = await startBulk()
    const resynchronised = []
    for (const issue of ['DRN-1', 'DRN-4']) {
      const reply = await bulk.tracker('PUT', `/sync?issues=${issue}`)
      resynchronised.push(reply.body.jobId)
    }
    const { jobId } = await bulk.create({ requirements: requirementsOf('REQ-003') })
    expect((await bulk.wiki('GET', '/tasks/jobs')).body).toMatchObject([{ jobId }])
    expect((await bulk.tracker('GET', `${BULK}/jobs`)).body).toMatchObject([{ jobId }])
    for (const id of resynchronised) {
      const before = (await bulk.tracker('GET', `/sync/job/${id}`)).body
      for (const [method, path] of [
        ['GET', ''],
        ['POST', '/abort'],
        ['DELETE', ''],
      ] as const) {
        expect((await bulk.wiki(method, `/tasks/jobs/${id}${path}`)).status).toBe(404)
        expect((await bulk.tracker(method, `${BULK}/jobs/${id}${path}`)).status).toBe(404)
      }
      expect((await bulk.wiki('GET', `/tasks/jobs/status/${id}/errors`)).status).toBe(404)
      expect((await bulk.tracker('GET', `/sync/job/${id}`)).body).toEqual(before)
    }
    expect((await bulk.tracker('GET', `/sync/job/${jobId}`)).status).toBe(404)
    bulk.advance('2s')
    for (const id of resynchronised)
      expect((await bulk.tracker('GET', `/sync/job/${id}`)).body.status).toBe('DONE')
  })

  test('of an imported world has the items of its kind', async () => {
    const bulk = await startBulk()
    await bulk.create({ requirements: requirementsOf('REQ-003') })
    const headers = { 'x-sim-control': '1', 'content-type': 'application/json' }
    const exported = await bulk.client.get('/_sim/export', { token: null, headers })
    for (const kind of ['RESYNCHRONISE', 'CREATE_ISSUES']) {
      const body = JSON.parse(exported.text)
      const [job] = body.stores.eu.bulkJob
      Object.assign(job, { kind })
      if (kind === 'CREATE_ISSUES')
        job.items[0] = { serviceId: 'svc-0001-demo', spaceKey: 'ENG', key: 'REQ-003' }
      const refused = await startClient()
      const reply = await refused.post('/_sim/import', body, { token: null, headers })
      expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(kind)])
    }
  })
})
