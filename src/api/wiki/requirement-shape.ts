/** Requirements in responses of the wiki interface (service §2.3). */
import { z } from '../framework/zod.ts'
import { latestBaseline } from '../../model/finding/baselines.ts'
import { applications } from '../../model/records/service/applications.ts'
import { pages } from '../../model/records/wiki/pages.ts'
import { htmlToText, textToHtml } from '../../model/records/text/excerpt.ts'
import {
  findChildren,
  findIssueLinks,
  findLinkingPages,
  findParent,
} from '../../model/finding/requirements/lookup.ts'
import { itemTexts } from '../../model/records/text/property-text.ts'
import {
  EXTERNAL_DATA_TYPES,
  externalPropertyMetadata,
  type PropertyDataType,
  type PropertyValue,
  type RequirementRecord,
} from '../../model/records/wiki/requirements.ts'
import { readingRights } from '../../model/finding/permissions.ts'
import { oncePerKey } from '../../world/once.ts'
import type { Context } from '../framework/operation.ts'
import { canonicalUrl } from '../standalone/requirements/url.ts'
import { baselineDetails, baselineShape } from './baselines/baseline-shape.ts'
import * as ledger from '../framework/ledger-names.ts'
import { identifier } from './common.ts'

export const REQUIREMENT_ASSUMPTIONS = ['A51', 'A52', 'A53', 'A122', 'A125'] as const

const pageRef = () =>
  z.object({
    pageId: identifier(),
    version: z.int().min(0).describe('Version of the page.').optional(),
  })

const propertyShape = {
  name: 'Property',
  schema: () =>
    z.object({
      key: z.string(),
      value: z.string().describe('The value as HTML.'),
      type: z.enum(['INLINE', 'EXTERNAL']),
      dataType: z.enum(EXTERNAL_DATA_TYPES),
      display: z.string().describe('The value as text.'),
      indexation: z.union([z.object({ text: z.string() }), z.object({ multivalues: z.array(z.string()) })]),
    }),
  example: {
    key: 'Category',
    value: 'Functional',
    type: 'INLINE',
    dataType: 'TEXT',
    display: 'Functional',
    indexation: { text: 'Functional' },
  },
}

export const dependencyShape = () =>
  z.object({
    spaceKey: z.string(),
    key: z.string(),
    url: z.string().optional(),
    relationship: z.string(),
  })

export const issueShape = () =>
  z.object({ applinkId: z.string(), issueKey: z.string(), relationship: z.string() })

export const requirementShape = {
  name: 'Requirement',
  schema: () =>
    z.object({
      id: identifier(),
      key: z.string(),
      spaceKey: z.string(),
      baseline: z
        .int()
        .describe('Number of the baseline of a frozen copy, or of the latest baseline of the space.')
        .optional(),
      baselineDetails: baselineShape.schema().optional(),
      newSpaceKey: z.string().describe('The new space of a MOVED requirement.').optional(),
      newKey: z.string().optional(),
      status: z.enum(['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED']),
      htmlExcerpt: z.string(),
      htmlNeedsUpdating: z.boolean().describe("Flagged 'needs excerpt'."),
      page: pageRef().optional(),
      genericUrl: z.string(),
      destinationUrl: z.string(),
      origin: pageRef().optional(),
      references: z.array(pageRef()).describe('Pages that mention it, if expanded.').optional(),
      properties: z.array(propertyShape.schema()),
      dependencies: z.array(dependencyShape()).describe('The requirements that it depends on.'),
      reverseDependencies: z.array(dependencyShape()).describe('The requirements that depend on it.'),
      issues: z.array(issueShape()),
    }),
  example: {
    id: 6002,
    key: 'REQ-002',
    spaceKey: 'ENG',
    status: 'ACTIVE',
    htmlExcerpt: 'The drone shall hold its altitude within 0.5 m in winds of up to 10 m/s.',
    htmlNeedsUpdating: false,
    page: { pageId: 4001, version: 1 },
    genericUrl: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-002',
    destinationUrl: 'https://wiki.northwind.test/wiki/pages/viewpage.action?pageId=4001#REQ-002',
    origin: { pageId: 4001, version: 1 },
    properties: [propertyShape.example],
    dependencies: [{ spaceKey: 'ENG', key: 'REQ-001', relationship: 'refines' }],
    reverseDependencies: [],
    issues: [],
  },
}

