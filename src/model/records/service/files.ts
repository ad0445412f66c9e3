/** What files hold. A file itself is a container of type FILE. */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

export const MAXIMUM_TYPE_LENGTH = 255
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const CONTENT_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?: *;[\\x20-\\x7e]*)?$`)

export function isContentType(text: string): boolean {
  return text.length <= MAXIMUM_TYPE_LENGTH && CONTENT_TYPE.test(text)
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}

/** A text, because no sequence numbers contents. */
export const fileContentKey = (containerId: number) => String(containerId)

export const fileContents = defineTable({
  name: 'fileContent',
  fields: {
    containerId: field.key(field.ref('container')),
    applicationId: field.ref('application'),
    contentType: field.where(field.text, 'must be written type/subtype', isContentType),
    size: field.count,
    content: field.where(field.text, 'invalid base64-encoded string', isBase64),
    updatedAt: field.instant,
  },
  key: (record) => fileContentKey(record.containerId),
  indexes: { application: { keys: (record) => [record.applicationId, record.containerId] } },
})
export type FileContentRecord = RecordOf<typeof fileContents>
