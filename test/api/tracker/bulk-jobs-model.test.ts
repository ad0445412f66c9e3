/** Walks over the life of bulk jobs, held against a model: 50 issues a second until the end or an abort. */
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Client, clientOf } from '../../support/client.ts'
import { type Bulk, BULK, startBulk } from '../../support/bulk-jobs.ts'

interface Expected {
  readonly total: number
  readonly startedAt: number
  endedAt?: number
  aborted?: true
}

let base: Bulk
beforeAll(async () => {
  base = await startBulk()
})

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('start' as const), total: fc.integer({ min: 1, max: 180 }) }),
    fc.record({ do: fc.constant('advance' as const), by: fc.integer({ min: 1, max: 2500 }) }),
    fc.record({ do: fc.constantFrom('abort' as const, 'clear' as const), at: fc.nat(3) }),
  ),
  { minLength: 1, maxLength: 14 },
)

test('every walk over starting, waiting, aborting and clearing does what was due and no more', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const client = clientOf(base.client.simulator.fork() as Client['simulator'])
      const call = (method: string, path: string, body?: unknown) =>
        client.call(method, `/tracker/rest/reqs/1${BULK}${path}`, body === undefined ? {} : { body })
      const jobs = new Map<number, Expected>()
      let now = 0
      let kept = 0
      for (const step of walk) {
        if (step.do === 'advance') {
          client.simulator.clock.advance(`${step.by}ms`)
          now += step.by
        } else if (step.do === 'start') {
          const issues = Array.from({ length: step.total }, (_, index) => ({
            fields: `{"summary":"S${index}"}`,
          }))
          const started = await call('POST', '/projects/20001', {
            operation: 'CREATE',
            issueTypeId: 10001,
            issues,
          })
          expect(started.status).toBe(200)
          jobs.set(started.body.jobId, { total: step.total, startedAt: now })
        } else {
          const [id, job] = [...jobs][step.at] ?? []
          if (id === undefined || job === undefined) continue
          const hasEnded = job.aborted === true || doneBy(job, now) === job.total
          if (step.do === 'abort') {
            expect((await call('POST', `/jobs/${id}/abort`)).status).toBe(hasEnded ? 409 : 200)
            if (!hasEnded) Object.assign(job, { aborted: true, endedAt: now })
          } else {
            expect((await call('DELETE', `/jobs/${id}`)).status).toBe(hasEnded ? 204 : 409)
            if (hasEnded) {
              kept += doneBy(job, now)
              jobs.delete(id)
            }
          }
        }
        const listed = (await call('GET', '/jobs')).body as { jobId: number; status: string; done: number }[]
        expect(listed.map(({ jobId, status, done }) => [jobId, status, done])).toEqual(
          [...jobs].map(([id, job]) => [id, statusOf(job, now), doneBy(job, now)]),
        )
        const made = client.simulator.state('issue').length - 5
        expect(made).toBe(kept + [...jobs.values()].reduce((sum, job) => sum + doneBy(job, now), 0))
      }
    }),
    { numRuns: 40 },
  )
})

function doneBy({ total, startedAt, endedAt }: Expected, now: number): number {
  return Math.min(total, 50 * Math.floor(((endedAt ?? now) - startedAt) / 1000))
}

function statusOf(job: Expected, now: number): string {
  if (job.aborted === true) return 'ABORTED'
  const done = doneBy(job, now)
  return done === job.total ? 'DONE' : done === 0 ? 'PENDING' : 'RUNNING'
}
