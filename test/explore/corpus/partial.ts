/** Clients that take a response of success for all of the work. */
import type { RunContext } from '../../../src/adapters/explore.ts'
import type { Simulator } from '../../../src/index.ts'
import { attempts, type CorpusEntry, GaveUp, mayGiveUp, read, send } from './entry.ts'

const IMPORT = '/api/external-properties/import/json?applicationId=101'
const rows = ['REQ-001', 'REQ-002', 'REQ-003'].map((key) => ({
  key,
  properties: [{ name: 'Cost', value: 777 }],
}))

interface Job {
  readonly id: number
  readonly status: string
  readonly done: number
}

const partialImport: CorpusEntry = {
  name: 'not noticing a partial import',
  what: 'The client reports all rows as imported when the job has ended, although a requirement was removed meanwhile.',
  options: {
    vary: { edits: [{ edit: { page: 4001, undefine: ['REQ-002'] } }], assumptions: false },
    check: (sim, { result }) => {
      const last = sim.state('importJob', {}).at(-1)
      if (result !== last?.done) throw new Error(`the client reports ${String(result)} rows`)
    },
  },
  buggy: async (sim, context) => {
    await importedBy(sim, context)
    return rows.length
  },
  correct: async (sim, context) => {
    const { done } = await importedBy(sim, context)
    return done
  },
  finds: { disturbances: ['edit'], kind: 'check', message: /the client reports 3 rows/ },
}

/** Importing the same values again does no harm. */
async function importedBy(sim: Simulator, context: RunContext): Promise<Job> {
  const { body } = await attempts(context, () =>
    send<{ jobs: Job[] }>(sim, `POST ${IMPORT}`, { projectContainerId: 1001, rows }),
  )
  for (;;) {
    const job = await read<Job>(sim, context, `/api/jobs/${body.jobs[0]?.id}?applicationId=101`)
    if (job.status !== 'PENDING' && job.status !== 'RUNNING') return job
    await context.sleep('1s')
  }
}

const JOBS = '/tracker/rest/reqs/1/operations/99999999-8888-4777-8666-555555555555/issues-bulk-operation'
const update = {
  operation: 'UPDATE',
  fields: '{"labels":["reviewed"]}',
  relationship: 'implements',
  issues: ['REQ-002', 'REQ-003'].map((key) => ({ key: 'DRN-3', links: [{ spaceKey: 'ENG', key }] })),
}

interface BulkJob {
  readonly jobId: number
  readonly status: string
  readonly failed: number
}

const oneStatusForAll: CorpusEntry = {
  name: 'one status for many items',
  what: 'The client takes the status DONE of a job for the success of each item, and does not look at the number of failures.',
  options: {
    vary: {
      edits: [{ as: 'admin', call: 'DELETE /wiki/rest/reqs/1/requirement2/ENG/REQ-002' }],
      assumptions: false,
    },
    mayFail: mayGiveUp,
    check: (sim, { error }) => {
      // The requirement may also be deleted after it was linked.
      const neverLinked = sim.state('bulkJob', {}).some(({ failed }) => failed > 0)
      if (error === undefined && neverLinked) throw new Error('the client reports a link that is missing')
    },
  },
  buggy: async (sim, context) => {
    const { status } = await updateIssues(sim, context)
    if (status !== 'DONE') throw new GaveUp(`the job ended as ${status}`)
  },
  correct: async (sim, context) => {
    const { status, failed } = await updateIssues(sim, context)
    if (status !== 'DONE' || failed > 0) throw new GaveUp(`the job ended as ${status}, ${failed} failed`)
  },
  finds: { disturbances: ['edit'], kind: 'check', message: /reports a link that is missing/ },
}

/** Linking and labelling again does no harm. */
async function updateIssues(sim: Simulator, context: RunContext): Promise<BulkJob> {
  const { body } = await attempts(context, () => send<BulkJob>(sim, `POST ${JOBS}/projects/20001`, update))
  for (;;) {
    const job = await read<BulkJob>(sim, context, `${JOBS}/jobs/${body.jobId}`)
    if (job.status !== 'PENDING' && job.status !== 'RUNNING') return job
    await context.sleep('1s')
  }
}

export const partial: readonly CorpusEntry[] = [partialImport, oneStatusForAll]
