/** Settings of a wiki and of its spaces, and notifications that onboarding sends to users. */
import { defineTable } from '../../../world/store/table.ts'

export type SettingValue = string | number | boolean | readonly string[]

/** Only settings that differ from their default. */
export interface SettingRecord {
  /** Application, project container (0 for the site) and name: `101/0/isolateSpaces`. */
  readonly id: string
  readonly applicationId: number
  readonly projectContainerId?: number
  readonly name: string
  readonly value: SettingValue
}

export interface NotificationRecord {
  readonly id: number
  readonly applicationId: number
  readonly userId: number
  readonly kind: string
  readonly createdAt: number
}

export const settings = defineTable<SettingRecord>()({
  name: 'setting',
  key: (record) => record.id,
  indexes: {
    application: { keys: (record) => [record.applicationId, record.projectContainerId ?? 0, record.name] },
  },
})

export const notifications = defineTable<NotificationRecord>()({
  name: 'notification',
  key: (record) => record.id,
  indexes: { user: { keys: (record) => [record.userId, record.id] } },
})
