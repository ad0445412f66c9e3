/** The tracker as a wiki sees it when it creates issues: projects, types, relationships, issues, and the bulk job (service §4.5). */
import { ISSUE_KEY_ASSUMPTIONS, issueOfKey } from '../../shared/issue-keys.ts'
import type * as zod from 'zod'
import { present } from '../../../model/input/present.ts'
import { z } from '../../framework/zod.ts'
import { createFieldsOf } from '../../../model/integration/issues/issue-fields.ts'
import { MAXIMUM_REQUIREMENTS, workOfTemplate } from '../../../model/integration/tracker/issue-requests.ts'
import {
  checkTemplate,
  findTemplate,
  type TemplateInput,
} from '../../../model/integration/issues/issue-templates.ts'
import {
  issueTypesOf,
  reachTracker,
  readableIssues,
  readableTrackerProjects,
  relationshipsOf,
  requireIssueType,
  requireTrackerProject,
  wikiIntegrations,
} from '../../../model/integration/issues/tracker-reading.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import type { IntegrationRecord } from '../../../model/records/tracker/integrations.ts'
import { invalidRequest, notFound } from '../../../model/input/errors.ts'
import { quoted } from '../../../model/input/refusal.ts'
import { startBulkJob } from '../../../model/integration/tracker/bulk-jobs.ts'
import { jobShape, showJob } from '../../shared/bulk-job-shape.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { int64, list, string } from '../../framework/parameter.ts'
import { identifier, readableSpace, wikiCaller, wikiOperation, wikiSite } from '../common.ts'
import { templateExample, templateInput } from './issue-template-shape.ts'
import { serviceId } from './descriptor-shape.ts'
import { SEARCH_ASSUMPTIONS, searchAll, toSearchRequest } from '../search/request.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { showIssue, trackerIssue, trackerIssueExample } from './tracker-issue-shape.ts'

const group = {
  ...wikiOperation,
  group: 'Tracker issues',
  section: '4.5',
  stability: 'internal',
  permission: { words: 'signed-in', assumed: true },
  refusals: {
    404: 'No such integration, project or issue type.',
    409: 'The tracker does not respond, or rejects the wiki.',
  },
} as const

const projectKey = string({
  maximumLength: 255,
  description: 'Key of the project in the tracker.',
  example: 'DRN',
})

const projectRefusals = {
  ...group.refusals,
  403: 'The caller may not read the project in the tracker.',
} as const

const HELPER_ASSUMPTIONS = ['A178', 'A181', 'A182'] as const

const project = () =>
  z.object({
    id: identifier().describe("The tracker's id of the project (Long)."),
    key: z.string(),
    name: z.string(),
  })
const projectExample = { id: 20001, key: 'DRN', name: 'Drone' }
const issueType = () => z.object({ id: identifier(), name: z.string() })
const field = () => z.object({ id: z.string(), name: z.string(), type: z.string(), required: z.boolean() })
const fieldExample = { id: 'summary', name: 'Summary', type: 'string', required: true }

const creationRequest = () =>
  z.object({
    issueTemplate: templateInput(),
    requirements: z
      .array(
        z.object({
          spaceKey: z.string().max(255),
          key: z.string().max(255),
          baseline: z.int32().min(1).nullish().describe('Number of the baseline, for a frozen copy.'),
        }),
      )
      .max(MAXIMUM_REQUIREMENTS)
      .nullish(),
    q: z.string().nullish().describe('Search expression, as an alternative to `requirements`.'),
  })
type CreationRequest = zod.infer<ReturnType<typeof creationRequest>>

/** A path with the tracker's brand, and the same path without it. */
const pathsBelow = <P extends string>(rest: P) =>
  ({
    path: `/integration/{serviceId}/jira${rest}`,
    otherPaths: [{ path: `/integration/{serviceId}/tracker${rest}`, provenance: 'assumed' }],
  }) as const

