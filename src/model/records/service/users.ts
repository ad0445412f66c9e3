/** Users and what identifies them: passwords, tokens, sessions, accounts linked to sites, permissions (service §5). */
import { defineTable } from '../../../world/store/table.ts'
import { emailKey } from './email.ts'

export interface UserRecord {
  readonly id: number
  /** Unique in its region. */
  readonly name: string
  readonly displayName: string
  readonly email: string
  readonly accountId: string
  readonly passwordHash: string
}

/** A personal access token; its value is shown once and never stored (service §5.5). */
export interface TokenRecord {
  readonly id: number
  readonly userId: number
  readonly name: string
  readonly hash: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly applicationId?: number
}

/** The session of a user of the embedded products. */
export interface SessionRecord {
  readonly hash: string
  /** Absent in worlds of version 0.2 and before. */
  readonly id?: number
  readonly userId: number
  readonly createdAt: number
  /** The virtual instant from which the session is unknown. Absent: never. */
  readonly expiresAt?: number
}

export interface AccountLinkRecord {
  readonly userId: number
  readonly applicationId: number
  /** The link in the service, which hosted calls need. */
  readonly linked: boolean
  /** The consent at the identity provider; while it stands, linking again needs no new one. */
  readonly consented: boolean
}

export type GrantLevel = 'read' | 'edit'

/** Edit includes read. */
export interface GrantRecord {
  readonly containerId: number
  readonly userId: number
  readonly level: GrantLevel
}

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
