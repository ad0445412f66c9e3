/** What the tracker tells of itself and of the wikis that it is connected to (service §4.7). */
import * as z from 'zod'
import { containers, type ContainerRecord } from '../../model/containers/records.ts'
import { obstacleTo } from '../../model/integration/sending.ts'
import { trackerVersionOf } from '../../model/integration/versions.ts'
import { findTrackerProject } from '../../model/integration/create-issue.ts'
import { readableTrackerProjects } from '../../model/integration/tracker-reading.ts'
import { type IntegrationRecord, issueLinks, issues } from '../../model/links/records.ts'
import { Refusal } from '../../model/refusal.ts'
import { type RequirementRecord } from '../../model/requirements/records.ts'
import { searchPage } from '../../model/requirements/search.ts'
import {
  baselinesOfProject,
  forgetBaselines,
  placesOfCondition,
  storeCondition,
  storedCondition,
} from '../../model/tracker/baselines.ts'
import {
  fieldsOfTracker,
  findIssueByNumber,
  LINK_OPERATIONS,
  relationshipsInUse,
} from '../../model/tracker/data.ts'
import { issueHistory } from '../../model/tracker/records.ts'
import { containerLevel } from '../../model/users/permissions.ts'
import { users } from '../../model/users/records.ts'
import { formatInstant } from '../../world/duration.ts'
import { type Context, operation, type Operation } from '../operation.ts'
import { string } from '../parameter.ts'
import { assumeQuery, QUERY_ASSUMPTIONS } from '../query-assumptions.ts'
import { canonicalUrl } from '../standalone/requirement-url.ts'
import { q } from '../wiki/search-request.ts'
import { searchPaging } from '../wiki/common.ts'
import {
  applinkId,
  findIntegration,
  identifier,
  instant,
  integrationsOf,
  isTrackerAdministrator,
  requireIssue,
  requireLinkOrAdministrator,
  requireProject,
  trackerCaller,
  trackerOperation,
  trackerSite,
} from './common.ts'
import { chosenIntegration, writingOf } from './issue-link-shape.ts'

const signedIn = { permission: { words: 'signed-in', assumed: true } } as const
const about = { ...trackerOperation, ...signedIn, group: 'Tracker data' } as const

const relationships = operation({
  ...about,
  id: 'tracker.data.relationships',
  summary: 'Lists the relationships in use between issues and requirements.',
  method: 'GET',
  path: '/relationships',
  pathParameters: {},
  query: {},
  success: {
    status: 200,
    description: 'The names, by code point.',
    shape: {
      name: 'RelationshipNames',
      schema: () => z.array(z.string()),
      example: ['implements', 'tests'],
    },
  },
  assumptions: ['A188'],
  authorise: (_input, context) => void trackerCaller(context),
  handle(_input, context) {
    context.assume('A188')
    return {
      status: 200,
      body: relationshipsInUse(context.store, trackerCaller(context), trackerSite(context)),
    }
  },
})

const fields = operation({
  ...about,
  id: 'tracker.data.fields',
  summary: 'Lists the fields of issues, custom fields among them.',
  method: 'GET',
  path: '/metadata/customfields',
  pathParameters: {},
  query: {},
  success: {
    status: 200,
    description: 'The fields that every tracker has, then the custom ones by id.',
    shape: {
      name: 'TrackerFields',
      schema: () =>
        z.array(z.object({ id: z.string(), name: z.string(), type: z.string(), custom: z.boolean() })),
      example: [{ id: 'summary', name: 'Summary', type: 'string', custom: false }],
    },
  },
  assumptions: ['A188'],
  authorise: (_input, context) => void trackerCaller(context),
  handle(_input, context) {
    context.assume('A188')
    return { status: 200, body: fieldsOfTracker(context.store, trackerSite(context)) }
  },
})

