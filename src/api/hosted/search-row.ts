/** Rows of the hosted search, with the parts that the flags select (service §4.3). */
import type * as zod from 'zod'
import { z } from '../framework/zod.ts'
import { containers } from '../../model/containers/records.ts'
import type { DependencyLink } from '../../model/requirements/records/lookup.ts'
import { propertyText } from '../../model/requirements/records/property-text.ts'
import { createQueryLinks, type QueryLinks } from '../../model/requirements/searching/query-links.ts'
import type { RequirementRecord } from '../../model/requirements/records/records.ts'
import { readableProjects } from '../../model/requirements/searching/search-places.ts'
import { compareCodePoints } from '../../world/order.ts'
import type { Context, ValuesOf } from '../framework/operation.ts'
import { boolean } from '../framework/parameter.ts'
import { pick } from '../standalone/common.ts'
import {
  containerLinkShape,
  isReadable,
  issueLinkShape,
  toContainerLink,
  toIssueLink,
} from '../standalone/requirements/links.ts'
import { externalValues } from '../standalone/requirements/external-values.ts'
import { canonicalUrl } from '../standalone/requirements/url.ts'
import { identifier, wikiCaller, wikiSite } from '../wiki/common.ts'

/** The ledger entries that shape rows. */
export const ROW_ASSUMPTIONS = ['A32', 'A42', 'A245', 'A246', 'A247'] as const

/** The maximum number of items on each page inside a row, and of relationships in each direction. */
const PAGE_LIMIT = 20

/** The query parameters that select the parts of a row. */
export const rowFlags = {
  withLinks: boolean({ default: true, description: 'Whether to return links.' }),
  withOriginalLinks: boolean({ default: true, description: 'Whether to return the origin in links.' }),
  withDependencies: boolean({
    default: true,
    description: 'Whether to return fromDependencies and toDependencies.',
  }),
  withJiraData: boolean({ default: false, description: 'Whether to return issue links in links.' }),
  withExternalProperties: boolean({
    default: false,
    description: 'Whether to return external properties in properties.',
  }),
} as const
type RowFlags = ValuesOf<typeof rowFlags>

const namedFields = () => ({
  id: identifier(),
  key: z.string(),
  applicationId: identifier(),
  containerId: identifier().describe('The space.'),
  variantId: identifier(),
  status: z.enum(['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED']),
  canonicalURL: z.string(),
})

const valueFields = () => ({
  value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
  external: z.literal(true).describe('Present only for external properties.').optional(),
})

const pageSchema = <T extends zod.ZodType>(item: T) =>
  z.object({
    results: z.array(item),
    offset: z.int().min(0),
    limit: z.int().min(1),
    total: z.int().min(0).describe('Number of all items.'),
    hasNext: z.boolean(),
  })

const dependencySchema = () => z.record(z.string(), pageSchema(z.object(namedFields()))).optional()

const linkSchema = () =>
  z.object({
    type: z.enum(['ORIGIN', 'JIRA_ISSUE']),
    relationship: z.string().describe('The relationship of an issue link.').optional(),
    container: containerLinkShape().describe('The container that defines the requirement.').optional(),
    issue: issueLinkShape().omit({ relationship: true }).optional(),
  })

export const rowSchema = () =>
  z.object({
    ...namedFields(),
    text: z.string(),
    properties: z
      .union([
        z.record(z.string(), z.object({ key: z.string(), ...valueFields() })),
        z.array(z.object({ label: z.string(), ...valueFields() })),
      ])
      .describe('By name. A list under the alternative list of A246.'),
    fromDependencies: dependencySchema().describe('The requirements that depend on it, by relationship.'),
    toDependencies: dependencySchema().describe('The requirements that it depends on, by relationship.'),
    links: pageSchema(linkSchema()).optional(),
  })

const named = {
  applicationId: 101,
  containerId: 1001,
  variantId: 5001,
  status: 'ACTIVE',
} as const

export const rowExample = {
  id: 6002,
  key: 'REQ-002',
  text: 'The drone shall hold its altitude within 0.5 m in winds of up to 10 m/s.',
  ...named,
  canonicalURL: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-002',
  properties: { Category: { key: 'Category', value: 'Safety' } },
  fromDependencies: {},
  toDependencies: {
    refines: {
      results: [
        {
          id: 6001,
          key: 'REQ-001',
          ...named,
          canonicalURL: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-001',
        },
      ],
      offset: 0,
      limit: PAGE_LIMIT,
      total: 1,
      hasNext: false,
    },
  },
  links: {
    results: [
      {
        type: 'ORIGIN',
        container: {
          containerId: 1101,
          type: 'PAGE',
          name: 'Flight control',
          pageId: 4001,
          url: 'https://wiki.northwind.test/wiki/pages/viewpage.action?pageId=4001',
        },
      },
    ],
    offset: 0,
    limit: PAGE_LIMIT,
    total: 1,
    hasNext: false,
  },
}

