/** Organizations, users, sites and credentials. A credential gets a placeholder: archives have none. */
import type { Entry, Sections } from '../../scenario/format/format.ts'
import type { UserReference } from '../region.ts'
import type { Rights } from '../rights.ts'
import { type Building, sinceStart, unless } from './building.ts'

type UserEntry = Entry<'users'>

export function buildPeople(building: Building, rights: Rights): Sections {
  const { region, names } = building
  return {
    organizations: builtOrganizations(building),
    users: builtUsers(building, rights),
    sites: builtSites(building, rights),
    accountLinks: region.accountLinks.all().flatMap(({ fields: { user, site, consented } }) => {
      const name = names.user(user)
      if (name === undefined || site === undefined || region.sites.get(site) === undefined) return []
      return [{ user: name, site: names.site(site), consented: unless(consented ?? true, true) }]
    }),
    tokens: builtTokens(building),
    sessions: [],
    linkRequests: region.linkRequests.all().flatMap(({ fields }) => {
      const { applicationId, organizationId, status = 'PENDING', createdAt, createdBy } = fields
      if (applicationId === undefined || organizationId === undefined || createdBy === undefined) return []
      return [
        {
          application: names.site(String(applicationId)),
          organization: names.organization(organizationId),
          status: unless(status, 'PENDING'),
          createdBy: names.user({ id: createdBy }) ?? createdBy,
          createdAt: sinceStart(building, createdAt),
        },
      ]
    }),
    invitations: region.invitations.all().flatMap(({ fields }) => {
      const { id, organizationId, email, role = 'member', status = 'PENDING', createdBy } = fields
      if (organizationId === undefined || email === undefined || createdBy === undefined) return []
      return [
        {
          id,
          organization: names.organization(organizationId),
          email,
          role: unless(role, 'member'),
          status: unless(status, 'PENDING'),
          createdBy: names.user({ id: createdBy }) ?? createdBy,
          createdAt: sinceStart(building, fields.createdAt),
          expires: fields.expires?.replace('.000Z', 'Z'),
        },
      ]
    }),
  }
}

/** All organizations that something refers to. */
function builtOrganizations(building: Building): Entry<'organizations'>[] {
  const { region, names } = building
  const ids = new Set<number>()
  for (const { fields } of region.organizations.all()) if (fields.id !== undefined) ids.add(fields.id)
  for (const { fields } of region.sites.all()) ids.add(fields.organizationId ?? 1)
  for (const facts of [region.memberships, region.linkRequests, region.invitations])
    for (const { fields } of facts.all())
      if (fields.organizationId !== undefined) ids.add(fields.organizationId)
  return [...ids]
    .sort((a, b) => a - b)
    .map((id) => ({
      id,
      name: names.organization(id),
      createdAt: sinceStart(building, region.organizations.get(id)?.createdAt),
    }))
}

function builtUsers(building: Building, { members }: Rights): UserEntry[] {
  const { region, names } = building
  const entries = new Map<string, UserEntry>()
  for (const user of usersIn(building)) {
    const name = names.user(user)
    if (name === undefined) continue
    const facts = factsOf(building, user)
    const known = entries.get(name)
    entries.set(name, {
      id: known?.id ?? facts.id,
      name,
      displayName: known?.displayName ?? unless(facts.displayName, name),
      email: known?.email ?? unless(facts.email, `${name}@example.test`),
      accountId: known?.accountId ?? facts.accountId,
      organizations: undefined,
    })
  }
  const roles = new Map<string, Map<number, 'member' | 'admin'>>()
  const note = (user: UserReference, organization: number, role: 'member' | 'admin') => {
    const name = names.user(user)
    if (name === undefined) return
    const own = roles.get(name) ?? new Map<number, 'member' | 'admin'>()
    roles.set(name, own)
    if (!own.has(organization)) own.set(organization, role)
  }
  for (const { fields } of region.memberships.all())
    if (fields.user !== undefined && fields.organizationId !== undefined && fields.role !== undefined)
      note(fields.user, fields.organizationId, fields.role)
  for (const { user, organization, role } of members) note(user, organization, role)
  return [...entries.values()]
    .sort((a, b) => (a.id ?? Number.MAX_SAFE_INTEGER) - (b.id ?? Number.MAX_SAFE_INTEGER))
    .map((entry) => {
      const own = [...(roles.get(entry.name) ?? [])].sort(([a], [b]) => a - b)
      return {
        ...entry,
        organizations:
          own.length === 0
            ? undefined
            : own.map(([id, role]) => ({
                organization: names.organization(id),
                role: unless(role, 'member'),
              })),
      }
    })
}

