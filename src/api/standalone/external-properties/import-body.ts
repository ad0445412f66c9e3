/** Bodies of a spreadsheet import: the file itself, a form with the file, or JSON with base64. */
import { z } from '../../framework/zod.ts'
import {
  CSV_TYPE,
  MAXIMUM_BYTES,
  type Sheet,
  XLSX_TYPE,
} from '../../../model/external-properties/spreadsheets/sheets.ts'
import { readSheets } from '../../../model/external-properties/spreadsheets/read-sheets.ts'
import { fromBase64 } from '../../../model/files/base64.ts'
import { invalid, invalidRequest, tooLarge } from '../../../model/input/errors.ts'
import { quoted } from '../../../model/input/refusal.ts'
import { type ExchangeRequest, header } from '../../framework/exchange.ts'
import { parseJson } from '../../../model/input/json-text.ts'
import { FORM_TYPE, type FormField } from '../../framework/operation.ts'
import { fileOfForm } from '../../framework/multipart.ts'
import { int64, string } from '../../framework/parameter.ts'
import { identifier } from '../common.ts'
import { countText } from '../../../world/count-text.ts'

/** Descriptions of the fields that select what an import changes. */
export const IMPORT_PLACE = {
  projectContainerId: 'Imports only requirements of this container.',
  variantId: 'A variant of the container. Default: the current one.',
} as const
const SHEET = 'The sheet. Default: all that are not hidden and have a column Key.'

export const SPREADSHEET_FORM = {
  file: {
    type: 'file',
    description: 'The XLSX or CSV file: the only part with a file name. Its own name is ignored.',
  },
  projectContainerId: { type: 'whole number', description: IMPORT_PLACE.projectContainerId },
  variantId: { type: 'whole number', description: IMPORT_PLACE.variantId },
  sheet: { type: 'text', description: SHEET },
} as const satisfies Readonly<Record<string, FormField>>

/** The same options for a file that is sent as it is. */
export const SPREADSHEET_QUERY = {
  projectContainerId: int64({ description: IMPORT_PLACE.projectContainerId }),
  variantId: int64({ description: IMPORT_PLACE.variantId }),
  sheet: string({ description: SHEET, maximumLength: 255 }),
} as const

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

/** A parsed spreadsheet. */
export interface PreparedImport extends ImportOptions {
  readonly sheets: readonly Sheet[]
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
  return { ...options, sheets: await readSheets(bytes) }
}

/** The options of a body with those of the query. Throws a Refusal (INVALID) if they contradict each other. */
export function withQuery(body: ImportOptions, query: ImportOptions): ImportOptions {
  for (const name of ['projectContainerId', 'variantId', 'sheet'] as const) {
    const [inBody, inQuery] = [body[name], query[name]]
    if (inBody !== undefined && inQuery !== undefined && inBody !== inQuery)
      throw invalid(`query parameter '${name}'`, inQuery, `the body says ${quoted(inBody)}: send one of them`)
  }
  return {
    projectContainerId: body.projectContainerId ?? query.projectContainerId,
    variantId: body.variantId ?? query.variantId,
    sheet: body.sheet ?? query.sheet,
    fileName: body.fileName,
  }
}

function sentSpreadsheet(request: ExchangeRequest): ImportOptions & { readonly bytes: Uint8Array } {
  const { body = '' } = request
  if (body.length > 2 * MAXIMUM_BYTES)
    throw tooLarge('the body', countText(body.length, 'byte'), `${2 * MAXIMUM_BYTES}`)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const contentType = header(request.headers, 'content-type') ?? ''
  if (isOf(contentType, FORM_TYPE)) return ofForm(bytes, contentType)
  if (isOf(contentType, XLSX_TYPE) || isOf(contentType, CSV_TYPE)) return { bytes }
  // The check of the body says which types are accepted, so this text is never sent.
  if (!/\bjson\b/i.test(contentType)) throw invalidRequest('body', 'not of a type that is accepted')
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
