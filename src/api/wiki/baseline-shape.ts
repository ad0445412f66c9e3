/** Baselines as the wiki interface shows them (service §2.2). */
import * as z from 'zod'
import { findBaseline } from '../../model/baselines/baselines.ts'
import type { BaselineRecord } from '../../model/baselines/records.ts'
import type { Store } from '../../world/store.ts'
import type { Shape } from '../operation.ts'

export const baselineShape: Shape = {
  name: 'Baseline',
  schema: () =>
    z.object({
      baseline: z.int().describe('Number of the baseline, unique in its space.'),
      spaceKey: z.string(),
      name: z.string().optional(),
      status: z.enum(['PREVIEW', 'IN_CREATION', 'DONE', 'ERROR', 'NON_EXISTING']),
      pageId: z.int().describe('The page that describes the release.').optional(),
      count: z.int().min(0).describe('How many requirements it holds.').optional(),
      pageCount: z.int().min(0).describe('How many pages it froze.').optional(),
      pageUrl: z.string().describe('Address of the page, without context path.').optional(),
      indexUrl: z.string().describe('Address of the list of baselines, without context path.').optional(),
      canonicalUrl: z.string().describe('Address of the page, or else of the list.').optional(),
    }),
  example: { baseline: 1, spaceKey: 'ENG', name: 'Release 1.0', status: 'DONE', pageId: 4001 },
}

/** A baseline without its counts and addresses. */
export function briefBaseline({ number, spaceKey, name, status, pageId }: BaselineRecord) {
  return { baseline: number, spaceKey, name, status, pageId }
}

/** The baseline of a number, or the mock object that stands for one that is not stored. */
export function baselineDetails(
  store: Store,
  { projectContainerId, spaceKey, number }: { projectContainerId: number; spaceKey: string; number: number },
) {
  const record = findBaseline(store, projectContainerId, number)
  return record?.number === number
    ? briefBaseline(record)
    : { baseline: number, spaceKey, status: 'NON_EXISTING' as const }
}
