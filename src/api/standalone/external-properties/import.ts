/** Importing values of external properties, from spreadsheets and from JSON (service §4.1). */
import { givenName } from '../../shared/given-name.ts'
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import type { ApplicationRecord } from '../../../model/records/service/applications.ts'
import {
  headersOf,
  MAXIMUM_VALUE_LENGTH,
  rowsOfSheet,
} from '../../../model/external-properties/import-table.ts'
import { KEY_COLUMN } from '../../../model/external-properties/import-rows.ts'
import { externalPropertiesOf } from '../../../model/external-properties/metadata.ts'
import { clashesOfNames } from '../../../model/external-properties/name-clashes.ts'
import { repetitions } from '../../../model/external-properties/repetitions.ts'
import {
  MAXIMUM_ROWS,
  MAXIMUM_VALUES,
  type Sheet,
} from '../../../model/external-properties/spreadsheets/sheets.ts'
import { startImport } from '../../../model/import-jobs/import-jobs.ts'
import type { ImportRow, ImportValue } from '../../../model/records/service/import-jobs.ts'
import { invalid, invalidRequest, tooLarge } from '../../../model/input/errors.ts'
import { type Refusal, quoted } from '../../../model/input/refusal.ts'
import { EXTERNAL_DATA_TYPES } from '../../../model/records/wiki/requirements.ts'
import { findVariant } from '../../../model/finding/variants.ts'
import { type Context, operation, type Operation } from '../../framework/operation.ts'
import { caller, identifier } from '../common.ts'
import { editing, ofApplication, projectFor, SELECTION_ASSUMPTIONS } from '../editing.ts'
import { editableApplication } from './external-properties.ts'
import {
  IMPORT_PLACE,
  type ImportOptions,
  prepareImport,
  type PreparedImport,
  SPREADSHEET_FORM,
  SPREADSHEET_QUERY,
  SPREADSHEET_TYPES,
  spreadsheetBody,
  withQuery,
} from './import-body.ts'
import { job, toJob } from './jobs.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { countText } from '../../../world/count-text.ts'

/** The maximum number of rows of one call. The header of a sheet does not count. */
const MAXIMUM_DATA_ROWS = MAXIMUM_ROWS - 1
/** The maximum number of columns that an error lists of one sheet. */
const MAXIMUM_HEADERS = 20

const started = {
  name: 'DTOExternalPropertyImport',
  schema: () =>
    z.object({
      batchId: z.string(),
      jobs: z.array(job.schema()).describe('One for each sheet. They run when the clock advances.'),
      skippedSheets: z.array(z.string()).describe('Hidden sheets, and those without a column Key.'),
    }),
  example: { batchId: '3b1f0c52-6a0e-4f0e-9c4f-2f6f4d0f9a11', jobs: [job.example], skippedSheets: [] },
}

const IMPORT_ASSUMPTIONS = [
  ...SELECTION_ASSUMPTIONS,
  'A21',
  'A218',
  'A219',
  'A220',
  'A221',
  'A262',
  'A264',
] as const

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
  assumptions: IMPORT_ASSUMPTIONS,
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
  query: { ...shared.query, ...SPREADSHEET_QUERY },
  assumptions: [...IMPORT_ASSUMPTIONS, 'A261', 'A263'],
  prepare: prepareImport,
  handle(input, context, application) {
    const { sheets, ...inBody } = input.prepared() as PreparedImport
    const { projectContainerId, variantId, sheet } = input.query
    const options = withQuery(inBody, {
      projectContainerId: idOf(projectContainerId),
      variantId: idOf(variantId),
      sheet,
    })
    const { tables, skippedSheets } = tablesOf(context, application, sheets, options.sheet)
    return start(context, application, options, tables, skippedSheets)
  },
})

/** An id beyond 2^53 - 1 is none that exists, and no nearer number is either. */
function idOf(id: number | bigint | undefined): number | undefined {
  return id === undefined ? undefined : Number(id)
}

interface ImportTable {
  readonly sheet?: string | undefined
  readonly rows: readonly ImportRow[]
}