export const wikiTrackerIssueOperations: readonly Operation[] = [
  operation({
    ...group,
    id: 'wiki.trackerIssue.projects',
    summary: 'Lists the projects of the tracker.',
    method: 'GET',
    ...pathsBelow('/projects'),
    pathParameters: { serviceId },
    success: {
      description: 'The projects that the caller may read, by key.',
      shape: { name: 'TrackerProjects', schema: () => z.array(project()), example: [projectExample] },
    },
    assumptions: HELPER_ASSUMPTIONS,
    authorise: ({ path }, context) => tracker(context, path.serviceId),
    handle(_input, context, { trackerId }) {
      const all = readableTrackerProjects(context.store, wikiCaller(context), trackerId)
      return all.map(showProject)
    },
  }),
  operation({
    ...group,
    id: 'wiki.trackerIssue.projectMetadata',
    summary: 'Reads a project of the tracker with its issue types.',
    method: 'GET',
    ...pathsBelow('/projects/{projectKey}/meta'),
    pathParameters: { serviceId, projectKey },
    success: {
      description: 'The project and its issue types, by id.',
      shape: {
        name: 'TrackerProjectMetadata',
        schema: () => project().extend({ issueTypes: z.array(issueType()) }),
        example: { ...projectExample, issueTypes: [{ id: 10001, name: 'Story' }] },
      },
    },
    refusals: projectRefusals,
    assumptions: HELPER_ASSUMPTIONS,
    authorise: ({ path }, context) => readProject(context, path.serviceId, path.projectKey),
    handle(_input, context, { trackerId, found }) {
      const issueTypes = issueTypesOf(context.store, trackerId).map(({ id, name }) => ({ id, name }))
      return { ...showProject(found), issueTypes }
    },
  }),
  operation({
    ...group,
    id: 'wiki.trackerIssue.issueTypeMetadata',
    summary: 'Reads an issue type with the fields of its issues.',
    method: 'GET',
    ...pathsBelow('/projects/{projectKey}/meta/{issueTypeId}'),
    pathParameters: {
      serviceId,
      projectKey,
      issueTypeId: int64({ description: 'Id of the issue type.', example: '10001' }),
    },
    success: {
      description: 'The issue type and its fields, custom fields last.',
      shape: {
        name: 'TrackerIssueTypeMetadata',
        schema: () => issueType().extend({ fields: z.array(field()) }),
        example: { id: 10001, name: 'Story', fields: [fieldExample] },
      },
    },
    refusals: projectRefusals,
    assumptions: HELPER_ASSUMPTIONS,
    authorise: ({ path }, context) => readProject(context, path.serviceId, path.projectKey),
    handle({ path }, context, { trackerId }) {
      const { id, name } = requireIssueType(context.store, trackerId, path.issueTypeId)
      return { id, name, fields: createFieldsOf(context.store, trackerId) }
    },
  }),
  operation({
    ...group,
    id: 'wiki.trackerIssue.relationships',
    summary: 'Lists the relationships of a project of the tracker.',
    method: 'GET',
    ...pathsBelow('/projects/{projectKey}/relationships'),
    pathParameters: { serviceId, projectKey },
    success: {
      description: 'Names of relationships, ordered by code point.',
      shape: {
        name: 'TrackerRelationships',
        schema: () => z.array(z.string()),
        example: ['implements', 'tests'],
      },
    },
    refusals: projectRefusals,
    assumptions: HELPER_ASSUMPTIONS,
    authorise: ({ path }, context) => readProject(context, path.serviceId, path.projectKey),
    handle: (_input, context, { found }) => relationshipsOf(context.store, found),
  }),
  operation({
    ...group,
    id: 'wiki.trackerIssue.issues',
    summary: 'Lists issues of the tracker by key.',
    method: 'GET',
    ...pathsBelow('/issues'),
    pathParameters: { serviceId },
    query: {
      issues: list({
        maximumLength: 255,
        description: 'Keys of the issues, joined by commas.',
        example: 'DRN-1,DRN-2',
      }),
    },
    success: {
      description: 'The issues that the caller may read, in the order of the keys.',
      shape: {
        name: 'TrackerIssues',
        schema: () => z.array(trackerIssue()),
        example: [trackerIssueExample],
      },
    },
    assumptions: [...HELPER_ASSUMPTIONS, ...ISSUE_KEY_ASSUMPTIONS],
    authorise: ({ path }, context) => tracker(context, path.serviceId),
    handle({ query }, context, { trackerId }) {
      const keys = (query.issues ?? []).map((key) => issueOfKey(context, trackerId, key)?.key ?? key)
      const found = readableIssues(context.store, wikiCaller(context), trackerId, keys)
      return found.map((issue) => showIssue(context, issue))
    },
  }),
  operation({
    ...group,
    id: 'wiki.trackerIssue.createInBulk',
    startsJob: true,
    summary: 'Starts a job in the tracker that creates issues for requirements.',
    method: 'POST',
    ...pathsBelow('/create-issues-bulk'),
    pathParameters: { serviceId },
    body: {
      name: 'IssuesCreationRequestFromUI',
      schema: creationRequest,
      example: { issueTemplate: templateExample, requirements: [{ spaceKey: 'ENG', key: 'REQ-003' }] },
    },
    success: { description: 'The job to poll.', shape: jobShape },
    refusals: { ...group.refusals, 403: 'The caller may not edit the project or may not read a space.' },
    assumptions: [...SEARCH_ASSUMPTIONS, 'A173', 'A174', ...always('A176'), 'A177', 'A181', 'A182'],
    authorise: ({ path }, context) => reach(context, path.serviceId),
    handle: ({ body }, context, reached) => startCreating(context, reached, body),
  }),
]

