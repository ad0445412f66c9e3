/** Pages of a wiki: their content defines requirements and links to requirements. */
import type { DependencyValue, PropertyValue } from '../requirements/records.ts'
import { defineTable } from '../../world/table.ts'

/** A requirement as a page defines it. */
export interface RequirementDefinition {
  readonly key: string
  readonly html: string
  readonly properties: readonly PropertyValue[]
  readonly dependencies: readonly DependencyValue[]
}

/** A requirement that a page's text mentions. */
export interface PageLink {
  readonly spaceKey: string
  readonly key: string
}

/** What a page holds; its title and place are those of its container. */
export interface PageRecord {
  readonly id: number
  readonly containerId: number
  readonly applicationId: number
  readonly spaceKey: string
  readonly version: number
  readonly definitions: readonly RequirementDefinition[]
  readonly links: readonly PageLink[]
}

export const pages = defineTable<PageRecord>()({
  name: 'page',
  key: (record) => record.id,
  indexes: {
    space: { keys: (record) => [record.applicationId, record.spaceKey, record.id], counted: 2 },
    link: {
      keys: (record) => record.links.map((link) => [record.applicationId, link.spaceKey, link.key] as const),
    },
  },
})
