/**
 * What the control API can do besides clock, faults, journal and snapshots, in process and by the same names: what people do
 * on the pages of the products, which is no API of the service. Everything works on the default world.
 */
import type { ExchangeResponse, ExchangeRequest } from '../api/framework/exchange.ts'
import { kindOf } from '../api/framework/errors.ts'
import { received } from '../model/input/errors.ts'
import type { Region, RegionTableName, TableRecords } from '../model/schema.ts'
import type { RuleKind, RuleSeverity } from '../model/records/wiki/rules.ts'
import type { UserName } from '../scenario/names.ts'
import type { SavedScenario } from '../scenario/saving/save.ts'
import type { Exclusive } from '../world/exclusive.ts'
import type { ClockMode } from '../world/time/clock-state.ts'
import type { WorldDocument } from '../world/transfer.ts'
import { controlRequest } from './control-request.ts'
import type { StagePlace } from './past/past.ts'
import type { TimelineStepDetails } from './past/timeline-past.ts'

interface Regional {
  /** Default: `eu`. */
  readonly region?: Region | undefined
}

interface Acting extends Regional {
  /** The name of the user who does it. Default: no user. */
  readonly as?: UserName | undefined
}

interface ExpiringAt {
  /** The virtual instant at which the credential expires, ISO 8601. Default: `expiresIn`. */
  readonly expiresAt?: string | undefined
}

interface ExpiringIn {
  /** How long the credential is valid: a duration such as `30d`. Default: 365 days for a token, no end for a session. */
  readonly expiresIn?: string | undefined
}

interface TokenOwner extends Regional {
  /** The name or id of the user. */
  readonly user: UserName | number
  readonly name?: string | undefined
  /** Scopes the token to one application (service §5.3). */
  readonly applicationId?: number | undefined
  /** The value to send. Default: drawn from the seed. */
  readonly value?: string | undefined
}

export type NewToken = TokenOwner & Exclusive<ExpiringAt | ExpiringIn>

export interface CreatedToken {
  readonly id: number
  readonly name: string
  readonly user: string
  /** What to send as a credential; it is not kept and cannot be read again. */
  readonly value: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly applicationId?: number
}

interface SessionOwner extends Regional {
  /** The name or id of the user. */
  readonly user: UserName | number
  /** The value of the cookie. Default: drawn from the seed. */
  readonly value?: string | undefined
}

export type NewSession = SessionOwner & Exclusive<ExpiringAt | ExpiringIn>

export interface CreatedSession {
  readonly id: number
  readonly user: string
  readonly value: string
  /** The header to send: `JSESSIONID=<value>`. */
  readonly cookie: string
  readonly createdAt: string
  /** Absent: never. */
  readonly expiresAt?: string
}

export interface NewAccountLink extends Regional {
  /** The name or id of the user. */
  readonly user: UserName | number
  /** The wiki or tracker. */
  readonly applicationId: number
  /** Whether the user consents if the identity provider requests it. Default: true. */
  readonly consent?: boolean | undefined
}

export interface AccountLink {
  readonly user: string
  readonly applicationId: number
  readonly linked: boolean
  readonly consented: boolean
}

export interface Site {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly status: 'ACTIVE' | 'DISABLED'
  readonly baseUrl: string
}

/** A requirement as a page defines it. */
export interface AuthoredRequirement {
  /** Letters, digits, `_`, `-` and `.`. */
  readonly key: string
  /** The text, as HTML. Default: empty. */
  readonly html?: string | undefined
  /** Inline properties by name. */
  readonly properties?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined
  /** The parents. The relationship is `Dependency` and the space that of the page by default. */
  readonly dependencies?:
    | readonly {
        readonly relationship?: string | undefined
        readonly key: string
        readonly spaceKey?: string | undefined
      }[]
    | undefined
}

interface PageLinks {
  /** The requirements that the page mentions; replaces all. */
  readonly links?: readonly { readonly spaceKey: string; readonly key: string }[] | undefined
}

