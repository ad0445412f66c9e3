/** Freezing and refreezing baselines (service §4.2). */
import { isBlank, withoutBlank } from '../../../model/input/blank.ts'
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import { isFrozen } from '../../../model/baselines/baseline-machine.ts'
import { findBaseline } from '../../../model/baselines/baselines.ts'
import { createBaseline, type NewBaseline } from '../../../model/baselines/writing.ts'
import { type BaselineRecord } from '../../../model/baselines/records.ts'
import { freezeBaseline, rowsToFreeze } from '../../../model/baselines/rows-to-freeze.ts'
import {
  baselineToRefreeze,
  type MissingDependency,
  missingDependencies,
  refreeze,
  rowsOfQueries,
  rowsToRefreeze,
} from '../../../model/baselines/refreezing.ts'
import { type ContainerRecord, containers } from '../../../model/containers/records.ts'
import { pages } from '../../../model/pages/records.ts'
import { invalid, invalidRequest } from '../../../model/errors.ts'
import { shown } from '../../../model/refusal.ts'
import { type RequirementRecord } from '../../../model/requirements/records/records.ts'
import { always, type Context, operation, type Operation, type Shape } from '../../framework/operation.ts'
import { int32, string } from '../../framework/parameter.ts'
import { checkQueries } from '../../shared/query-assumptions.ts'
import { canonicalUrl } from '../../standalone/requirements/url.ts'
import { otherSpace, type SentBaseline, sentBaseline } from './writing.ts'
import { baselineShape, detailedBaseline, waitForFreezing } from './shape.ts'
import { requireBaseline, version } from './baselines.ts'
import { byCaller, editsSpace, readsSpace, spaceKey, wikiCaller, wikiOperation } from '../common.ts'

const group = { ...wikiOperation, group: 'Baseline actions', section: '4.2', stability: 'internal' } as const
const queryText = () => z.string().max(8192)

const freeze = operation({
  ...group,
  ...editsSpace,
  id: 'wiki.baseline.freeze',
  startsJob: true,
  summary: 'Starts freezing a baseline in status PREVIEW.',
  method: 'POST',
  path: '/baseline-actions/{spaceKey}/freeze/{version}',
  pathParameters: { spaceKey, version },
  success: {
    description: 'The task to poll.',
    shape: {
      name: 'FreezeStarted',
      schema: () => z.object({ taskId: z.string() }),
      example: { taskId: '68c954fa-f20b-4179-a109-ce42109de41f' },
    },
  },
  refusals: { 409: 'The baseline is not in PREVIEW.' },
  assumptions: ['A51', ...always('A122', 'A123')],
  handle({ path }, context, space) {
    const record = requireBaseline(context, space, path.version)
    const task = freezeBaseline(byCaller(context), space, record)
    return { taskId: task.id }
  },
})

const createClassic = operation({
  ...group,
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
        name: z.string().max(1020),
        ceo: z.string().max(255).describe('Id or title of the page of the baseline.').nullish(),
      }),
    example: { queryString: "@Category = 'Safety'", name: 'Safety 1', ceo: '4001' },
  },
  success: { description: 'The baseline.', shape: baselineShape },
  refusals: { 409: 'The name is taken.' },
  assumptions: ['A51', 'A122', 'A123', 'A124', 'A125', 'A127', 'A128', 'A255'],
  handle({ body }, context, space) {
    const page = withoutBlank(body.ceo)
    const pageId = page === undefined ? undefined : pageOf(context, space, page)
    const searchQuery = body.queryString ?? undefined
    checkQueries(context, searchQuery)
    return answerFrozen(context, space, { name: body.name, searchQuery, pageId })
  },
})

