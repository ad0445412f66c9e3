/** Who is calling: bearer tokens, hosted headers, and sessions of the embedded products, all resolved to one user (service §5). */
import { chosenAlternative, type CommonAssumptionId } from '../../api/framework/ledger.ts'
import { type ExchangeRequest, header } from '../../api/framework/exchange.ts'
import type { InterfaceDescription } from '../../api/framework/interfaces.ts'
import { applications, type ApplicationType } from '../../model/records/service/applications.ts'
import type { WorldConfig } from '../../model/records/world/config.ts'
import { forbidden, unauthenticated } from '../../model/input/errors.ts'
import { type Refusal, quoted } from '../../model/input/refusal.ts'
import { hashSecret } from '../../model/users/secrets.ts'
import { findByPassword } from '../../model/users/passwords.ts'
import { findSession } from '../../model/users/session-lookup.ts'
import {
  accountLinks,
  tokens,
  type TokenRecord,
  type UserRecord,
  users,
} from '../../model/records/service/users.ts'
import { REGIONS } from '../../model/schema.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { formatInstant } from '../../world/time/duration.ts'
import * as ledger from '../../api/framework/ledger-names.ts'
import { knownUsers } from './credential-advice.ts'

/** The caller of an exchange. */
export interface Principal {
  readonly user: UserRecord | undefined
  /** What rate limits count by. */
  readonly credential: string
  readonly scopedTo: number | undefined
  /** The application whose wiki or tracker is addressed. */
  readonly site: number | undefined
}

interface Identified {
  readonly principal: Principal
  readonly rejection?: Refusal
  /** The hash of a token that the region does not have. */
  readonly unknownToken?: string
  /** A further entry of the ledger that the credential rests on. */
  readonly further?: CommonAssumptionId
}

export interface Authentication extends Identified {
  /** The entries of the ledger that the credential rests on. */
  readonly assumptions: readonly CommonAssumptionId[]
}

/** The most tokens whose hash is kept, and the most characters of one. */
const MAXIMUM_KNOWN = 100
const MAXIMUM_KNOWN_LENGTH = 200

/** A cache: the hashes of the tokens that callers sent lately, if a world had them. Hashing takes longer than the lookup. */
export class KnownTokens {
  readonly #hashes = new Map<string, string>()

  hashOf(value: string): string {
    return this.#hashes.get(value) ?? hashSecret(value)
  }

