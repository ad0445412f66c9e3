/** Rows of the hosted search, with the parts that the flags select (service §4.3). */
import { type ContainerRecord, containers } from '../../model/records/service/containers.ts'
import type { DependencyLink, WikiIssueLink } from '../../model/finding/requirements/lookup.ts'
import { propertyText } from '../../model/records/text/property-text.ts'
import { createQueryLinks, type QueryLinks } from '../../model/searching/query-links.ts'
import type { RequirementRecord } from '../../model/records/wiki/requirements.ts'
import { readableProjects } from '../../model/searching/search-places.ts'
import { oncePerKey } from '../../world/once.ts'
import { compareCodePoints } from '../../world/order.ts'
import type { Context, ValuesOf } from '../framework/operation.ts'
import { boolean } from '../framework/parameter.ts'
import { pick } from '../standalone/common.ts'
import { isReadable, toContainerLink, toIssueLink } from '../standalone/requirements/links.ts'
import { externalValues } from '../standalone/requirements/external-values.ts'
import { canonicalUrl } from '../standalone/requirements/url.ts'
import { wikiCaller, wikiSite } from '../wiki/common.ts'
import * as ledger from '../framework/ledger-names.ts'
import { PAGE_LIMIT, type RowEnd, type RowLink } from './search-row-schema.ts'

/** The ledger entries that shape rows. */
export const ROW_ASSUMPTIONS = ['A32', 'A42', 'A245', 'A246', 'A247'] as const

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

/** Builds rows with the parts that the flags select. For one response only, as it caches what the caller may read. */
export function createRowView(context: Context, flags: RowFlags) {
  const { store } = context
  context.note(ledger.requirementUrl)
  const isFlat = context.choose(ledger.hostedRows) === 'flat'
  if (flags.withLinks) context.note(ledger.requirementLinkShapes)
  const asList = context.choose(ledger.hostedRowProperties) === 'list'
  const user = wikiCaller(context)
  const applicationId = wikiSite(context)
  const scope = { store, user, applicationId, projects: readableProjects(store, user, applicationId) }
  const links = createQueryLinks(scope)
  const withExternal = asList || flags.withExternalProperties
  const plain = (record: RequirementRecord) => {
    const { id, key, ...others } = namedPart(context, record)
    const properties = propertiesOf(context, record, withExternal)
    if (record.text !== record.html) context.note(ledger.htmlText)
    return {
      id,
      key,
      text: record.text,
      ...others,
      properties: asList
        ? properties.map(({ key: label, ...rest }) => ({ label, ...rest }))
        : byName(properties),
    }
  }
  const form: RowForm = isFlat
    ? { page: 'items', requirement: oncePerKey(plain), origin: flatOrigin, issueLink: flatIssueLink }
    : { page: 'results', requirement: (record) => namedPart(context, record), origin, issueLink }
  return (record: RequirementRecord) => ({
    ...plain(record),
    ...(flags.withDependencies ? dependenciesOf(context, links, record, form) : {}),
    ...(flags.withLinks ? { links: linksOf(context, links, record, { flags, form }) } : {}),
  })
}

/** What the alternatives flat and rows of A245 tell apart. */
interface RowForm {
  readonly page: 'items' | 'results'
  readonly requirement: (record: RequirementRecord) => RowEnd
  readonly origin: (context: Context, container: ContainerRecord) => RowLink
  readonly issueLink: (context: Context, link: WikiIssueLink) => RowLink
}

function flatOrigin(context: Context, container: ContainerRecord) {
  const { containerId: id, type: containerType, ...place } = toContainerLink(context, container)
  return { id, type: 'ORIGIN' as const, containerType, ...place }
}

function origin(context: Context, container: ContainerRecord) {
  return { type: 'ORIGIN' as const, container: toContainerLink(context, container) }
}

function flatIssueLink(context: Context, link: WikiIssueLink) {
  const { relationship, issueId, issueKey, summary } = toIssueLink(context, link)
  return { id: link.id, type: 'JIRA_ISSUE' as const, relationship, issueId, issueKey, summary }
}

function issueLink(context: Context, link: WikiIssueLink) {
  const { relationship, ...issue } = toIssueLink(context, link)
  return { type: 'JIRA_ISSUE' as const, relationship, issue }
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
    external: true as const,
  }))
  return [...inline, ...external]
}

/** If an inline and an external property have the same name, the inline one wins. */
function byName(properties: ReturnType<typeof propertiesOf>) {
  const shown = new Map<string, (typeof properties)[number]>()
  for (const property of properties) if (!shown.has(property.key)) shown.set(property.key, property)
  return Object.fromEntries(shown)
}

function dependenciesOf(context: Context, links: QueryLinks, record: RequirementRecord, form: RowForm) {
  const children = byRelationship(links.children(record), form)
  const parents = byRelationship(links.parents(record), form)
  return context.choose(ledger.hostedDependencyDirection) === 'from-its-own'
    ? { fromDependencies: parents, toDependencies: children }
    : { fromDependencies: children, toDependencies: parents }
}

function byRelationship(links: readonly DependencyLink[], form: RowForm) {
  const found = Map.groupBy(links, ({ relationship }) => relationship)
  const pages = [...found]
    .toSorted(([a], [b]) => compareCodePoints(a, b))
    .slice(0, PAGE_LIMIT)
    .map(
      ([relationship, ends]) =>
        [relationship, pageOf(form, ends, ({ other }) => form.requirement(other))] as const,
    )
  return Object.fromEntries(pages)
}

function linksOf(
  context: Context,
  links: QueryLinks,
  record: RequirementRecord,
  { flags, form }: { readonly flags: RowFlags; readonly form: RowForm },
) {
  const { originContainerId } = record
  const defining =
    originContainerId === undefined || !flags.withOriginalLinks
      ? undefined
      : context.store.table(containers).get(originContainerId)
  const found = [
    ...(defining !== undefined && isReadable(context, defining) ? [defining] : []),
    ...(flags.withJiraData ? links.issueLinks(record) : []),
  ]
  return pageOf(form, found, (link) =>
    'level' in link ? form.origin(context, link) : form.issueLink(context, link),
  )
}

/** The first page of items that belong to a row. */
function pageOf<T, W>({ page }: RowForm, items: readonly T[], show: (item: T) => W) {
  const shown = items.slice(0, PAGE_LIMIT).map(show)
  return {
    ...(page === 'items' ? { items: shown } : { results: shown }),
    offset: 0,
    limit: PAGE_LIMIT,
    total: items.length,
    hasNext: items.length > PAGE_LIMIT,
  }
}
