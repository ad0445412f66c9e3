/** The requirements of a page, at both paths (service §4.6). */
import { z } from '../../framework/zod.ts'
import { oncePerKey } from '../../../world/once.ts'
import { escapeName, quoteText } from '../../../language/tokens.ts'
import { type ContainerRecord, containers } from '../../../model/records/service/containers.ts'
import { requirementsInOrder } from '../../../model/pages/content.ts'
import { type PageRecord, pages } from '../../../model/records/wiki/pages.ts'
import { viewPage } from '../../../model/pages/view.ts'
import { findChildren, findLinkingPages } from '../../../model/finding/requirements/lookup.ts'
import type { RequirementRecord } from '../../../model/records/wiki/requirements.ts'
import { MAXIMUM_PAGE_REQUIREMENTS } from '../../../model/settings/definitions.ts'
import { isExtendedMode, readSetting } from '../../../model/settings/settings.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { int32, type Int64 } from '../../framework/parameter.ts'
import { requirementPath } from '../../standalone/requirements/url.ts'
import {
  identifier,
  pageId,
  pageOfWiki,
  readableSpace,
  spaceKey,
  wikiCaller,
  wikiOperation,
  wikiSite,
} from '../common.ts'
import {
  createReadCheck,
  createRequirementView,
  dependenciesOf,
  dependencyOf,
  dependencyShape,
  issueShape,
  issuesOf,
  propertiesOf,
  REQUIREMENT_ASSUMPTIONS,
  requirementShape,
} from '../requirement-shape.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { isolatesSpaces } from '../search/request.ts'

/** The longest value in the search address of a property; a longer value is replaced by a search for the property alone. */
const MAXIMUM_SEARCHED_LENGTH = 500
/** The maximum number of references listed for a requirement. */
const MAXIMUM_REFERENCES = 100

const pageReference = () =>
  z.object({
    javaType: z.string(),
    type: z.enum(['ORIGIN', 'LINK']),
    pageId: identifier(),
    title: z.string(),
    url: z.string().describe('Relative to the base address of the wiki, like all addresses here.'),
    isCoveredByDependency: z
      .boolean()
      .describe('The page also defines a requirement that depends on this one.'),
  })

const pageRequirement = () =>
  z.object({
    id: identifier(),
    key: z.string(),
    spaceKey: z.string(),
    status: z.enum(['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED']),
    htmlExcerpt: z.string(),
    htmlNeedsUpdating: z.boolean().describe("Flagged 'needs excerpt'."),
    isPublicDescription: z.boolean(),
    genericUrl: z.string(),
    destinationUrl: z.string(),
    origin: pageReference(),
    references: z
      .array(
        pageReference().extend({ occurrence: z.int().min(1).describe('Number of mentions on the page.') }),
      )
      .describe('Pages that mention it.'),
    properties: z.array(
      z.object({
        key: z.string(),
        value: z.string().describe('The value as HTML.'),
        type: z.enum(['INLINE', 'EXTERNAL']),
        dataType: z.literal('STRING'),
        display: z.boolean(),
        searchUrl: z.string(),
        indexation: z.union([z.object({ text: z.string() }), z.object({ multivalues: z.array(z.string()) })]),
      }),
    ),
    dependencies: z.array(dependencyShape()),
    reverseDependencies: z.array(dependencyShape()),
    issues: z.array(issueShape()),
    tests: z.object({}),
    validations: z.array(z.object({})),
    duplicateOriginalPages: z.array(pageReference()).describe('Other pages that define its key.').optional(),
  })

const pageIndexing = () =>
  z.object({ position: z.int().min(0).describe('Number of indexed requirements of the page.') })
const limitForPages = () => z.int().min(1).describe('The maximum number of requirements returned.')

const captured = () =>
  z.object({
    settings: z.object({
      'popup-on-click': z.string(),
      'collapse-excerpts': z.string(),
      'popup-delay': z.string(),
      'indexing-mode': z.int(),
    }),
    requirements: z.array(pageRequirement()),
    pageIndexing: pageIndexing(),
    limitForPages: limitForPages(),
  })

const asSearched = () =>
  z.object({
    settings: z.object({
      isolateSpaces: z.boolean(),
      extendedMode: z.boolean(),
      defaultRelationship: z.string(),
    }),
    requirements: z.array(requirementShape.schema()),
    pageIndexing: pageIndexing(),
    limitForPages: limitForPages(),
  })

