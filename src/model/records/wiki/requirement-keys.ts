/** Keys that were suggested and wait for their use or release, and keys whose requirements left no row. */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

/** A suggested key; no other call is offered it until it is used or released. */
export const keyHolds = defineTable({
  name: 'keyHold',
  fields: {
    /** Project container and key: `1001/REQ-013`. */
    id: field.key(field.text),
    projectContainerId: field.ref('container'),
    key: field.text,
    heldAt: field.instant,
    heldBy: field.optional(field.pastRef('user')),
  },
  indexes: { project: { keys: (record) => [record.projectContainerId, record.key] } },
})
export type KeyHoldRecord = RecordOf<typeof keyHolds>

/** A key of requirements that were deleted with their variant. Messages of a tracker may still name it. */
export const formerKeys = defineTable({
  name: 'formerKey',
  fields: {
    /** Project container and key: `1001/EXP-001`. */
    id: field.key(field.text),
    projectContainerId: field.ref('container'),
    key: field.text,
  },
  indexes: {},
})
export type FormerKeyRecord = RecordOf<typeof formerKeys>

export function formerKeyId(projectContainerId: number, key: string): string {
  return `${projectContainerId}/${key}`
}
