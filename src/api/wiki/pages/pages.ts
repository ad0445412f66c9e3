/** Pages of the wiki: reindexing, and the removal of macros (service §3, §4.6). */
import { z } from '../../framework/zod.ts'
import { requirementsInOrder } from '../../../model/pages/content.ts'
import type { PageRecord } from '../../../model/records/wiki/pages.ts'
import { reindexPage, requirementsOfPage, uninstallPage } from '../../../model/pages/editing.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import type { Int64 } from '../../framework/parameter.ts'
import * as ledger from '../../framework/ledger-names.ts'
import {
  administersWiki,
  editableSpace,
  identifier,
  pageId,
  pageOfWiki,
  requireWikiAdministrator,
  wikiCaller,
  wikiOperation,
} from '../common.ts'

const reindexed = {
  name: 'ReindexedPage',
  schema: () =>
    z.object({
      page: z.object({ pageId: identifier(), version: z.int().min(1) }),
      active: z.array(z.string()).describe('Keys that became ACTIVE.'),
      deleted: z.array(z.string()).describe('Keys that became DELETED.'),
      flagged: z.array(z.string()).describe("Keys flagged 'needs excerpt'."),
    }),
  example: {
    page: { pageId: 4001, version: 2 },
    active: ['REQ-013'],
    deleted: ['REQ-006'],
    flagged: ['REQ-001', 'REQ-013'],
  },
}

const reindex = {
  ...wikiOperation,
  group: 'Pages',
  description:
    "Requirements become ACTIVE or DELETED according to the page's content and are flagged 'needs excerpt'. At the next view of the page the excerpts and properties are gathered and saved, and the flag clears.",
  path: '/helpers/reindex/{contentId}',
  stability: 'internal',
  permission: { words: 'space edit', assumed: true },
  section: '3',
  pathParameters: { contentId: pageId },
  success: { description: 'The requirements that the reindex changed.', shape: reindexed },
  refusals: { 409: 'Another page of the space defines one of the keys.' },
  assumptions: ['A51', ...always('A62', 'A77')],
  authorise({ path }: { path: { contentId: Int64 } }, context: Context): PageRecord {
    const page = pageOfWiki(context, path.contentId, 'contentId')
    editableSpace(context, page.spaceKey)
    return page
  },
  handle: reindexAndCompare,
} as const

const reindexByPut = operation({
  ...reindex,
  id: 'wiki.page.reindex',
  summary: 'Reindexes a page.',
  method: 'PUT',
})

const reindexByPost = operation({
  ...reindex,
  id: 'wiki.page.reindexByPost',
  summary: 'Reindexes a page, as clients call it.',
  method: 'POST',
  provenance: 'observed',
})

const uninstall = operation({
  ...wikiOperation,
  ...administersWiki,
  id: 'wiki.page.uninstall',
  group: 'Pages',
  summary: 'Removes the macros of a page.',
  method: 'DELETE',
  path: '/uninstall/pages/{pageId}',
  stability: 'internal',
  section: '4.6',
  pathParameters: { pageId },
  success: { status: 204, description: 'The macros are removed.' },
  assumptions: ['A51', 'A62', 'A67', ...always('A84')],
  authorise({ path }, context) {
    requireWikiAdministrator(context)
    return pageOfWiki(context, path.pageId, 'pageId')
  },
  handle(_input, context, page) {
    const { world, store } = context
    const { definitions, links } = page
    const rows = requirementsOfPage(store, page)
    if (rows.length > 0) {
      context.note(ledger.redefinedRequirements)
      context.note(ledger.requirementMessages)
    }
    if (definitions.length + links.length + rows.length > 0)
      uninstallPage(world, store, page.id, wikiCaller(context))
  },
})

export const wikiPageOperations: readonly Operation[] = [reindexByPut, reindexByPost, uninstall]

function reindexAndCompare(_input: unknown, context: Context, page: PageRecord) {
  const { world, store } = context
  const before = requirementsOfPage(store, page)
  const idsBefore = new Set(before.map((row) => row.id))
  reindexPage(world, store, page, wikiCaller(context))
  const after = requirementsInOrder(store, page)
  const idsAfter = new Set(after.map((row) => row.id))
  return {
    page: { pageId: page.id, version: page.version },
    active: after.filter((row) => !idsBefore.has(row.id)).map((row) => row.key),
    deleted: before.filter((row) => !idsAfter.has(row.id)).map((row) => row.key),
    flagged: after.filter((row) => row.htmlNeedsUpdating).map((row) => row.key),
  }
}