const example = {
  settings: {
    'popup-on-click': 'false',
    'collapse-excerpts': 'false',
    'popup-delay': '500',
    'indexing-mode': 0,
  },
  requirements: [
    {
      id: 6002,
      key: 'REQ-002',
      spaceKey: 'ENG',
      status: 'ACTIVE',
      htmlExcerpt: 'The drone shall hold its altitude within 0.5 m in winds of up to 10 m/s.',
      htmlNeedsUpdating: false,
      isPublicDescription: true,
      genericUrl: '/requirements/ENG/REQ-002',
      destinationUrl: '/pages/viewpage.action?pageId=4001#req-REQ-002',
      origin: {
        javaType: 'PageReference',
        type: 'ORIGIN',
        pageId: 4001,
        title: 'Flight control',
        url: '/pages/viewpage.action?pageId=4001',
        isCoveredByDependency: false,
      },
      references: [],
      properties: [
        {
          key: 'Category',
          value: 'Safety',
          type: 'INLINE',
          dataType: 'STRING',
          display: true,
          searchUrl: "/requirements/ENG?q=%40Category%20%3D%20'Safety'",
          indexation: { text: 'Safety' },
        },
      ],
      dependencies: [
        { spaceKey: 'ENG', key: 'REQ-001', url: '/requirements/ENG/REQ-001', relationship: 'refines' },
      ],
      reverseDependencies: [],
      issues: [],
      tests: {},
      validations: [],
    },
  ],
  pageIndexing: { position: 6 },
  limitForPages: MAXIMUM_PAGE_REQUIREMENTS,
}

interface PageSubject {
  readonly space: ContainerRecord
  readonly page: PageRecord
}

const shared = {
  ...wikiOperation,
  group: 'Pages',
  method: 'GET',
  stability: 'internal',
  permission: { words: 'space read', assumed: true },
  rate: 'high',
  section: '4.6',
  pathParameters: { spaceKey, pageId },
  query: {
    numberOfRequirements: int32({
      minimum: 1,
      description: 'The maximum number of requirements to return, never more than limitForPages.',
    }),
  },
  authorise({ path }: { path: { spaceKey: string; pageId: Int64 } }, context: Context): PageSubject {
    const space = readableSpace(context, path.spaceKey)
    return { space, page: pageOfWiki(context, path.pageId, 'pageId', path.spaceKey) }
  },
} as const

const described = { description: 'The requirements of the page.' } as const
const shape = { name: 'PageRequirements', schema: captured, example }

const read = operation({
  ...shared,
  id: 'wiki.page.read',
  summary: 'Lists the requirements of a page, which counts as a view of the page.',
  path: '/page/{spaceKey}/{pageId}',
  provenance: 'observed',
  success: { ...described, shape },
  assumptions: ['A51', 'A52', ...always('A78'), 'A254'],
  handle: ({ query }, context, subject) => showPage(context, subject, query.numberOfRequirements),
})

const readByMisc = operation({
  ...shared,
  id: 'wiki.page.requirements',
  summary: 'Lists the requirements of a page, at the documented path.',
  path: '/misc/{spaceKey}/{pageId}',
  success: {
    ...described,
    shape: { name: 'PageRequirementsOrFormer', schema: () => z.union([captured(), asSearched()]), example },
  },
  assumptions: [...REQUIREMENT_ASSUMPTIONS, 'A78', 'A254'],
  handle: ({ query }, context, subject) =>
    context.choose(ledger.pageRequirements) === 'as-searched'
      ? showAsSearched(context, subject, query.numberOfRequirements)
      : showPage(context, subject, query.numberOfRequirements),
})

export const wikiPageRequirementOperations: readonly Operation[] = [read, readByMisc]

/** Records a view of the page, and returns what both forms of the response share. */
function viewed(context: Context, { id }: PageRecord) {
  const { page } = viewPage(context.world, context.store, id, wikiCaller(context))
  const rows = requirementsInOrder(context.store, page)
  const limit = readSetting(context.store, context.config, wikiSite(context), 'limitForPages')
  const position = rows.filter((row) => !row.htmlNeedsUpdating).length
  return { page, rows, limit, pageIndexing: { position } }
}

function showPage(context: Context, subject: PageSubject, wanted: number | undefined) {
  context.note(ledger.pageRequirementFields)
  const { store, config } = context
  const { page, rows, limit, pageIndexing } = viewed(context, subject.page)
  const site = wikiSite(context)
  return {
    settings: {
      'popup-on-click': readSetting(store, config, site, 'popup-on-click'),
      'collapse-excerpts': readSetting(store, config, site, 'collapse-excerpts'),
      'popup-delay': readSetting(store, config, site, 'popup-delay'),
      'indexing-mode': readSetting(store, config, site, 'indexing-mode'),
    },
    requirements: rows.slice(0, Math.min(wanted ?? limit, limit)).map(createPageView(context, page)),
    pageIndexing,
    limitForPages: limit,
  }
}

