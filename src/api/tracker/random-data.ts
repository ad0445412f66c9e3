/** Random issues and links for trying things out (service §4.7). */
import { withoutBlank } from '../../model/input/blank.ts'
import { z } from '../framework/zod.ts'
import { readableTrackerProjects } from '../../model/integration/issues/tracker-reading.ts'
import type { ContainerRecord } from '../../model/records/service/containers.ts'
import { conflict } from '../../model/input/errors.ts'
import {
  createRandomData,
  createRandomIssues,
  MAXIMUM_RANDOM_ISSUES,
} from '../../model/integration/tracker/random-data.ts'
import { containerLevel } from '../../model/finding/permissions.ts'
import { always, type Context, operation, type Operation } from '../framework/operation.ts'
import { int32, string } from '../framework/parameter.ts'
import { showIssue, trackerIssue, trackerIssueExample } from '../wiki/integration/tracker-issue-shape.ts'
import {
  LINK_OR_ADMINISTRATOR,
  optionalApplinkId,
  requireLinkOrAdministrator,
  requireProject,
  trackerCaller,
  trackerOperation,
  trackerSite,
  writingOf,
  selectedIntegration,
} from './common.ts'
import { issueLink, issueLinkExample, showLink } from './issue-link-shape.ts'

const shared = {
  ...trackerOperation,
  group: 'Random data',
  permission: LINK_OR_ADMINISTRATOR,
  method: 'GET',
  refusals: {
    404: 'No such project or application link.',
    409: 'The tracker or the wiki lacks the records to create them from.',
  },
  assumptions: ['A134', ...always('A170')],
} as const

const drawing = {
  count: int32({
    minimum: 1,
    maximum: MAXIMUM_RANDOM_ISSUES,
    default: 10,
    description: 'Number of issues to create.',
  }),
  projectKey: string({
    maximumLength: 255,
    description: 'Key of the project. Default: the first that the caller may edit.',
    example: 'DRN',
  }),
} as const

const issuesOnly = operation({
  ...shared,
  id: 'tracker.randomData.issues',
  summary: 'Creates random issues from the seed of the world.',
  path: '/sync/create-random-issues',
  query: drawing,
  success: {
    description: 'The issues.',
    shape: {
      name: 'RandomIssues',
      schema: () => z.object({ issues: z.array(trackerIssue()) }),
      example: { issues: [trackerIssueExample] },
    },
  },
  authorise({ query }, context) {
    requireLinkOrAdministrator(context)
    return projectFor(context, query.projectKey)
  },
  handle({ query }, context, project) {
    const made = createRandomIssues(writingOf(context), project, query.count)
    return { issues: made.map((issue) => showIssue(context, issue)) }
  },
})

const withLinks = operation({
  ...shared,
  id: 'tracker.randomData.create',
  summary: 'Creates random issues with links to requirements from the seed of the world.',
  description: 'Queue messages report the links to the wiki.',
  path: '/sync/create-random-data',
  query: { ...drawing, applinkId: optionalApplinkId },
  success: {
    description: 'The issues with their links.',
    shape: {
      name: 'RandomData',
      schema: () => z.object({ issues: z.array(trackerIssue().extend({ links: z.array(issueLink()) })) }),
      example: { issues: [{ ...trackerIssueExample, links: [issueLinkExample] }] },
    },
  },
  authorise({ query }, context) {
    requireLinkOrAdministrator(context)
    const project = projectFor(context, query.projectKey)
    return { project, integration: selectedIntegration(context, undefined, query.applinkId) }
  },
  handle({ query }, context, { project, integration }) {
    const caller = trackerCaller(context)
    const made = createRandomData({ ...writingOf(context), integration }, caller, project, query.count)
    const issues = made.map(({ issue, links }) => ({
      ...showIssue(context, issue),
      links: links.map((link) => showLink(context, link)),
    }))
    return { issues }
  },
})

export const trackerRandomDataOperations: readonly Operation[] = [withLinks, issuesOnly]

/** The project to fill. Throws NOT_FOUND, FORBIDDEN, or CONFLICT if the caller may edit no project. */
function projectFor(context: Context, key: string | undefined): ContainerRecord {
  const named = withoutBlank(key)
  if (named !== undefined) return requireProject(context, named, 'edit')
  const caller = trackerCaller(context)
  const found = readableTrackerProjects(context.store, caller, trackerSite(context)).find(
    (project) => containerLevel(context.store, caller, project) === 'edit',
  )
  if (found !== undefined) return found
  throw conflict('user', caller.name, 'may edit no project of the tracker', 'name one as projectKey')
}
