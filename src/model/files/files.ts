/** Files of workspaces and the bytes that they hold (service §2.1). */
import type { Store } from '../../world/store/store.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { invalid, notFound, tooLarge } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import type { Writing } from '../records/actor.ts'
import { fromBase64, toBase64 } from './base64.ts'
import {
  fileContentKey,
  type FileContentRecord,
  fileContents,
  isContentType,
  MAXIMUM_TYPE_LENGTH,
} from '../records/service/files.ts'
import { countText } from '../../world/count-text.ts'

export const MAXIMUM_STORED_BYTES = 64 * 1024 * 1024
/** The default content type. */
export const UNKNOWN_TYPE = 'application/octet-stream'

/** Throws a Refusal (NOT_FOUND), also for containers of other types. */
export function findFile(store: Store, applicationId: number, id: number | bigint): ContainerRecord {
  const found = typeof id === 'number' ? store.table(containers).get(id) : undefined
  if (found?.applicationId === applicationId && found.type === 'FILE') return found
  throw notFound('file', id, { in: `application ${applicationId}` })
}

/** Throws a Refusal (NOT_FOUND) before the first upload. */
export function contentOf(store: Store, file: ContainerRecord): FileContentRecord {
  const content = store.table(fileContents).get(fileContentKey(file.id))
  if (content !== undefined) return content
  throw notFound('content of file', file.id, { instead: `upload something as ${quoted(file.name)}` })
}

export function bytesOf(content: FileContentRecord): Uint8Array {
  return fromBase64(content.content, 'content')
}

/** Throws a Refusal: INVALID for the content type, TOO_LARGE for the application. */
export function writeContent(
  { world, store }: Writing,
  file: ContainerRecord,
  bytes: Uint8Array,
  contentType: string,
): FileContentRecord {
  if (!isContentType(contentType)) {
    throw invalid(
      'content type',
      contentType,
      `it is written type/subtype, with parameters after a semicolon, in at most ${MAXIMUM_TYPE_LENGTH} characters`,
    )
  }
  const table = store.table(fileContents)
  let total = bytes.length
  for (const other of table.range('application', [file.applicationId]))
    if (other.containerId !== file.id) total += other.size
  if (total > MAXIMUM_STORED_BYTES) {
    throw tooLarge(
      `application ${file.applicationId}`,
      `${countText(total, 'byte')} of files`,
      `${MAXIMUM_STORED_BYTES}, so delete some`,
    )
  }
  return table.put({
    containerId: file.id,
    applicationId: file.applicationId,
    contentType,
    size: bytes.length,
    content: toBase64(bytes),
    updatedAt: world.now,
  })
}