const operations = operation({
  ...about,
  id: 'tracker.data.operations',
  summary: 'Lists what can be called through an application link.',
  method: 'GET',
  path: '/operations/{applinkId}',
  pathParameters: { applinkId },
  query: {},
  success: {
    status: 200,
    description: 'The operations, and whether the caller may call each.',
    shape: {
      name: 'LinkOperations',
      schema: () =>
        z.object({
          applinkId: z.string(),
          mode: z.enum(['AUTO', 'MANUAL', 'DISABLED']),
          version: z.int(),
          obstacle: z.string().optional().describe('Why no messages move over the link.'),
          operations: z.array(
            z.object({
              operation: z.string(),
              method: z.string(),
              path: z.string(),
              allowed: z.boolean().describe('The caller may call it.'),
            }),
          ),
        }),
      example: {
        applinkId: '99999999-8888-4777-8666-555555555555',
        mode: 'AUTO',
        version: 8,
        operations: [
          {
            operation: 'rename',
            method: 'PUT',
            path: '/operations/99999999-8888-4777-8666-555555555555/rename',
            allowed: true,
          },
        ],
      },
    },
  },
  refusals: { 404: 'No such application link.' },
  assumptions: ['A188'],
  authorise: ({ path }, context) => void findIntegration(context, path.applinkId),
  handle({ path }, context) {
    context.assume('A188')
    const integration = findIntegration(context, path.applinkId)
    const obstacle = obstacleTo(context.store, integration)
    const base = `/operations/${encodeURIComponent(path.applinkId)}`
    const listed = LINK_OPERATIONS.map(({ needs, path: below, operation: name, method }) => ({
      operation: name,
      method,
      path: `${base}${below}`,
      allowed: isAllowed(context, integration, needs),
    }))
    const { trackerApplinkId, mode } = integration
    return {
      status: 200,
      body: {
        applinkId: trackerApplinkId,
        mode,
        version: trackerVersionOf(integration),
        ...(obstacle === undefined ? {} : { obstacle }),
        operations: listed,
      },
    }
  },
})

const history = operation({
  ...about,
  id: 'tracker.data.history',
  summary: 'Reads what happened to an issue and its links.',
  method: 'GET',
  path: '/history/issue/{issueNumber}',
  pathParameters: {
    issueNumber: string({
      required: true,
      maximumLength: 255,
      description: 'Numeric id of the issue; its key is taken too.',
      example: '30001',
    }),
  },
  query: {},
  success: {
    status: 200,
    description: 'The events, the oldest first.',
    shape: {
      name: 'IssueHistory',
      schema: () =>
        z.array(
          z.object({
            id: identifier(),
            issueId: identifier(),
            issueKey: z.string(),
            at: instant(),
            by: z.string().optional().describe('Name of the user.'),
            event: z.string(),
            detail: z.string(),
          }),
        ),
      example: [
        {
          id: 1,
          issueId: 30001,
          issueKey: 'DRN-1',
          at: '2026-01-05T09:00:00.000Z',
          by: 'alice',
          event: 'LINKED',
          detail: 'implements ENG/REQ-003',
        },
      ],
    },
  },
  refusals: { 404: 'No such issue.' },
  assumptions: ['A152', 'A189'],
  authorise({ path }, context) {
    const { key } = findIssueByNumber(context.store, trackerSite(context), path.issueNumber)
    requireIssue(context, key, 'read')
  },
  handle({ path }, context) {
    context.assume('A189')
    const { store } = context
    const { id: issueId, key } = findIssueByNumber(store, trackerSite(context), path.issueNumber)
    const events = [...store.table(issueHistory).range('issue', [issueId])]
    return {
      status: 200,
      body: events.map(({ id, at, by, event, detail }) => {
        const name = by === undefined ? undefined : store.table(users).get(by)?.name
        const known = name === undefined ? {} : { by: name }
        return { id, issueId, issueKey: key, at: formatInstant(at), ...known, event, detail }
      }),
    }
  },
})

const foundRequirement = () =>
  z.object({
    applinkId: z.string().describe('What an issue link to it says.'),
    spaceKey: z.string(),
    key: z.string(),
    baseline: z.int().nullable(),
    status: z.enum(['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED']),
    text: z.string(),
    html: z.string(),
    url: z.string(),
    issues: z
      .array(z.string())
      .describe('Keys of the issues that link it, of those that the caller may read.'),
  })

