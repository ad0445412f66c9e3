/** Baselines in responses of the wiki interface (service §2.2). */
import { z } from '../../framework/zod.ts'
import { applications } from '../../../model/records/service/applications.ts'
import { isBeingFrozen, isFrozen, isOpen } from '../../../model/records/machines/baseline-machine.ts'
import { findBaseline, runningTask } from '../../../model/finding/baselines.ts'
import type { BaselineRecord, BaselineStatus } from '../../../model/records/wiki/baselines.ts'
import { pages } from '../../../model/records/wiki/pages.ts'
import { frozenCount, frozenPageCount } from '../../../model/finding/requirements/frozen.ts'
import { jobs } from '../../../world/time/jobs.ts'
import * as ledger from '../../framework/ledger-names.ts'
import type { Context } from '../../framework/operation.ts'

/** The names of the two statuses that the service does not name: while freezing, and after (A122). */
const STATUS_NAMES: Readonly<Partial<Record<string, string>>> = {
  'in-creation-done': 'IN_CREATION/DONE',
  'freezing-frozen': 'FREEZING/FROZEN',
  'in-progress-active': 'IN_PROGRESS/ACTIVE',
}

/** Describes the values of a status. It is no enumeration, because a scenario can rename two of them. */
export const BASELINE_STATUS_WORDS =
  'PREVIEW, ERROR, IN_CREATION while it is frozen, or DONE; a scenario can rename the last two. NON_EXISTING stands for a baseline that is not stored.'

export const baselineShape = {
  name: 'Baseline',
  schema: () =>
    z.object({
      baseline: z.int().describe('Number of the baseline, unique in its space.'),
      spaceKey: z.string(),
      name: z.string().optional(),
      status: z.string().describe(BASELINE_STATUS_WORDS),
      pageId: z.int().describe('The page that describes the release.').optional(),
      searchQuery: z.string().describe('Query for the requirements that it freezes.').optional(),
      parentBaseline: z.int().describe('Number of the baseline that it follows.').optional(),
      refreezeProperties: z.boolean().optional(),
      message: z.string().describe('The error, in status ERROR.').optional(),
      count: z.int().min(0).describe('Number of requirements.').optional(),
      pageCount: z.int().min(0).describe('Number of frozen pages.').optional(),
      pageUrl: z.string().describe('Address of the page, without context path.').optional(),
      indexUrl: z.string().describe('Address of the list of baselines, without context path.').optional(),
      canonicalUrl: z.string().describe('Address of the page, or else of the list.').optional(),
    }),
  example: {
    baseline: 2,
    spaceKey: 'ENG',
    name: 'Release 1.1',
    status: 'PREVIEW',
    searchQuery: "key ~ 'REQ-%'",
  },
}

/** A baseline without its counts and addresses. */
export function briefBaseline(context: Context, record: BaselineRecord) {
  const { number, spaceKey, name, pageId, searchQuery, parentBaseline, refreezeProperties, message } = record
  context.note(ledger.baselineFields)
  return {
    baseline: number,
    spaceKey,
    name,
    status: baselineStatus(context, record.status),
    pageId,
    searchQuery,
    parentBaseline,
    refreezeProperties,
    message: record.status === 'ERROR' ? message : undefined,
  }
}

/** A baseline with its counts and addresses. An automatic clock waits for one that is being frozen. */
export function detailedBaseline(context: Context, record: BaselineRecord) {
  const { store } = context
  context.note(ledger.baselineCounts)
  if (isBeingFrozen(record)) waitForFreezing(context, record)
  const page = record.pageId === undefined ? undefined : store.table(pages).get(record.pageId)
  const pageUrl = page === undefined ? undefined : `/pages/viewpage.action?pageId=${page.id}`
  const indexUrl = `/baselines/${encodeURIComponent(record.spaceKey.toWellFormed())}`
  const frozen = !isOpen(record)
  const { projectContainerId, number } = record
  return {
    ...briefBaseline(context, record),
    count: frozen ? frozenCount(store, projectContainerId, number) : record.expectedCount,
    pageCount: frozen ? frozenPageCount(store, projectContainerId, number) : record.expectedPageCount,
    pageUrl,
    indexUrl,
    canonicalUrl: canonicalUrlOf(context, record, pageUrl ?? indexUrl),
  }
}

/** The baseline of a number, or a NON_EXISTING one if it is not stored. */
export function baselineDetails(
  context: Context,
  { projectContainerId, spaceKey, number }: { projectContainerId: number; spaceKey: string; number: number },
) {
  const record = findBaseline(context.store, projectContainerId, number)
  return record?.number === number
    ? briefBaseline(context, record)
    : { baseline: number, spaceKey, status: 'NON_EXISTING' }
}

/** Notes that the response shows a baseline that is being frozen. */
export function waitForFreezing(context: Context, record: BaselineRecord): void {
  const task = runningTask(context.store, record)
  const job = task?.jobId === undefined ? undefined : context.world.system.table(jobs).get(task.jobId)
  if (job !== undefined) context.waitsFor(job.due)
}

/** The name of a status in this world. */
export function baselineStatus(context: Context, status: BaselineStatus): string {
  if (isOpen({ status })) return status
  const chosen = context.choose(ledger.baselineStatuses)
  const [freezing, frozen] = (STATUS_NAMES[chosen] ?? chosen).split('/')
  return (isFrozen({ status }) ? frozen : freezing) ?? status
}

function canonicalUrlOf({ store }: Context, { applicationId }: BaselineRecord, path: string): string {
  return `${store.table(applications).get(applicationId)?.baseUrl ?? ''}${path}`
}
