/** Keys that were suggested and wait for their use or release, and keys whose requirements left no row. */
import { defineTable } from '../../../world/store/table.ts'

/** A suggested key; no other call is offered it until it is used or released. */
export interface KeyHoldRecord {
  /** Project container and key: `1001/REQ-013`. */
  readonly id: string
  readonly projectContainerId: number
  readonly key: string
  readonly heldAt: number
  readonly heldBy?: number
}

export const keyHolds = defineTable<KeyHoldRecord>()({
  name: 'keyHold',
  key: (record) => record.id,
  indexes: { project: { keys: (record) => [record.projectContainerId, record.key] } },
})

/** A key of requirements that were deleted with their variant. Messages of a tracker may still name it. */
export interface FormerKeyRecord {
  /** Project container and key: `1001/EXP-001`. */
  readonly id: string
  readonly projectContainerId: number
  readonly key: string
}

export const formerKeys = defineTable<FormerKeyRecord>()({
  name: 'formerKey',
  key: (record) => record.id,
  indexes: {},
})

export function formerKeyId(projectContainerId: number, key: string): string {
  return `${projectContainerId}/${key}`
}