const search = operation({
  ...about,
  id: 'tracker.data.search',
  summary: 'Searches requirements in the wiki.',
  description: 'With the rights that the caller has there.',
  method: 'GET',
  path: '/search',
  pathParameters: {},
  query: {
    q,
    query: string({ description: 'Another name of q.' }),
    applinkId: string({
      maximumLength: 255,
      description: 'UUID of the application link to the wiki; the only one where absent.',
      example: '99999999-8888-4777-8666-555555555555',
    }),
    baselineCondition: string({
      maximumLength: 10_000,
      description: "Pairs <space>-<baseline>; the tracker's own condition where absent, none where blank.",
      example: 'ENG-1',
    }),
    ...searchPaging,
  },
  success: {
    status: 200,
    description: 'One page of what was found.',
    shape: {
      name: 'TrackerSearchResult',
      schema: () =>
        z.object({
          results: z.array(foundRequirement()),
          count: z.int().min(0).describe('How many match in all.'),
          offset: z.int().min(0),
          limit: z.int().min(1),
          explanation: z.string().describe('How the query was read, in English.'),
        }),
      example: {
        results: [
          {
            applinkId: '99999999-8888-4777-8666-555555555555',
            spaceKey: 'ENG',
            key: 'REQ-002',
            baseline: null,
            status: 'ACTIVE',
            text: 'The drone shall hold its altitude.',
            html: '<p>The drone shall hold its altitude.</p>',
            url: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-002',
            issues: ['DRN-2'],
          },
        ],
        count: 1,
        offset: 0,
        limit: 20,
        explanation: "requirements whose key is 'REQ-002'; ACTIVE only",
      },
    },
  },
  refusals: { 404: 'No such application link.', 409: 'The wiki does not answer.' },
  assumptions: ['A33', ...QUERY_ASSUMPTIONS, 'A190', 'A191'],
  authorise({ query }, context) {
    trackerCaller(context)
    chosenIntegration(context, undefined, query.applinkId)
  },
  handle({ query }, context) {
    context.assume('A190')
    const integration = chosenIntegration(context, undefined, query.applinkId)
    const obstacle = obstacleTo(context.store, integration)
    if (obstacle !== undefined) throw new Refusal('CONFLICT', `the wiki cannot be asked: ${obstacle}`)
    if (query.q !== undefined && query.query !== undefined && query.q !== query.query)
      throw new Refusal('INVALID', "query parameters 'q' and 'query' are two names of one thing: send one")
    const text = query.q ?? query.query
    const condition = conditionOf(context, integration, query.baselineCondition)
    const page = { offset: query.offset, limit: query.limit }
    const found = searchPage(
      context.store,
      trackerCaller(context),
      integration.wikiApplicationId,
      { query: text, baselineCondition: condition },
      page,
    )
    if (condition === undefined) context.assume('A33')
    assumeQuery(context, text)
    if (found.namesAbsent) context.assume('A49')
    const results = found.rows.map((row) => showRequirement(context, integration, row))
    return { status: 200, body: { results, count: found.count, ...page, explanation: found.explanation } }
  },
})

const knownBaseline = () =>
  z.object({
    applinkId: z.string(),
    spaceKey: z.string(),
    number: z.int().min(0),
    name: z.string().optional(),
    status: z
      .enum(['PREVIEW', 'IN_CREATION', 'DONE', 'ERROR', 'NON_EXISTING'])
      .optional()
      .describe('As the wiki says, where the caller may read the space.'),
    links: z.int().min(0).describe('Links of the project that name a frozen copy of it.'),
    inCondition: z.boolean().describe("Named by the tracker's baseline condition."),
  })

const baselines = operation({
  ...about,
  id: 'tracker.baselines.list',
  summary: 'Lists the baselines that a project knows.',
  description: 'Those that links of its issues name, and those of the baseline condition.',
  method: 'GET',
  path: '/baselines/{projectKey}',
  pathParameters: {
    projectKey: string({
      required: true,
      maximumLength: 255,
      description: 'Key of the project.',
      example: 'DRN',
    }),
  },
  query: {},
  success: {
    status: 200,
    description: 'The baselines, by application link, space and number.',
    shape: {
      name: 'KnownBaselines',
      schema: () => z.array(knownBaseline()),
      example: [
        {
          applinkId: '99999999-8888-4777-8666-555555555555',
          spaceKey: 'ENG',
          number: 1,
          name: 'Release 1.0',
          status: 'DONE',
          links: 2,
          inCondition: true,
        },
      ],
    },
  },
  refusals: { 404: 'No such project.' },
  assumptions: ['A152', 'A191'],
  authorise: ({ path }, context) => void requireProject(context, path.projectKey, 'read'),
  handle({ path }, context) {
    context.assume('A191')
    const project = requireProject(context, path.projectKey, 'read')
    const body = baselinesOfProject(context.store, trackerCaller(context), project, integrationsOf(context))
    return { status: 200, body }
  },
})

