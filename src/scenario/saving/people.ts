/** Saves organizations, users, sites, and what identifies users: passwords, tokens and sessions get new values. */
import { applications, linkRequests } from '../../model/records/service/applications.ts'
import { invitations, memberships, organizations } from '../../model/records/service/organizations.ts'
import {
  accountLinks,
  administrators,
  sessions,
  tokens,
  type UserRecord,
  users,
} from '../../model/records/service/users.ts'
import { hashSecret } from '../../model/users/secrets.ts'
import type { Entry, Sections } from '../format/format.ts'
import { instantText, type Saving, sinceStart, some, unless } from './saving.ts'

export function savePeople(saving: Saving): Sections {
  const { store, names } = saving
  return {
    organizations: [...store.table(organizations).scan()].map(({ id, name, createdAt }) => ({
      id,
      name,
      createdAt: sinceStart(saving, createdAt),
    })),
    users: [...store.table(users).scan()].map((user) => savedUser(saving, user)),
    sites: savedSites(saving),
    accountLinks: [...store.table(accountLinks).scan()].map(
      ({ userId, applicationId, linked, consented }) => ({
        user: names.user(userId) ?? userId,
        site: names.site(applicationId),
        linked: unless(linked, true),
        consented: unless(consented, true),
      }),
    ),
    ...savedCredentials(saving),
    linkRequests: [...store.table(linkRequests).scan()].map((request) => ({
      application: names.site(request.applicationId),
      organization: names.organization(request.organizationId),
      status: unless(request.status, 'PENDING'),
      createdBy: names.user(request.createdBy) ?? request.createdBy,
      createdAt: sinceStart(saving, request.createdAt),
    })),
    invitations: [...store.table(invitations).scan()].map((invitation) => ({
      id: invitation.id,
      organization: names.organization(invitation.organizationId),
      email: invitation.email,
      role: unless(invitation.role, 'member'),
      status: unless(invitation.status, 'PENDING'),
      createdBy: names.user(invitation.createdBy) ?? invitation.createdBy,
      createdAt: sinceStart(saving, invitation.createdAt),
      expires: instantText(invitation.expiresAt),
    })),
  }
}

function savedUser(saving: Saving, user: UserRecord): Entry<'users'> {
  const { store, names, renewed } = saving
  const { id, name, displayName, email, accountId, passwordHash } = user
  const hasUsualPassword = passwordHash === hashSecret(name)
  const entry = {
    id,
    name,
    displayName: unless(displayName, name),
    email: unless(email, `${name}@example.test`),
    accountId,
    password: hasUsualPassword ? undefined : newValue(`password-of-${name}`, new Set([passwordHash])),
    organizations: some(
      [...store.table(memberships).range('user', [id])].map(({ organizationId, role }) => ({
        organization: names.organization(organizationId),
        role: unless(role, 'member'),
      })),
    ),
  }
  if (!hasUsualPassword) renewed.add(entry)
  return entry
}

function savedSites({ store, names }: Saving): Entry<'sites'>[] {
  const administratorsOf = Map.groupBy(
    store.table(administrators).scan(),
    ({ applicationId }) => applicationId,
  )
  return [...store.table(applications).scan()].map((site) => {
    const handle = String(names.site(site.id))
    return {
      id: site.id,
      name: handle,
      title: unless(site.name, handle),
      type: site.type,
      status: unless(site.status, 'ACTIVE'),
      baseUrl: site.baseUrl,
      organization: names.organization(site.organizationId),
      selfHosted: unless(site.selfHosted, false),
      administrators: some(
        (administratorsOf.get(site.id) ?? []).map(({ userId }) => names.user(userId) ?? userId),
      ),
    }
  })
}

function savedCredentials(saving: Saving): Pick<Sections, 'tokens' | 'sessions'> {
  const { store, names, renewed } = saving
  const taken = new Set([
    ...[...store.table(tokens).scan()].map(({ hash }) => hash),
    ...[...store.table(sessions).scan()].map(({ hash }) => hash),
  ])
  const savedTokens = [...store.table(tokens).scan()].map((token) => {
    const { id, userId, name, createdAt, expiresAt, applicationId } = token
    const user = names.user(userId) ?? userId
    return {
      id,
      user,
      name,
      value: newValue(`tok-${user}-${id}`, taken),
      expires: instantText(expiresAt),
      application: applicationId === undefined ? undefined : names.site(applicationId),
      createdAt: sinceStart(saving, createdAt),
    }
  })
  const savedSessions = [...store.table(sessions).scan()]
    .toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0))
    .map(({ id, userId, createdAt, expiresAt }, position) => {
      const user = names.user(userId) ?? userId
      return {
        id,
        user,
        value: newValue(`sess-${user}-${id ?? position + 1}`, taken),
        expires: expiresAt === undefined ? undefined : instantText(expiresAt),
        createdAt: sinceStart(saving, createdAt),
      }
    })
  for (const entry of [...savedTokens, ...savedSessions]) renewed.add(entry)
  return { tokens: savedTokens, sessions: savedSessions }
}

/** A value of which the world holds no hash; its own hash joins those. */
function newValue(wanted: string, taken: Set<string>): string {
  const hash = hashSecret(wanted)
  if (taken.has(hash)) return newValue(`${wanted}-new`, taken)
  taken.add(hash)
  return wanted
}