const createInstant = operation({
  ...group,
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
        name: z.string().max(1020),
        fromCeo: z.int().min(1).describe('Id of the page.'),
        fromCeoWithChildren: z.boolean().nullish().describe('Whether to include the pages below it.'),
      }),
    example: { name: 'Flight control 1', fromCeo: 4001, fromCeoWithChildren: false },
  },
  success: { description: 'The baseline.', shape: baselineShape },
  refusals: { 409: 'The name is taken.' },
  assumptions: ['A51', 'A122', 'A123', 'A124', 'A125', 'A127', 'A128'],
  handle({ body }, context, space) {
    const pageId = pageOf(context, space, String(body.fromCeo))
    const fromPages = body.fromCeoWithChildren === true ? withDescendants(context, pageId) : [pageId]
    return answerFrozen(context, space, { name: body.name, fromPages })
  },
})

const requirementRef = () =>
  z.object({
    relationship: z.string().max(255).nullish(),
    spaceKey: z.string().max(255).nullish(),
    key: z.string().max(255),
    baseline: z.int32().min(1).nullish(),
    url: z.string().max(2000).nullish(),
  })

const refreezePayload = () =>
  z.object({
    baselineToRefreeze: z.int32().min(1).nullish(),
    queryForRequirementsToExcludeFromBaseline: queryText().nullish(),
    baselineNumberToRefreeze: z.int32().min(1).nullish(),
    requirements: z.array(requirementRef()).max(10_000).nullish(),
    title: z.string().max(255).nullish(),
  })

type RefreezePayload = zod.infer<ReturnType<typeof refreezePayload>>

const startRefreeze = operation({
  ...group,
  ...editsSpace,
  id: 'wiki.baseline.refreeze',
  startsJob: true,
  summary: 'Refreezes the requirements of a baseline into a new baseline with a new page.',
  method: 'PUT',
  path: '/baseline/{spaceKey}/0/refreeze',
  body: {
    name: 'RefreezePayload',
    schema: refreezePayload,
    example: { baselineToRefreeze: 1, queryForRequirementsToExcludeFromBaseline: "key = 'REQ-006'" },
  },
  success: {
    description: 'The task to poll, and the new baseline.',
    shape: {
      name: 'RefreezeStarted',
      schema: () => z.object({ taskId: z.string(), baseline: baselineShape.schema() }),
      example: { taskId: '68c954fa-f20b-4179-a109-ce42109de41f', baseline: baselineShape.example },
    },
  },
  refusals: { 409: 'The baseline is not DONE.' },
  assumptions: ['A51', 'A122', ...always('A123'), 'A124', 'A125', ...always('A130'), 'A255'],
  handle({ body }, context, space) {
    const wanted = refreezeOf(body)
    checkQueries(context, wanted.exclude)
    const { baseline, task } = refreeze(byCaller(context), space, wanted)
    return { taskId: task.id, baseline: detailedBaseline(context, baseline) }
  },
})

const dependencyRef = () =>
  z.object({ relationship: z.string(), spaceKey: z.string(), key: z.string(), url: z.string() })

const dependencyMap: Shape = {
  name: 'RefreezeDependencies',
  schema: () => z.record(z.string(), z.array(dependencyRef())),
  example: {
    refines: [
      {
        relationship: 'refines',
        spaceKey: 'ENG',
        key: 'REQ-001',
        url: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-001',
      },
    ],
  },
}

const preRefreezeSummary = operation({
  ...group,
  ...readsSpace,
  id: 'wiki.baseline.preRefreezeSummary',
  summary: 'Suggests dependencies to add when a baseline is refrozen.',
  method: 'POST',
  path: '/baseline-actions/{spaceKey}/pre-refreeze-summary',
  otherPaths: [{ path: '/baseline/{spaceKey}/pre-refreeze-summary', provenance: 'documented' }],
  body: {
    name: 'PreRefreezePayload',
    schema: () => z.object({ ...sentBaseline().shape, ...refreezePayload().shape }),
    example: { baselineToRefreeze: 1, queryForRequirementsToExcludeFromBaseline: "key = 'REQ-001'" },
  },
  success: {
    description: 'Requirements that the selection depends on but does not contain.',
    shape: {
      name: 'PreRefreezeSummary',
      schema: () => z.object({ dependencies: dependencyMap.schema(), count: z.int().min(0) }),
      example: { dependencies: dependencyMap.example, count: 5 },
    },
  },
  refusals: { 409: 'The baseline to refreeze is not DONE.' },
  assumptions: ['A51', 'A130', ...always('A131'), 'A255'],
  handle({ body }, context, space) {
    checkQueries(context, body.searchQuery, body.queryForRequirementsToExcludeFromBaseline)
    const rows = rowsOfSummary(context, space, body)
    return { dependencies: mapOf(context, rows), count: rows.length }
  },
})

