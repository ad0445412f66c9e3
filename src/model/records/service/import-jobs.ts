/** Imports of external properties as jobs of the clock. */
import { defineTable } from '../../../world/store/table.ts'
import type { PropertyDataType } from '../wiki/requirements.ts'
import type { ImportJobStatus } from './import-job-machine.ts'

export const JOB_TYPES = ['EXTERNAL_PROPERTY_IMPORT'] as const
export type JobType = (typeof JOB_TYPES)[number]

export interface ColumnError {
  readonly column: string
  readonly message: string
}

export interface RowError extends ColumnError {
  /** The number of the row in its sheet or list, from 1. */
  readonly row: number
}

export interface ImportValue {
  readonly name: string
  /** HTML, or the bare value; null removes the property. */
  readonly value: string | number | boolean | null
  /** What its cell shows instead, as HTML, for a property that holds text. Empty if the cell shows nothing. */
  readonly shown?: string
  /** A new property holds text, whatever type the value fits. */
  readonly isText?: boolean
  readonly dataType?: PropertyDataType
}

export interface ImportRow {
  readonly row: number
  readonly key?: string
  readonly spaceKey?: string
  readonly requirementId?: number
  readonly values: readonly ImportValue[]
  /** Errors from reading the row. */
  readonly problems?: readonly ColumnError[]
}

/** The type that all values of a property read as. */
export interface NewPropertyType {
  readonly name: string
  readonly dataType: PropertyDataType
}

/** The property that a name in the rows means. */
export interface KnownProperty {
  readonly name: string
  /** The property may have been deleted since. */
  readonly propertyId: number
}

export interface ImportJobRecord {
  readonly id: number
  readonly applicationId: number
  /** Shared by the jobs of one request, one for each sheet. */
  readonly batchId: string
  /** Absent: requirements of the whole application. */
  readonly projectContainerId?: number
  readonly variantId?: number
  /** Without a named container: the variants that were current at the start, one of each project container. */
  readonly variantIds?: readonly number[]
  readonly type: JobType
  readonly status: ImportJobStatus
  readonly fileName?: string
  readonly sheet?: string
  readonly total: number
  readonly done: number
  readonly failed: number
  /** At most one thousand. */
  readonly errors: readonly RowError[]
  /** The types that the names in its rows get if they are new; rows with an error do not count. */
  readonly newTypes: readonly NewPropertyType[]
  /** A new property is a number even if that loses digits. */
  readonly losesDigits?: boolean
  /** What the names in its rows meant at the start, or when the first row with the name was imported. */
  readonly properties?: readonly KnownProperty[]
  /** The rows of this attempt; those before `position` were tried. */
  readonly rows: readonly ImportRow[]
  readonly position: number
  readonly failedRows: readonly ImportRow[]
  /** Import nothing if any row has an error. */
  readonly allOrNothing: boolean
  readonly startedBy: number
  /** The user who retried it last, in whose name it imports. */
  readonly by?: number
  readonly createdAt: number
  readonly finishedAt?: number
  readonly clockJobId?: number
}

export const importJobs = defineTable<ImportJobRecord>()({
  name: 'importJob',
  key: (record) => record.id,
  indexes: { application: { keys: (record) => [record.applicationId, record.id] } },
})
