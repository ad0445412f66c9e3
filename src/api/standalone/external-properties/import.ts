/** Importing values of external properties, from spreadsheets and from JSON (service §4.1). */
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import type { ApplicationRecord } from '../../../model/applications/records.ts'
import { LONGEST_VALUE } from '../../../model/external-properties/import-table.ts'
import { KEY_COLUMN } from '../../../model/external-properties/import-rows.ts'
import { repetitions } from '../../../model/external-properties/repetitions.ts'
import { MAXIMUM_CELLS, MAXIMUM_ROWS } from '../../../model/external-properties/spreadsheets/sheets.ts'
import { startImport } from '../../../model/import-jobs/import-jobs.ts'
import type { ImportRow, ImportValue } from '../../../model/import-jobs/records.ts'
import { invalid, tooLarge } from '../../../model/errors.ts'
import { shown } from '../../../model/refusal.ts'
import { EXTERNAL_DATA_TYPES } from '../../../model/requirements/writing/property-values.ts'
import { findVariant } from '../../../model/variants/variants.ts'
import { type Context, operation, type Operation, type Shape } from '../../framework/operation.ts'
import { caller, identifier } from '../common.ts'
import { editing, ofApplication, projectFor, SELECTION_ASSUMPTIONS } from '../editing.ts'
import { editableApplication } from './external-properties.ts'
import {
  IMPORT_PLACE,
  type ImportOptions,
  type ImportTable,
  prepareImport,
  type PreparedImport,
  SPREADSHEET_FORM,
  SPREADSHEET_TYPES,
  spreadsheetBody,
} from './import-body.ts'
import { job, toJob } from './jobs.ts'
import { countText } from '../../../world/count-text.ts'

/** The maximum number of rows of one call. The header of a sheet does not count. */
const MOST_ROWS = MAXIMUM_ROWS - 1

const started: Shape = {
  name: 'DTOExternalPropertyImport',
  schema: () =>
    z.object({
      batchId: z.string(),
      jobs: z.array(job.schema()).describe('One for each sheet. They run when the clock advances.'),
      skippedSheets: z.array(z.string()).describe('Sheets without a column Key.'),
    }),
  example: { batchId: '3b1f0c52-6a0e-4f0e-9c4f-2f6f4d0f9a11', jobs: [job.example], skippedSheets: [] },
}

const shared = {
  ...ofApplication,
  ...editing('POST', editableApplication),
  group: 'External Property Import',
  success: { description: 'The jobs that import the rows.', shape: started },
  refusals: {
    404: 'No such application, container or variant.',
    409: 'Too many jobs are running.',
    413: 'The body or the spreadsheet is too large.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A21', 'A218', 'A219', 'A220', 'A221'],
} as const

const importSpreadsheet = operation({
  ...shared,
  id: 'standalone.externalPropertyImport.spreadsheet',
  startsJob: true,
  summary: 'Imports values of external properties from XLSX or CSV.',
  path: '/external-properties/import',
  body: {
    name: 'ExternalPropertySpreadsheet',
    bytes: SPREADSHEET_TYPES,
    form: SPREADSHEET_FORM,
    schema: spreadsheetBody,
    example: {
      content: 'S2V5LENvc3QKUkVRLTAwMSwxMTAK',
      fileName: 'costs.csv',
      projectContainerId: 1001,
    },
  },
  prepare: prepareImport,
  handle(input, context, application) {
    const { tables, skippedSheets, ...options } = input.prepared() as PreparedImport
    return start(context, application, options, tables, skippedSheets)
  },
})

const propertyOfRow = () =>
  z.object({
    name: z.string().min(1).max(255),
    value: z
      .union([z.string().max(LONGEST_VALUE), z.number(), z.boolean()])
      .nullable()
      .describe('The value, or HTML for a text. null removes the property.'),
    dataType: z.enum(EXTERNAL_DATA_TYPES).nullish().describe('The type of a new property.'),
  })

const rowOfBody = () =>
  z.object({
    requirementId: identifier().nullish().describe('The requirement. Send this or key.'),
    key: z.string().min(1).max(255).nullish(),
    spaceKey: z.string().min(1).max(255).nullish().describe('Required if several spaces have the key.'),
    properties: z.array(propertyOfRow()).max(100),
  })

