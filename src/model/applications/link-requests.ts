/** The rules of requests of applications to join another organization (service §2.1, §4.1). */
import { applyEvent } from '../records/state-machine.ts'
import { organizations } from '../records/service/organizations.ts'
import { conflict, notFound } from '../input/errors.ts'
import { isMember, organizationsOf } from '../finding/permissions.ts'
import type { UserRecord } from '../records/service/users.ts'
import type { Store } from '../../world/store/store.ts'
import { linkRequestMachine } from '../records/machines/link-request-machine.ts'
import {
  type ApplicationRecord,
  applications,
  linkRequestKey,
  type LinkRequestRecord,
  linkRequests,
  type LinkRequestStatus,
} from '../records/service/applications.ts'

export function findLinkRequest(
  store: Store,
  applicationId: number,
  organizationId: number | bigint,
): LinkRequestRecord {
  const found =
    typeof organizationId === 'number'
      ? store.table(linkRequests).get(linkRequestKey(applicationId, organizationId))
      : undefined
  if (found !== undefined) return found
  throw notFound('link request for organization', organizationId, { in: `application ${applicationId}` })
}

/** Makes a PENDING request. Throws NOT_FOUND for an unknown organization, CONFLICT for its own or a second one. */
export function createLinkRequest(
  store: Store,
  application: ApplicationRecord,
  organizationId: number | bigint,
  user: UserRecord,
  now: number,
): LinkRequestRecord {
  if (typeof organizationId !== 'number' || !store.table(organizations).has(organizationId)) {
    throw notFound('organization', organizationId)
  }
  if (organizationId === application.organizationId) {
    throw conflict('application', application.id, `belongs to organization ${organizationId} already`)
  }
  const table = store.table(linkRequests)
  const previous = table.get(linkRequestKey(application.id, organizationId))
  const from = previous?.status ?? 'none'
  const status = applyEvent(store, machineOf(application.id, organizationId), from, 'create')
  return table.put({
    applicationId: application.id,
    organizationId,
    status: status as LinkRequestStatus,
    createdAt: now,
    createdBy: user.id,
  })
}

/** Withdraws a PENDING request or ends an APPROVED membership. */
export function deleteLinkRequest(
  store: Store,
  applicationId: number,
  organizationId: number | bigint,
): void {
  const request = findLinkRequest(store, applicationId, organizationId)
  applyEvent(store, machineOf(applicationId, request.organizationId), request.status, 'delete')
  store.table(linkRequests).remove(linkRequestKey(request.applicationId, request.organizationId))
}

export function approveLinkRequest(
  store: Store,
  applicationId: number,
  organizationId: number,
): LinkRequestRecord {
  return decide(store, applicationId, organizationId, 'approve')
}

export function rejectLinkRequest(
  store: Store,
  applicationId: number,
  organizationId: number,
): LinkRequestRecord {
  return decide(store, applicationId, organizationId, 'reject')
}

/** ACTIVE applications that can be requested: of the user's organizations, or `everywhere`. */
export function* linkCandidates(
  store: Store,
  application: ApplicationRecord,
  user: UserRecord,
  everywhere: boolean,
): Generator<ApplicationRecord> {
  const joined = new Set(organizationsOf(store, application))
  for (const request of store.table(linkRequests).range('application', [application.id])) {
    if (request.status === 'PENDING') joined.add(request.organizationId)
  }
  for (const candidate of store.table(applications).scan()) {
    if (candidate.status !== 'ACTIVE' || joined.has(candidate.organizationId)) continue
    if (everywhere || isMember(store, user, candidate.organizationId)) yield candidate
  }
}

/** The applications of an organization: its own and those that joined it, by id. */
export function applicationsOf(store: Store, organizationId: number): ApplicationRecord[] {
  const own = [...store.table(applications).range('organization', [organizationId])]
  const joined = [...store.table(linkRequests).range('organization', [organizationId])]
    .filter((request) => request.status === 'APPROVED')
    .flatMap((request) => store.table(applications).get(request.applicationId) ?? [])
  return [...own, ...joined].toSorted((a, b) => a.id - b.id)
}

function decide(
  store: Store,
  applicationId: number,
  organizationId: number,
  event: 'approve' | 'reject',
): LinkRequestRecord {
  const request = findLinkRequest(store, applicationId, organizationId)
  const status = applyEvent(
    store,
    machineOf(applicationId, organizationId),
    request.status,
    event,
  ) as LinkRequestStatus
  return store.table(linkRequests).put({ ...request, status })
}

/** The state machine with a name for this request, which has no id. */
function machineOf(applicationId: number, organizationId: number): typeof linkRequestMachine {
  const name = `request to link application ${applicationId} to organization ${organizationId}`
  return { ...linkRequestMachine, name }
}