const dependencies = operation({
  ...group,
  ...readsSpace,
  id: 'wiki.baseline.refreezeDependencies',
  summary: 'Lists, by relationship, the requirements that a selection depends on but does not contain.',
  method: 'GET',
  path: '/baseline/{spaceKey}/refreezeDependencies',
  query: {
    queryForRequirementsToBaseline: string({
      description: 'Query for the requirements to freeze.',
      example: "key ~ 'REQ-00%'",
    }),
    queryForRequirementsToRemove: string({
      description: 'Query for the requirements to leave out.',
      example: "key = 'REQ-001'",
    }),
    // Without an example, because it cannot be combined with the other parameters.
    requirementQuery: string({ description: 'Oldest form of queryForRequirementsToBaseline.' }),
  },
  success: { description: 'The requirements by relationship.', shape: dependencyMap },
  assumptions: ['A51', ...always('A131'), 'A255'],
  handle({ query }, context, space) {
    const { queryForRequirementsToBaseline: toFreeze, queryForRequirementsToRemove: toRemove } = query
    if (toFreeze !== undefined && query.requirementQuery !== undefined)
      throw invalidRequest(
        "query parameter 'requirementQuery'",
        "is the oldest form of 'queryForRequirementsToBaseline'; leave out one of them",
      )
    const selected = toFreeze ?? query.requirementQuery
    checkQueries(context, selected, toRemove)
    return mapOf(context, rowsOfQueries(context.store, wikiCaller(context), space, selected, toRemove))
  },
})

const dependenciesOfMisc = operation({
  ...group,
  ...readsSpace,
  group: 'Miscellaneous',
  section: '4.6',
  id: 'wiki.misc.refreezeDependencies',
  summary: 'Lists, by relationship, the requirements that a selection depends on but does not contain.',
  method: 'GET',
  path: '/misc/{spaceKey}/refreezeDependencies',
  query: {
    requirementQuery: string({
      description: 'Query for the requirements to freeze.',
      example: "key = 'REQ-002'",
    }),
  },
  success: { description: 'The requirements by relationship.', shape: dependencyMap },
  assumptions: ['A51', ...always('A131'), 'A255'],
  handle({ query }, context, space) {
    const { requirementQuery: selected } = query
    checkQueries(context, selected)
    return mapOf(context, rowsOfQueries(context.store, wikiCaller(context), space, selected, undefined))
  },
})

export const wikiBaselineFreezingOperations: readonly Operation[] = [
  freeze,
  createClassic,
  createInstant,
  startRefreeze,
  preRefreezeSummary,
  dependencies,
  dependenciesOfMisc,
]

function answerFrozen(context: Context, space: ContainerRecord, fields: NewBaseline) {
  for (const id of ['A123', 'A127', 'A128'] as const) context.assume(id)
  const author = byCaller(context)
  const record = createBaseline(author, space, fields)
  freezeBaseline(author, space, record)
  const started = findBaseline(author.store, space.id, record.number) as BaselineRecord
  waitForFreezing(context, started)
  return detailedBaseline(context, started)
}

