/** Shapes of names, types, attachments, settings and matrices of a wiki. */
import * as z from 'zod'
import { COLUMN_ROLES, excelAttachments, INTEGRATION_STATES } from '../../model/excel/records.ts'
import { propertyNames } from '../../model/properties/records.ts'
import { externalPropertyMetadata } from '../../model/requirements/records.ts'
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
import { dataTypeShape, id, instant, text, type ShapeOf } from './parts.ts'

/** Names, types, attachments and settings. */
export function shapeNames(shapeOf: ShapeOf): void {
  shapeOf(externalPropertyMetadata, () => ({
    id: id(),
    applicationId: id(),
    name: text(),
    dataType: dataTypeShape(),
  }))
  shapeOf(propertyNames, () => ({
    id: id(),
    applicationId: id(),
    projectContainerId: id(),
    name: text(),
    dataType: dataTypeShape(),
    description: text().exactOptional(),
  }))
  shapeOf(requirementTypes, () => ({
    id: id(),
    applicationId: id(),
    projectContainerId: id(),
    name: text(),
    pattern: text(),
    description: text().exactOptional(),
  }))
  shapeOf(excelAttachments, () => ({
    id: id(),
    applicationId: id(),
    projectContainerId: id(),
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
    id: id(),
    applicationId: id(),
    projectContainerId: id(),
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