function startCreating(
  context: Context,
  { integration, trackerId }: ReturnType<typeof reach>,
  { issueTemplate, requirements, q }: CreationRequest,
) {
  context.note(ledger.bulkIssueRequests)
  const { store, world } = context
  const user = wikiCaller(context)
  const { template, templateId } = templateFor(context, integration, issueTemplate)
  const { id: projectContainerId } = requireTrackerProject(store, user, trackerId, template.projectId, 'edit')
  const chosen = chooseRequirements(context, issueTemplate.spaceKey ?? undefined, requirements, q)
  const work = workOfTemplate(integration, template, templateId, chosen)
  const kind = 'CREATE_ISSUES'
  return showJob(
    context,
    startBulkJob({ world, store, actor: user }, { kind, integration, trackerId, projectContainerId, work }),
  )
}

/** The template of a request: its own fields over those of the stored template that it names. */
function templateFor(context: Context, integration: IntegrationRecord, input: TemplateInput) {
  const { store } = context
  const user = wikiCaller(context)
  const named = input.spaceKey ?? undefined
  const space = named === undefined ? undefined : readableSpace(context, named)
  const templateId = input.id ?? undefined
  if (templateId !== undefined && space === undefined)
    throw invalidRequest(
      "body field 'issueTemplate.spaceKey'",
      `is missing; name the space of template ${quoted(templateId)}`,
    )
  const stored =
    space === undefined || templateId === undefined ? undefined : findTemplate(store, space, templateId)
  const place = space ?? { applicationId: wikiSite(context) }
  const details = { applinkId: integration.wikiApplinkId, ...present(input) }
  const template = checkTemplate(store, user, place, stored === undefined ? details : input, stored)
  return { template, templateId }
}

function chooseRequirements(
  context: Context,
  spaceKey: string | undefined,
  requirements: CreationRequest['requirements'],
  q: CreationRequest['q'],
) {
  const listed = requirements ?? undefined
  if ((listed === undefined) === (q === undefined || q === null)) {
    const which = listed === undefined ? 'neither is given' : 'both are given'
    throw invalidRequest("body fields 'requirements' and 'q'", `give one of them; ${which}`)
  }
  if (listed !== undefined) {
    for (const named of new Set(listed.map((requirement) => requirement.spaceKey)))
      readableSpace(context, named)
    return listed.map((requirement) => ({ ...requirement, baseline: requirement.baseline ?? undefined }))
  }
  return searchAll(context, toSearchRequest(context, spaceKey ?? '*', { q: q ?? undefined })).rows
}

function readProject(context: Context, id: string, key: string) {
  const { trackerId } = tracker(context, id)
  const found = requireTrackerProject(context.store, wikiCaller(context), trackerId, key, 'read')
  return { trackerId, found }
}

function tracker(context: Context, id: string) {
  context.note(ledger.trackerReading)
  return reach(context, id)
}

/** The integration of this id and its tracker. Throws NOT_FOUND, or CONFLICT if the tracker does not respond. */
function reach(context: Context, id: string) {
  context.note(ledger.unreachableTracker)
  context.note(ledger.brandInPaths)
  const all = wikiIntegrations(context.store, wikiSite(context), undefined)
  const integration = all.find(({ serviceId: known }) => known === id)
  if (integration === undefined) throw notFound('integration', id, { at: 'serviceId', in: 'the wiki' })
  return { integration, trackerId: reachTracker(context.store, integration) }
}

function showProject({ projectId, key, name }: ContainerRecord) {
  return { id: projectId ?? 0, key: key ?? '', name }
}