const forget = operation({
  ...trackerOperation,
  permission: { words: 'project edit', assumed: true },
  group: 'Tracker data',
  id: 'tracker.baselines.forget',
  summary: 'Takes the baselines off the links of a project.',
  description: 'The links name what the requirements are now; the wiki learns of it by queue messages.',
  method: 'DELETE',
  path: '/baselines/{project}',
  pathParameters: {
    project: string({
      required: true,
      maximumLength: 255,
      description: "Key of the project, or the tracker's id of it.",
      example: 'DRN',
    }),
  },
  query: {},
  success: { status: 204, description: 'No link of the project names a baseline.' },
  refusals: { 404: 'No such project.' },
  assumptions: ['A152', 'A191'],
  authorise: ({ path }, context) => void projectToEdit(context, path.project),
  handle({ path }, context) {
    context.assume('A191')
    forgetBaselines(writingOf(context), projectToEdit(context, path.project))
    return { status: 204 }
  },
})

const prefer = operation({
  ...trackerOperation,
  permission: { words: 'application link or administrator', assumed: true },
  group: 'Tracker data',
  id: 'tracker.baselines.prefer',
  summary: 'Stores the baseline condition of the tracker.',
  description: 'Searches in the wiki go by it, and projects list its baselines. An empty text takes it away.',
  method: 'PUT',
  path: '/preferences/baselineCondition',
  pathParameters: {},
  query: {},
  body: {
    name: 'BaselineCondition',
    required: true,
    plainText: true,
    schema: () => z.string().max(10_000).describe('Pairs <space>-<baseline>, joined by commas.'),
    example: 'ENG-1',
  },
  success: {
    status: 200,
    description: 'The condition in force.',
    shape: {
      name: 'BaselineConditionInForce',
      schema: () => z.object({ baselineCondition: z.string() }),
      example: { baselineCondition: 'ENG-1' },
    },
  },
  refusals: { 404: 'No connected wiki has such a space or baseline.' },
  assumptions: ['A55', 'A152', 'A191'],
  authorise: (_input, context) => requireLinkOrAdministrator(context),
  handle({ body }, context) {
    context.assume('A191')
    const through = integrationsOf(context)
    const { store } = context
    const baselineCondition = storeCondition(
      store,
      trackerCaller(context),
      trackerSite(context),
      through,
      body,
    )
    return { status: 200, body: { baselineCondition } }
  },
})

export const trackerDataOperations: readonly Operation[] = [
  relationships,
  fields,
  operations,
  history,
  search,
  baselines,
  forget,
  prefer,
]

function isAllowed(
  context: Context,
  { username }: IntegrationRecord,
  needs: (typeof LINK_OPERATIONS)[number]['needs'],
): boolean {
  const caller = trackerCaller(context)
  if (needs === 'signed-in' || isTrackerAdministrator(context)) return true
  if (needs === 'link') return caller.name === username
  return readableTrackerProjects(context.store, caller, trackerSite(context)).some(
    (project) => containerLevel(context.store, caller, project) === 'edit',
  )
}

/** The condition of a search: what the call says, else what the tracker stores of baselines that still exist. */
function conditionOf(
  context: Context,
  integration: IntegrationRecord,
  given: string | undefined,
): string | undefined {
  if (given !== undefined) return given.trim() === '' ? undefined : given
  const stored = storedCondition(context.store, trackerSite(context))
  if (stored === undefined) return undefined
  context.assume('A191')
  const places = placesOfCondition(context.store, trackerCaller(context), integration, stored)
  const pairs = places.map(({ project, number }) => `${project.key}-${number}`)
  return pairs.length === 0 ? undefined : pairs.join(',')
}

function showRequirement(context: Context, integration: IntegrationRecord, row: RequirementRecord) {
  const { store } = context
  const { spaceKey, key, baseline = null, status, text, html } = row
  const { trackerApplinkId, serviceId } = integration
  const linking = store.table(issueLinks).range('trackerRequirement', [trackerApplinkId, spaceKey, key])
  const keys = [...linking]
    .filter((link) => link.serviceId === serviceId && link.tracker?.baseline === baseline)
    .flatMap(({ tracker }) => store.table(issues).get(tracker?.issueId ?? 0) ?? [])
    .filter((issue) => {
      const project = store.table(containers).get(issue.projectContainerId)
      return project !== undefined && containerLevel(store, trackerCaller(context), project) !== undefined
    })
  return {
    applinkId: trackerApplinkId,
    spaceKey,
    key,
    baseline,
    status,
    text,
    html,
    url: canonicalUrl(store, row),
    issues: [...new Set(keys.map((issue) => issue.key))],
  }
}

/** The project of this key, or of the tracker's own id. */
function projectToEdit(context: Context, reference: string): ContainerRecord {
  const numbered = /^\d{1,15}$/.test(reference)
    ? findTrackerProject(context.store, trackerSite(context), Number(reference))
    : undefined
  return requireProject(context, numbered?.key ?? reference, 'edit')
}
