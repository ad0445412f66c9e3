/** Pages of a wiki: their content defines requirements and links to requirements. */
import { dependencyList, propertyValue } from './requirements.ts'
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

/** A requirement as a page defines it. */
const requirementDefinition = field.object({
  key: field.text,
  html: field.text,
  properties: field.list(propertyValue),
  dependencies: dependencyList,
})
export type RequirementDefinition = field.ValueOf<typeof requirementDefinition>

const pageLink = field.object({
  spaceKey: field.text,
  key: field.text,
})
export type PageLink = field.ValueOf<typeof pageLink>

/** What a page holds; its title and place are those of its container. */
export const pages = defineTable({
  name: 'page',
  fields: {
    id: field.key(),
    containerId: field.ref('container'),
    applicationId: field.ref('application'),
    spaceKey: field.text,
    version: field.ordinal,
    definitions: field.list(requirementDefinition),
    links: field.list(pageLink),
    /** When this version was saved; absent for what a scenario wrote, which dates from its container. */
    savedAt: field.optional(field.instant),
    savedBy: field.optional(field.pastRef('user')),
  },
  indexes: {
    space: { keys: (record) => [record.applicationId, record.spaceKey, record.id] },
    link: {
      keys: (record) => record.links.map((link) => [record.applicationId, link.spaceKey, link.key] as const),
    },
  },
})
export type PageRecord = RecordOf<typeof pages>

/** How many versions a page keeps besides the current one. */
export const MAXIMUM_VERSIONS = 100

export const pageVersions = defineTable({
  name: 'pageVersion',
  fields: {
    /** Page and version: `4001/3`. */
    id: field.key(field.text),
    pageId: field.looseRef('page'),
    version: field.ordinal,
    title: field.text,
    definitions: field.list(requirementDefinition),
    links: field.list(pageLink),
    savedAt: field.instant,
    savedBy: field.optional(field.pastRef('user')),
  },
  indexes: {},
})
export type PageVersionRecord = RecordOf<typeof pageVersions>
