/** What a session shows of the records of one region, before they become entries of a scenario. */
import type {
  ApplicationStatus,
  ApplicationType,
  LinkRequestStatus,
} from '../model/records/service/applications.ts'
import type { ContainerType } from '../model/records/service/containers.ts'
import { createFacts, type Facts, type Reading, type ScopesOf } from './facts.ts'

export interface OrganizationFacts {
  readonly id: number
  readonly name: string
  readonly createdAt: string
}

export interface UserFacts {
  readonly id: number
  readonly name: string
  readonly displayName: string
  readonly email: string
  readonly accountId: string
}

/** A user as responses name it: by id, by sign-in name, or as the caller of a call. */
export type UserReference = { readonly id: number } | { readonly name: string } | { readonly caller: string }

export interface MembershipFacts {
  readonly organizationId: number
  readonly user: UserReference
  readonly role: 'member' | 'admin'
}

export interface SiteFacts {
  readonly id: number
  readonly name: string
  readonly type: ApplicationType
  readonly status: ApplicationStatus
  readonly baseUrl: string
  readonly organizationId: number
}

export interface AccountLinkFacts {
  readonly user: UserReference
  readonly site: string
  readonly consented: boolean
}

export interface TokenFacts {
  readonly id: number
  readonly user: UserReference
  readonly name: string
  readonly createdAt: string
  readonly expires: string
  readonly applicationId: number
}

export interface LinkRequestFacts {
  readonly applicationId: number
  readonly organizationId: number
  readonly status: LinkRequestStatus
  readonly createdAt: string
  readonly createdBy: number
}

export interface InvitationFacts {
  readonly id: number
  readonly organizationId: number
  readonly email: string
  readonly role: 'member' | 'admin'
  readonly status: 'PENDING' | 'ACCEPTED' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED'
  readonly createdAt: string
  readonly createdBy: number
  readonly expires: string
}

export interface ContainerFacts {
  readonly id: number
  readonly site: string
  readonly type: ContainerType
  readonly name: string
  readonly key: string
  readonly parentId: number
  /** The id of the record in its own product. */
  readonly ownId: number
  readonly createdAt: string
}

/** A space as the wiki names it. */
export interface SpaceFacts {
  readonly site: string
  readonly key: string
  readonly name: string
  readonly extendedMode: boolean
}

export interface VariantFacts {
  readonly id: number
  readonly projectContainerId: number
  readonly name: string
  readonly current: boolean
  readonly createdAt: string
}

export interface GrantFacts {
  readonly containerId: number
  readonly user: UserReference
  readonly level: 'read' | 'edit'
}

export interface PageFacts {
  readonly id: number
  readonly site: string
  readonly spaceKey: string
  readonly title: string
  readonly version: number
}

/** A page mentions a requirement. */
export interface MentionFacts {
  readonly pageId: number
  readonly requirement: number
}

export interface FileFacts {
  readonly containerId: number
  readonly content: string
  readonly contentType: string
  readonly size: number
}

export interface PropertyFacts {
  readonly key: string
  /** As HTML, from the wiki; as text from the standalone interface. */
  readonly html?: string
  readonly value?: string | number | boolean | readonly string[]
  readonly dataType: string
  readonly multivalues?: readonly string[]
}

export interface RequirementFacts {
  readonly id: number
  readonly site: string
  readonly spaceKey: string
  readonly containerId: number
  readonly key: string
  readonly status: 'ACTIVE' | 'DELETED' | 'MOVED' | 'ARCHIVED'
  readonly html: string
  readonly text: string
  readonly pageId: number
  readonly originContainerId: number
  /** Of a frozen copy. */
  readonly baseline: number
  readonly pageVersion: number
  readonly variantId: number
  readonly inline: readonly PropertyFacts[]
  /** From the standalone interface, whose values are text instead of HTML. */
  readonly plainInline: readonly PropertyFacts[]
  readonly external: readonly PropertyFacts[]
  /** From pages, whose properties have no data types. */
  readonly ofPage: readonly (PropertyFacts & { readonly isExternal: boolean })[]
  readonly plainExternal: readonly PropertyFacts[]
  readonly newSpaceKey: string
  readonly newKey: string
  readonly needsExcerpt: boolean
  readonly createdAt: string
}

