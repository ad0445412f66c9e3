/** Excel attachments that requirements were imported from, and how their columns are read. */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

export const INTEGRATION_STATES = ['NOT_INTEGRATED', 'INTEGRATED', 'PAUSED'] as const
export type ExcelIntegrationState = (typeof INTEGRATION_STATES)[number]

export const COLUMN_ROLES = ['KEY', 'TEXT', 'PROPERTY', 'DEPENDENCY', 'IGNORED'] as const

const excelColumn = field.object({
  column: field.text,
  header: field.text,
  role: field.oneOf(COLUMN_ROLES),
  name: field.optional(field.text),
})
export type ExcelColumn = field.ValueOf<typeof excelColumn>

export const excelAttachments = defineTable({
  name: 'excelAttachment',
  fields: {
    id: field.key(),
    applicationId: field.ref('application'),
    projectContainerId: field.ref('container'),
    pageId: field.optional(field.looseRef('page')),
    fileName: field.text,
    sheet: field.text,
    headerRow: field.count,
    columns: field.list(excelColumn),
    integrationState: field.oneOf(INTEGRATION_STATES),
  },
  indexes: { project: { keys: (record) => [record.projectContainerId, record.id] } },
})
export type ExcelAttachmentRecord = RecordOf<typeof excelAttachments>
