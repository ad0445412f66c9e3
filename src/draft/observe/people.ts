/** Organizations, users, sites and what identifies users. */
import type * as wire from '../../api/wire-types.generated.ts'
import type { RegionFacts, UserFacts, UserReference } from '../region.ts'
import type { Seen } from '../seen.ts'
import { callerOf, type Observers, roleOf, userKey } from './observer.ts'

export const peopleObservers: Observers = {
  'standalone.organization.list': ({ body }, region) => {
    for (const organization of body) learnOrganization(region, organization)
  },
  'standalone.organization.read': ({ body }, region) => learnOrganization(region, body),
  'standalone.organization.create': ({ body }, region) => learnOrganization(region, body),
  'standalone.organization.update': ({ body }, region) => learnOrganization(region, body),
  'standalone.user.listOrganizations': (seen, region) => {
    const user = callerOf(seen)
    for (const organization of seen.body) {
      learnOrganization(region, organization)
      const { role } = organization as { readonly role?: 'MEMBER' | 'ADMIN' }
      if (user !== undefined) learnMembership(region, organization.id, user, role)
    }
    if (user !== undefined) region.memberships.complete(userKey(user))
  },
  'standalone.member.list': ({ path, body }, region) => {
    for (const member of body.items) learnMember(region, path.organizationId, member)
    if (body.items.length === body.total) region.memberships.complete(path.organizationId)
  },
  'standalone.member.read': ({ path, body }, region) => learnMember(region, path.organizationId, body),
  'standalone.member.update': ({ path, body }, region) => learnMember(region, path.organizationId, body),
  'standalone.user.readSelf': (seen, region) => learnSelf(seen, region, seen.body),
  'standalone.user.updateSelf': (seen, region) => learnSelf(seen, region, seen.body),
  'standalone.user.read': ({ body }, region) => region.users.learn(body.id, body),
  'standalone.linkedAccount.readProfile': (seen, region) => learnSelf(seen, region, seen.body),
  'standalone.linkedAccount.read': (seen, region) => {
    const user = callerOf(seen)
    const { accountId, applicationIds, consented } = seen.body
    learnSelf(seen, region, { accountId })
    if (user === undefined) return
    for (const id of applicationIds)
      region.accountLinks.learn(`${userKey(user)}:${id}`, { user, site: String(id), consented })
  },
  'standalone.credential.list': (seen, region) => {
    const user = callerOf(seen)
    if (user === undefined) return
    for (const { id, name, createdAt, expiresAt, ...rest } of seen.body) {
      const { applicationId } = rest as { readonly applicationId?: number }
      region.tokens.learn(id, { id, user, name, createdAt, expires: expiresAt, applicationId })
    }
    region.tokens.complete(userKey(user))
  },
  'standalone.credential.delete': ({ path }, region) => {
    for (const id of Object.values(path)) region.tokens.close(String(id))
  },
  'standalone.application.list': ({ body }, region) => {
    for (const application of body.items) learnSite(region, application)
  },
  'standalone.application.read': ({ body }, region) => learnSite(region, body),
  'standalone.application.readCurrent': ({ body }, region) => learnSite(region, body),
  'standalone.linkRequest.listCandidates': ({ body }, region) => {
    for (const application of body.items) learnSite(region, application)
  },
  'standalone.linkRequest.list': ({ body }, region) => learnLinkRequests(region, body.items),
  'standalone.linkRequest.listOfOrganization': ({ body }, region) => learnLinkRequests(region, body.items),
  'standalone.linkRequest.read': ({ body }, region) => learnLinkRequests(region, [body]),
  'standalone.linkRequest.readOfOrganization': ({ body }, region) => learnLinkRequests(region, [body]),
  'standalone.linkRequest.create': ({ body }, region) => learnLinkRequests(region, [body]),
  'standalone.linkRequest.delete': ({ path }, region) =>
    region.linkRequests.close(`${path.applicationId}:${path.organizationId}`),
  'standalone.invitation.list': ({ body }, region) => learnInvitations(region, body.items),
  'standalone.invitation.listOwn': ({ body }, region) => learnInvitations(region, body.items),
  'standalone.invitation.read': ({ body }, region) => learnInvitations(region, [body]),
  'standalone.invitation.create': ({ body }, region) => learnInvitations(region, [body]),
  'standalone.invitation.update': ({ body }, region) => learnInvitations(region, [body]),
  'standalone.invitation.withdraw': ({ path }, region) => region.invitations.close(path.invitationId),
  'tracker.api.read': (seen, region) => {
    const { username, displayName, title, baseUrl } = seen.body
    if (username !== undefined) learnSelf(seen, region, { name: username, displayName })
    region.sites.learn(region.tracker, {
      type: 'JIRA',
      name: title,
      baseUrl,
    })
  },
}

function learnOrganization(
  region: RegionFacts,
  { id, name, createdAt }: wire.StandaloneDTOOrganization,
): void {
  region.organizations.learn(id, { id, name, createdAt })
}

function learnMembership(
  region: RegionFacts,
  organizationId: number,
  user: UserReference,
  role: 'MEMBER' | 'ADMIN' | undefined,
): void {
  region.memberships.learn(`${organizationId}:${userKey(user)}`, {
    organizationId,
    user,
    role: role === undefined ? undefined : roleOf(role),
  })
}

function learnMember(
  region: RegionFacts,
  organizationId: number,
  { userId: id, name, displayName, email, role }: wire.StandaloneDTOOrganizationMember,
): void {
  region.users.learn(id, { id, name, displayName, email })
  learnMembership(region, organizationId, { id }, role)
}

type Self = { readonly [N in keyof UserFacts]?: UserFacts[N] | undefined }

/** What a caller sees of itself tells who the caller is. */
function learnSelf(seen: Pick<Seen, 'caller'>, region: RegionFacts, self: Self): void {
  if (self.id !== undefined) region.users.learn(self.id, self)
  if (seen.caller !== undefined) region.callers.learn(seen.caller, self)
}

function learnSite(region: RegionFacts, application: wire.StandaloneDTOApplication): void {
  region.sites.learn(application.id, application)
}

function learnLinkRequests(
  region: RegionFacts,
  requests: readonly wire.StandaloneDTOApplicationLinkRequest[],
): void {
  for (const request of requests)
    region.linkRequests.learn(`${request.applicationId}:${request.organizationId}`, request)
}

function learnInvitations(region: RegionFacts, invitations: readonly wire.StandaloneDTOInvitation[]): void {
  for (const { expiresAt, role, ...invitation } of invitations)
    region.invitations.learn(invitation.id, { ...invitation, role: roleOf(role), expires: expiresAt })
}
