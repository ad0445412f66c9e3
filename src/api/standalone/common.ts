/** What operations of the standalone interface share besides paging and the application of a call (service §4.1). */
import { z } from '../framework/zod.ts'
import { unauthenticated } from '../../model/input/errors.ts'
import type { UserRecord } from '../../model/records/service/users.ts'
import type { Context } from '../framework/operation.ts'
import { int64 } from '../framework/parameter.ts'

/** What the experimental GET operations below an application have in common. */
export const experimental = {
  interface: 'standalone',
  method: 'GET',
  stability: 'experimental',
  provenance: 'documented',
  permission: { words: 'container read' },
  section: '4.1',
} as const

/** What the operations that are known from clients have in common. */
export const observed = {
  interface: 'standalone',
  stability: 'unstated',
  provenance: 'observed',
  section: '4.1',
} as const

export const applicationId = int64({ description: 'Identifier of the application.', example: '101' })

export const identifier = () => z.int().describe('Identifier (int64).')
/** A field of a body that may name a record by its id. */
export const optionalId = (description: string) => identifier().min(1).nullish().describe(description)
export const instant = () => z.iso.datetime().describe('Instant in UTC, ISO 8601.')

/** The fields of a record that a response shows under their own names. */
export function pick<T extends object, F extends keyof T>(record: T, ...fields: readonly F[]): Pick<T, F> {
  const picked: Partial<Pick<T, F>> = {}
  for (const field of fields) picked[field] = record[field]
  return picked as Pick<T, F>
}

/** A text of 1 to 255 characters, such as a name. */
export const shortText = () => z.string().min(1).max(255)

/** The caller. Anonymous calls are rejected before an operation runs. */
export function caller(context: Context): UserRecord {
  if (context.user === undefined) throw unauthenticated('no credential', 'send Authorization: Bearer <token>')
  return context.user
}