/** A container that only its requirements show. */
export interface HomeFacts {
  readonly id: number
  readonly site: string
  readonly key: string
  readonly isWorkspace: boolean
}

/** A requirement depends on another. Callers see the dependencies on what they may read, so all responses together count. */
export interface DependencyFacts {
  readonly site: string
  /** The id of the requirement that depends. */
  readonly from: number
  readonly spaceKey: string
  readonly key: string
  readonly relationship: string
}

export interface ExternalPropertyFacts {
  readonly id: number
  readonly site: string
  readonly name: string
  readonly dataType: 'TEXT' | 'NUMBER' | 'DECIMAL' | 'DATE' | 'BOOLEAN' | 'USER' | 'LIST' | 'INTEGER' | 'ENUM'
  readonly enumValues: readonly string[]
}

export interface BaselineFacts {
  readonly site: string
  readonly spaceKey: string
  readonly number: number
  readonly name: string
  readonly status: string
  readonly query: string
  readonly pageId: number
  readonly parent: number
  readonly message: string
  readonly count: number
}

/** An entry that a response gives whole: its section needs no further thought. */
export interface WholeFacts {
  readonly entry: Readonly<Record<string, unknown>>
  readonly site: string
  readonly spaceKey: string
  readonly containerId: number
}

export interface IssueFacts {
  readonly id: number
  readonly site: string
  readonly key: string
  readonly projectId: number
  readonly projectKey: string
  readonly typeId: number
  readonly type: string
  readonly summary: string
  readonly status: string
}

export interface ProjectFacts {
  readonly id: number
  readonly site: string
  readonly key: string
  readonly name: string
}

export interface IssueTypeFacts {
  readonly id: number
  readonly site: string
  readonly name: string
}

export interface IntegrationFacts {
  readonly serviceId: string
  readonly wikiApplinkId: string
  readonly trackerApplinkId: string
  readonly label: string
  readonly displayUrl: string
  readonly url: string
  readonly mode: 'AUTO' | 'MANUAL' | 'DISABLED'
  readonly version: number
  readonly status: 'ACTIVE' | 'DISABLED'
  readonly username: string
}

/** What one product shows of a link between an issue and a requirement. */
export interface LinkViewFacts {
  readonly id: number
  readonly serviceId: string
  readonly applinkId: string
  readonly issueKey: string
  readonly spaceKey: string
  /** Null if the tracker has lost it. */
  readonly key: string | null
  readonly baseline: number | null
  readonly relationship: string
  readonly html: string
  readonly refreshedAt: string
}

export interface TestCaseLinkFacts {
  readonly id: number
  readonly requirement: number
  readonly testCase: string
  readonly version: number
  readonly relationship: string
  readonly status: string
  readonly executedAt: string
}