/** Builds rows with the parts that the flags select. For one response only, as it caches what the caller may read. */
export function createRowView(context: Context, flags: RowFlags): (record: RequirementRecord) => object {
  const { store } = context
  for (const id of ['A42', 'A245'] as const) context.assume(id)
  if (flags.withLinks) context.assume('A32')
  const asList = context.assume('A246') === 'list'
  const user = wikiCaller(context)
  const applicationId = wikiSite(context)
  const scope = { store, user, applicationId, projects: readableProjects(store, user, applicationId) }
  const links = createQueryLinks(scope)
  const withExternal = asList || flags.withExternalProperties
  return (record) => {
    const { id, key, ...others } = namedPart(context, record)
    const properties = propertiesOf(context, record, withExternal)
    if (record.text !== record.html) context.assume('A267')
    return {
      id,
      key,
      text: record.text,
      ...others,
      properties: asList
        ? properties.map(({ key: label, ...rest }) => ({ label, ...rest }))
        : byName(properties),
      ...(flags.withDependencies ? dependenciesOf(context, links, record) : {}),
      ...(flags.withLinks ? { links: linksOf(context, links, record, flags) } : {}),
    }
  }
}

function namedPart({ store }: Context, record: RequirementRecord) {
  return {
    ...pick(record, 'id', 'key', 'applicationId'),
    containerId: record.projectContainerId,
    ...pick(record, 'variantId', 'status'),
    canonicalURL: canonicalUrl(store, record),
  }
}

/** Inline properties in the order of their definition, then external ones in order of their metadata. */
function propertiesOf(context: Context, record: RequirementRecord, withExternal: boolean) {
  const inline = record.properties.map((property) => ({ key: property.key, value: propertyText(property) }))
  if (!withExternal) return inline
  const external = externalValues(context, record).map(({ name: key, value }) => ({
    key,
    value,
    external: true,
  }))
  return [...inline, ...external]
}

/** If an inline and an external property have the same name, the inline one wins. */
function byName(properties: ReturnType<typeof propertiesOf>): object {
  const shown = new Map<string, object>()
  for (const property of properties) if (!shown.has(property.key)) shown.set(property.key, property)
  return Object.fromEntries(shown)
}

function dependenciesOf(context: Context, links: QueryLinks, record: RequirementRecord) {
  const children = byRelationship(context, links.children(record))
  const parents = byRelationship(context, links.parents(record))
  return context.assume('A247') === 'from-its-own'
    ? { fromDependencies: parents, toDependencies: children }
    : { fromDependencies: children, toDependencies: parents }
}

function byRelationship(context: Context, links: readonly DependencyLink[]): object {
  const found = Map.groupBy(links, ({ relationship }) => relationship)
  const pages = [...found]
    .toSorted(([a], [b]) => compareCodePoints(a, b))
    .slice(0, PAGE_LIMIT)
    .map(([relationship, ends]) => [relationship, pageOf(ends, ({ other }) => namedPart(context, other))])
  return Object.fromEntries(pages)
}

function linksOf(context: Context, links: QueryLinks, record: RequirementRecord, flags: RowFlags) {
  const { originContainerId } = record
  const origin =
    originContainerId === undefined || !flags.withOriginalLinks
      ? undefined
      : context.store.table(containers).get(originContainerId)
  const found = [
    ...(origin !== undefined && isReadable(context, origin) ? [origin] : []),
    ...(flags.withJiraData ? links.issueLinks(record) : []),
  ]
  return pageOf(found, (link) => {
    if ('level' in link) return { type: 'ORIGIN', container: toContainerLink(context, link) }
    const { relationship, ...issue } = toIssueLink(context, link)
    return { type: 'JIRA_ISSUE', relationship, issue }
  })
}

/** The first page of items that belong to a row. */
function pageOf<T>(items: readonly T[], show: (item: T) => unknown) {
  const results = items.slice(0, PAGE_LIMIT).map(show)
  return { results, offset: 0, limit: PAGE_LIMIT, total: items.length, hasNext: items.length > PAGE_LIMIT }
}
