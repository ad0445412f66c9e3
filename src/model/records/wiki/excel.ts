/** Excel attachments that requirements were imported from, and how their columns are read. */
import { defineTable } from '../../../world/store/table.ts'

export const INTEGRATION_STATES = ['NOT_INTEGRATED', 'INTEGRATED', 'PAUSED'] as const
export type ExcelIntegrationState = (typeof INTEGRATION_STATES)[number]

export const COLUMN_ROLES = ['KEY', 'TEXT', 'PROPERTY', 'DEPENDENCY', 'IGNORED'] as const

export interface ExcelColumn {
  readonly column: string
  readonly header: string
  readonly role: (typeof COLUMN_ROLES)[number]
  readonly name?: string
}

export interface ExcelAttachmentRecord {
  readonly id: number
  readonly applicationId: number
  readonly projectContainerId: number
  readonly pageId?: number
  readonly fileName: string
  readonly sheet: string
  readonly headerRow: number
  readonly columns: readonly ExcelColumn[]
  readonly integrationState: ExcelIntegrationState
}

export const excelAttachments = defineTable<ExcelAttachmentRecord>()({
  name: 'excelAttachment',
  key: (record) => record.id,
  indexes: { project: { keys: (record) => [record.projectContainerId, record.id] } },
})