/** The page of a space, by id or title. Throws INVALID for none, or for a title that several pages have. */
function pageOf({ store }: Context, space: ContainerRecord, reference: string): number {
  const byId = /^\d{1,15}$/.test(reference) ? store.table(pages).get(Number(reference)) : undefined
  if (byId !== undefined && byId.applicationId === space.applicationId && byId.spaceKey === space.key)
    return byId.id
  const titled = [...store.table(containers).range('name', [space.applicationId, 'PAGE', reference])].filter(
    (container) => container.projectContainerId === space.id && container.pageId !== undefined,
  )
  if (titled.length === 1) return (titled[0] as ContainerRecord).pageId as number
  const problem = titled.length === 0 ? 'has no such page' : 'has several pages of this title: give the id'
  throw invalid('page', reference, `space ${shown(space.key)} ${problem}`)
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

/** The fields of the payload; null and a blank query count as absent. */
function fieldsOf(payload: RefreezePayload) {
  const { queryForRequirementsToExcludeFromBaseline: exclude } = payload
  return {
    baselineToRefreeze: payload.baselineToRefreeze ?? undefined,
    baselineNumberToRefreeze: payload.baselineNumberToRefreeze ?? undefined,
    requirements: payload.requirements ?? undefined,
    title: payload.title ?? undefined,
    exclude: isBlank(exclude) ? undefined : exclude,
  }
}

/** Reads either form of the payload. Throws INVALID for a mixture. */
function refreezeOf(payload: RefreezePayload) {
  const { baselineToRefreeze, baselineNumberToRefreeze, requirements, title, exclude } = fieldsOf(payload)
  if (baselineToRefreeze !== undefined && baselineNumberToRefreeze === undefined) {
    if (requirements === undefined) return { baseline: baselineToRefreeze, exclude, title }
    throw invalidRequest("body field 'requirements'", "belongs to 'baselineNumberToRefreeze'; leave it out")
  }
  if (baselineNumberToRefreeze !== undefined && baselineToRefreeze === undefined) {
    if (exclude !== undefined)
      throw invalidRequest(
        "body field 'queryForRequirementsToExcludeFromBaseline'",
        "belongs to 'baselineToRefreeze'; leave it out",
      )
    const versions = requirements?.map(({ key, spaceKey: space, baseline }) => {
      return { key, spaceKey: space ?? undefined, baseline: baseline ?? undefined }
    })
    return { baseline: baselineNumberToRefreeze, versions, title }
  }
  throw invalidRequest('body', "needs either 'baselineToRefreeze' or 'baselineNumberToRefreeze'")
}

/** The rows of a summary: those of a refreeze, a stored baseline, or a query. */
function rowsOfSummary(
  context: Context,
  space: ContainerRecord,
  body: SentBaseline & RefreezePayload,
): RequirementRecord[] {
  const { store } = context
  const user = wikiCaller(context)
  if ((body.spaceKey ?? space.key) !== space.key) throw otherSpace(body.spaceKey, space.key as string)
  if ((body.baselineToRefreeze ?? body.baselineNumberToRefreeze ?? undefined) !== undefined) {
    context.assume('A130')
    const wanted = refreezeOf(body)
    return rowsToRefreeze(store, user, space, baselineToRefreeze(store, space, wanted.baseline), wanted)
  }
  const number = body.baseline ?? undefined
  const searchQuery = body.searchQuery ?? undefined
  if (number === undefined && searchQuery === undefined)
    throw invalidRequest(
      'body',
      "needs 'baseline', 'searchQuery', 'baselineToRefreeze' or 'baselineNumberToRefreeze'",
    )
  const stored = number === undefined ? undefined : requireBaseline(context, space, number)
  if (stored === undefined || searchQuery !== undefined)
    return rowsToFreeze(store, user, space, { searchQuery })
  if (!isFrozen(stored)) return rowsToFreeze(store, user, space, stored)
  context.assume('A130')
  return rowsToRefreeze(store, user, space, stored, { baseline: stored.number })
}

function mapOf(context: Context, rows: readonly RequirementRecord[]) {
  const missing = missingDependencies(context.store, wikiCaller(context), rows)
  const found = Map.groupBy(missing, ({ relationship }) => relationship)
  return Object.fromEntries(
    [...found].map(([relationship, some]) => [relationship, some.map((one) => refOf(context, one))]),
  )
}

function refOf({ store }: Context, { relationship, requirement }: MissingDependency) {
  const { spaceKey: space, key } = requirement
  return { relationship, spaceKey: space, key, url: canonicalUrl(store, requirement) }
}
