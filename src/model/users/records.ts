/** Users and what identifies them: passwords, tokens, sessions, accounts linked to sites, permissions (service §5). */
import { defineTable } from '../../world/store/table.ts'
import { emailKey } from './email.ts'

export interface UserRecord {
  readonly id: number
  /** The name to sign in with; unique in its region. */
  readonly name: string
  readonly displayName: string
  readonly email: string
  /** The user's account id at the identity provider of the wiki and tracker platform. */
  readonly accountId: string
  /** SHA-256 of the password, in hexadecimal. */
  readonly passwordHash: string
}

/** A personal access token; its value is shown once and never stored (service §5.5). */
export interface TokenRecord {
  readonly id: number
  readonly userId: number
  readonly name: string
  /** SHA-256 of the value, in hexadecimal. */
  readonly hash: string
  readonly createdAt: number
  /** The virtual instant from which the token is refused. */
  readonly expiresAt: number
  /** The one application that the token is scoped to (service §5.3). */
  readonly applicationId?: number
}

/** A signed-in session of the embedded products. */
export interface SessionRecord {
  /** SHA-256 of the cookie value, in hexadecimal. */
  readonly hash: string
  readonly userId: number
  readonly createdAt: number
}

/** A user's account linked to a site for the hosted interfaces (service §5.6). */
export interface AccountLinkRecord {
  readonly userId: number
  /** The application that is the site. */
  readonly applicationId: number
  /** The link in the service; hosted calls need it. */
  readonly linked: boolean
  /** The consent at the identity provider; while it lasts, linking again asks for none. */
  readonly consented: boolean
}

export type GrantLevel = 'read' | 'edit'

/** A permission of a user on a container of level project; edit includes read. */
export interface GrantRecord {
  readonly containerId: number
  readonly userId: number
  readonly level: GrantLevel
}

/** A user who administers a wiki or a tracker. */
export interface AdministratorRecord {
  readonly applicationId: number
  readonly userId: number
}

export const users = defineTable<UserRecord>()({
  name: 'user',
  key: (record) => record.id,
  indexes: {
    name: { keys: (record) => [record.name], unique: true },
    email: { keys: (record) => [emailKey(record.email), record.id] },
    account: { keys: (record) => [record.accountId, record.id] },
  },
})

export const tokens = defineTable<TokenRecord>()({
  name: 'token',
  key: (record) => record.id,
  indexes: {
    hash: { keys: (record) => [record.hash], unique: true },
    user: { keys: (record) => [record.userId] },
  },
})

export const sessions = defineTable<SessionRecord>()({
  name: 'session',
  key: (record) => record.hash,
  indexes: { user: { keys: (record) => [record.userId] } },
})

export const accountLinks = defineTable<AccountLinkRecord>()({
  name: 'accountLink',
  key: (record) => `${record.userId}:${record.applicationId}`,
  indexes: { user: { keys: (record) => [record.userId, record.applicationId] } },
})

export const grants = defineTable<GrantRecord>()({
  name: 'grant',
  key: (record) => `${record.containerId}:${record.userId}`,
  indexes: {
    user: { keys: (record) => [record.userId, record.containerId] },
    container: { keys: (record) => [record.containerId, record.userId] },
  },
})

export const administrators = defineTable<AdministratorRecord>()({
  name: 'administrator',
  key: (record) => `${record.applicationId}:${record.userId}`,
  indexes: {},
})
