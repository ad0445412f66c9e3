/** Requirements, stored once for every interface, and what hangs on them (service §2.1, §2.3). */
import type { KeyTuple } from '../../../world/order.ts'
import { defineTable } from '../../../world/store/table.ts'
import { propertyText } from '../text/property-text.ts'

/** ARCHIVED rows are frozen copies that carry a baseline number; MOVED rows name where the requirement went. */
export type RequirementStatus = 'ACTIVE' | 'DELETED' | 'MOVED' | 'ARCHIVED'

/** Only external properties can be INTEGER or ENUM; NUMBER is the former name of INTEGER. */
export type PropertyDataType =
  | 'TEXT'
  | 'NUMBER'
  | 'DECIMAL'
  | 'DATE'
  | 'BOOLEAN'
  | 'USER'
  | 'LIST'
  | 'INTEGER'
  | 'ENUM'

/** An inline property, as its page defines it; its values are HTML, and `propertyText` says what they read. */
export interface PropertyValue {
  readonly key: string
  readonly value: string
  readonly dataType: PropertyDataType
  readonly multivalues?: readonly string[]
}

/** An external property's value; its name and type are those of its metadata. External values are not baselined. */
export interface ExternalPropertyValue {
  readonly metadataId: number
  readonly value: string | number | boolean
  /** The single values of a list; `value` is then all of them as one text. */
  readonly multivalues?: readonly string[]
}

/** A dependency: the definition of the child names its parent (`TO`); the parent may not exist. */
export interface DependencyValue {
  readonly relationship: string
  readonly spaceKey: string
  readonly key: string
}

export interface RequirementRecord {
  readonly id: number
  readonly applicationId: number
  /** The container of level PROJECT. */
  readonly projectContainerId: number
  readonly spaceKey: string
  readonly variantId: number
  readonly key: string
  /** The baseline number of a frozen copy; a copy is made when it is read (frozen.ts), and no table holds one. */
  readonly baseline?: number
  readonly status: RequirementStatus
  readonly html: string
  readonly text: string
  /** The container (page, issue or file) whose content defines it. */
  readonly originContainerId?: number
  readonly pageId?: number
  /** The version of the page that a frozen copy was taken from. */
  readonly pageVersion?: number
  readonly excelAttachmentId?: number
  readonly properties: readonly PropertyValue[]
  readonly externalProperties: readonly ExternalPropertyValue[]
  readonly dependencies: readonly DependencyValue[]
  /** True means flagged 'needs excerpt' (service §2.3). */
  readonly htmlNeedsUpdating: boolean
  readonly newSpaceKey?: string
  readonly newKey?: string
  /** The history entry that made the row DELETED or MOVED; absent if a scenario did. */
  readonly endedBy?: number
  readonly createdAt: number
}

export interface ExternalPropertyMetadataRecord {
  readonly id: number
  readonly applicationId: number
  readonly name: string
  readonly dataType: PropertyDataType
  /** The allowed values of a property of type ENUM, in their order. */
  readonly enumValues?: readonly string[]
}

/** A test case version linked to a requirement, with the result of its last execution. */
export interface TestCaseLinkRecord {
  readonly id: number
  readonly requirementId: number
  readonly testCaseKey: string
  readonly version: number
  readonly relationship: string
  readonly status: string
  readonly executedAt: number
}

/** True for what is neither DELETED nor MOVED: ACTIVE rows and frozen copies. */
export const isLive = (record: RequirementRecord) =>
  record.status === 'ACTIVE' || record.status === 'ARCHIVED'

/** How a property index files a value. */
const indexedValue = (value: string | number | boolean) =>
  typeof value === 'boolean' ? String(value) : value

export const requirements = defineTable<RequirementRecord>()({
  name: 'requirement',
  key: (record) => record.id,
  indexes: {
    /** Unique among the rows of a variant that are not DELETED or MOVED. */
    key: {
      keys: (record) => [record.projectContainerId, record.key],
      unique: (record) => (isLive(record) ? record.variantId : undefined),
    },
    /** DELETED and MOVED rows in the order in which they became so. */
    former: {
      keys: (record) =>
        isLive(record)
          ? undefined
          : [record.projectContainerId, record.key, record.variantId, record.endedBy ?? 0],
    },
    status: { keys: (record) => [record.variantId, record.status] },
    origin: {
      keys: (record) => (record.originContainerId === undefined ? undefined : [record.originContainerId]),
    },
    property: {
      keys: ({ projectContainerId, properties }) => {
        if (properties.length === 0) return undefined
        const keys: KeyTuple[] = []
        for (const property of properties) {
          const text = propertyText(property)
          if (typeof text === 'string') keys.push([projectContainerId, property.key, text])
          else for (const item of text) keys.push([projectContainerId, property.key, item])
        }
        return keys
      },
    },
    externalProperty: {
      keys: ({ projectContainerId, externalProperties }) => {
        if (externalProperties.length === 0) return undefined
        const keys: KeyTuple[] = []
        for (const { metadataId, value, multivalues } of externalProperties) {
          if (multivalues === undefined) keys.push([metadataId, indexedValue(value), projectContainerId])
          else for (const item of multivalues) keys.push([metadataId, item, projectContainerId])
        }
        return keys
      },
    },
    /** Children by the parent that they name. The key comes first: queries name a parent without its space. */
    parent: {
      keys: (record) =>
        record.dependencies.length === 0
          ? undefined
          : record.dependencies.map((dependency): KeyTuple => [
              record.applicationId,
              dependency.key,
              dependency.spaceKey,
              dependency.relationship,
            ]),
    },
    /** The relationships of ACTIVE rows, of which there are few. */
    relationship: {
      keys: ({ status, projectContainerId, dependencies }) =>
        status === 'ACTIVE' && dependencies.length > 0
          ? dependencies.map(({ relationship }): KeyTuple => [projectContainerId, relationship])
          : undefined,
    },
  },
})

export const externalPropertyMetadata = defineTable<ExternalPropertyMetadataRecord>()({
  name: 'externalPropertyMetadata',
  key: (record) => record.id,
  indexes: { name: { keys: (record) => [record.applicationId, record.name], unique: true } },
})

export const testCaseLinks = defineTable<TestCaseLinkRecord>()({
  name: 'testCaseLink',
  key: (record) => record.id,
  indexes: {
    requirement: { keys: (record) => [record.requirementId, record.executedAt] },
    relationship: { keys: (record) => [record.relationship, record.requirementId] },
  },
})
