/** What the operations of the wiki interface share: parameters, the wiki addressed, its spaces and permissions (service §4.2 to §4.6). */
import { z } from '../framework/zod.ts'
import type { ContainerRecord } from '../../model/records/service/containers.ts'
import { containers } from '../../model/records/service/containers.ts'
import { unknownPage, unknownSpace } from '../../model/finding/unknown-space.ts'
import { type PageRecord, pages } from '../../model/records/wiki/pages.ts'
import { notFound, unauthenticated } from '../../model/input/errors.ts'
import { quoted } from '../../model/input/refusal.ts'
import { containerLevel, forbiddenTo, isSiteAdministrator } from '../../model/finding/permissions.ts'
import type { UserRecord } from '../../model/records/service/users.ts'
import type { Author, Writing } from '../../model/records/actor.ts'
import type { Context, Shape } from '../framework/operation.ts'
import * as ledger from '../framework/ledger-names.ts'
import { int32, type Int64, int64, string } from '../framework/parameter.ts'

export const spaceKey = string({ maximumLength: 255, description: 'Key of the space.', example: 'ENG' })

export const requirementKey = string({
  maximumLength: 255,
  description: 'Key of the requirement.',
  example: 'REQ-001',
})

export const pageId = int64({ description: 'Id of the page.', example: '4001' })

/** How many items a list returns at most. */
export const limitOf = (items: string, maximum = 200, usual = 20) =>
  int32({ minimum: 1, maximum, default: usual, description: `Maximum number of ${items} to return.` })

/** How many items a list skips. */
export const offsetOf = (items: string) =>
  int32({ minimum: 0, default: 0, description: `Number of ${items} to skip.` })

export const searchPaging = { offset: offsetOf('results'), limit: limitOf('results') } as const

/** The data type that the requirements of a page show for each property (A254); sent back, it says nothing about the type. */
export const TYPE_SHOWN_ON_PAGES = 'STRING'

/** The shape of a list of items of one shape; without `name` it is written out where it is used. */
export const listOf = <T>(item: Shape<T>, name?: string) => ({
  ...(name === undefined ? {} : { name }),
  schema: () => z.array(item.schema()),
  example: [item.example],
})

export const identifier = () => z.int().describe('Identifier (Long).')
export const instant = () => z.iso.datetime().describe('Instant in UTC, ISO 8601.')

export const wikiOperation = { interface: 'wiki', provenance: 'documented' } as const

/** The caller. A call without a credential is rejected before. */
export function wikiCaller(context: Context): UserRecord {
  if (context.user === undefined) throw unauthenticated('no credential', 'sign in to the wiki')
  return context.user
}

/** The application id of the addressed wiki. Throws NOT_FOUND if the world has none. */
export function wikiSite(context: Context): number {
  if (context.site === undefined) throw notFound('site', 'wiki', { in: `world ${quoted(context.worldName)}` })
  return context.site
}

/** The page of this id in the wiki, and in this space if one is named. `at` is the parameter. Throws NOT_FOUND. */
export function pageOfWiki(context: Context, id: Int64, at: string, space?: string): PageRecord {
  const site = wikiSite(context)
  const page = typeof id === 'number' ? context.store.table(pages).get(id) : undefined
  if (page === undefined || page.applicationId !== site || (space !== undefined && page.spaceKey !== space)) {
    throw unknownPage(context.store, id, {
      applicationId: site,
      reader: context.user,
      space,
      at,
      in: space === undefined ? 'the wiki' : `space ${quoted(space)}`,
    })
  }
  return page
}

/** The space of this key. Throws NOT_FOUND. */
export function findSpace(context: Context, key: string): ContainerRecord {
  const { store, user: reader } = context
  const applicationId = wikiSite(context)
  const space = store.table(containers).find('key', [applicationId, 'SPACE', key])
  if (space === undefined)
    throw unknownSpace(store, key, { applicationId, reader, at: 'spaceKey', in: 'the wiki' })
  return space
}

/** The space of this key, which the caller must be able to read. Throws NOT_FOUND or FORBIDDEN. */
export function readableSpace(context: Context, key: string): ContainerRecord {
  const space = findSpace(context, key)
  context.note(ledger.wikiPermissions)
  if (containerLevel(context.store, wikiCaller(context), space) === undefined)
    throw forbiddenTo(context.user, `read space ${quoted(key)}`)
  return space
}

/** The space of this key, which the caller must be able to edit. Throws NOT_FOUND or FORBIDDEN. */
export function editableSpace(context: Context, key: string): ContainerRecord {
  const space = findSpace(context, key)
  requireEdit(context, space)
  return space
}

/** Where, and in whose name, an exchange writes. Throws UNAUTHENTICATED without a caller. */
export function byCaller(context: Context): Author {
  return { world: context.world, store: context.store, user: wikiCaller(context) }
}

/** Where, and for which caller, an exchange writes. */
export function writingOf({ world, store, user }: Context): Writing {
  return { world, store, actor: user }
}

interface OfSpace {
  readonly path: { readonly spaceKey: string }
}

/** An operation that requires read permission for the space of its path; `handle` receives the space. */
export const readsSpace = {
  pathParameters: { spaceKey },
  permission: { words: 'space read', assumed: true },
  authorise: ({ path }: OfSpace, context: Context) => readableSpace(context, path.spaceKey),
} as const

/** As `readsSpace`, with edit permission. */
export const editsSpace = {
  pathParameters: { spaceKey },
  permission: { words: 'space edit', assumed: true },
  authorise: ({ path }: OfSpace, context: Context) => editableSpace(context, path.spaceKey),
} as const

/** Throws FORBIDDEN unless the caller may edit the space. */
export function requireEdit(context: Context, space: ContainerRecord): void {
  context.note(ledger.wikiPermissions)
  if (containerLevel(context.store, wikiCaller(context), space) !== 'edit')
    throw forbiddenTo(context.user, `edit space ${quoted(space.key)}`)
}

export function isWikiAdministrator(context: Context): boolean {
  return isSiteAdministrator(context.store, wikiCaller(context), wikiSite(context))
}

/** Throws FORBIDDEN unless the caller administers the wiki. */
export function requireWikiAdministrator(context: Context): void {
  context.note(ledger.wikiPermissions)
  if (!isWikiAdministrator(context))
    throw forbiddenTo(context.user, 'do this: it takes an administrator of the wiki')
}

/** An operation for administrators of the wiki. */
export const administersWiki = {
  permission: { words: 'administrator', assumed: true },
  authorise: (_input: unknown, context: Context) => requireWikiAdministrator(context),
} as const

/** An operation for every user who is signed in; `handle` receives the caller. */
export const signedIn = {
  permission: { words: 'signed-in', assumed: true },
  authorise: (_input: unknown, context: Context) => wikiCaller(context),
} as const
