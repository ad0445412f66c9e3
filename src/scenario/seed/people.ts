/** Fills organizations, users, sites and what identifies users (service §2.1, §5). */
import { noteDowntime } from '../../model/records/world/downtimes.ts'
import { applications, linkRequests } from '../../model/records/service/applications.ts'
import { INVITATION_LIFETIME, withExpiry } from '../../model/organizations/invitation-expiry.ts'
import {
  type InvitationRecord,
  invitations,
  memberships,
  organizations,
} from '../../model/records/service/organizations.ts'
import { accountLinks, administrators, sessions, tokens, users } from '../../model/records/service/users.ts'
import { hashSecret } from '../../model/users/secrets.ts'
import { SESSION_IDS } from '../../model/users/sessions.ts'
import { LAST_INSTANT } from '../../world/time/duration.ts'
import { numberEntries } from './numbering.ts'
import { instantOf, must, organizationId, type Seeding, siteId, userId } from './seeding.ts'

const TOKEN_LIFETIME = 365 * 86_400_000

export function seedPeople(seeding: Seeding): void {
  seedOrganizations(seeding)
  seedUsers(seeding)
  seedSites(seeding)
  seedCredentials(seeding)
}

function seedOrganizations(seeding: Seeding): void {
  const table = seeding.store.table(organizations)
  for (const [entry, id] of seeding.organizationIds) {
    table.insert({ id, name: entry.name, createdAt: instantOf(seeding, entry.createdAt) })
  }
}

function seedUsers(seeding: Seeding): void {
  const { store, world } = seeding
  for (const [entry, id] of seeding.userIds) {
    store.table(users).insert({
      id,
      name: entry.name,
      displayName: entry.displayName ?? entry.name,
      email: entry.email ?? `${entry.name}@example.test`,
      accountId: entry.accountId ?? world.random('user', `${store.name}/${entry.name}`, 'accountId').hex(24),
      passwordHash: hashSecret(entry.password ?? entry.name),
    })
    for (const { organization, role } of entry.organizations ?? []) {
      const membership = {
        organizationId: organizationId(seeding, organization),
        userId: id,
        role: role ?? 'member',
      }
      store.table(memberships).put(membership)
    }
  }
}

function seedSites(seeding: Seeding): void {
  const { store } = seeding
  for (const [entry, id] of seeding.siteIds) {
    store.table(applications).insert({
      id,
      name: entry.title ?? entry.name,
      ...(entry.title === undefined || entry.title === entry.name ? {} : { handle: entry.name }),
      type: entry.type,
      status: entry.status ?? 'ACTIVE',
      baseUrl: entry.baseUrl,
      organizationId: organizationId(seeding, entry.organization),
      selfHosted: entry.selfHosted ?? false,
    })
    noteDowntime(seeding.world, store, id)
    for (const user of entry.administrators ?? []) {
      store.table(administrators).put({ applicationId: id, userId: userId(seeding, user) })
    }
  }
  for (const entry of seeding.sections.linkRequests ?? []) {
    store.table(linkRequests).insert({
      applicationId: siteId(seeding, entry.application),
      organizationId: organizationId(seeding, entry.organization),
      status: entry.status ?? 'PENDING',
      createdAt: instantOf(seeding, entry.createdAt),
      createdBy: userId(seeding, entry.createdBy),
    })
  }
}

function seedCredentials(seeding: Seeding): void {
  const { store, sections, world } = seeding
  for (const entry of sections.accountLinks ?? []) {
    store.table(accountLinks).insert({
      userId: userId(seeding, entry.user),
      applicationId: siteId(seeding, entry.site),
      linked: entry.linked ?? true,
      consented: entry.consented ?? true,
    })
  }
  const tokenIds = numberEntries(store, 'token', sections.tokens ?? [], (entry) => entry.id)
  for (const entry of sections.tokens ?? []) {
    store.table(tokens).insert({
      id: must(tokenIds.get(entry), 'token', entry.name),
      userId: userId(seeding, entry.user),
      name: entry.name,
      hash: hashSecret(entry.value),
      createdAt: instantOf(seeding, entry.createdAt),
      expiresAt:
        entry.expires === undefined ? world.clock.start + TOKEN_LIFETIME : instantOf(seeding, entry.expires),
      ...(entry.application === undefined ? {} : { applicationId: siteId(seeding, entry.application) }),
    })
  }
  const sessionIds = numberEntries(store, SESSION_IDS, sections.sessions ?? [], (entry) => entry.id)
  for (const entry of sections.sessions ?? []) {
    store.table(sessions).insert({
      hash: hashSecret(entry.value),
      id: must(sessionIds.get(entry), 'session', String(entry.user)),
      userId: userId(seeding, entry.user),
      createdAt: instantOf(seeding, entry.createdAt),
      ...(entry.expires === undefined ? {} : { expiresAt: instantOf(seeding, entry.expires) }),
    })
  }
}

/** Fills invitations, whose expiry the clock then waits for. */
export function seedInvitations(seeding: Seeding): void {
  const { store, sections, world } = seeding
  const entries = sections.invitations ?? []
  const ids = numberEntries(store, 'invitation', entries, (entry) => entry.id)
  for (const entry of entries) {
    const createdAt = instantOf(seeding, entry.createdAt)
    const expiresAt =
      entry.expires === undefined
        ? Math.min(createdAt + INVITATION_LIFETIME, LAST_INSTANT)
        : instantOf(seeding, entry.expires)
    const status = entry.status ?? 'PENDING'
    const invitation: InvitationRecord = {
      id: must(ids.get(entry), 'invitation', entry.email),
      organizationId: organizationId(seeding, entry.organization),
      email: entry.email,
      role: entry.role ?? 'member',
      status: status === 'PENDING' && expiresAt <= world.now ? 'EXPIRED' : status,
      createdAt,
      createdBy: userId(seeding, entry.createdBy),
      expiresAt,
    }
    const waits = invitation.status === 'PENDING'
    store.table(invitations).insert(waits ? withExpiry(world, store, invitation) : invitation)
  }
}
