/** What files hold. A file itself is a container of type FILE. */
import { defineTable } from '../../../world/store/table.ts'

export interface FileContentRecord {
  readonly containerId: number
  readonly applicationId: number
  readonly contentType: string
  readonly size: number
  readonly content: string
  readonly updatedAt: number
}

/** A text, because no sequence numbers contents. */
export const fileContentKey = (containerId: number) => String(containerId)

export const fileContents = defineTable<FileContentRecord>()({
  name: 'fileContent',
  key: (record) => fileContentKey(record.containerId),
  indexes: { application: { keys: (record) => [record.applicationId, record.containerId] } },
})
