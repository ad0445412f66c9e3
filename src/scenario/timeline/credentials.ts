/** How a user of a scenario calls each interface: with what the scenario says they have (service §5). */
import type { InterfaceName } from '../../api/framework/interfaces.ts'
import type { Region } from '../../model/schema.ts'
import { parseInstant } from '../../world/time/duration.ts'
import type { Entry, ResolvedScenario, Sections } from '../format/format.ts'

export interface Credential {
  readonly headers: Readonly<Record<string, string>>
  /** The user whom the adapter signs in if the scenario has no credential. */
  readonly as?: string
}

/** What a call is made to. */
export interface CallTarget {
  readonly interface: InterfaceName
  readonly region: Region
}

/**
 * What `user` sends: a token to the standalone interface, a session or password to the embedded ones, a token and the
 * address of a linked site to the hosted ones. `now` is a virtual instant: what has expired is not used.
 */
export function credentialOf(
  scenario: ResolvedScenario,
  user: string,
  target: CallTarget,
  now: number,
): Credential {
  const sections = sectionsOf(scenario, target.region)
  const product = productOf(target.interface)
  if (target.interface === 'standalone') {
    const token = tokenOf(sections, user, now)
    return token === undefined ? { headers: {}, as: user } : { headers: bearer(token.value) }
  }
  if (product !== undefined) {
    const address = addressOf(sections, user, product)
    const token = tokenOf(sections, user, now)
    return {
      headers: {
        ...(token === undefined ? {} : { 'x-api-key': token.value }),
        ...(address === undefined ? {} : { 'x-base-url': address }),
      },
    }
  }
  const session = (sections.sessions ?? []).find(
    (entry) => isUser(sections, entry.user, user) && isGood(entry, now),
  )
  if (session !== undefined) return { headers: { cookie: `JSESSIONID=${session.value}` } }
  const password = findUser(sections, user)?.password ?? user
  return { headers: { authorization: `Basic ${base64(`${user}:${password}`)}` } }
}

/** What is sent for a token that a step names itself. */
export function tokenCredential(scenario: ResolvedScenario, value: string, target: CallTarget): Credential {
  const product = productOf(target.interface)
  if (product === undefined) return { headers: bearer(value) }
  const sections = sectionsOf(scenario, target.region)
  const token = (sections.tokens ?? []).find((entry) => entry.value === value)
  const owner = token === undefined ? undefined : findUser(sections, token.user)?.name
  const address = addressOf(sections, owner, product)
  return {
    headers: { 'x-api-key': value, ...(address === undefined ? {} : { 'x-base-url': address }) },
  }
}

/** Whether a user has what the hosted interfaces ask for, which no adapter can replace. */
export function hasToken(scenario: ResolvedScenario, user: string, region: Region): boolean {
  const sections = sectionsOf(scenario, region)
  return (sections.tokens ?? []).some((entry) => isUser(sections, entry.user, user))
}

/** The user's names of a region, for errors. */
export function userNames(scenario: ResolvedScenario, region: Region): readonly string[] {
  return (sectionsOf(scenario, region).users ?? []).map(({ name }) => name)
}

/** The records of a region. */
export function sectionsOf(scenario: ResolvedScenario, region: Region): Sections {
  return (region === 'us' ? scenario.world.us : scenario.world) ?? {}
}

function productOf(name: InterfaceName): 'CONFLUENCE' | 'JIRA' | undefined {
  if (name === 'hosted-wiki') return 'CONFLUENCE'
  return name === 'hosted-tracker' ? 'JIRA' : undefined
}

/** A token that is good now, unscoped before scoped; else one that is not, which the service then refuses. */
function tokenOf(sections: Sections, user: string, now: number): Entry<'tokens'> | undefined {
  const own = (sections.tokens ?? []).filter((entry) => isUser(sections, entry.user, user))
  const good = own.filter((entry) => isGood(entry, now))
  return good.find(({ application }) => application === undefined) ?? good[0] ?? own[0]
}

function isGood({ expires }: { readonly expires?: string | undefined }, now: number): boolean {
  return expires === undefined || (parseInstant(expires) ?? now) > now
}

/** The site that a hosted call is about: the one that the user's account is linked to, else the self-hosted one. */
function addressOf(
  sections: Sections,
  user: string | undefined,
  type: 'CONFLUENCE' | 'JIRA',
): string | undefined {
  const sites = (sections.sites ?? []).filter((site) => site.type === type)
  const linked = sites.find((site) =>
    (sections.accountLinks ?? []).some(
      (link) =>
        user !== undefined &&
        isUser(sections, link.user, user) &&
        (link.site === site.name || link.site === site.id),
    ),
  )
  return (linked ?? sites.find(({ selfHosted }) => selfHosted === true) ?? sites[0])?.baseUrl
}

function findUser(sections: Sections, reference: string | number): Entry<'users'> | undefined {
  return (sections.users ?? []).find(({ id, name }) => name === reference || id === reference)
}

function isUser(sections: Sections, reference: string | number, name: string): boolean {
  return reference === name || findUser(sections, reference)?.name === name
}

function bearer(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` }
}

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
}
