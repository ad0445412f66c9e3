/** Tokens and account links of a user (service §5.5, §5.6). Values appear once; only their hash is kept. */
import { isBlank } from '../input/blank.ts'
import { MAXIMUM_NAME_LENGTH } from '../input/names.ts'
import { hasMoreCharacters } from '../../world/characters.ts'
import { nearestName } from '../../world/nearest.ts'
import type { Author } from '../records/actor.ts'
import { LAST_INSTANT } from '../../world/time/duration.ts'
import type { Store } from '../../world/store/store.ts'
import { applications } from '../records/service/applications.ts'
import { applyEvent } from '../records/state-machine.ts'
import { forbidden, hidden, invalid, invalidRequest, notFound, stateConflict } from '../input/errors.ts'
import { type Refusal, quoted } from '../input/refusal.ts'
import {
  type AccountLinkEvent,
  accountLinkMachine,
  type AccountLinkState,
  standing,
  stateOf,
} from '../records/machines/account-link-machine.ts'
import {
  type AccountLinkRecord,
  accountLinks,
  type TokenRecord,
  tokens,
  type UserRecord,
  users,
} from '../records/service/users.ts'
import { hashSecret } from './secrets.ts'
import type { World } from '../../world/world.ts'

/** A new credential with its value, which is shown only once. */
export interface Issued<R> {
  readonly record: R
  readonly value: string
}

export interface NewToken {
  readonly name: string
  /** The virtual instant of expiry; a past one makes an expired token. */
  readonly expiresAt: number
  readonly applicationId?: number
  /** Absent: drawn from the world's seed. */
  readonly value?: string
}

// Visible ASCII, which fits a header.
const TOKEN_VALUE = /^[\x21-\x7e]{1,255}$/

export function findUser(store: Store, reference: string | number): UserRecord {
  const table = store.table(users)
  const user = typeof reference === 'number' ? table.get(reference) : table.find('name', [reference])
  if (user === undefined) throw unknownUser(store, reference)
  return user
}

function unknownUser(store: Store, reference: string | number): Refusal {
  const names = typeof reference === 'number' ? [] : Array.from(store.table(users).scan(), ({ name }) => name)
  const nearest = nearestName(String(reference), names)
  const suggestion = nearest === undefined ? {} : { instead: `did you mean ${quoted(nearest)}?` }
  return notFound('user', reference, { in: 'this region', ...suggestion })
}

/** Throws a Refusal: INVALID, NOT_FOUND (the application) or CONFLICT (the value is in use). */
export function issueToken({ world, store, user }: Author, token: NewToken): Issued<TokenRecord> {
  return world.transact(() => {
    checkName(token.name)
    const { expiresAt, applicationId } = token
    checkExpiry(expiresAt, 'token')
    if (applicationId !== undefined) checkApplication(store, applicationId)
    const table = store.table(tokens)
    let id = store.next('token')
    while (table.has(id)) id = store.next('token')
    const value = token.value ?? drawnTokenValue(world, store.name, id)
    if (!TOKEN_VALUE.test(value)) {
      throw invalidRequest('value', 'a token has 1 to 255 characters of visible ASCII, without spaces')
    }
    const hash = hashSecret(value)
    if (table.find('hash', [hash]) !== undefined)
      throw stateConflict('value: a token has this value already', 'choose another')
    const scope = applicationId === undefined ? {} : { applicationId }
    const record = { id, userId: user.id, name: token.name, hash, createdAt: world.now, expiresAt, ...scope }
    return { record: table.insert(record), value }
  })
}

/** Throws a Refusal (NOT_FOUND), also for another user's token. */
export function findOwnToken(store: Store, user: UserRecord, id: number | bigint): TokenRecord {
  const found = typeof id === 'number' ? store.table(tokens).get(id) : undefined
  if (found?.userId === user.id) return found
  throw (found === undefined ? notFound : hidden)('credential', id, { in: 'your account' })
}

export function revokeToken(store: Store, { id }: TokenRecord): void {
  store.table(tokens).remove(id)
}

/** The value of a token that is created without one. */
export function drawnTokenValue(world: World, region: string, id: number | string): string {
  return `tok-${world.random('token', `${region}/${id}`, 'value').hex(40)}`
}

/** A new link, and whether the identity provider asked for consent. */
export interface Linked {
  readonly record: AccountLinkRecord
  readonly asked: boolean
}

/**
 * Links an account to a site; `consent` gives a missing consent (service §5.6). Throws NOT_FOUND, INVALID, FORBIDDEN,
 * CONFLICT.
 */
export function linkAccount({ world, store, user }: Author, applicationId: number, consent = true): Linked {
  return world.transact(() => {
    checkSite(store, applicationId)
    const known = store.table(accountLinks).get(linkKey(user, applicationId))
    const asked = known?.consented !== true
    if (asked && !consent) {
      throw forbidden(
        `user ${quoted(user.name)}`,
        `link the account to application ${applicationId}`,
        "no consent stands; send 'consent' as true",
      )
    }
    const record = moveLink(store, user, applicationId, known, asked ? 'CONSENT_AND_LINK' : 'LINK')
    return { record, asked }
  })
}

/** Removes the link in the service, or the consent (service §5.6). Throws NOT_FOUND or CONFLICT. */
export function unlinkAccount(
  { world, store, user }: Author,
  applicationId: number,
  which: 'link' | 'consent',
): AccountLinkRecord {
  return world.transact(() => {
    const known = store.table(accountLinks).get(linkKey(user, applicationId))
    if (known === undefined) {
      throw notFound('account link of user', user.name, {
        in: `application ${applicationId}`,
        instead: 'link it first',
      })
    }
    return moveLink(store, user, applicationId, known, which === 'link' ? 'REMOVE_LINK' : 'REVOKE_CONSENT')
  })
}

function moveLink(
  store: Store,
  user: UserRecord,
  applicationId: number,
  known: AccountLinkRecord | undefined,
  event: AccountLinkEvent,
): AccountLinkRecord {
  const name = `link of the account of ${quoted(user.name)} to application ${applicationId}`
  const machine = { ...accountLinkMachine, name }
  const state = applyEvent(
    store,
    machine,
    known === undefined ? 'none' : stateOf(known),
    event,
  ) as AccountLinkState
  return store.table(accountLinks).put({ userId: user.id, applicationId, ...standing(state) })
}

function linkKey(user: UserRecord, applicationId: number): string {
  return `${user.id}:${applicationId}`
}

/** Throws a Refusal (INVALID) for an instant that the clock never shows. */
export function checkExpiry(expiresAt: number, credential: 'token' | 'session'): void {
  if (Number.isSafeInteger(expiresAt) && expiresAt <= LAST_INSTANT) return
  throw invalidRequest(`the ${credential} must expire within the year 9999`, 'choose an earlier instant')
}

function checkName(name: string): void {
  if (!isBlank(name) && !hasMoreCharacters(name, MAXIMUM_NAME_LENGTH)) return
  throw invalid('name', name, `a token's name has 1 to ${MAXIMUM_NAME_LENGTH} characters`)
}

function checkApplication(store: Store, applicationId: number) {
  const application = store.table(applications).get(applicationId)
  if (application !== undefined) return application
  throw notFound('application', applicationId, { in: 'this region' })
}

function checkSite(store: Store, applicationId: number): void {
  const { type } = checkApplication(store, applicationId)
  if (type !== 'STANDALONE') return
  throw invalidRequest(
    `applicationId ${applicationId} is a standalone application`,
    'accounts are linked to wikis and trackers',
  )
}
