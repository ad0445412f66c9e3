/** Bodies of a spreadsheet import: the file itself, a form with the file, or JSON with base64. */
import { z } from '../../framework/zod.ts'
import { type ImportRow } from '../../../model/import-jobs/records.ts'
import { rowsOfSheet } from '../../../model/external-properties/import-table.ts'
import { CSV_TYPE, MAXIMUM_BYTES, XLSX_TYPE } from '../../../model/external-properties/spreadsheets/sheets.ts'
import { readSheets } from '../../../model/external-properties/spreadsheets/read-sheets.ts'
import { fromBase64 } from '../../../model/files/base64.ts'
import { invalid, invalidRequest, tooLarge } from '../../../model/errors.ts'
import { shown } from '../../../model/refusal.ts'
import { type ExchangeRequest, header } from '../../framework/exchange.ts'
import { parseJson } from '../../../model/input/json-text.ts'
import { FORM_TYPE, type FormField } from '../../framework/operation.ts'
import { fileOfForm } from '../../framework/multipart.ts'
import { identifier } from '../common.ts'
import { countText } from '../../../world/count-text.ts'

/** Descriptions of the fields that select what an import changes. */
export const IMPORT_PLACE = {
  projectContainerId: 'Imports only requirements of this container.',
  variantId: 'A variant of the container. Default: the current one.',
} as const
const SHEET = 'The sheet. Default: all sheets with a column Key.'

export const SPREADSHEET_FORM = {
  file: {
    type: 'file',
    description: 'The XLSX or CSV file: the only part with a file name. Its own name is ignored.',
  },
  projectContainerId: { type: 'whole number', description: IMPORT_PLACE.projectContainerId },
  variantId: { type: 'whole number', description: IMPORT_PLACE.variantId },
  sheet: { type: 'text', description: SHEET },
} as const satisfies Readonly<Record<string, FormField>>

/** Content types whose bodies are read as bytes. */
export const SPREADSHEET_TYPES = [XLSX_TYPE, CSV_TYPE, FORM_TYPE] as const

/** The options of an import. */
export interface ImportOptions {
  readonly projectContainerId?: number | undefined
  readonly variantId?: number | undefined
  /** The one sheet to import, by name. */
  readonly sheet?: string | undefined
  readonly fileName?: string | undefined
}

export interface ImportTable {
  readonly sheet?: string | undefined
  readonly rows: readonly ImportRow[]
}

/** A parsed spreadsheet. */
export interface PreparedImport extends ImportOptions {
  readonly tables: readonly ImportTable[]
  /** Sheets without a column Key. */
  readonly skippedSheets: readonly string[]
}

export const spreadsheetBody = () =>
  z.object({
    content: z.string().min(1).describe('The XLSX or CSV file as base64.'),
    fileName: z.string().min(1).max(255).nullish(),
    projectContainerId: identifier().nullish().describe(IMPORT_PLACE.projectContainerId),
    variantId: identifier().nullish().describe(IMPORT_PLACE.variantId),
    sheet: z.string().min(1).max(255).nullish().describe(SHEET),
  })

/** Reads the spreadsheet of a request. Rejects with a Refusal, which is thrown after all other checks of the request. */
export async function prepareImport(request: ExchangeRequest): Promise<PreparedImport> {
  const { bytes, ...options } = sentSpreadsheet(request)
  const sheets = await readSheets(bytes)
  const wanted = options.sheet === undefined ? sheets : sheets.filter(({ name }) => name === options.sheet)
  if (wanted.length === 0) {
    const names = sheets.map(({ name = '' }) => shown(name)).join(', ')
    throw invalid('sheet', options.sheet, `the spreadsheet has ${names}`)
  }
  const tables: ImportTable[] = []
  const skippedSheets: string[] = []
  for (const sheet of wanted) {
    const rows = rowsOfSheet(sheet)
    if (rows !== undefined) tables.push({ sheet: sheet.name, rows })
    else skippedSheets.push(sheet.name ?? '')
  }
  if (tables.length === 0)
    throw invalidRequest('content', "no sheet has a column 'Key' in its first row that is not empty")
  return { ...options, tables, skippedSheets }
}

function sentSpreadsheet(request: ExchangeRequest): ImportOptions & { readonly bytes: Uint8Array } {
  const { body = '' } = request
  if (body.length > 2 * MAXIMUM_BYTES)
    throw tooLarge('the body', countText(body.length, 'byte'), `${2 * MAXIMUM_BYTES}`)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const contentType = header(request.headers, 'content-type') ?? ''
  if (isOf(contentType, FORM_TYPE)) return ofForm(bytes, contentType)
  if (isOf(contentType, XLSX_TYPE) || isOf(contentType, CSV_TYPE)) return { bytes }
  const parsed = spreadsheetBody().safeParse(parseJson(new TextDecoder().decode(bytes)))
  // The check of the body reports all problems of a JSON body, so this text is never sent.
  if (!parsed.success) throw invalidRequest('body', 'not as declared')
  const { content, fileName, projectContainerId, variantId, sheet } = parsed.data
  return {
    bytes: fromBase64(content, 'content'),
    fileName: fileName ?? undefined,
    projectContainerId: projectContainerId ?? undefined,
    variantId: variantId ?? undefined,
    sheet: sheet ?? undefined,
  }
}

function ofForm(bytes: Uint8Array, contentType: string): ImportOptions & { readonly bytes: Uint8Array } {
  const { file, fields } = fileOfForm(bytes, contentType)
  return {
    bytes: file.bytes,
    fileName: file.fileName,
    projectContainerId: idOf(fields, 'projectContainerId'),
    variantId: idOf(fields, 'variantId'),
    sheet: fields.get('sheet'),
  }
}

function idOf(fields: ReadonlyMap<string, string>, name: string): number | undefined {
  const text = fields.get(name)
  if (text === undefined || /^\d{1,15}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw invalid(`form field '${name}'`, text, 'send a whole number')
}

function isOf(contentType: string, wanted: string): boolean {
  return (contentType.split(';', 1)[0] as string).trim().toLowerCase() === wanted
}