/** Shows requirements to a caller. For one response only: it caches what requirements share. */
export function createRequirementView(context: Context) {
  const { store } = context
  const mayRead = createReadCheck(context)
  const urlOf = (other: RequirementRecord) => canonicalUrl(store, other)
  const latestIn = oncePerKey(
    (project: number) =>
      latestBaseline(store, project, context.choose(ledger.baselineField) === 'latest-done')?.number,
  )
  const baselineOf = ({ baseline, projectContainerId }: RequirementRecord): number | undefined =>
    context.choose(ledger.baselineField) === 'omit' || baseline !== undefined
      ? baseline
      : latestIn(projectContainerId)
  return {
    show(record: RequirementRecord, { references = false } = {}) {
      context.note(ledger.wikiRequirementFields)
      const number = baselineOf(record)
      const page = pageRefOf(context, record)
      const genericUrl = canonicalUrl(store, record)
      return {
        id: record.id,
        key: record.key,
        spaceKey: record.spaceKey,
        baseline: number,
        baselineDetails: number === undefined ? undefined : baselineDetails(context, { ...record, number }),
        newSpaceKey: record.newSpaceKey,
        newKey: record.newKey,
        status: record.status,
        htmlExcerpt: record.html,
        htmlNeedsUpdating: record.htmlNeedsUpdating,
        page,
        genericUrl,
        destinationUrl: record.pageId === undefined ? genericUrl : pageUrl(context, record, record.pageId),
        origin: page,
        references: references ? referencesOf(context, record, mayRead) : undefined,
        properties: propertiesOf(context, record),
        dependencies: dependenciesOf(context, record, mayRead, urlOf),
        reverseDependencies: findChildren(store, record)
          .filter(({ other }) => mayRead(other.projectContainerId))
          .map(({ other, relationship }) => dependencyOf(other, relationship, urlOf(other))),
        issues: issuesOf(context, record),
      }
    },
  }
}

/** Whether the caller may read a space or project. */
export type MayRead = (projectContainerId: number) => boolean

/** A read check that looks up each space or project once. */
export function createReadCheck({ store, user }: Context): MayRead {
  return user === undefined ? () => false : readingRights(store, user)
}

/** The page that defines a requirement, in its current or frozen version. */
function pageRefOf({ store }: Context, record: RequirementRecord) {
  if (record.pageId === undefined) return undefined
  return {
    pageId: record.pageId,
    version: record.pageVersion ?? store.table(pages).get(record.pageId)?.version,
  }
}

function pageUrl({ store }: Context, record: RequirementRecord, pageId: number): string {
  const base = store.table(applications).get(record.applicationId)?.baseUrl ?? ''
  return `${base}/pages/viewpage.action?pageId=${pageId}#${encodeURIComponent(record.key.toWellFormed())}`
}

function referencesOf({ store }: Context, record: RequirementRecord, mayRead: MayRead) {
  return [...findLinkingPages(store, record)]
    .filter((container) => mayRead(container.projectContainerId))
    .flatMap(({ pageId }) =>
      pageId === undefined ? [] : [{ pageId, version: store.table(pages).get(pageId)?.version }],
    )
}

/** Inline properties in the order of their definition, then external ones in order of their metadata. */
export function propertiesOf(context: Context, record: RequirementRecord) {
  const metadata = context.store.table(externalPropertyMetadata)
  const inline = record.properties.map(inlineProperty)
  if (inline.some(({ value, display }) => value !== display)) context.note(ledger.htmlText)
  return [
    ...inline,
    ...record.externalProperties.flatMap(({ metadataId, value, multivalues }) => {
      const known = metadata.get(metadataId)
      return known === undefined ? [] : [externalProperty(known.name, known.dataType, value, multivalues)]
    }),
  ]
}

function inlineProperty({ key, value, dataType, multivalues }: PropertyValue) {
  const text = htmlToText(value)
  const indexation = multivalues === undefined ? { text } : { multivalues: itemTexts(multivalues) }
  return { key, value, type: 'INLINE' as const, dataType, display: text, indexation }
}

/** The value of an external property on the wire. `multivalues` are the items of a list. */
export function externalProperty(
  key: string,
  dataType: PropertyDataType,
  value: string | number | boolean,
  multivalues?: readonly string[],
) {
  const text = String(value)
  return {
    key,
    value: textToHtml(text),
    type: 'EXTERNAL' as const,
    dataType,
    display: text,
    indexation: multivalues === undefined ? { text } : { multivalues },
  }
}

/** Dependencies in the order of the definition. Those that the caller may read have an address. */
export function dependenciesOf(
  { store }: Context,
  record: RequirementRecord,
  mayRead: MayRead,
  urlOf: (other: RequirementRecord) => string,
) {
  return record.dependencies.map((dependency) => {
    const parent = findParent(store, record, dependency)
    return parent !== undefined && mayRead(parent.projectContainerId)
      ? dependencyOf(parent, dependency.relationship, urlOf(parent))
      : { spaceKey: dependency.spaceKey, key: dependency.key, relationship: dependency.relationship }
  })
}

export function dependencyOf({ spaceKey, key }: RequirementRecord, relationship: string, url: string) {
  return { spaceKey, key, url, relationship }
}

export function issuesOf({ store }: Context, record: RequirementRecord) {
  return findIssueLinks(store, record).map(({ wiki: { applinkId, issueKey, relationship } }) => ({
    applinkId,
    issueKey,
    relationship,
  }))
}
