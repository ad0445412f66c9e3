/** What the operations of the wiki interface share: the wiki addressed, spaces and who may do what in them (service §4.2 to §4.6). */
import { z } from '../framework/zod.ts'
import type { ContainerRecord } from '../../model/containers/records.ts'
import { containers } from '../../model/containers/records.ts'
import { type PageRecord, pages } from '../../model/pages/records.ts'
import { notFound, unauthenticated } from '../../model/errors.ts'
import { shown } from '../../model/refusal.ts'
import { containerLevel, forbidden, isSiteAdministrator } from '../../model/users/permissions.ts'
import type { UserRecord } from '../../model/users/records.ts'
import type { Context } from '../framework/operation.ts'
import { int32, type Int64, int64, string } from '../framework/parameter.ts'

export const spaceKey = string({ maximumLength: 255, description: 'Key of the space.', example: 'ENG' })

export const requirementKey = string({
  maximumLength: 255,
  description: 'Key of the requirement.',
  example: 'REQ-001',
})

export const pageId = int64({ description: 'Id of the page.', example: '4001' })

export const searchPaging = {
  offset: int32({ minimum: 0, default: 0, description: 'How many results to leave out at the beginning.' }),
  limit: int32({ minimum: 1, maximum: 200, default: 20, description: 'How many results to answer at most.' }),
} as const

export const identifier = () => z.int().describe('Identifier (Long).')
export const instant = () => z.iso.datetime().describe('Instant in UTC, ISO 8601.')

export const wikiOperation = { interface: 'wiki', provenance: 'documented' } as const

/** The caller; a call without one never gets this far. */
export function wikiCaller(context: Context): UserRecord {
  if (context.user === undefined) throw unauthenticated('no credential', 'sign in to the wiki')
  return context.user
}

/** The application id of the wiki that is addressed; NOT_FOUND where the world has none. */
export function wikiSite(context: Context): number {
  if (context.site === undefined) throw notFound('site', 'wiki', { in: `world ${shown(context.worldName)}` })
  return context.site
}

/** The page of this id in the wiki, and in this space if one is named. `at` is the parameter. Throws NOT_FOUND. */
export function pageOfWiki(context: Context, id: Int64, at: string, space?: string): PageRecord {
  const site = wikiSite(context)
  const page = typeof id === 'number' ? context.store.table(pages).get(id) : undefined
  if (page === undefined || page.applicationId !== site || (space !== undefined && page.spaceKey !== space)) {
    throw notFound('page', id, { at, in: space === undefined ? 'the wiki' : `space ${shown(space)}` })
  }
  return page
}

/** The space of this key. Throws NOT_FOUND. */
export function findSpace(context: Context, key: string): ContainerRecord {
  const space = context.store.table(containers).find('key', [wikiSite(context), 'SPACE', key])
  if (space === undefined) throw notFound('space', key, { at: 'spaceKey', in: 'the wiki' })
  return space
}

/** The space of this key, which the caller must be able to read. Throws NOT_FOUND or FORBIDDEN. */
export function readableSpace(context: Context, key: string): ContainerRecord {
  const space = findSpace(context, key)
  context.assume('A51')
  if (containerLevel(context.store, wikiCaller(context), space) === undefined)
    throw forbidden(context.user, `read space ${shown(key)}`)
  return space
}

/** The space of this key, which the caller must be able to edit. Throws NOT_FOUND or FORBIDDEN. */
export function editableSpace(context: Context, key: string): ContainerRecord {
  const space = findSpace(context, key)
  requireEdit(context, space)
  return space
}

interface OfSpace {
  readonly path: { readonly spaceKey: string }
}

/** An operation on the space of its path, which takes the permission to read it; `handle` receives the space. */
export const readsSpace = {
  pathParameters: { spaceKey },
  permission: { words: 'space read', assumed: true },
  authorise: ({ path }: OfSpace, context: Context) => readableSpace(context, path.spaceKey),
} as const

/** As `readsSpace`, with the permission to edit the space. */
export const editsSpace = {
  pathParameters: { spaceKey },
  permission: { words: 'space edit', assumed: true },
  authorise: ({ path }: OfSpace, context: Context) => editableSpace(context, path.spaceKey),
} as const

/** Throws FORBIDDEN unless the caller may edit the space. */
export function requireEdit(context: Context, space: ContainerRecord): void {
  context.assume('A51')
  if (containerLevel(context.store, wikiCaller(context), space) !== 'edit')
    throw forbidden(context.user, `edit space ${shown(space.key)}`)
}

export function isWikiAdministrator(context: Context): boolean {
  return isSiteAdministrator(context.store, wikiCaller(context), wikiSite(context))
}

/** Throws FORBIDDEN unless the caller administers the wiki. */
export function requireWikiAdministrator(context: Context): void {
  context.assume('A51')
  if (!isWikiAdministrator(context))
    throw forbidden(context.user, 'do this: it takes an administrator of the wiki')
}
