/** Shapes of names, types, attachments, settings and matrices of a wiki. */
import * as z from 'zod'
import { COLUMN_ROLES, excelAttachments, INTEGRATION_STATES } from '../../model/excel/records.ts'
import { isContentType } from '../../model/files/files.ts'
import { fileContents } from '../../model/files/records.ts'
import { IMPORT_JOB_STATUSES } from '../../model/jobs/import-job-machine.ts'
import { importJobs, JOB_TYPES } from '../../model/jobs/records.ts'
import { propertyNames } from '../../model/properties/records.ts'
import { externalPropertyMetadata } from '../../model/requirements/records/records.ts'
import { notifications, settings } from '../../model/settings/records.ts'
import {
  COLUMN_STEPS,
  matrices,
  MATRIX_STATUSES,
  MATRIX_TYPES,
  SHARED_LEVELS,
} from '../../model/traceability/records.ts'
import { requirementTypes } from '../../model/types/records.ts'
import { lazily } from '../route.ts'
import { dataTypeShape, id, instant, text, type ShapeOf, inProject } from './parts.ts'

const importRow = () =>
  z.strictObject({
    row: z.int(),
    key: text().exactOptional(),
    spaceKey: text().exactOptional(),
    requirementId: id().exactOptional(),
    values: z.array(
      z.strictObject({
        name: text(),
        value: z.union([text(), z.number(), z.boolean(), z.null()]),
        dataType: dataTypeShape().exactOptional(),
      }),
    ),
    problems: z.array(z.strictObject({ column: text(), message: text() })).exactOptional(),
  })

/** Names, types, attachments, files, imports and settings. */
export function shapeNames(shapeOf: ShapeOf): void {
  shapeOf(externalPropertyMetadata, () => ({
    id: id(),
    applicationId: id(),
    name: text(),
    dataType: dataTypeShape(),
    enumValues: z.array(text()).exactOptional(),
  }))
  shapeOf(fileContents, () => ({
    containerId: id(),
    applicationId: id(),
    contentType: text().refine(isContentType, 'must be written type/subtype'),
    size: z.int().min(0),
    content: z.base64(),
    updatedAt: instant(),
  }))
  shapeOf(importJobs, () => ({
    id: id(),
    applicationId: id(),
    batchId: text(),
    projectContainerId: id().exactOptional(),
    variantId: id().exactOptional(),
    variantIds: z.array(id()).exactOptional(),
    type: z.enum(JOB_TYPES),
    status: z.enum(IMPORT_JOB_STATUSES),
    fileName: text().exactOptional(),
    sheet: text().exactOptional(),
    total: z.int().min(0),
    done: z.int().min(0),
    failed: z.int().min(0),
    errors: z.array(z.strictObject({ row: z.int(), column: text(), message: text() })),
    newTypes: z.array(z.strictObject({ name: text(), dataType: dataTypeShape() })),
    properties: z.array(z.strictObject({ name: text(), propertyId: id() })).exactOptional(),
    rows: z.array(importRow()),
    position: z.int().min(0),
    failedRows: z.array(importRow()),
    allOrNothing: z.boolean(),
    startedBy: id(),
    by: id().exactOptional(),
    createdAt: instant(),
    finishedAt: instant().exactOptional(),
    clockJobId: id().exactOptional(),
  }))
  shapeOf(propertyNames, () => ({
    ...inProject(),
    name: text(),
    dataType: dataTypeShape(),
    description: text().exactOptional(),
  }))
  shapeOf(requirementTypes, () => ({
    ...inProject(),
    name: text(),
    pattern: text(),
    description: text().exactOptional(),
  }))
  shapeOf(excelAttachments, () => ({
    ...inProject(),
    pageId: id().exactOptional(),
    fileName: text(),
    sheet: text(),
    headerRow: z.int().min(0),
    columns: z.array(
      z.strictObject({
        column: text(),
        header: text(),
        role: z.enum(COLUMN_ROLES),
        name: text().exactOptional(),
      }),
    ),
    integrationState: z.enum(INTEGRATION_STATES),
  }))
  shapeOf(settings, () => ({
    id: text(),
    applicationId: id(),
    projectContainerId: id().exactOptional(),
    name: text(),
    value: z.union([text(), z.number(), z.boolean(), z.array(text())]),
  }))
  shapeOf(notifications, () => ({
    id: id(),
    applicationId: id(),
    userId: id(),
    kind: text(),
    createdAt: instant(),
  }))
}

/** Traceability matrices. */
export function shapeMatrices(shapeOf: ShapeOf): void {
  shapeOf(matrices, () => ({
    ...inProject(),
    name: text(),
    description: text().exactOptional(),
    type: z.enum(MATRIX_TYPES),
    query: text(),
    columns: z.array(matrixColumnShape()),
    variables: z.record(text(), z.union([text(), z.number(), z.boolean(), z.array(text())])).exactOptional(),
    json: text().exactOptional(),
    sharedLevel: z.enum(SHARED_LEVELS),
    status: z.enum(MATRIX_STATUSES),
    ownerId: id().exactOptional(),
    createdAt: instant(),
    updatedAt: instant(),
  }))
}

const matrixColumnShape = lazily(() =>
  z.strictObject({
    label: z.string(),
    step: z.strictObject({ type: z.enum(COLUMN_STEPS), value: z.string().exactOptional() }),
    columnIndex: z.int().min(0),
    parentColumnIndex: z.int().min(0),
    hidden: z.boolean().exactOptional(),
  }),
)
