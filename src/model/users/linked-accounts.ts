/** The account that a user has at the identity provider of wikis and trackers, with its linked sites (service §5.6). */
import type { Author } from '../records/actor.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import {
  type ApplicationRecord,
  applications,
  type ApplicationType,
} from '../records/service/applications.ts'
import { forbidden, invalid, notFound } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import { unlinkAccount } from './credentials.ts'
import { type AccountLinkRecord, accountLinks, type UserRecord, users } from '../records/service/users.ts'

export const IDENTITY_PROVIDER = 'atlassian'

/** The longest return address. */
export const MAXIMUM_ADDRESS_LENGTH = 2048

// A domain reserved for tests.
const AUTHORIZATION_PAGE = 'https://auth.atlassian.test/authorize'

export interface LinkedAccount {
  readonly accountId: string
  /** Links in the service, by application id. */
  readonly links: readonly AccountLinkRecord[]
}

export function requireProvider(providerId: string): void {
  if (providerId === IDENTITY_PROVIDER) return
  throw notFound('identity provider', providerId, { instead: `there is ${IDENTITY_PROVIDER}` })
}

/** Throws a Refusal (NOT_FOUND) while no site is linked. */
export function linkedAccountOf(store: Store, user: UserRecord): LinkedAccount {
  const links = [...store.table(accountLinks).range('user', [user.id])].filter(({ linked }) => linked)
  if (links.length > 0) return { accountId: user.accountId, links }
  throw notFound('linked account of user', user.name, { in: IDENTITY_PROVIDER, instead: 'link one first' })
}

/** The account at the identity provider. Throws NOT_FOUND, or FORBIDDEN if every consent was revoked. */
export function consentedAccountOf(store: Store, user: UserRecord): LinkedAccount {
  const { accountId, links } = linkedAccountOf(store, user)
  const consented = links.filter((link) => link.consented)
  if (consented.length > 0) return { accountId, links: consented }
  throw forbidden(
    `the integration at ${IDENTITY_PROVIDER}`,
    `read the account of user ${quoted(user.name)}`,
    'the user revoked the consent; link the account again',
  )
}

type Site = ApplicationRecord & { readonly type: Exclude<ApplicationType, 'STANDALONE'> }

/** The sites that a linked account reaches, by application id; of one type or of all. */
export function sitesOf(store: Store, account: LinkedAccount, type?: Site['type']): Site[] {
  return account.links
    .flatMap(({ applicationId }) => store.table(applications).get(applicationId) ?? [])
    .filter(
      (site): site is Site =>
        site.status === 'ACTIVE' && site.type !== 'STANDALONE' && (type === undefined || site.type === type),
    )
}

/** Removes the links of an account to all sites (service §5.6); consents stay. Throws a Refusal (NOT_FOUND). */
export function unlinkEverywhere(world: World, store: Store, user: UserRecord): void {
  for (const { applicationId } of linkedAccountOf(store, user).links)
    unlinkAccount({ world, store, user }, applicationId, 'link')
}

/** Where a user continues linking; the address is never fetched. Throws a Refusal (INVALID). */
export function authorizationAddress({ world, store, user }: Author, redirectUri: string): string {
  checkWebAddress(redirectUri)
  const stands = [...store.table(accountLinks).range('user', [user.id])].some(({ consented }) => consented)
  const state = world.random('user', `${store.name}/${user.id}`, 'authorizationState').hex(32)
  const fields = {
    response_type: 'code',
    prompt: stands ? 'none' : 'consent',
    redirect_uri: redirectUri,
    state,
  }
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${AUTHORIZATION_PAGE}?${query.join('&')}`
}

function checkWebAddress(address: string): void {
  // An unpaired surrogate cannot be percent-encoded.
  if (/^https?:\/\/[^/?#\s\\]+([/?#][^\s\\]*)?$/i.test(address) && address.isWellFormed()) return
  throw invalid("query parameter 'redirectUri'", address, 'must be an absolute address with http or https')
}

export function findAccountHolder(
  store: Store,
  application: ApplicationRecord,
  accountId: string,
): UserRecord {
  if (application.type === 'STANDALONE') {
    throw invalid(
      'applicationId',
      application.id,
      `is a standalone application: name a wiki or a tracker, whose accounts are those at ${IDENTITY_PROVIDER}`,
    )
  }
  const holder = store.table(users).find('account', [accountId])
  if (holder !== undefined) return holder
  throw notFound('account', accountId, { at: 'accountId', in: IDENTITY_PROVIDER })
}