/** The rows of the sheets to import, and the names of the others. Throws a Refusal (INVALID) if there are none. */
function tablesOf(
  context: Context,
  { id }: ApplicationRecord,
  sheets: readonly Sheet[],
  wanted: string | undefined,
) {
  const isShown = ({ isHidden = false }: Sheet) =>
    !isHidden || context.choose(ledger.hiddenSheets) === 'import'
  const chosen = sheets.filter((sheet) => (wanted === undefined ? isShown(sheet) : sheet.name === wanted))
  if (wanted !== undefined && chosen.length === 0) {
    const names = sheets.flatMap(({ name }) => (name === undefined ? [] : [quoted(name)])).join(', ')
    throw invalid(
      'sheet',
      wanted,
      names === '' ? 'a CSV has no sheets: leave it out' : `the spreadsheet has ${names}`,
    )
  }
  const known = externalPropertiesOf(context.store, id).map(({ name }) => name)
  const takesValues = context.choose(ledger.cellValues) === 'values'
  const tables: ImportTable[] = []
  const skippedSheets: string[] = []
  for (const sheet of wanted === undefined ? sheets : chosen) {
    const rows = chosen.includes(sheet) ? rowsOfSheet(sheet, known) : undefined
    if (rows !== undefined)
      tables.push({ sheet: sheet.name, rows: takesValues ? rows.map(withoutShown) : rows })
    else skippedSheets.push(sheet.name ?? '')
  }
  if (tables.length === 0) throw withoutKey(chosen)
  return { tables, skippedSheets }
}

/** Says which columns the sheets have instead of a column Key. */
function withoutKey(sheets: readonly Sheet[]): Refusal {
  const found = sheets.map((sheet) => {
    const headers = headersOf(sheet).filter((header) => header !== '')
    const listed = headers.slice(0, MAXIMUM_HEADERS).map(quoted).join(', ')
    const all = headers.length > MAXIMUM_HEADERS ? `${listed} and more` : listed
    const where = sheet.name === undefined ? 'it' : `sheet ${quoted(sheet.name)}`
    return `${where} has ${headers.length === 0 ? 'no columns' : all}`
  })
  const seen = found.length === 0 ? 'all sheets are hidden' : found.join('; ')
  return invalidRequest('content', `no sheet has a column 'Key' in its first row that is not empty: ${seen}`)
}

const propertyOfRow = () =>
  z.object({
    name: givenName(),
    value: z
      .union([z.string().max(MAXIMUM_VALUE_LENGTH), z.number(), z.boolean()])
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
        rows: z.array(rowOfBody()).min(1).max(MAXIMUM_DATA_ROWS),
      }),
    example: {
      projectContainerId: 1001,
      rows: [{ key: 'REQ-001', properties: [{ name: 'Cost', value: 110 }] }],
    },
  },
  handle(input, context, application) {
    const { projectContainerId, variantId, rows } = input.body
    const options = { projectContainerId: projectContainerId ?? undefined, variantId: variantId ?? undefined }
    const known = externalPropertiesOf(context.store, application.id).map(({ name }) => name)
    return start(context, application, options, [{ rows: rowsOf(rows, known) }], [])
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
  for (const id of [ledger.acceptedImports, ledger.importLimits, ledger.propertyNaming] as const)
    context.note(id)
  const values = tables.flatMap(({ rows }) => rows).reduce((sum, row) => sum + row.values.length, 0)
  if (values > MAXIMUM_VALUES)
    throw tooLarge('the import', countText(values, 'value'), String(MAXIMUM_VALUES))
  const { world, store } = context
  const losesDigits = context.choose(ledger.importedPropertyType) === 'fit'
  const user = caller(context)
  const { projectContainerId, variantId, fileName } = options
  checkPlace(context, application, options)
  const allOrNothing = context.choose(ledger.importRowErrors) === 'nothing'
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
        losesDigits,
        rows,
      },
    ),
  )
  return { batchId, jobs: jobs.map((one) => toJob(context, one)), skippedSheets }
}

function withoutShown(row: ImportRow): ImportRow {
  return { ...row, values: row.values.map(({ shown: _dropped, ...value }) => value) }
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

function rowsOf(sent: readonly SentRow[], known: Iterable<string>): ImportRow[] {
  const repeated = repetitions()
  const names = new Set(sent.flatMap(({ properties }) => properties.map(({ name }) => name)))
  const clashes = clashesOfNames(names, known)
  return sent.map((one, index) => {
    const { problems = [], ...row } = toRow(one, index, clashes)
    const all = [...repeated(row), ...problems]
    return all.length === 0 ? row : { ...row, problems: all }
  })
}

function toRow(
  { requirementId, key, spaceKey, properties }: SentRow,
  index: number,
  clashes: ReadonlyMap<string, string>,
): ImportRow {
  const problems: { column: string; message: string }[] = []
  if ((requirementId ?? key ?? undefined) === undefined)
    problems.push({ column: KEY_COLUMN, message: 'the row names no requirement: send key or requirementId' })
  const values = new Map<string, ImportValue>()
  for (const { name, value, dataType } of properties) {
    const clash = clashes.get(name)
    if (clash !== undefined) problems.push({ column: name, message: `the name ${quoted(name)} ${clash}` })
    if (values.has(name)) problems.push({ column: name, message: `the row gives ${quoted(name)} twice` })
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
