/** Rules: what requirements must be like to be valid (service §4.1 names the group, §4.3 the field of queries). */
import { defineTable } from '../../../world/store/table.ts'

export const RULE_KINDS = ['MANDATORY_PROPERTY', 'KEY_PATTERN', 'ALLOWED_VALUES'] as const
export type RuleKind = (typeof RULE_KINDS)[number]

export const RULE_SEVERITIES = ['ERROR', 'WARNING'] as const
export type RuleSeverity = (typeof RULE_SEVERITIES)[number]

export interface RuleRecord {
  readonly id: number
  readonly applicationId: number
  readonly projectContainerId: number
  /** Absent: all requirements of the container. */
  readonly typeId?: number
  /** Unique in its container: queries name it so. */
  readonly name: string
  readonly kind: RuleKind
  /** Absent: ERROR. */
  readonly severity?: RuleSeverity
  /** The property of MANDATORY_PROPERTY and ALLOWED_VALUES. */
  readonly property?: string
  /** Whether that property is an external one. */
  readonly external?: boolean
  /** `REQ-{000}`; of KEY_PATTERN. */
  readonly pattern?: string
  readonly values?: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
}

export const rules = defineTable<RuleRecord>()({
  name: 'rule',
  key: (record) => record.id,
  indexes: {
    project: { keys: (record) => [record.projectContainerId, record.id] },
    name: { keys: (record) => [record.projectContainerId, record.name], unique: true },
  },
})