export interface RegionFacts {
  readonly reading: Reading
  /** The sites of the embedded wiki and tracker, as keys of `sites`. */
  readonly wiki: string
  readonly tracker: string
  readonly organizations: Facts<OrganizationFacts>
  readonly users: Facts<UserFacts>
  /** What callers see of themselves, by caller. */
  readonly callers: Facts<UserFacts>
  readonly memberships: Facts<MembershipFacts>
  readonly sites: Facts<SiteFacts>
  readonly accountLinks: Facts<AccountLinkFacts>
  readonly tokens: Facts<TokenFacts>
  readonly linkRequests: Facts<LinkRequestFacts>
  readonly invitations: Facts<InvitationFacts>
  readonly containers: Facts<ContainerFacts>
  readonly spaces: Facts<SpaceFacts>
  readonly variants: Facts<VariantFacts>
  readonly grants: Facts<GrantFacts>
  readonly pages: Facts<PageFacts>
  readonly mentions: Facts<MentionFacts>
  readonly files: Facts<FileFacts>
  readonly requirements: Facts<RequirementFacts>
  readonly homes: Facts<HomeFacts>
  /** Pages and files as requirements name them; what they are in is certain only from a container. */
  readonly origins: Facts<ContainerFacts>
  readonly dependencies: Facts<DependencyFacts>
  readonly externalProperties: Facts<ExternalPropertyFacts>
  readonly baselines: Facts<BaselineFacts>
  readonly propertyNames: Facts<WholeFacts>
  readonly types: Facts<WholeFacts>
  readonly settings: Facts<WholeFacts>
  readonly excelAttachments: Facts<WholeFacts>
  /** How many requirements came from each attachment, by its id. */
  readonly importedCounts: Facts<{ readonly count: number; readonly pageId: number }>
  readonly matrices: Facts<WholeFacts>
  readonly issueTemplates: Facts<WholeFacts>
  readonly dashboards: Facts<WholeFacts>
  readonly templates: Facts<WholeFacts>
  readonly importJobs: Facts<WholeFacts>
  readonly outboundMessages: Facts<WholeFacts>
  readonly trackerMessages: Facts<WholeFacts>
  readonly customFields: Facts<WholeFacts>
  readonly projects: Facts<ProjectFacts>
  readonly issueTypes: Facts<IssueTypeFacts>
  readonly issues: Facts<IssueFacts>
  readonly integrations: Facts<IntegrationFacts>
  readonly wikiLinks: Facts<LinkViewFacts>
  readonly trackerLinks: Facts<LinkViewFacts>
  /** The order in which the wiki lists the links of each requirement, as keys of `wikiLinks`. */
  readonly wikiLists: Map<string, readonly string[]>
  /** The links that the tracker has listed, by the key of the issue in the call; it may be a former one. */
  readonly trackerLists: Map<string, readonly number[]>
  readonly testCaseLinks: Facts<TestCaseLinkFacts>
}

function callerScope(user: UserReference | undefined): string | undefined {
  return user !== undefined && 'caller' in user ? `>${user.caller}` : undefined
}

/** `wiki` and `tracker` are the sites that the embedded interfaces serve. */
export function createRegion(
  reading: Reading,
  { wiki, tracker }: { wiki: string; tracker: string },
): RegionFacts {
  const facts = <F extends object>(scopesOf?: ScopesOf<F>) => createFacts<F>(reading, scopesOf)
  const whole = () =>
    facts<WholeFacts>(({ site, spaceKey, containerId }) => [
      spaceKey === undefined ? site : `${site}/${spaceKey}`,
      containerId,
    ])
  return {
    reading,
    wiki,
    tracker,
    organizations: facts(),
    users: facts(),
    callers: facts(),
    memberships: facts(({ organizationId, user }) => [organizationId, callerScope(user)]),
    sites: facts(),
    accountLinks: facts(({ user }) => [callerScope(user)]),
    tokens: facts(({ user }) => [callerScope(user)]),
    linkRequests: facts(),
    invitations: facts(),
    containers: facts(({ site }) => [site]),
    spaces: facts(),
    variants: facts(({ projectContainerId }) => [projectContainerId]),
    grants: facts(),
    pages: facts(({ site }) => [site]),
    mentions: facts(),
    files: facts(),
    requirements: facts(({ site, spaceKey, containerId, baseline }) =>
      baseline === undefined ? [spaceKey === undefined ? undefined : `${site}/${spaceKey}`, containerId] : [],
    ),
    homes: facts(),
    origins: facts(({ site }) => [site]),
    dependencies: facts(({ from }) => [from]),
    externalProperties: facts(({ site }) => [site]),
    baselines: facts(({ site, spaceKey }) => [`${site}/${spaceKey}`]),
    propertyNames: whole(),
    types: whole(),
    settings: facts(),
    excelAttachments: whole(),
    importedCounts: facts(),
    matrices: whole(),
    issueTemplates: whole(),
    dashboards: whole(),
    templates: whole(),
    importJobs: whole(),
    outboundMessages: whole(),
    trackerMessages: whole(),
    customFields: whole(),
    projects: facts(({ site }) => [site]),
    issueTypes: facts(({ site }) => [site]),
    issues: facts(({ site }) => [site]),
    integrations: facts(),
    wikiLinks: facts(({ spaceKey, key, baseline }) => [`${spaceKey}/${key} ${baseline}`]),
    trackerLinks: facts(({ issueKey }) => [issueKey]),
    wikiLists: new Map(),
    trackerLists: new Map(),
    testCaseLinks: facts(),
  }
}
