/** Requirements, stored once for every interface, and what hangs on them (service §2.1, §2.3). */
import type { KeyTuple } from '../../../world/order.ts'
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'
import { firstRepeated } from '../../input/first-repeated.ts'
import { propertyText } from '../text/property-text.ts'

/** ARCHIVED rows are frozen copies that carry a baseline number; MOVED rows name where the requirement went. */
export const REQUIREMENT_STATUSES = ['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED'] as const
export type RequirementStatus = (typeof REQUIREMENT_STATUSES)[number]

export const PROPERTY_DATA_TYPES = ['TEXT', 'NUMBER', 'DECIMAL', 'DATE', 'BOOLEAN', 'USER', 'LIST'] as const
/** Only external properties can be INTEGER or ENUM; NUMBER is the former name of INTEGER. */
export const EXTERNAL_DATA_TYPES = [...PROPERTY_DATA_TYPES, 'INTEGER', 'ENUM'] as const
export type PropertyDataType = (typeof EXTERNAL_DATA_TYPES)[number]

/** An inline property, as its page defines it; its values are HTML, and `propertyText` says what they read. */
export const propertyValue = field.object({
  key: field.text,
  value: field.text,
  dataType: field.oneOf(EXTERNAL_DATA_TYPES),
  multivalues: field.optional(field.list(field.text)),
})
export type PropertyValue = field.ValueOf<typeof propertyValue>

/** An external property's value; its name and type are those of its metadata. External values are not baselined. */
const externalPropertyValue = field.object({
  metadataId: field.ref('externalPropertyMetadata'),
  value: field.either(field.text, field.number(), field.flag),
  /** The single values of a list; `value` is then all of them as one text. */
  multivalues: field.optional(field.list(field.text)),
})
export type ExternalPropertyValue = field.ValueOf<typeof externalPropertyValue>

/** A dependency: the definition of the child names its parent (`TO`); the parent may not exist. */
const dependencyValue = field.object({
  relationship: field.text,
  spaceKey: field.text,
  key: field.text,
})
export type DependencyValue = field.ValueOf<typeof dependencyValue>

export function identityOf({ relationship, spaceKey, key }: DependencyValue): readonly string[] {
  return [relationship, spaceKey, key]
}

export function repeatedDependency(dependencies: readonly DependencyValue[]): DependencyValue | undefined {
  return firstRepeated(dependencies, (dependency) => JSON.stringify(identityOf(dependency)))
}

export const dependencyList = field.where(
  field.list(dependencyValue),
  'names a dependency twice: give it once',
  (dependencies) => repeatedDependency(dependencies) === undefined,
)

export const requirementFields = {
  id: field.key(),
  applicationId: field.ref('application'),
  /** The container of level PROJECT. */
  projectContainerId: field.ref('container'),
  spaceKey: field.text,
  variantId: field.ref('variant'),
  key: field.text,
  /** The baseline number of a frozen copy; a copy is made when it is read (frozen.ts), and no table holds one. */
  baseline: field.optional(field.count),
  status: field.oneOf(REQUIREMENT_STATUSES),
  html: field.text,
  text: field.text,
  /** The container (page, issue or file) whose content defines it. */
  originContainerId: field.optional(field.ref('container')),
  pageId: field.optional(field.looseRef('page')),
  /** The version of the page that a frozen copy was taken from. */
  pageVersion: field.optional(field.ordinal),
  excelAttachmentId: field.optional(field.ref('excelAttachment')),
  properties: field.list(propertyValue),
  externalProperties: field.list(externalPropertyValue),
  dependencies: dependencyList,
  /** True means flagged 'needs excerpt' (service §2.3). */
  htmlNeedsUpdating: field.flag,
  newSpaceKey: field.optional(field.text),
  newKey: field.optional(field.text),
  /** The history entry that made the row DELETED or MOVED; absent if a scenario did. */
  endedBy: field.optional(field.looseRef('historyEntry')),
  createdAt: field.instant,
}
export type RequirementRecord = field.ObjectOf<typeof requirementFields>

/** True for what is neither DELETED nor MOVED: ACTIVE rows and frozen copies. */
export const isLive = (record: RequirementRecord) =>
  record.status === 'ACTIVE' || record.status === 'ARCHIVED'

/** How a property index files a value. */
const indexedValue = (value: string | number | boolean) =>
  typeof value === 'boolean' ? String(value) : value

export const requirements = defineTable({
  name: 'requirement',
  fields: requirementFields,
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

export const externalPropertyMetadata = defineTable({
  name: 'externalPropertyMetadata',
  fields: {
    id: field.key(),
    applicationId: field.ref('application'),
    name: field.text,
    dataType: field.oneOf(EXTERNAL_DATA_TYPES),
    /** The allowed values of a property of type ENUM, in their order. */
    enumValues: field.optional(field.list(field.text)),
  },
  indexes: { name: { keys: (record) => [record.applicationId, record.name], unique: true } },
})
export type ExternalPropertyMetadataRecord = RecordOf<typeof externalPropertyMetadata>

/** A test case version linked to a requirement, with the result of its last execution. */
export const testCaseLinks = defineTable({
  name: 'testCaseLink',
  fields: {
    id: field.key(),
    requirementId: field.ref('requirement'),
    testCaseKey: field.text,
    version: field.count,
    relationship: field.text,
    status: field.text,
    executedAt: field.instant,
  },
  indexes: {
    requirement: { keys: (record) => [record.requirementId, record.executedAt] },
    relationship: { keys: (record) => [record.relationship, record.requirementId] },
  },
})
export type TestCaseLinkRecord = RecordOf<typeof testCaseLinks>