  note(value: string, hash: string): void {
    if (value.length > MAXIMUM_KNOWN_LENGTH || this.#hashes.has(value)) return
    const [oldest] = this.#hashes.keys()
    if (this.#hashes.size >= MAXIMUM_KNOWN && oldest !== undefined) this.#hashes.delete(oldest)
    this.#hashes.set(value, hash)
  }
}

/** What an adapter knows about its caller. */
export interface Caller {
  /** The name of the signed-in user if a page cannot send a credential. */
  readonly as: string | undefined
}

/** An exchange before its caller is known. */
interface Unauthenticated {
  readonly request: ExchangeRequest
  readonly surface: InterfaceDescription
  readonly target: { readonly region: string }
  readonly world: World
  readonly config: WorldConfig
  readonly caller: Caller
  readonly knownTokens: KnownTokens
}

/**
 * Resolves the credential of a request in a region. A rejected caller is anonymous, which some operations
 * allow. A token of another region is unknown here, and the error names its region.
 */
export function authenticate(exchange: Unauthenticated): Authentication {
  const { world, target } = exchange
  const { region } = target
  const found = identifyCaller(exchange, world.region(region))
  const { unknownToken, rejection } = found
  if (unknownToken === undefined || rejection === undefined) return found
  const home = REGIONS.find(
    (other) => world.region(other).table(tokens).find('hash', [unknownToken]) !== undefined,
  )
  if (home === undefined) return found
  const instead = `it is one of region ${home}, call the addresses of that`
  const { message } = rejection
  const problem = message.slice(0, message.indexOf(NO_TOKEN) + NO_TOKEN.length)
  return { ...found, rejection: unauthenticated(`${problem} in region ${region}`, instead) }
}

const NO_TOKEN = 'no such token'

function identifyCaller(exchange: Unauthenticated, store: Store): Authentication {
  const { request, surface } = exchange
  const sent = header(request.headers, 'authorization') !== undefined
  switch (surface.credentials) {
    case 'bearer-token':
      return {
        ...withBearer(exchange, store),
        assumptions: [sent ? ledger.standaloneCredential : ledger.anonymousCalls],
      }
    case 'hosted-headers': {
      const type = surface.name === 'hosted-wiki' ? 'CONFLUENCE' : 'JIRA'
      return { ...withHostedHeaders(exchange, type, store), assumptions: [ledger.baseUrlCheck] }
    }
    case 'site-session': {
      const type = surface.name === 'wiki' ? 'CONFLUENCE' : 'JIRA'
      const identified = withinScope(withSession(exchange, type, store))
      const kind =
        sent || cookieOf(request, 'JSESSIONID') !== undefined
          ? ledger.embeddedCredentials
          : ledger.anonymousCalls
      const { further } = identified
      return { ...identified, assumptions: further === undefined ? [kind] : [kind, further] }
    }
  }
}

/** A token that is scoped to one application opens no other site. */
function withinScope(identified: Identified): Identified {
  const { scopedTo, site } = identified.principal
  if (scopedTo === undefined || site === undefined || scopedTo === site) return identified
  return { ...identified, rejection: outOfScope(scopedTo, String(site)) }
}

function withBearer(exchange: Unauthenticated, store: Store): Identified {
  const { request, caller } = exchange
  const value = bearerOf(request)
  if (value !== undefined) return byToken(exchange, store, value, undefined, 'Authorization')
  if (caller.as !== undefined) return byName(store, caller.as, undefined)
  return header(request.headers, 'authorization') === undefined
    ? rejected('no credential', 'send Authorization: Bearer <token>')
    : rejected('Authorization', 'this interface takes Bearer <token>')
}

function withHostedHeaders(exchange: Unauthenticated, type: ApplicationType, store: Store): Identified {
  const { request } = exchange
  const key = header(request.headers, 'x-api-key')
  const address = header(request.headers, 'x-base-url')
  if (key === undefined) return rejected('no credential', 'send X-Api-Key with a personal access token')
  if (address === undefined) return rejected('no site', 'send X-Base-Url with the base address of your site')
  const identified = byToken(exchange, store, key, undefined, 'X-Api-Key')
  if (identified.rejection !== undefined) return identified
  const { principal } = identified
  const site = siteAt(store, type, address)
  const who = `user ${quoted(principal.user?.name)}`
  const call = `call X-Base-Url ${quoted(address)}`
  if (site === undefined) {
    const product = type === 'CONFLUENCE' ? 'wiki' : 'tracker'
    const instead = `no ${product} of this region is there${meantSite(store, type, address)}`
    return { principal, rejection: forbidden(who, call, instead) }
  }
  const link = store.table(accountLinks).get(`${principal.user?.id}:${site}`)
  if (link === undefined || !link.linked)
    return { principal, rejection: forbidden(who, call, 'the account is not linked to the site') }
  if (!link.consented) {
    const instead =
      'the account is no longer linked to the site, its consent is revoked at the identity provider'
    return { principal, rejection: forbidden(who, call, instead) }
  }
  if (principal.scopedTo !== undefined && principal.scopedTo !== site)
    return { principal, rejection: outOfScope(principal.scopedTo, quoted(address)) }
  return { principal: { ...principal, site } }
}

function withSession(exchange: Unauthenticated, type: ApplicationType, store: Store): Identified {
  const { request, world, config, caller } = exchange
  const site = store.table(applications).find('selfHosted', [type])?.id
  const authorization = header(request.headers, 'authorization')
  if (authorization !== undefined) {
    const bearer = bearerOf(request)
    if (bearer !== undefined) return byToken(exchange, store, bearer, site, 'Authorization')
    return byPassword(store, config, authorization, site)
  }
  const cookie = cookieOf(request, 'JSESSIONID')
  if (cookie !== undefined) {
    const session = findSession(store, cookie, world.now)
    if (session === undefined)
      return {
        ...rejected('JSESSIONID', `no such session; sign in again: ${knownUsers(store, 'session')}`, site),
        further: ledger.sessionEnd,
      }
    return {
      principal: {
        user: store.table(users).get(session.userId),
        credential: `session:${session.hash}`,
        scopedTo: undefined,
        site,
      },
    }
  }
  const standIn = caller.as ?? config.anonymousAs
  if (standIn !== undefined) return byName(store, standIn, site)
  return rejected(
    'no credential',
    'send a session cookie JSESSIONID, HTTP Basic or Authorization: Bearer <token>',
    site,
  )
}

function byToken(
  { world, knownTokens }: Unauthenticated,
  store: Store,
  value: string,
  site: number | undefined,
  where: string,
): Identified {
  const hash = knownTokens.hashOf(value)
  const token = store.table(tokens).find('hash', [hash])
  if (token === undefined)
    return { ...rejected(where, `${NO_TOKEN}: ${knownUsers(store, 'token')}`, site), unknownToken: hash }
  knownTokens.note(value, hash)
  if (token.expiresAt <= world.now) {
    return rejected(
      where,
      `the token ${quoted(token.name)} expired at ${formatInstant(token.expiresAt)}`,
      site,
    )
  }
  return { principal: principalOf(store, token, site) }
}

function principalOf(store: Store, token: TokenRecord, site: number | undefined): Principal {
  return {
    user: store.table(users).get(token.userId),
    credential: `token:${token.id}`,
    scopedTo: token.applicationId,
    site,
  }
}

function byPassword(
  store: Store,
  config: WorldConfig,
  authorization: string,
  site: number | undefined,
): Identified {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1]
  const pair = encoded === undefined ? undefined : decodeBase64(encoded)
  const colon = pair?.indexOf(':') ?? -1
  if (pair === undefined || colon === -1)
    return rejected('Authorization', 'takes Bearer <token> or Basic <credentials>', site)
  const name = pair.slice(0, colon)
  const found = findByPassword(store, name, pair.slice(colon + 1))
  const byAddress = found !== undefined && found.name !== name
  const user = byAddress && chosenAlternative(config, ledger.basicUserNames) === 'name' ? undefined : found
  const identified =
    user === undefined
      ? rejected(
          'Authorization',
          `no user has this name and password: ${knownUsers(store, 'password')}`,
          site,
        )
      : { principal: { user, credential: `user:${user.id}`, scopedTo: undefined, site } }
  return byAddress ? { ...identified, further: ledger.basicUserNames } : identified
}

function byName(store: Store, name: string, site: number | undefined): Identified {
  const user = store.table(users).find('name', [name])
  if (user === undefined)
    return rejected('no credential', `there is no user ${quoted(name)} to stand in`, site)
  return { principal: { user, credential: `user:${user.id}`, scopedTo: undefined, site } }
}

const outOfScope = (scopedTo: number, site: string): Refusal =>
  forbidden(`a token scoped to application ${scopedTo}`, `call the site ${site}`)

function rejected(credential: string, instead: string, site?: number): Identified {
  return {
    principal: { user: undefined, credential: 'anonymous', scopedTo: undefined, site },
    rejection: unauthenticated(credential, instead),
  }
}

function siteAt(store: Store, type: ApplicationType, address: string): number | undefined {
  const trimmed = address.endsWith('/') ? address.slice(0, -1) : address
  for (const application of store.table(applications).range('baseUrl', [trimmed])) {
    if (application.type === type && application.status === 'ACTIVE') return application.id
  }
  return undefined
}

/** The correct address of the site with this host; an empty text if there is none of this kind. */
function meantSite(store: Store, type: ApplicationType, address: string): string {
  const host = hostOf(address)
  if (host === undefined) return '; it is written https://host/path'
  for (const { baseUrl, type: kind, status } of store.table(applications).scan()) {
    if (kind !== type || status !== 'ACTIVE' || hostOf(baseUrl) !== host) continue
    const rule = type === 'CONFLUENCE' ? "a wiki's address has" : "a tracker's address goes without"
    return `; did you mean ${quoted(baseUrl)}? ${rule} its context path`
  }
  return ''
}

function hostOf(address: string): string | undefined {
  return /^https?:\/\/([^/?#]+)/i.exec(address)?.[1]?.toLowerCase()
}

function bearerOf(request: ExchangeRequest): string | undefined {
  const authorization = header(request.headers, 'authorization')
  if (authorization === undefined || authorization.slice(0, 7).toLowerCase() !== 'bearer ') return undefined
  return authorization.slice(7).trim()
}

function cookieOf(request: ExchangeRequest, name: string): string | undefined {
  const cookies = request.headers.cookie
  if (cookies === undefined) return undefined
  const all = typeof cookies === 'string' ? cookies : cookies.join(';')
  for (const pair of all.split(';')) {
    const trimmed = pair.trim()
    if (trimmed.startsWith(`${name}=`)) return trimmed.slice(name.length + 1)
  }
  return undefined
}

function decodeBase64(text: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0)))
  } catch {
    return undefined
  }
}
