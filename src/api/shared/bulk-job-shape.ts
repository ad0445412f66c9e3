/** A bulk job of a tracker in responses of tracker and wiki (service §4.5, §4.7). */
import { z } from '../framework/zod.ts'
import { isUnderWay, nextStep } from '../../model/records/world/job-steps.ts'
import { type BulkJobRecord, JOB_STATUSES } from '../../model/records/tracker/tracker.ts'
import { formatInstant } from '../../world/time/duration.ts'
import * as ledger from '../framework/ledger-names.ts'
import type { Context } from '../framework/operation.ts'

const jobError = () =>
  z.object({
    item: z.string().describe('Key of the requirement or issue.'),
    message: z.string(),
  })

const job = () =>
  z.object({
    jobId: z.int(),
    status: z.enum(JOB_STATUSES),
    total: z.int().min(0).describe('Number of issues.'),
    done: z.int().min(0),
    failed: z.int().min(0),
    errors: z.array(jobError()),
    startedBy: z.int().describe('Id of the user who started it.').optional(),
    startedAt: z.iso.datetime().describe('Instant in UTC, ISO 8601.'),
    finishedAt: z.iso.datetime().describe('Instant in UTC, ISO 8601.').optional(),
  })

const example = {
  jobId: 1,
  status: 'RUNNING',
  total: 120,
  done: 49,
  failed: 1,
  errors: [{ item: 'REQ-098', message: "space 'ENG' has no requirement 'REQ-098'" }],
  startedBy: 2,
  startedAt: '2026-01-05T09:00:00.000Z',
}

export const jobShape = { name: 'BulkJob', schema: job, example }
export const jobListShape = { name: 'BulkJobs', schema: () => z.array(job()), example: [example] }
export const jobErrorsShape = {
  name: 'BulkJobErrors',
  schema: () => z.array(jobError()),
  example: example.errors,
}

export const JOB_ASSUMPTIONS = [ledger.bulkJobClock, ledger.bulkJobResponses] as const

/** Shows a job; an automatic clock then moves to its next step. */
export function watchJob(context: Context, record: BulkJobRecord) {
  const due = isUnderWay(record) ? nextStep(context.world, record) : undefined
  if (due !== undefined) context.waitsFor(due)
  return showJob(context, record)
}

export function showJob(context: Context, record: BulkJobRecord) {
  context.note(ledger.bulkJobClock)
  context.note(ledger.bulkJobResponses)
  const { id, status, total, done, failed, errors, startedBy, startedAt, finishedAt } = record
  const times = {
    startedAt: formatInstant(startedAt),
    finishedAt: finishedAt === undefined ? undefined : formatInstant(finishedAt),
  }
  return { jobId: id, status, total, done, failed, errors, startedBy, ...times }
}
