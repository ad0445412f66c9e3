/** The six lists of links that the include flags add to a requirement (service §4.1). */
import { z } from '../../framework/zod.ts'
import { applications } from '../../../model/records/service/applications.ts'
import {
  CONTAINER_TYPES,
  type ContainerRecord,
  containers,
} from '../../../model/records/service/containers.ts'
import type { IssueRecord } from '../../../model/records/tracker/tracker.ts'
import {
  findChildren,
  findIssueLinks,
  findLinkedIssue,
  findLinkingPages,
  findParent,
  type WikiIssueLink,
} from '../../../model/finding/requirements/lookup.ts'
import {
  type DependencyValue,
  type RequirementRecord,
  type TestCaseLinkRecord,
  testCaseLinks,
} from '../../../model/records/wiki/requirements.ts'
import { containerLevel, type ContainerPlace } from '../../../model/finding/permissions.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import type { Context } from '../../framework/operation.ts'
import { identifier, instant, pick } from '../common.ts'
import { canonicalUrl } from './url.ts'

export type LinkFlags = Readonly<
  Record<
    | 'includeOriginLinks'
    | 'includeReferenceLinks'
    | 'includeFromDependencies'
    | 'includeToDependencies'
    | 'includeJiraIssueLinks'
    | 'includeTestCaseLinks',
    boolean
  >
>

/** The fields of the link lists. */
export function linkShapes() {
  const containerLink = containerLinkShape()
  const dependency = dependencyLinkShape()
  return {
    originLinks: z.array(containerLink).optional(),
    referenceLinks: z.array(containerLink).optional(),
    fromDependencies: z.array(dependency).optional(),
    toDependencies: z.array(dependency).optional(),
    jiraIssueLinks: z.array(issueLinkShape()).optional(),
    testCaseLinks: z.array(testCaseLinkShape()).optional(),
  }
}

export const containerLinkShape = () =>
  z.object({
    containerId: identifier(),
    type: z.enum(CONTAINER_TYPES),
    name: z.string(),
    pageId: identifier().optional(),
    url: z.string(),
  })

/** A requirement at the other end of a dependency. */
export const dependencyLinkShape = () =>
  z.object({
    requirementId: identifier().optional(),
    key: z.string(),
    spaceKey: z.string(),
    relationship: z.string(),
    status: z.string().optional(),
    canonicalURL: z.string().optional(),
  })

export const issueLinkShape = () =>
  z.object({
    issueId: identifier().optional(),
    issueKey: z.string(),
    summary: z.string().optional(),
    relationship: z.string(),
    applicationId: identifier().optional(),
    url: z.string().optional(),
  })

export const testCaseLinkShape = () =>
  z.object({
    id: identifier(),
    testCaseKey: z.string(),
    version: z.int(),
    relationship: z.string(),
    status: z.string(),
    executedAt: instant(),
  })

/** The lists whose flags are set. The other lists are absent. */
export function linkLists(context: Context, flags: LinkFlags, record: RequirementRecord) {
  return {
    ...(flags.includeOriginLinks ? { originLinks: originLinks(context, record) } : {}),
    ...(flags.includeReferenceLinks ? { referenceLinks: referenceLinks(context, record) } : {}),
    ...(flags.includeFromDependencies ? { fromDependencies: fromDependencies(context, record) } : {}),
    ...(flags.includeToDependencies ? { toDependencies: toDependencies(context, record) } : {}),
    ...(flags.includeJiraIssueLinks ? { jiraIssueLinks: jiraIssueLinks(context, record) } : {}),
    ...(flags.includeTestCaseLinks ? { testCaseLinks: testCases(context, record) } : {}),
  }
}

function originLinks(context: Context, record: RequirementRecord) {
  if (record.originContainerId === undefined) return []
  const origin = context.store.table(containers).get(record.originContainerId)
  return origin === undefined || !isReadable(context, origin) ? [] : [toContainerLink(context, origin)]
}

