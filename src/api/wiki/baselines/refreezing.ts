/** Refreezing baselines, and the dependencies that a selection lacks (service §4.2). */
import { optionalGivenName } from '../../shared/given-name.ts'
import { isBlank } from '../../../model/input/blank.ts'
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import { isFrozen } from '../../../model/records/machines/baseline-machine.ts'
import { rowsToFreeze } from '../../../model/baselines/rows-to-freeze.ts'
import {
  baselineToRefreeze,
  type MissingDependency,
  missingDependencies,
  refreeze,
  rowsOfQueries,
  rowsToRefreeze,
} from '../../../model/baselines/refreezing.ts'
import { type ContainerRecord } from '../../../model/records/service/containers.ts'
import { invalidRequest } from '../../../model/input/errors.ts'
import { type RequirementRecord } from '../../../model/records/wiki/requirements.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { string } from '../../framework/parameter.ts'
import { checkQueries } from '../../shared/query-assumptions.ts'
import { canonicalUrl } from '../../standalone/requirements/url.ts'
import { otherSpace, queryText, type SentBaseline, sentBaseline } from './writing.ts'
import { baselineShape, detailedBaseline } from './baseline-shape.ts'
import { requireBaseline } from './baselines.ts'
import { byCaller, editsSpace, readsSpace, wikiCaller } from '../common.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { baselineActions } from './freezing.ts'

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
    title: optionalGivenName().nullish(),
  })

type RefreezePayload = zod.infer<ReturnType<typeof refreezePayload>>

const startRefreeze = operation({
  ...baselineActions,
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
  assumptions: [
    'A51',
    'A122',
    ...always('A123'),
    'A124',
    'A125',
    ...always('A130'),
    'A255',
    'A257',
    'A258',
    'A259',
  ],
  handle({ body }, context, space) {
    const wanted = refreezeOf(body)
    checkQueries(context, wikiCaller(context), space.applicationId, wanted.exclude)
    const { baseline, task } = refreeze(byCaller(context), space, wanted)
    return { taskId: task.id, baseline: detailedBaseline(context, baseline) }
  },
})

const dependencyRef = () =>
  z.object({ relationship: z.string(), spaceKey: z.string(), key: z.string(), url: z.string() })

const dependencyMap = {
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
  ...baselineActions,
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
  assumptions: ['A51', 'A130', ...always('A131'), 'A255', 'A257', 'A258', 'A259'],
  handle({ body }, context, space) {
    checkQueries(
      context,
      wikiCaller(context),
      space.applicationId,
      body.searchQuery,
      body.queryForRequirementsToExcludeFromBaseline,
    )
    const rows = rowsOfSummary(context, space, body)
    return { dependencies: mapOf(context, rows), count: rows.length }
  },
})

const dependencies = operation({
  ...baselineActions,
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
  assumptions: ['A51', ...always('A131'), 'A255', 'A257', 'A258', 'A259'],
  handle({ query }, context, space) {
    const { queryForRequirementsToBaseline: toFreeze, queryForRequirementsToRemove: toRemove } = query
    if (toFreeze !== undefined && query.requirementQuery !== undefined)
      throw invalidRequest(
        "query parameter 'requirementQuery'",
        "is the oldest form of 'queryForRequirementsToBaseline'; leave out one of them",
      )
    const selected = toFreeze ?? query.requirementQuery
    checkQueries(context, wikiCaller(context), space.applicationId, selected, toRemove)
    return mapOf(context, rowsOfQueries(context.store, wikiCaller(context), space, selected, toRemove))
  },
})

const dependenciesOfMisc = operation({
  ...baselineActions,
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
  assumptions: ['A51', ...always('A131'), 'A255', 'A257', 'A258', 'A259'],
  handle({ query }, context, space) {
    const { requirementQuery: selected } = query
    checkQueries(context, wikiCaller(context), space.applicationId, selected)
    return mapOf(context, rowsOfQueries(context.store, wikiCaller(context), space, selected, undefined))
  },
})

export const wikiBaselineRefreezingOperations: readonly Operation[] = [
  startRefreeze,
  preRefreezeSummary,
  dependencies,
  dependenciesOfMisc,
]

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
    context.note(ledger.refreezing)
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
  context.note(ledger.refreezing)
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
