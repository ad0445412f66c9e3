/** Users and what identifies them: passwords, tokens, sessions, accounts linked to sites, permissions (service §5). */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'
import { emailKey } from './email.ts'

export const GRANT_LEVELS = ['read', 'edit'] as const
export type GrantLevel = (typeof GRANT_LEVELS)[number]

export const users = defineTable({
  name: 'user',
  fields: {
    id: field.key(),
    /** Unique in its region. */
    name: field.text,
    displayName: field.text,
    email: field.text,
    accountId: field.text,
    passwordHash: field.secret(),
  },
  indexes: {
    name: { keys: (record) => [record.name], unique: true },
    email: { keys: (record) => [emailKey(record.email), record.id] },
    account: { keys: (record) => [record.accountId, record.id] },
  },
})
export type UserRecord = RecordOf<typeof users>

/** A personal access token; its value is shown once and never stored (service §5.5). */
export const tokens = defineTable({
  name: 'token',
  fields: {
    id: field.key(),
    userId: field.ref('user'),
    name: field.text,
    hash: field.secret(),
    createdAt: field.instant,
    expiresAt: field.instant,
    applicationId: field.optional(field.ref('application')),
  },
  indexes: {
    hash: { keys: (record) => [record.hash], unique: true },
    user: { keys: (record) => [record.userId] },
  },
})
export type TokenRecord = RecordOf<typeof tokens>

/** The session of a user of the embedded products. */
export const sessions = defineTable({
  name: 'session',
  fields: {
    hash: field.key(field.secret()),
    /** Absent in worlds of version 0.2 and before. */
    id: field.optional(field.id),
    userId: field.ref('user'),
    createdAt: field.instant,
    /** The virtual instant from which the session is unknown. Absent: never. */
    expiresAt: field.optional(field.instant),
  },
  indexes: { user: { keys: (record) => [record.userId] } },
})
export type SessionRecord = RecordOf<typeof sessions>

export const accountLinks = defineTable({
  name: 'accountLink',
  fields: {
    userId: field.ref('user'),
    applicationId: field.ref('application'),
    /** The link in the service, which hosted calls need. */
    linked: field.flag,
    /** The consent at the identity provider; while it stands, linking again needs no new one. */
    consented: field.flag,
  },
  key: (record) => `${record.userId}:${record.applicationId}`,
  indexes: { user: { keys: (record) => [record.userId, record.applicationId] } },
})
export type AccountLinkRecord = RecordOf<typeof accountLinks>

/** Edit includes read. */
export const grants = defineTable({
  name: 'grant',
  fields: {
    containerId: field.ref('container'),
    userId: field.ref('user'),
    level: field.oneOf(GRANT_LEVELS),
  },
  key: (record) => `${record.containerId}:${record.userId}`,
  indexes: {
    user: { keys: (record) => [record.userId, record.containerId] },
    container: { keys: (record) => [record.containerId, record.userId] },
  },
})
export type GrantRecord = RecordOf<typeof grants>

export const administrators = defineTable({
  name: 'administrator',
  fields: {
    applicationId: field.ref('application'),
    userId: field.ref('user'),
  },
  key: (record) => `${record.applicationId}:${record.userId}`,
  indexes: {},
})
export type AdministratorRecord = RecordOf<typeof administrators>
