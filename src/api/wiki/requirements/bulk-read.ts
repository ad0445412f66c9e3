/** Reading many requirements at once (service §4.3, since API version 5). */
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import { containers } from '../../../model/records/service/containers.ts'
import { dependentPages } from '../../../model/searching/dependent-pages.ts'
import type { RequirementRecord } from '../../../model/records/wiki/requirements.ts'
import { findVersion } from '../../../model/searching/versions.ts'
import { containerLevel } from '../../../model/finding/permissions.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { boolean } from '../../framework/parameter.ts'
import { identifier, limitOf, wikiCaller, wikiOperation, wikiSite } from '../common.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { createRequirementView, REQUIREMENT_ASSUMPTIONS, requirementShape } from '../requirement-shape.ts'

/** Requirements of one call. */
const MAXIMUM_REQUESTS = 1000

const requestShape = () =>
  z.object({
    spaceKey: z.string().max(255),
    key: z.string().max(255),
    v: z.int32().min(0).nullish().describe('Number of the baseline, for a frozen copy.'),
  })

type RequirementRequest = zod.infer<ReturnType<typeof requestShape>>

const requestListShape = {
  name: 'RequirementRequestList',
  schema: () => z.array(requestShape()).max(MAXIMUM_REQUESTS),
  example: [
    { spaceKey: 'ENG', key: 'REQ-001' },
    { spaceKey: 'ENG', key: 'REQ-002' },
  ],
}

const bulkResultShape = {
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
                  baseline: z.int().describe('Number of the baseline of a frozen copy.').optional(),
                }),
              )
              .describe('The requirements that the page defines.'),
          }),
        )
        .describe(
          'With fetchDependentPages: the pages of the results and of the requirements linked to them.',
        )
        .optional(),
      count: z.int().min(0).describe('Number of requirements found.'),
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
      description: 'Lists the pages of the requirements and of the requirements linked to them.',
    }),
    limit: limitOf('results', MAXIMUM_REQUESTS, MAXIMUM_REQUESTS),
  },
  body: requestListShape,
  success: {
    description: 'The requirements that exist and that the caller may read.',
    shape: bulkResultShape,
  },
  assumptions: [...REQUIREMENT_ASSUMPTIONS, 'A34', ...always('A74')],
  authorise: (_input, context) => wikiCaller(context),
  handle({ query, body }, context) {
    const { limit, fetchDependentPages } = query
    const found = findRequested(context, body)
    const rows = found.slice(0, limit)
    if (rows.some(({ status }) => status === 'DELETED' || status === 'MOVED'))
      context.note(ledger.requirementByKey)
    const view = createRequirementView(context)
    return {
      results: rows.map((row) => view.show(row)),
      pages: fetchDependentPages ? pagesOf(context, rows) : undefined,
      count: found.length,
      limit,
    }
  },
})

/** The requested rows, in that order and each once, without those that do not exist or that the caller may not read. */
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
  return dependentPages(store, rows, mayRead).map(({ pageId, page, requirements }) => ({
    pageId,
    title: page.name,
    requirements: requirements.map(({ id, spaceKey, key, baseline }) => ({ id, spaceKey, key, baseline })),
  }))
}

export const bulkReadOperations: readonly Operation[] = [bulkRead]