interface AtTop {
  /** The space to create the page in, at the top level. */
  readonly spaceKey: string
}

interface BelowPage {
  /** The id of the parent page, in place of `spaceKey`. */
  readonly parent: number
}

interface PageToCreate extends Acting, PageLinks {
  readonly title: string
  /** The wiki of the space. Default: the self-hosted or only wiki. */
  readonly applicationId?: number | undefined
  /** The requirements that the page defines. */
  readonly content?: readonly AuthoredRequirement[] | undefined
}

export type NewPage = PageToCreate & Exclusive<AtTop | BelowPage>

interface SomeDefinitions {
  /** Requirements to define or redefine, by key. */
  readonly define?: readonly AuthoredRequirement[] | undefined
  /** Keys that the page no longer defines. */
  readonly undefine?: readonly string[] | undefined
}

interface AllDefinitions {
  /** Everything that the page defines, in place of `define` and `undefine`. */
  readonly content: readonly AuthoredRequirement[]
}

interface PageTitle extends Acting, PageLinks {
  readonly title?: string | undefined
}

export type PageChanges = PageTitle & Exclusive<SomeDefinitions | AllDefinitions>

export interface Page {
  readonly id: number
  readonly title: string
  readonly spaceKey: string
  readonly applicationId: number
  readonly containerId: number
  /** The id of the parent page. */
  readonly parent?: number
  /** The ids of the child pages. */
  readonly children: readonly number[]
  /** From 1; each save adds one. */
  readonly version: number
  readonly versions: readonly number[]
  readonly savedAt: string
  readonly savedBy?: string
  readonly requirements: readonly {
    readonly id: number
    readonly key: string
    readonly status: string
    /** The text changed, and nobody has viewed the page since. */
    readonly htmlNeedsUpdating: boolean
  }[]
}

interface IssueFields extends Acting {
  readonly summary?: string | undefined
  readonly status?: string | undefined
}

interface NewKey {
  /** A new key in its project: the project key, a dash and a number. */
  readonly key?: string | undefined
}

interface NewProject {
  /** The key of the project to move the issue to, where it gets the next number. */
  readonly project?: string | undefined
}

export type IssueChanges = IssueFields & Exclusive<NewKey | NewProject>

export interface Issue {
  readonly id: number
  readonly key: string
  readonly summary: string
  readonly status: string
  readonly project: string
}

export interface LinkRequest {
  readonly applicationId: number
  readonly organizationId: number
  readonly status: 'PENDING' | 'APPROVED' | 'REJECTED'
  readonly createdAt: string
  readonly createdBy: string
}

export interface RuleContent extends Regional {
  /** Unique in its container; queries use it as `ruleStatus@Name`. */
  readonly name: string
  readonly kind: RuleKind
  /** Default: `ERROR`. */
  readonly severity?: RuleSeverity | undefined
  /** The type of requirements that the rule applies to. Default: all of the container. */
  readonly typeId?: number | undefined
  /** The property of MANDATORY_PROPERTY and ALLOWED_VALUES. */
  readonly property?: string | undefined
  /** Whether the property is external. Default: false. */
  readonly external?: boolean | undefined
  /** The pattern of KEY_PATTERN, such as `REQ-{000}`. */
  readonly pattern?: string | undefined
  /** The texts that ALLOWED_VALUES allows. */
  readonly values?: readonly string[] | undefined
}

