/** Reading many requirements at once (service §4.3, since API version 5). */
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import { containers } from '../../../model/containers/records.ts'
import { dependentPages } from '../../../model/requirements/searching/dependent-pages.ts'
import type { RequirementRecord } from '../../../model/requirements/records/records.ts'
import { findVersion } from '../../../model/requirements/records/versions.ts'
import { containerLevel } from '../../../model/users/permissions.ts'
import { always, type Context, operation, type Operation, type Shape } from '../../framework/operation.ts'
import { boolean, int32 } from '../../framework/parameter.ts'
import { identifier, wikiCaller, wikiOperation, wikiSite } from '../common.ts'
import { createRequirementView, REQUIREMENT_ASSUMPTIONS, requirementShape } from './shape.ts'

/** Requirements of one call. */
const MAXIMUM_REQUESTS = 1000

const requestShape = () =>
  z.object({
    spaceKey: z.string().max(255),
    key: z.string().max(255),
    v: z.int().min(0).nullish().describe('Number of the baseline that froze it.'),
  })

type RequirementRequest = zod.infer<ReturnType<typeof requestShape>>

const requestListShape: Shape<RequirementRequest[]> = {
  name: 'RequirementRequestList',
  schema: () => z.array(requestShape()).max(MAXIMUM_REQUESTS),
  example: [
    { spaceKey: 'ENG', key: 'REQ-001' },
    { spaceKey: 'ENG', key: 'REQ-002' },
  ],
}

const bulkResultShape: Shape = {
  name: 'RequirementBulkResult',
  schema: () =>
    z.object({
      results: z.array(requirementShape.schema()),
      pages: z
        .array(
          z.object({
            pageId: identifier(),
            title: z.string(),
            requirements: z
              .array(
                z.object({
                  id: identifier(),
                  spaceKey: z.string(),
                  key: z.string(),
                  baseline: z.int().describe('The baseline of a frozen copy.').optional(),
                }),
              )
              .describe('Those of the requirements concerned that the page defines.'),
          }),
        )
        .describe('With fetchDependentPages: the pages of the results and of what they are linked to.')
        .optional(),
      count: z.int().min(0).describe('How many were found.'),
      limit: z.int().min(1),
    }),
  example: { results: [requirementShape.example], count: 1, limit: 1000 },
}

const bulkRead = operation({
  ...wikiOperation,
  id: 'wiki.requirement.readMany',
  group: 'Requirements',
  stability: 'public',
  permission: { words: 'signed-in (spaces without read are left out)', assumed: true },
  rate: 'high',
  section: '4.3',
  summary: 'Reads many requirements at once.',
  method: 'PUT',
  path: '/requirement3/request',
  query: {
    fetchDependentPages: boolean({
      default: false,
      description: 'Lists the pages of the requirements and of those they are linked to.',
    }),
    limit: int32({
      minimum: 1,
      maximum: MAXIMUM_REQUESTS,
      default: MAXIMUM_REQUESTS,
      description: 'How many results to answer at most.',
    }),
  },
  body: { ...requestListShape, required: true },
  success: { description: 'Those that exist and may be read.', shape: bulkResultShape },
  assumptions: [...REQUIREMENT_ASSUMPTIONS, 'A34', ...always('A74')],
  authorise: (_input, context) => wikiCaller(context),
  handle({ query, body }, context) {
    const { limit, fetchDependentPages } = query
    const found = findRequested(context, body)
    const rows = found.slice(0, limit)
    if (rows.some(({ status }) => status === 'DELETED' || status === 'MOVED')) context.assume('A34')
    const view = createRequirementView(context)
    return {
      results: rows.map((row) => view.show(row)),
      pages: fetchDependentPages ? pagesOf(context, rows) : undefined,
      count: found.length,
      limit,
    }
  },
})

/** What is asked for, in that order and each once; what does not exist or may not be read is left out. */
function findRequested(
  context: Context,
  requests: readonly RequirementRequest[],
): readonly RequirementRecord[] {
  const { store } = context
  const site = wikiSite(context)
  const found = new Map<number, RequirementRecord>()
  for (const { spaceKey, key, v } of requests) {
    const space = store.table(containers).find('key', [site, 'SPACE', spaceKey])
    if (space === undefined || containerLevel(store, wikiCaller(context), space) === undefined) continue
    const row = findVersion(store, space, key, v ?? undefined)
    if (row !== undefined) found.set(row.id, row)
  }
  return [...found.values()]
}

function pagesOf(context: Context, rows: readonly RequirementRecord[]) {
  const { store } = context
  const mayRead = (projectContainerId: number): boolean => {
    const project = store.table(containers).get(projectContainerId)
    return project !== undefined && containerLevel(store, wikiCaller(context), project) !== undefined
  }
  return dependentPages(store, rows, mayRead).map(({ page, requirements }) => ({
    pageId: page.pageId,
    title: page.name,
    requirements: requirements.map(({ id, spaceKey, key, baseline }) => ({ id, spaceKey, key, baseline })),
  }))
}

export const bulkReadOperations: readonly Operation[] = [bulkRead]
