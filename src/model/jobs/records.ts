/** Imports of external properties as jobs of the clock. */
import { defineTable } from '../../world/store/table.ts'
import type { PropertyDataType } from '../requirements/records/records.ts'
import type { ImportJobStatus } from './import-job-machine.ts'

export const JOB_TYPES = ['EXTERNAL_PROPERTY_IMPORT'] as const
export type JobType = (typeof JOB_TYPES)[number]

/** An error in a row. */
export interface ColumnError {
  /** The name of the column or property. */
  readonly column: string
  readonly message: string
}

export interface RowError extends ColumnError {
  /** The number of the row in its sheet, or in the list that was sent; the first one is 1. */
  readonly row: number
}

/** What one row gives one property. */
export interface ImportValue {
  readonly name: string
  /** HTML, or the bare value; the requirement loses the property where it is null. */
  readonly value: string | number | boolean | null
  readonly dataType?: PropertyDataType
}

/** One row: the requirement that it names, and what it gives to it. */
export interface ImportRow {
  readonly row: number
  readonly key?: string
  readonly spaceKey?: string
  readonly requirementId?: number
  readonly values: readonly ImportValue[]
  /** What was wrong with it when it was read. */
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
  /** The id of its metadata, which may be deleted since. */
  readonly propertyId: number
}

export interface ImportJobRecord {
  readonly id: number
  readonly applicationId: number
  /** Shared by what came in one call: the sheets of a workbook. */
  readonly batchId: string
  /** The container of level PROJECT whose requirements are meant; absent where all are. */
  readonly projectContainerId?: number
  /** The variant of it that was named. */
  readonly variantId?: number
  /** The variants that were current when it began, one of each project container, if it names none. */
  readonly variantIds?: readonly number[]
  readonly type: JobType
  readonly status: ImportJobStatus
  readonly fileName?: string
  readonly sheet?: string
  readonly total: number
  readonly done: number
  readonly failed: number
  /** The first thousand. */
  readonly errors: readonly RowError[]
  /** The types that properties get which are new. */
  readonly newTypes: readonly NewPropertyType[]
  /** What the names in its rows meant when it began, or when the first row with the name was imported. */
  readonly properties?: readonly KnownProperty[]
  /** Rows to import in this attempt; those before `position` were tried. */
  readonly rows: readonly ImportRow[]
  readonly position: number
  /** Rows of this attempt that could not be imported. */
  readonly failedRows: readonly ImportRow[]
  /** Nothing is imported where something is wrong with any row. */
  readonly allOrNothing: boolean
  readonly startedBy: number
  /** The user who tried it again last, in whose name it then imports. */
  readonly by?: number
  readonly createdAt: number
  readonly finishedAt?: number
  /** The job of the clock that takes the next step. */
  readonly clockJobId?: number
}

export const importJobs = defineTable<ImportJobRecord>()({
  name: 'importJob',
  key: (record) => record.id,
  indexes: { application: { keys: (record) => [record.applicationId, record.id] } },
})
