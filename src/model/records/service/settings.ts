/** Settings of a wiki and of its spaces, and notifications that onboarding sends to users. */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

const settingValue = field.either(field.text, field.number(), field.flag, field.list(field.text))
export type SettingValue = field.ValueOf<typeof settingValue>

/** Only settings that differ from their default. */
export const settings = defineTable({
  name: 'setting',
  fields: {
    /** Application, project container (0 for the site) and name: `101/0/isolateSpaces`. */
    id: field.key(field.text),
    applicationId: field.ref('application'),
    projectContainerId: field.optional(field.ref('container')),
    name: field.text,
    value: settingValue,
  },
  indexes: {
    application: { keys: (record) => [record.applicationId, record.projectContainerId ?? 0, record.name] },
  },
})
export type SettingRecord = RecordOf<typeof settings>

export const notifications = defineTable({
  name: 'notification',
  fields: {
    id: field.key(),
    applicationId: field.ref('application'),
    userId: field.ref('user'),
    kind: field.text,
    createdAt: field.instant,
  },
  indexes: { user: { keys: (record) => [record.userId, record.id] } },
})
export type NotificationRecord = RecordOf<typeof notifications>
