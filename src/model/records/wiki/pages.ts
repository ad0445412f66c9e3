/** Pages of a wiki: their content defines requirements and links to requirements. */
import type { DependencyValue, PropertyValue } from './requirements.ts'
import { defineTable } from '../../../world/store/table.ts'

/** A requirement as a page defines it. */
export interface RequirementDefinition {
  readonly key: string
  readonly html: string
  readonly properties: readonly PropertyValue[]
  readonly dependencies: readonly DependencyValue[]
}

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
  /** When this version was saved; absent for what a scenario wrote, which dates from its container. */
  readonly savedAt?: number
  readonly savedBy?: number
}

export const pages = defineTable<PageRecord>()({
  name: 'page',
  key: (record) => record.id,
  indexes: {
    space: { keys: (record) => [record.applicationId, record.spaceKey, record.id] },
    link: {
      keys: (record) => record.links.map((link) => [record.applicationId, link.spaceKey, link.key] as const),
    },
  },
})

export interface PageVersionRecord {
  /** Page and version: `4001/3`. */
  readonly id: string
  readonly pageId: number
  readonly version: number
  readonly title: string
  readonly definitions: readonly RequirementDefinition[]
  readonly links: readonly PageLink[]
  readonly savedAt: number
  readonly savedBy?: number
}

/** How many versions a page keeps besides the current one. */
export const MAXIMUM_VERSIONS = 100

export const pageVersions = defineTable<PageVersionRecord>()({
  name: 'pageVersion',
  key: (record) => record.id,
  indexes: {},
})