/** Everybody that a response or a call names. */
function usersIn({ region }: Building): UserReference[] {
  const references: UserReference[] = []
  const id = (value: number | undefined) => {
    if (value !== undefined) references.push({ id: value })
  }
  const named = (value: unknown) => {
    if (typeof value === 'string') references.push({ name: value })
    if (typeof value === 'number') references.push({ id: value })
  }
  for (const { fields } of region.users.all()) id(fields.id)
  for (const { key } of region.callers.all()) references.push({ caller: key })
  for (const { fields } of region.linkRequests.all()) id(fields.createdBy)
  for (const { fields } of region.invitations.all()) id(fields.createdBy)
  for (const { fields } of region.memberships.all())
    if (fields.user !== undefined) references.push(fields.user)
  for (const { fields } of region.matrices.all()) named(fields.entry?.['owner'])
  for (const { fields } of region.templates.all()) named(fields.entry?.['owner'])
  for (const { fields } of region.importJobs.all()) named(fields.entry?.['createdBy'])
  for (const { fields } of region.outboundMessages.all()) named(fields.entry?.['user'])
  for (const { fields } of region.trackerMessages.all()) named(fields.entry?.['user'])
  return references
}

function factsOf({ region }: Building, user: UserReference) {
  if ('id' in user) return region.users.get(user.id) ?? { id: user.id }
  if ('name' in user) return {}
  const own = region.callers.get(user.caller) ?? {}
  return own.id === undefined ? own : { ...region.users.get(own.id), ...own }
}

function builtSites(building: Building, { administrators }: Rights): Entry<'sites'>[] {
  const { region, names } = building
  return region.sites.all().map(({ key, fields, number }) => {
    const name = names.site(key)
    const { id, type = 'CONFLUENCE', status = 'ACTIVE', organizationId } = fields
    if (fields.baseUrl === undefined) building.guess(number, `the address of the site ${name}`)
    return {
      id,
      name,
      title: unless(fields.name, name),
      type,
      status: unless(status, 'ACTIVE'),
      baseUrl: fields.baseUrl ?? `https://${name}.example.test`,
      organization: names.organization(organizationId ?? 1),
      selfHosted: key === region.wiki || key === region.tracker ? true : undefined,
      administrators: administratorsOf(building, administrators.get(key) ?? []),
    }
  })
}

function administratorsOf({ names }: Building, users: readonly UserReference[]): string[] | undefined {
  const found = new Set(users.flatMap((user) => names.user(user) ?? []))
  return found.size === 0 ? undefined : [...found].sort()
}

/** The tokens that callers list, and one for each caller who lists none. */
function builtTokens(building: Building): Entry<'tokens'>[] {
  const { region, names } = building
  const listed = region.tokens.all().flatMap(({ fields }) => {
    const user = names.user(fields.user)
    if (user === undefined) return []
    return [
      {
        id: fields.id,
        user,
        name: fields.name ?? 'default',
        value: `placeholder-${user}-${fields.id}`,
        expires: fields.expires?.replace('.000Z', 'Z'),
        application:
          fields.applicationId === undefined ? undefined : names.site(String(fields.applicationId)),
        createdAt: sinceStart(building, fields.createdAt),
      },
    ]
  })
  const owners = new Set(listed.map(({ user }) => user))
  const others = region.callers.all().flatMap(({ key }): Entry<'tokens'>[] => {
    const user = names.user({ caller: key })
    if (user === undefined || owners.has(user)) return []
    owners.add(user)
    return [{ user, name: 'default', value: `placeholder-${user}` }]
  })
  return [...listed, ...others]
}
