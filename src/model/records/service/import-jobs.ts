/** Imports of external properties as jobs of the clock. */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'
import { EXTERNAL_DATA_TYPES } from '../wiki/requirements.ts'
import { IMPORT_JOB_STATUSES } from './import-job-machine.ts'

export const JOB_TYPES = ['EXTERNAL_PROPERTY_IMPORT'] as const
export type JobType = (typeof JOB_TYPES)[number]

const columnErrorFields = { column: field.text, message: field.text }
const columnError = field.object(columnErrorFields)
export type ColumnError = field.ValueOf<typeof columnError>

const rowError = field.object({
  ...columnErrorFields,
  /** The number of the row in its sheet or list, from 1. */
  row: field.whole,
})
export type RowError = field.ValueOf<typeof rowError>

const importValue = field.object({
  name: field.text,
  /** HTML, or the bare value; null removes the property. */
  value: field.nullable(field.either(field.text, field.number(), field.flag)),
  /** What its cell shows instead, as HTML, for a property that holds text. Empty if the cell shows nothing. */
  shown: field.optional(field.text),
  /** A new property holds text, whatever type the value fits. */
  isText: field.optional(field.flag),
  dataType: field.optional(field.oneOf(EXTERNAL_DATA_TYPES)),
})
export type ImportValue = field.ValueOf<typeof importValue>

const importRow = field.object({
  row: field.whole,
  key: field.optional(field.text),
  spaceKey: field.optional(field.text),
  requirementId: field.optional(field.whole),
  values: field.list(importValue),
  /** Errors from reading the row. */
  problems: field.optional(field.list(columnError)),
})
export type ImportRow = field.ValueOf<typeof importRow>

/** The type that all values of a property read as. */
const newPropertyType = field.object({
  name: field.text,
  dataType: field.oneOf(EXTERNAL_DATA_TYPES),
})
export type NewPropertyType = field.ValueOf<typeof newPropertyType>

/** The property that a name in the rows means. */
const knownProperty = field.object({
  name: field.text,
  /** The property may have been deleted since. */
  propertyId: field.looseRef('externalPropertyMetadata'),
})
export type KnownProperty = field.ValueOf<typeof knownProperty>

export const importJobs = defineTable({
  name: 'importJob',
  fields: {
    id: field.key(),
    applicationId: field.ref('application'),
    /** Shared by the jobs of one request, one for each sheet. */
    batchId: field.text,
    /** Absent: requirements of the whole application. */
    projectContainerId: field.optional(field.ref('container')),
    variantId: field.optional(field.ref('variant')),
    /** Without a named container: the variants that were current at the start, one of each project container. */
    variantIds: field.optional(field.list(field.looseRef('variant'))),
    type: field.oneOf(JOB_TYPES),
    status: field.oneOf(IMPORT_JOB_STATUSES),
    fileName: field.optional(field.text),
    sheet: field.optional(field.text),
    total: field.count,
    done: field.count,
    failed: field.count,
    /** At most one thousand. */
    errors: field.list(rowError),
    /** The types that the names in its rows get if they are new; rows with an error do not count. */
    newTypes: field.list(newPropertyType),
    /** A new property is a number even if that loses digits. */
    losesDigits: field.optional(field.flag),
    /** What the names in its rows meant at the start, or when the first row with the name was imported. */
    properties: field.optional(field.list(knownProperty)),
    /** The rows of this attempt; those before `position` were tried. */
    rows: field.list(importRow),
    position: field.count,
    failedRows: field.list(importRow),
    /** Import nothing if any row has an error. */
    allOrNothing: field.flag,
    startedBy: field.pastRef('user'),
    /** The user who retried it last, in whose name it imports. */
    by: field.optional(field.pastRef('user')),
    createdAt: field.instant,
    finishedAt: field.optional(field.instant),
    clockJobId: field.optional(field.looseRef('job')),
  },
  indexes: { application: { keys: (record) => [record.applicationId, record.id] } },
})
export type ImportJobRecord = RecordOf<typeof importJobs>
