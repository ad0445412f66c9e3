/** The errors for a space or a page that a wiki does not have (service §7). */
import type { Store } from '../../world/store/store.ts'
import { notFound } from '../input/errors.ts'
import { firstOf, LOOKED_AT, offerOf } from '../input/offer.ts'
import { pages } from '../records/wiki/pages.ts'
import type { Refusal } from '../input/refusal.ts'
import { type Reader, readingRights } from './permissions.ts'
import { containers, type ContainerRecord } from '../records/service/containers.ts'

/** How many spaces an error looks at. */
const MAXIMUM_SPACES = 1000

interface Place {
  readonly applicationId: number
  /** Who gets the error. Absent: nobody is signed in, and it offers nothing. */
  readonly reader: Reader | undefined
  /** The parameter that named it. */
  readonly at?: string
  readonly in: string
}

/** A Refusal (NOT_FOUND) that offers the nearest space of those that the reader may read. */
export function unknownSpace(store: Store, key: string, { applicationId, reader, ...words }: Place): Refusal {
  if (reader === undefined) return notFound('space', key, words)
  const keys = readableSpaces(store, applicationId, reader).flatMap((space) => space.key ?? [])
  return notFound('space', key, { ...words, instead: offerOf(key, keys, keys.length) })
}

/** A Refusal (NOT_FOUND) that offers the nearest page id of a space, or of all that the reader may read. */
export function unknownPage(
  store: Store,
  id: unknown,
  { applicationId, reader, space, ...words }: Place & { readonly space?: string | undefined },
): Refusal {
  if (reader === undefined) return notFound('page', id, words)
  const table = store.table(pages)
  const readable = readableSpaces(store, applicationId, reader)
  const keys = readable.flatMap(({ key }) => (key === undefined || (space ?? key) !== key ? [] : [key]))
  const ids = keys.flatMap((key) =>
    firstOf(table.range('space', [applicationId, key]), () => true).map((page) => String(page.id)),
  )
  const count = keys.reduce((sum, key) => sum + table.count('space', [applicationId, key]), 0)
  return notFound('page', id, { ...words, instead: offerOf(id, ids.slice(0, 10 * LOOKED_AT), count) })
}

/** The spaces of a wiki that the reader may read, by id; of a wiki with many, the first. */
export function readableSpaces(store: Store, applicationId: number, reader: Reader): ContainerRecord[] {
  const mayRead = readingRights(store, reader)
  const projects = store.table(containers).range('level', [applicationId, 'PROJECT'])
  return firstOf(projects, ({ id, type }) => type === 'SPACE' && mayRead(id), MAXIMUM_SPACES)
}
