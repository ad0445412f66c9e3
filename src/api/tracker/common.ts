/** What the operations of the tracker interface share: the tracker addressed, issues, links, and who may do what (service §4.7, §5.7). */
import * as z from 'zod'
import { containers, type ContainerRecord } from '../../model/containers/records.ts'
import { type IntegrationRecord, integrations, type IssueRecord, issues } from '../../model/links/records.ts'
import { Refusal, shown } from '../../model/refusal.ts'
import { containerLevel, forbidden, isSiteAdministrator } from '../../model/users/permissions.ts'
import type { GrantLevel, UserRecord } from '../../model/users/records.ts'
import type { Context } from '../operation.ts'
import { string } from '../parameter.ts'

/** What every operation of the tracker interface has in common with the others. */
export const trackerOperation = {
  interface: 'tracker',
  provenance: 'documented',
  rate: 'normal',
  stability: 'internal',
  section: '4.7',
} as const

/** `applinkId` in a path: the tracker's id of its link to the wiki. */
export const applinkId = string({
  required: true,
  maximumLength: 255,
  description: 'UUID of the application link, as the tracker knows it.',
  example: '99999999-8888-4777-8666-555555555555',
})

/** `issueKey` in a path. */
export const issueKey = string({
  required: true,
  maximumLength: 255,
  description: 'Key of the issue.',
  example: 'DRN-1',
})

/** A whole identifier as answers show it. */
export const identifier = () => z.int().describe('Identifier (Long).')
/** An instant as answers show it. */
export const instant = () => z.iso.datetime().describe('Instant in UTC, ISO 8601.')

/** The caller; a call without one never gets this far. */
export function trackerCaller(context: Context): UserRecord {
  if (context.user === undefined)
    throw new Refusal('UNAUTHENTICATED', 'no credential: sign in to the tracker')
  return context.user
}

/** The application id of the tracker that is addressed; NOT_FOUND where the world has none. */
export function trackerSite(context: Context): number {
  if (context.site === undefined) throw new Refusal('NOT_FOUND', 'this world has no self-hosted tracker')
  return context.site
}

/** True when the caller administers the tracker. */
export function isTrackerAdministrator(context: Context): boolean {
  return isSiteAdministrator(context.store, trackerCaller(context), trackerSite(context))
}

/** The issue of this key. Throws NOT_FOUND, or FORBIDDEN unless the caller has the permission on its project. */
export function requireIssue(context: Context, key: string, level: GrantLevel): IssueRecord {
  const issue = context.store.table(issues).find('key', [trackerSite(context), key])
  if (issue === undefined)
    throw new Refusal('NOT_FOUND', `issueKey ${shown(key)}: the tracker has no such issue`)
  const project = context.store.table(containers).get(issue.projectContainerId) as ContainerRecord
  requireProjectLevel(context, project, level, `issue ${shown(key)}`)
  return issue
}

/** The project of this key. Throws NOT_FOUND, or FORBIDDEN unless the caller has the permission. */
export function requireProject(context: Context, key: string, level: GrantLevel): ContainerRecord {
  const project = context.store.table(containers).find('key', [trackerSite(context), 'PROJECT', key])
  if (project === undefined)
    throw new Refusal('NOT_FOUND', `project ${shown(key)}: the tracker has no such project`)
  requireProjectLevel(context, project, level, `project ${shown(key)}`)
  return project
}

function requireProjectLevel(
  context: Context,
  project: ContainerRecord,
  level: GrantLevel,
  what: string,
): void {
  context.assume('A134')
  const granted = containerLevel(context.store, trackerCaller(context), project)
  if (granted === undefined || (level === 'edit' && granted !== 'edit'))
    throw forbidden(context.user, `${level} ${what}`)
}

/** The integration of this application link of the tracker. Throws NOT_FOUND. */
export function findIntegration(context: Context, id: string): IntegrationRecord {
  const integration = context.store.table(integrations).find('trackerApplink', [id])
  if (integration !== undefined && integration.trackerApplicationId === trackerSite(context))
    return integration
  throw new Refusal('NOT_FOUND', `applinkId ${shown(id)}: the tracker has no such application link`)
}

/** The integrations of the tracker, by service id. */
export function integrationsOf(context: Context): IntegrationRecord[] {
  return [...context.store.table(integrations).range('tracker', [trackerSite(context)])]
}

/**
 * Throws FORBIDDEN unless the caller administers the tracker, or is the other product: the user that an integration names
 * for calls through the application link (any integration of the tracker where none is given).
 */
export function requireLinkOrAdministrator(context: Context, integration?: IntegrationRecord): void {
  context.assume('A134')
  if (isTrackerAdministrator(context)) return
  const caller = trackerCaller(context)
  const through = integration === undefined ? integrationsOf(context) : [integration]
  if (through.some(({ username }) => username === caller.name)) return
  throw forbidden(context.user, 'do this: it takes an administrator of the tracker or the application link')
}