/** Shows the requirements of a page. For one response only: it caches mentions and permissions. */
function createPageView(context: Context, page: PageRecord) {
  const { store } = context
  const mayRead = createReadCheck(context)
  const mentionsOn = oncePerKey(countMentions)
  const referencesTo = (row: RequirementRecord, children: readonly RequirementRecord[]) => {
    const found = []
    for (const { projectContainerId, pageId: id } of findLinkingPages(store, row)) {
      const linking = store.table(pages).get(id as number)
      if (linking === undefined || !mayRead(projectContainerId)) continue
      const isCovered = children.some((other) => other.pageId === linking.id)
      const occurrence = mentionsOn(linking).get(mentionOf(row)) ?? 1
      found.push({ ...referenceTo(context, 'LINK', linking, isCovered), occurrence })
      if (found.length === MAXIMUM_REFERENCES) break
    }
    return found
  }
  return (row: RequirementRecord) => {
    context.note(ledger.wikiRequirementFields)
    const children = findChildren(store, row).filter(({ other }) => mayRead(other.projectContainerId))
    return {
      id: row.id,
      key: row.key,
      spaceKey: row.spaceKey,
      status: row.status,
      htmlExcerpt: row.html,
      htmlNeedsUpdating: row.htmlNeedsUpdating,
      isPublicDescription: true,
      genericUrl: requirementPath(row),
      destinationUrl: `${pagePath(page.id)}#req-${encodeURIComponent(row.key.toWellFormed())}`,
      origin: referenceTo(context, 'ORIGIN', page, false),
      references: referencesTo(
        row,
        children.map(({ other }) => other),
      ),
      properties: propertiesOf(context, row).map((property) => ({
        ...property,
        dataType: 'STRING' as const,
        display: true,
        searchUrl: searchPath(row.spaceKey, property),
      })),
      dependencies: dependenciesOf(context, row, mayRead, requirementPath),
      reverseDependencies: children.map(({ other, relationship }) =>
        dependencyOf(other, relationship, requirementPath(other)),
      ),
      issues: issuesOf(context, row),
      tests: {},
      validations: [],
    }
  }
}

/** The number of mentions of each requirement on a page. */
function countMentions({ links }: PageRecord): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const link of links) counts.set(mentionOf(link), (counts.get(mentionOf(link)) ?? 0) + 1)
  return counts
}

function mentionOf({ spaceKey, key }: { readonly spaceKey: string; readonly key: string }): string {
  return `${spaceKey}/${key}`
}

function referenceTo({ store }: Context, type: 'ORIGIN' | 'LINK', page: PageRecord, isCovered: boolean) {
  return {
    javaType: 'PageReference',
    type,
    pageId: page.id,
    title: store.table(containers).get(page.containerId)?.name ?? '',
    url: pagePath(page.id),
    isCoveredByDependency: isCovered,
  }
}

function pagePath(id: number): string {
  return `/pages/viewpage.action?pageId=${id}`
}

/** The search of a space for requirements with the value of a property, or with the first item of a list. */
function searchPath(
  space: string,
  { key, type, display, indexation }: ReturnType<typeof propertiesOf>[number],
) {
  const value = 'multivalues' in indexation ? indexation.multivalues[0] : display
  const isSearched = value !== undefined && value.length <= MAXIMUM_SEARCHED_LENGTH
  const name = `${type === 'EXTERNAL' ? 'ext' : ''}@${escapeName(key)}`
  const query = `${name} ${isSearched ? `= ${quoteText(value)}` : 'IS NOT NULL'}`
  return `/requirements/${encodeURIComponent(space.toWellFormed())}?q=${encodeURIComponent(query.toWellFormed())}`
}

/** The response under the alternative of A78: requirements in the form of searches. */
function showAsSearched(context: Context, subject: PageSubject, wanted: number | undefined) {
  const { rows, limit: maximum, pageIndexing } = viewed(context, subject.page)
  const limit = Math.min(wanted ?? maximum, maximum)
  const view = createRequirementView(context)
  return {
    settings: settingsOfSpace(context, subject.space),
    requirements: rows.slice(0, limit).map((row) => view.show(row)),
    pageIndexing,
    limitForPages: limit,
  }
}

function settingsOfSpace(context: Context, space: ContainerRecord) {
  const { store, config } = context
  return {
    isolateSpaces: isolatesSpaces(context),
    extendedMode: isExtendedMode(store, space.applicationId, space.id),
    defaultRelationship: readSetting(store, config, space.applicationId, 'defaultRelationship'),
  }
}