export interface Rule extends Omit<RuleContent, 'region'> {
  readonly id: number
  readonly containerId: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** The hashes of credentials, which nobody can read or give. */
type Hash = 'hash' | 'passwordHash'

type Visible<R> = R extends unknown ? Omit<R, Hash> : never

/** A record of a table without hashes. */
export type StoredRecord<N extends RegionTableName> = Visible<TableRecords[N]>

type Numbered<R> = R extends { readonly id: number } ? Omit<R, 'id'> & { readonly id?: number } : R

/** A whole record; without a numeric `id`, it gets the next one. */
export type NewRecord<N extends RegionTableName> = Numbered<StoredRecord<N>>

/** Options of `sim.saveScenario`. */
export interface SaveOptions {
  /** The name of the world to save. Default: the default world. */
  readonly world?: string | undefined
  /** The name of the scenario. Default: that of the loaded one with `-saved`. */
  readonly name?: string | undefined
  /** What the scenario is for. Default: none. */
  readonly description?: string | undefined
}

export interface WorldInUse {
  readonly name: string
  readonly clock: {
    readonly now: string
    readonly start: string
    readonly mode: ClockMode
    readonly speed: number
    readonly pendingJobs: number
    readonly nextJobAt?: string
  }
}

export type Controls = ReturnType<typeof createControls>

/**
 * The controls over the control API of a simulator. Each rejects with a Refusal that names what is wrong; the world then stays
 * as it was.
 */
export function createControls(exchange: (request: ExchangeRequest) => Promise<ExchangeResponse>) {
  async function send<T>(method: string, path: string, body?: object, world?: string): Promise<T> {
    const { status, body: text } = await exchange(controlRequest(method, path, body, world))
    const data: unknown = text.length === 0 ? undefined : JSON.parse(String(text))
    if (status < 400) return data as T
    const { message, errors } = data as { readonly message: string; readonly errors: readonly string[] }
    throw received(kindOf(status), message, errors)
  }

  const decide = (applicationId: number, organizationId: number, event: string, where?: Regional) =>
    send<LinkRequest>('POST', `/link-requests/${applicationId}/${organizationId}/${event}`, where)
  return {
    tokens: {
      /** Creates a personal access token (service §5.3). */
      create: (token: NewToken) => send<CreatedToken>('POST', '/tokens', token),
    },
    sessions: {
      /** Signs a user in to the embedded wiki and tracker. */
      create: (session: NewSession) => send<CreatedSession>('POST', '/sessions', session),
      /** Ends a session: its cookie is then unknown. */
      delete: (id: number, where?: Regional) => send<void>('DELETE', `/sessions/${id}${queryOf(where)}`),
      /** Ends all sessions of a user. Resolves to their number. */
      deleteAll: async (of: Regional & { readonly user: UserName }) =>
        (await send<{ ended: number }>('DELETE', `/sessions${queryOf(of)}`)).ended,
    },
    accountLinks: {
      /** Links the account of a user to a site for the hosted interfaces (service §5.5). */
      create: (link: NewAccountLink) => send<AccountLink>('POST', '/account-links', link),
      /** Runs one of the two steps that unlink an account. Default: `link`. */
      delete: (
        link: Pick<NewAccountLink, 'user' | 'applicationId' | 'region'> & {
          readonly step?: 'link' | 'consent'
        },
      ) => send<AccountLink>('DELETE', `/account-links${queryOf(link)}`),
    },
    sites: {
      /** Disables or enables a wiki or tracker: a DISABLED one does not respond to other products (service §6.2). */
      update: (id: number, change: Regional & Pick<Site, 'status'>) =>
        send<Site>('PATCH', `/sites/${id}`, change),
    },
    pages: {
      /** Creates a page of a wiki (service §3). */
      create: (page: NewPage) => send<Page>('POST', '/pages', page),
      /** Returns a page as it is stored, without viewing it. */
      get: (id: number, where?: Regional) => send<Page>('GET', `/pages/${id}${queryOf(where)}`),
      /** Saves changes of a page as its author does: it is reindexed, and its version rises by one. */
      save: (id: number, changes: PageChanges) => send<Page>('PUT', `/pages/${id}`, changes),
      /** Views a page, which updates the texts of its requirements; `gathered` are the keys that this updated. */
      view: (id: number, who?: Acting) =>
        send<Page & { readonly gathered: readonly string[] }>('POST', `/pages/${id}/view`, who),
      /** Deletes a page: its requirements become DELETED, and its child pages move up. */
      delete: (id: number, who?: Acting) => send<void>('DELETE', `/pages/${id}${queryOf(who)}`),
    },
    issues: {
      /** Updates an issue of a tracker as its users do; wikis learn of a new key at the next synchronisation. */
      update: (id: number, changes: IssueChanges) => send<Issue>('PUT', `/issues/${id}`, changes),
    },
    linkRequests: {
      /** Approves the request of an application to join an organization (service §2.1). */
      approve: (applicationId: number, organizationId: number, where?: Regional) =>
        decide(applicationId, organizationId, 'approve', where),
      reject: (applicationId: number, organizationId: number, where?: Regional) =>
        decide(applicationId, organizationId, 'reject', where),
    },
    rules: {
      /** Rules that requirements keep or break, by id; of one project container, or of all. */
      list: async (where?: Regional & { readonly containerId?: number | undefined }) =>
        (await send<{ items: readonly Rule[] }>('GET', `/rules${queryOf(where)}`)).items,
      create: (rule: RuleContent & { readonly containerId: number }) => send<Rule>('POST', '/rules', rule),
      replace: (id: number, rule: RuleContent) => send<Rule>('PUT', `/rules/${id}`, rule),
      delete: (id: number, where?: Regional) => send<void>('DELETE', `/rules/${id}${queryOf(where)}`),
    },
    records: {
      /**
       * Adds a record, or replaces the one with its key, and resolves to it. The service sends no message and writes no history.
       * Every field and reference is checked first.
       */
      put: <N extends RegionTableName>(table: N, record: NewRecord<N>, where?: Regional) =>
        send<StoredRecord<N>>('PUT', `/state/${table}`, { record, ...where }),
      /** Deletes a record that no other one names. Fields that make up a key are joined by colons: `1001:2`. */
      delete: (table: RegionTableName, key: string | number, where?: Regional) =>
        send<void>('DELETE', `/state/${table}${queryOf({ key, ...where })}`),
    },
    past: {
      /** Takes the default world, with its clock, back to the state after a step, 0 for the beginning. The restore is a new step. */
      restore: async (step: number): Promise<void> => {
        await send('POST', `/past/${step}/restore`)
      },
    },
    stage: {
      /** Sets the slide that the stage of the console shows in all windows. No response of the service depends on it. */
      set: (place: StagePlace) => send<StagePlace>('PUT', '/timeline/stage', place),
      /** What a step of the timeline did in the default world, from 1. */
      step: (number: number) => send<TimelineStepDetails>('GET', `/timeline/${number}`),
    },
    worlds: {
      /** The worlds in use, `default` first. */
      list: async () => (await send<{ items: readonly WorldInUse[] }>('GET', '/worlds?limit=10000')).items,
      /** Creates a world of the loaded scenario, or as a fork of another world. */
      create: (world: { readonly name: string; readonly from?: string | undefined }) =>
        send<WorldInUse>('POST', '/worlds', world),
      /** Deletes a world; its next use creates it again. */
      delete: (name: string) => send<void>('DELETE', `/worlds/${encodeURIComponent(name)}`),
    },
    /** The default world, or another one, as versioned JSON. */
    exportWorld: (world?: string) => send<WorldDocument>('GET', '/export', undefined, world),
    /** The default world, or another one, as a scenario in YAML, with a list of what that lacks. */
    saveScenario: ({ world, ...texts }: SaveOptions = {}) =>
      send<SavedScenario>('GET', `/export/scenario${queryOf(texts)}`, undefined, world),
    /** Puts an exported world in place of the default one, or of another one. Every field and reference is checked first. */
    importWorld: async (document: WorldDocument, world?: string): Promise<void> => {
      await send('POST', '/import', document, world)
    },
  }
}

function queryOf(parameters: object = {}): string {
  const pairs = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}
