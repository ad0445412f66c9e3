/** Rules: what requirements must be like to be valid (service §4.1 names the group, §4.3 the field of queries). */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

export const RULE_KINDS = ['MANDATORY_PROPERTY', 'KEY_PATTERN', 'ALLOWED_VALUES'] as const
export type RuleKind = (typeof RULE_KINDS)[number]

export const RULE_SEVERITIES = ['ERROR', 'WARNING'] as const
export type RuleSeverity = (typeof RULE_SEVERITIES)[number]

export const rules = defineTable({
  name: 'rule',
  fields: {
    id: field.key(),
    applicationId: field.ref('application'),
    projectContainerId: field.ref('container'),
    /** Absent: all requirements of the container. */
    typeId: field.optional(field.looseRef('requirementType')),
    /** Unique in its container: queries name it so. */
    name: field.text,
    kind: field.oneOf(RULE_KINDS),
    /** Absent: ERROR. */
    severity: field.optional(field.oneOf(RULE_SEVERITIES)),
    /** The property of MANDATORY_PROPERTY and ALLOWED_VALUES. */
    property: field.optional(field.text),
    /** Whether that property is an external one. */
    external: field.optional(field.flag),
    /** `REQ-{000}`; of KEY_PATTERN. */
    pattern: field.optional(field.text),
    values: field.optional(field.list(field.text)),
    createdAt: field.instant,
    updatedAt: field.instant,
  },
  indexes: {
    project: { keys: (record) => [record.projectContainerId, record.id] },
    name: { keys: (record) => [record.projectContainerId, record.name], unique: true },
  },
})
export type RuleRecord = RecordOf<typeof rules>
