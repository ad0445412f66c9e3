/** What files hold. A file itself is a container of type FILE. */
import { defineTable } from '../../world/store/table.ts'

export interface FileContentRecord {
  /** The file. */
  readonly containerId: number
  readonly applicationId: number
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  /** The bytes as base64. */
  readonly content: string
  readonly updatedAt: number
}

/** Text, since contents are numbered by no sequence of their own. */
export const fileContentKey = (containerId: number) => String(containerId)

export const fileContents = defineTable<FileContentRecord>()({
  name: 'fileContent',
  key: (record) => fileContentKey(record.containerId),
  indexes: { application: { keys: (record) => [record.applicationId, record.containerId] } },
})