const importJson = operation({
  ...shared,
  id: 'standalone.externalPropertyImport.json',
  startsJob: true,
  summary: 'Imports values of external properties from JSON.',
  path: '/external-properties/import/json',
  body: {
    name: 'ExternalPropertyRows',
    schema: () =>
      z.object({
        projectContainerId: identifier().nullish().describe(IMPORT_PLACE.projectContainerId),
        variantId: identifier().nullish().describe(IMPORT_PLACE.variantId),
        rows: z.array(rowOfBody()).min(1).max(MOST_ROWS),
      }),
    example: {
      projectContainerId: 1001,
      rows: [{ key: 'REQ-001', properties: [{ name: 'Cost', value: 110 }] }],
    },
  },
  handle(input, context, application) {
    const { projectContainerId, variantId, rows } = input.body
    const cells = rows.reduce((sum, { properties }) => sum + properties.length, 0)
    if (cells > MAXIMUM_CELLS)
      throw tooLarge("body field 'rows'", countText(cells, 'value'), String(MAXIMUM_CELLS))
    const options = { projectContainerId: projectContainerId ?? undefined, variantId: variantId ?? undefined }
    return start(context, application, options, [{ rows: rowsOf(rows) }], [])
  },
})

export const externalPropertyImportOperations: readonly Operation[] = [importSpreadsheet, importJson]

function start(
  context: Context,
  application: ApplicationRecord,
  options: ImportOptions,
  tables: readonly ImportTable[],
  skippedSheets: readonly string[],
) {
  for (const id of ['A218', 'A220'] as const) context.assume(id)
  const { world, store } = context
  const user = caller(context)
  const { projectContainerId, variantId, fileName } = options
  checkPlace(context, application, options)
  const allOrNothing = context.assume('A219') === 'nothing'
  const batchId = world.random('importBatch', store.next('importBatch'), 'id').uuid()
  const jobs = tables.map(({ sheet, rows }) =>
    startImport(
      { world, store, user },
      {
        applicationId: application.id,
        projectContainerId,
        variantId,
        batchId,
        fileName,
        sheet,
        allOrNothing,
        rows,
      },
    ),
  )
  return { batchId, jobs: jobs.map((one) => toJob(context, one)), skippedSheets }
}

/** Throws NOT_FOUND or FORBIDDEN unless the caller may edit the container, and INVALID for a variant without one. */
function checkPlace(context: Context, application: ApplicationRecord, options: ImportOptions): void {
  const { projectContainerId, variantId } = options
  if (projectContainerId !== undefined) {
    projectFor(context, application, "'projectContainerId'", projectContainerId, 'edit')
    if (variantId !== undefined) findVariant(context.store, projectContainerId, variantId)
  } else if (variantId !== undefined) {
    throw invalid("'variantId'", variantId, "send its 'projectContainerId' too")
  }
}

type SentRow = zod.output<ReturnType<typeof rowOfBody>>

function rowsOf(sent: readonly SentRow[]): ImportRow[] {
  const repeated = repetitions()
  return sent.map((one, index) => {
    const { problems = [], ...row } = toRow(one, index)
    const all = [...repeated(row), ...problems]
    return all.length === 0 ? row : { ...row, problems: all }
  })
}

function toRow({ requirementId, key, spaceKey, properties }: SentRow, index: number): ImportRow {
  const problems: { column: string; message: string }[] = []
  if ((requirementId ?? key ?? undefined) === undefined)
    problems.push({ column: KEY_COLUMN, message: 'the row names no requirement: send key or requirementId' })
  const values = new Map<string, ImportValue>()
  for (const { name, value, dataType } of properties) {
    if (values.has(name)) problems.push({ column: name, message: `the row gives ${shown(name)} twice` })
    values.set(name, { name, value, ...(dataType === undefined || dataType === null ? {} : { dataType }) })
  }
  return {
    row: index + 1,
    ...(requirementId === undefined || requirementId === null ? {} : { requirementId }),
    ...(key === undefined || key === null ? {} : { key }),
    ...(spaceKey === undefined || spaceKey === null ? {} : { spaceKey }),
    values: [...values.values()],
    ...(problems.length === 0 ? {} : { problems }),
  }
}