function referenceLinks(context: Context, record: RequirementRecord) {
  return [...findLinkingPages(context.store, record)]
    .filter((container) => isReadable(context, container))
    .map((container) => toContainerLink(context, container))
}

function fromDependencies(context: Context, record: RequirementRecord) {
  return findChildren(context.store, record)
    .filter(({ other }) => isReadable(context, context.store.table(containers).get(other.projectContainerId)))
    .map(({ other, relationship }) =>
      toDependency(context, { relationship, spaceKey: other.spaceKey, key: other.key }, other),
    )
}

function toDependencies(context: Context, record: RequirementRecord) {
  return record.dependencies.map((dependency) => {
    const parent = findParent(context.store, record, dependency)
    const project =
      parent === undefined ? undefined : context.store.table(containers).get(parent.projectContainerId)
    return toDependency(context, dependency, isReadable(context, project) ? parent : undefined)
  })
}

/** `other` is undefined for a dangling dependency and for a requirement that the caller may not read. */
export function toDependency(
  context: Context,
  dependency: DependencyValue,
  other: RequirementRecord | undefined,
) {
  return {
    requirementId: other?.id,
    ...pick(dependency, 'key', 'spaceKey', 'relationship'),
    status: other?.status,
    canonicalURL: other === undefined ? undefined : canonicalUrl(context.store, other),
  }
}

function jiraIssueLinks(context: Context, record: RequirementRecord) {
  return findIssueLinks(context.store, record).map((link) => toIssueLink(context, link))
}

/** A link as the wiki stores it, with the details of its issue if the caller may read the issue. */
export function toIssueLink(context: Context, link: WikiIssueLink) {
  const { store } = context
  const { issueKey, relationship } = link.wiki
  const found = readableIssue(context, findLinkedIssue(store, link))
  if (found === undefined) return { issueKey, relationship }
  const { issue, container } = found
  const tracker = store.table(applications).get(issue.applicationId)
  return {
    issueId: issue.id,
    issueKey,
    summary: container.name,
    relationship,
    applicationId: issue.applicationId,
    url:
      tracker === undefined
        ? undefined
        : `${tracker.baseUrl}/browse/${encodeURIComponent(issue.key.toWellFormed())}`,
  }
}

function testCases({ store }: Context, record: RequirementRecord) {
  return [...store.table(testCaseLinks).range('requirement', [record.id])].map(toTestCaseLink)
}

export const toTestCaseLink = (link: TestCaseLinkRecord) => ({
  ...pick(link, 'id', 'testCaseKey', 'version', 'relationship', 'status'),
  executedAt: formatInstant(link.executedAt),
})

export function toContainerLink({ store }: Context, container: ContainerRecord) {
  const application = store.table(applications).get(container.applicationId)
  return {
    containerId: container.id,
    type: container.type,
    name: container.name,
    pageId: container.pageId,
    url: `${application?.baseUrl ?? ''}${pathOf(container)}`,
  }
}

/** The path of a container in its own product. */
function pathOf(container: ContainerRecord): string {
  switch (container.type) {
    case 'PAGE':
      return `/pages/viewpage.action?pageId=${container.pageId}`
    case 'ISSUE':
      return `/browse/${encodeURIComponent((container.key ?? '').toWellFormed())}`
    default:
      return `/containers/${container.id}`
  }
}

/** An issue that the caller may read, with its container. */
export function readableIssue(context: Context, issue: IssueRecord | undefined) {
  const container = issue && context.store.table(containers).get(issue.containerId)
  if (issue === undefined || container === undefined || !isReadable(context, container)) return undefined
  return { issue, container }
}

export function isReadable(context: Context, container: ContainerPlace | undefined): boolean {
  return (
    container !== undefined &&
    context.user !== undefined &&
    containerLevel(context.store, context.user, container) !== undefined
  )
}
