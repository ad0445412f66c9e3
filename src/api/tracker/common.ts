/** What operations of the tracker interface share: parameters, lookups and permissions (service §4.7, §5.7). */
import { withoutBlank } from '../../model/input/blank.ts'
import { z } from '../framework/zod.ts'
import { containers, type ContainerRecord } from '../../model/records/service/containers.ts'
import { type IntegrationRecord, integrations } from '../../model/records/tracker/integrations.ts'
import type { IssueRecord } from '../../model/records/tracker/tracker.ts'
import { wikiSilence } from '../../model/finding/reachability.ts'
import {
  invalid,
  invalidRequest,
  notFound,
  stateConflict,
  unauthenticated,
} from '../../model/input/errors.ts'
import { unknownIssue } from '../../model/finding/unknown-issue.ts'
import { quoted } from '../../model/input/refusal.ts'
import { containerLevel, forbiddenTo, isSiteAdministrator } from '../../model/finding/permissions.ts'
import type { Writing } from '../../model/records/actor.ts'
import type { GrantLevel, UserRecord } from '../../model/records/service/users.ts'
import type { Context } from '../framework/operation.ts'
import { string } from '../framework/parameter.ts'
import * as ledger from '../framework/ledger-names.ts'
import { issueOfKey } from '../shared/issue-keys.ts'

export const trackerOperation = {
  interface: 'tracker',
  provenance: 'documented',
  stability: 'internal',
  section: '4.7',
} as const

/** The tracker's id of its link to the wiki. */
export const applinkId = string({
  maximumLength: 255,
  description: 'UUID of the application link, as the tracker knows it.',
  example: '99999999-8888-4777-8666-555555555555',
})

/** As a query parameter. Required if the tracker has several application links. */
export const optionalApplinkId = {
  ...applinkId,
  description: 'UUID of the application link. Required if the tracker has several.',
} as const

export const issueKey = string({ maximumLength: 255, description: 'Key of the issue.', example: 'DRN-1' })

export const identifier = () => z.int().describe('Identifier (Long).')
export const instant = () => z.iso.datetime().describe('Instant in UTC, ISO 8601.')

export const SIGNED_IN = { words: 'signed-in', assumed: true } as const
export const LINK_OR_ADMINISTRATOR = { words: 'application link or administrator', assumed: true } as const

/** An operation on the application link of its path, for administrators and for the user of the link. */
export const onApplicationLink = {
  permission: LINK_OR_ADMINISTRATOR,
  pathParameters: { applinkId },
  refusals: { 404: 'No such application link.' },
  authorise: ({ path }: { readonly path: { readonly applinkId: string } }, context: Context) =>
    authorisedIntegration(context, findIntegration(context, path.applinkId)),
} as const

/** Names the tracker in a message. */
export const IN_TRACKER = { in: 'the tracker' } as const

/** The caller. Anonymous calls are rejected before an operation runs. */
export function trackerCaller(context: Context): UserRecord {
  if (context.user === undefined) throw unauthenticated('no credential', 'sign in to the tracker')
  return context.user
}

/** The application id of the addressed tracker. Throws NOT_FOUND if the world has none. */
export function trackerSite(context: Context): number {
  if (context.site === undefined) throw notFound('self-hosted application', 'tracker', { in: 'this world' })
  return context.site
}

/** The user who writes, and the tables that they write to. */
export function writingOf({ world, store, user }: Context): Writing {
  return { world, store, actor: user }
}

export function isTrackerAdministrator(context: Context): boolean {
  return isSiteAdministrator(context.store, trackerCaller(context), trackerSite(context))
}

/** Throws NOT_FOUND, or FORBIDDEN unless the caller has the permission on the project of the issue. */
export function requireIssue(context: Context, key: string, level: GrantLevel): IssueRecord {
  const issue = issueOfKey(context, trackerSite(context), key)
  if (issue === undefined) {
    const { store, user } = context
    throw user === undefined
      ? notFound('issue', key, IN_TRACKER)
      : unknownIssue(store, key, trackerSite(context), user)
  }
  const project = context.store.table(containers).get(issue.projectContainerId) as ContainerRecord
  requireProjectLevel(context, project, level, `issue ${quoted(key)}`)
  return issue
}

/** Throws NOT_FOUND, or FORBIDDEN unless the caller has the permission. */
export function requireProject(context: Context, key: string, level: GrantLevel): ContainerRecord {
  const project = context.store.table(containers).find('key', [trackerSite(context), 'PROJECT', key])
  if (project === undefined) throw notFound('project', key, IN_TRACKER)
  requireProjectLevel(context, project, level, `project ${quoted(key)}`)
  return project
}

function requireProjectLevel(
  context: Context,
  project: ContainerRecord,
  level: GrantLevel,
  what: string,
): void {
  context.note(ledger.trackerPermissions)
  const granted = containerLevel(context.store, trackerCaller(context), project)
  if (granted === undefined || (level === 'edit' && granted !== 'edit'))
    throw forbiddenTo(context.user, `${level} ${what}`)
}

/** The integration of an application link of the tracker. Throws NOT_FOUND. */
export function findIntegration(context: Context, id: string): IntegrationRecord {
  const integration = context.store.table(integrations).find('trackerApplink', [id])
  if (integration !== undefined && integration.trackerApplicationId === trackerSite(context))
    return integration
  throw notFound('application link', id, IN_TRACKER)
}

/** The integrations of the tracker, ordered by service id. */
export function integrationsOf(context: Context): IntegrationRecord[] {
  return [...context.store.table(integrations).range('tracker', [trackerSite(context)])]
}

/**
 * The integration of the application link in the path, or in the body or query, or the only one of the tracker. Throws
 * NOT_FOUND, and INVALID if none is named and there is not exactly one, or if path and body name different ones.
 */
export function selectedIntegration(
  context: Context,
  inPath: string | undefined,
  inBody: string | null | undefined,
): IntegrationRecord {
  const sent = withoutBlank(inBody)
  if (inPath !== undefined && sent !== undefined && inPath !== sent) {
    throw invalid('applinkId', sent, `the path names another application link, ${quoted(inPath)}`)
  }
  const named = inPath ?? sent
  if (named !== undefined) return findIntegration(context, named)
  const all = integrationsOf(context)
  const [only] = all
  if (only !== undefined && all.length === 1) return only
  throw invalidRequest('applinkId', `the tracker has ${all.length} application links: name one`)
}

/** Throws CONFLICT if the wiki does not respond to the tracker. */
export function requireWiki({ store }: Context, integration: IntegrationRecord): void {
  const silence = wikiSilence(store, integration)
  if (silence !== undefined) throw stateConflict('the wiki does not respond', silence)
}

/** Throws FORBIDDEN unless the caller administers the tracker or is the user of one of its application links. */
export function requireLinkOrAdministrator(context: Context): void {
  requireOneOf(context, integrationsOf(context))
}

/** The same integration. Throws FORBIDDEN unless the caller administers the tracker or is the user of its application link. */
export function authorisedIntegration(context: Context, integration: IntegrationRecord): IntegrationRecord {
  requireOneOf(context, [integration])
  return integration
}

function requireOneOf(context: Context, through: readonly IntegrationRecord[]): void {
  context.note(ledger.trackerPermissions)
  const user = trackerCaller(context)
  if (isTrackerAdministrator(context) || through.some(({ username }) => username === user.name)) return
  throw forbiddenTo(context.user, 'do this: it takes an administrator of the tracker or the application link')
}
