/** Creating a baseline that is frozen at once (service §4.2). */
import { optionalGivenName } from '../../shared/given-name.ts'
import { withoutBlank } from '../../../model/input/blank.ts'
import { z } from '../../framework/zod.ts'
import { findBaseline } from '../../../model/finding/baselines.ts'
import { createBaseline, type NewBaseline } from '../../../model/baselines/writing.ts'
import { type BaselineRecord } from '../../../model/records/wiki/baselines.ts'
import { freezeBaseline } from '../../../model/baselines/rows-to-freeze.ts'
import { type ContainerRecord, containers } from '../../../model/records/service/containers.ts'
import { pages } from '../../../model/records/wiki/pages.ts'
import { invalid, notFound } from '../../../model/input/errors.ts'
import { quoted } from '../../../model/input/refusal.ts'
import { placeOf, requirePageOfSpace } from '../../../model/requirements/writing/writing.ts'
import { type Context, operation, type Operation } from '../../framework/operation.ts'
import { int32 } from '../../framework/parameter.ts'
import { checkQueries } from '../../shared/query-assumptions.ts'
import { baselineShape, detailedBaseline, waitForFreezing } from './baseline-shape.ts'
import { byCaller, editsSpace, spaceKey, wikiCaller } from '../common.ts'
import { baselineActions } from './freezing.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { queryText } from './writing.ts'

const createClassic = operation({
  ...baselineActions,
  ...editsSpace,
  id: 'wiki.baseline.createClassic',
  startsJob: true,
  summary: 'Creates a baseline from a query and starts freezing it.',
  method: 'POST',
  path: '/baseline/{spaceKey}/1/create',
  body: {
    name: 'CreationPayloadClassic',
    schema: () =>
      z.object({
        queryString: queryText().nullish(),
        name: optionalGivenName(1020),
        ceo: z.string().max(255).describe('Id or title of the page of the baseline.').nullish(),
      }),
    example: { queryString: "@Category = 'Safety'", name: 'Safety 1', ceo: '4001' },
  },
  success: { description: 'The baseline.', shape: baselineShape },
  refusals: { 409: 'The name is taken.' },
  assumptions: ['A51', 'A122', 'A123', 'A124', 'A125', 'A127', 'A128', 'A255', 'A257', 'A258', 'A259'],
  handle({ body }, context, space) {
    const page = withoutBlank(body.ceo)
    const pageId = page === undefined ? undefined : pageOf(context, space, page)
    const searchQuery = body.queryString ?? undefined
    checkQueries(context, wikiCaller(context), space.applicationId, searchQuery)
    return freezeAndDescribe(context, space, { name: body.name, searchQuery, pageId })
  },
})

const createInstant = operation({
  ...baselineActions,
  ...editsSpace,
  id: 'wiki.baseline.createInstant',
  startsJob: true,
  summary: 'Creates a baseline of the requirements of a page and starts freezing it.',
  method: 'POST',
  path: '/baseline/{spaceKey}/{n}/create-instant',
  pathParameters: {
    spaceKey,
    n: int32({ minimum: 1, maximum: 2, description: '1 or 2.', example: '1' }),
  },
  body: {
    name: 'CreationPayloadInstant',
    schema: () =>
      z.object({
        name: optionalGivenName(1020),
        fromCeo: z.int().min(1).describe('Id of the page.'),
        fromCeoWithChildren: z.boolean().nullish().describe('Whether to include the pages below it.'),
      }),
    example: { name: 'Flight control 1', fromCeo: 4001, fromCeoWithChildren: false },
  },
  success: { description: 'The baseline.', shape: baselineShape },
  refusals: { 409: 'The name is taken.' },
  assumptions: ['A51', 'A122', 'A123', 'A124', 'A125', 'A127', 'A128'],
  handle({ body }, context, space) {
    const pageId = body.fromCeo
    requirePageOfSpace(context.store, placeOf(space), pageId, "body field 'fromCeo'")
    const fromPages = body.fromCeoWithChildren === true ? withDescendants(context, pageId) : [pageId]
    return freezeAndDescribe(context, space, { name: body.name, fromPages })
  },
})

export const wikiBaselineCreatingOperations: readonly Operation[] = [createClassic, createInstant]

function freezeAndDescribe(context: Context, space: ContainerRecord, fields: NewBaseline) {
  for (const id of [ledger.freezingTime, ledger.changingBaseline, ledger.frozenBaselines] as const)
    context.note(id)
  const author = byCaller(context)
  const record = createBaseline(author, space, fields)
  freezeBaseline(author, space, record)
  const started = findBaseline(author.store, space.id, record.number) as BaselineRecord
  waitForFreezing(context, started)
  return detailedBaseline(context, started)
}

/** The page of a space, by id or title. Throws NOT_FOUND for none, INVALID for a title that several pages have. */
function pageOf({ store }: Context, space: ContainerRecord, reference: string): number {
  const byId = /^\d{1,15}$/.test(reference) ? store.table(pages).get(Number(reference)) : undefined
  if (byId !== undefined && byId.applicationId === space.applicationId && byId.spaceKey === space.key)
    return byId.id
  const titled = [...store.table(containers).range('name', [space.applicationId, 'PAGE', reference])].filter(
    (container) => container.projectContainerId === space.id && container.pageId !== undefined,
  )
  if (titled.length === 1) return (titled[0] as ContainerRecord).pageId as number
  const at = "body field 'ceo'"
  const place = `space ${quoted(space.key)}`
  if (titled.length === 0) throw notFound('page', reference, { at, in: place })
  throw invalid(at, reference, `${place} has several pages of this title: give the id`)
}

/** A page and everything below it, by id. */
function withDescendants({ store }: Context, pageId: number): number[] {
  const table = store.table(containers)
  const open = [table.find('page', [pageId])]
  const found = new Set<number>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.pageId === undefined || found.has(next.pageId)) continue
    found.add(next.pageId)
    for (const child of table.range('parent', [next.id])) if (child.type === 'PAGE') open.push(child)
  }
  return [...found].sort((a, b) => a - b)
}
