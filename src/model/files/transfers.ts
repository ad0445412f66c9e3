/**
 * Signed addresses by which a file is read or written without a credential until they expire. A ticket says what it is for
 * and who asked for it, and carries a signature that only this world makes, so that none has to be remembered. It opens
 * nothing that the one who asked may not do by now.
 */
import type { Author } from '../records/actor.ts'
import { formatInstant, LAST_INSTANT } from '../../world/time/duration.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { forbidden, notFound } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import { containerLevel } from '../finding/permissions.ts'
import { users } from '../records/service/users.ts'
import { hashSecret } from '../users/secrets.ts'

export type TransferPurpose = 'download' | 'upload'

/** How long a ticket is valid, in virtual milliseconds: 15 minutes. */
const TRANSFER_LIFETIME = 15 * 60_000

const TICKET = /^(download|upload)-(\d{1,15})-(\d{1,15})-(\d{1,15})-([0-9a-f]{32})$/

export interface Transfer {
  readonly ticket: string
  readonly expiresAt: number
}

/** A ticket for one file and purpose, in the name of the user. */
export function issueTransfer(
  { world, store, user }: Author,
  file: ContainerRecord,
  purpose: TransferPurpose,
): Transfer {
  const expiresAt = Math.min(world.now + TRANSFER_LIFETIME, LAST_INSTANT)
  const claim = `${purpose}-${file.id}-${user.id}-${expiresAt}`
  return { ticket: `${claim}-${signatureOf(world, store, claim)}`, expiresAt }
}

/** The file of a ticket. Throws a Refusal: FORBIDDEN or NOT_FOUND. */
export function fileOfTransfer(
  world: World,
  store: Store,
  ticket: string,
  purpose: TransferPurpose,
): ContainerRecord {
  const [, of, id, userId, expiresAt, signature] = TICKET.exec(ticket) ?? []
  if (
    signature === undefined ||
    signature !== signatureOf(world, store, `${of}-${id}-${userId}-${expiresAt}`)
  )
    throw forbidden(
      `ticket ${quoted(ticket)}`,
      `${purpose} a file`,
      'it was not issued here; ask for an address anew',
    )
  if (of !== purpose) throw forbidden(`ticket ${quoted(ticket)}`, `${purpose} a file`, `it is for ${of}`)
  if (Number(expiresAt) <= world.now) {
    const when = formatInstant(Number(expiresAt))
    throw forbidden(
      `ticket ${quoted(ticket)}`,
      `${purpose} a file`,
      `it expired at ${when}; ask for an address anew`,
    )
  }
  const file = store.table(containers).get(Number(id))
  if (file?.type !== 'FILE')
    throw notFound('file', id, { instead: `ticket ${quoted(ticket)} names a file that was deleted` })
  const user = store.table(users).get(Number(userId))
  const level = user && containerLevel(store, user, file)
  if (level === 'edit' || (level === 'read' && purpose === 'download')) return file
  const action = purpose === 'download' ? 'read' : 'edit'
  throw forbidden(
    `user ${userId}`,
    `${action} file ${id}`,
    `ticket ${quoted(ticket)} was issued for that user; let somebody ask who may`,
  )
}

/** The signature that makes a claim a ticket: `<purpose>-<file>-<user>-<expiry>`. */
export function signatureOf(world: World, store: Store, claim: string): string {
  return hashSecret(`transfer\u0000${world.seed}\u0000${store.name}\u0000${claim}`).slice(0, 32)
}
