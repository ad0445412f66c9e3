/** The request for a rendering of a matrix, and its assumptions (service §2.3, §4.4). */
import { present } from '../../../model/input/present.ts'
import { isBlank } from '../../../model/input/blank.ts'
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import { invalid, invalidParts, invalidRequest, withPlace } from '../../../model/input/errors.ts'
import { quoted } from '../../../model/input/refusal.ts'
import { findMatrix } from '../../../model/traceability/matrices.ts'
import type { MatrixColumn, MatrixRecord } from '../../../model/records/wiki/matrices.ts'
import {
  MAXIMUM_CELLS,
  MAXIMUM_ROWS,
  type Rendering,
  renderMatrix,
  type RenderRequest,
} from '../../../model/traceability/render.ts'
import { createVariables, substituteInLanguage } from '../../../model/traceability/variables.ts'
import type { AssumptionId } from '../../framework/assumptions.ts'
import { ruleAt } from '../../../model/input/schema-problems.ts'
import { parseJson } from '../../../model/input/json-text.ts'
import type { Context } from '../../framework/operation.ts'
import { noteQuery, grammarOf, QUERY_ASSUMPTIONS } from '../../shared/query-assumptions.ts'
import { identifier, wikiCaller, wikiSite } from '../common.ts'
import { refuseUndeclared } from '../../shared/json-fields.ts'
import { COLUMNS_EXAMPLE, columnsRequest, toColumn } from './matrix-shape.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { countText } from '../../../world/count-text.ts'

export const RENDERING_ASSUMPTIONS = [
  'A33',
  ...QUERY_ASSUMPTIONS,
  'A41',
  'A51',
  'A69',
  'A109',
  'A110',
  'A111',
  'A112',
  'A113',
  'A114',
  'A115',
] as const satisfies readonly AssumptionId[]

/** Rows of a page by default. */
export const DEFAULT_ROWS = 20
const MAXIMUM_JSON = 1_000_000

export const OFFSETS = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const
export const ROWS = { minimum: 1, maximum: MAXIMUM_ROWS } as const
const CELLS = { minimum: 1, maximum: MAXIMUM_CELLS } as const

export const renderRequestShape = {
  name: 'TraceabilityUIRenderRequest',
  schema: () =>
    z.object({
      traceabilityMatrixColumns: z
        .string()
        .max(MAXIMUM_JSON)
        .nullish()
        .describe(
          'The columns as a JSON list: {label, step {type, value}, columnIndex, parentColumnIndex, hidden}.',
        ),
      offsetJson: z
        .string()
        .max(MAXIMUM_JSON)
        .nullish()
        .describe('JSON {searchOffset, limit, cellLimit, columnsPagination}: the page of rows and of cells.'),
      variables: z
        .record(z.string().max(255), z.unknown())
        .nullish()
        .describe('Values of the variables that query and columns name.'),
      columns: columnsRequest()
        .nullish()
        .describe('The columns, as an alternative to traceabilityMatrixColumns.'),
      query: z.string().nullish().describe('Query for the rows; default: everything.'),
      q: z.string().nullish().describe('Another name of query.'),
      matrixId: identifier()
        .nullish()
        .describe('Id of a saved matrix of the space, for fields that the request lacks.'),
      limit: z.int32().nullish().describe(`Maximum number of rows, from ${ROWS.minimum} to ${ROWS.maximum}.`),
      crossSpace: z.boolean().nullish().describe('Whether to include all spaces that the caller may read.'),
      includeBaselined: z
        .boolean()
        .nullish()
        .describe('Whether to add frozen copies to ACTIVE requirements.'),
    }),
  example: {
    traceabilityMatrixColumns: JSON.stringify(COLUMNS_EXAMPLE),
    offsetJson: '{"searchOffset":0,"limit":20}',
    variables: { category: 'Safety' },
    query: '@Category = $category',
  },
} as const

export type RenderInput = zod.infer<ReturnType<typeof renderRequestShape.schema>>

const offsetSchema = () =>
  z.object({
    searchOffset: z.int().nullish(),
    limit: z.int32().nullish(),
    cellLimit: z.int32().nullish(),
    columnsPagination: z
      .array(z.object({ lastCellId: z.string().max(2000).nullish() }))
      .max(1000)
      .nullish(),
  })

/** Reads offsetJson. Throws INVALID for numbers beyond their bounds, or clamps them if A04 is `clamp`. */
function readPage(context: Context, offsetJson: string) {
  const page = readJson(context, offsetJson, offsetSchema(), 'offsetJson')
  return {
    ...page,
    searchOffset: bounded(context, 'offsetJson: searchOffset', page.searchOffset, OFFSETS),
    limit: bounded(context, 'offsetJson: limit', page.limit, ROWS),
    cellLimit: bounded(context, 'offsetJson: cellLimit', page.cellLimit, CELLS),
  }
}

/** A number within bounds. Throws INVALID for another, or clamps it if A04 is `clamp`. */
export function bounded(
  context: Context,
  name: string,
  value: number | null | undefined,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): number | undefined {
  if (value === null || value === undefined) return undefined
  const nearest = Math.min(Math.max(value, minimum), maximum)
  if (nearest === value || context.choose(ledger.boundsOfPages) === 'clamp') return nearest
  throw invalid(name, value, `must be from ${minimum} to ${maximum}`, 'bounds')
}

/** The request for a rendering in a space, with the fields of a saved matrix. Throws INVALID or NOT_FOUND. */
export function toRenderRequest(context: Context, space: ContainerRecord, sent: RenderInput): RenderRequest {
  const input = present(sent)
  const saved =
    input.matrixId === undefined ? undefined : savedMatrix(context, space, input.matrixId, 'matrixId')
  const own = columnsOf(context, input)
  const columns = own ?? saved?.columns
  if (columns === undefined)
    throw invalidRequest('columns', 'there are none; give columns, or name a stored matrix')
  context.note(ledger.matrixRendering)
  const page = readPage(context, isBlank(input.offsetJson) ? '{}' : input.offsetJson)
  const cursors = page.columnsPagination?.map(({ lastCellId }) => lastCellId ?? undefined)
  if (cursors !== undefined && cursors.length < columns.length) {
    throw invalidRequest('offsetJson: columnsPagination', cursorRule(cursors, columns))
  }
  return {
    query: input.query ?? input.q ?? saved?.query ?? '',
    spaceKeys: input.crossSpace === true ? undefined : [space.key ?? ''],
    includeBaselined: input.includeBaselined === true,
    columns,
    // The hosted wiki may have saved columns without cells.
    check: own === undefined ? 'lenient' : 'strict',
    variables: createVariables(saved?.variables, input.variables),
    searchOffset: page.searchOffset ?? 0,
    limit: page.limit ?? bounded(context, 'body limit', input.limit, ROWS) ?? DEFAULT_ROWS,
    cellLimit: page.cellLimit ?? MAXIMUM_CELLS,
    cursors: cursors ?? [],
  }
}

/** Renders for the caller, and notes the assumptions. */
export function render(context: Context, request: RenderRequest): Rendering {
  context.note(ledger.listedRequirements)
  if (request.includeBaselined) context.note(ledger.searchedStatuses)
  if (request.columns.some((column) => column.step.type === 'CALCULATION'))
    context.note(ledger.formulaLanguage)
  noteVariables(context, request)
  const query = substituteInLanguage(request.query, request.variables, 'query')
  if (!isBlank(query)) noteQuery(context, query)
  const { store } = context
  const scope = { store, user: wikiCaller(context), applicationId: wikiSite(context) }
  const rendering = renderMatrix(scope, { ...request, grammar: grammarOf(context, query) })
  noteRendering(context, request, rendering)
  return rendering
}

/** Notes the assumptions that shaped the cells. */
function noteRendering(context: Context, request: RenderRequest, rendering: Rendering): void {
  const { columns, total, reader } = rendering
  if (request.columns.length > 1) context.note(ledger.matrixColumns)
  // The rows themselves are those of the query.
  if (columns.some(({ column, cells }) => column.columnIndex > 0 && cells.length > 0))
    context.note(ledger.matrixCells)
  if (reader.hidSomething()) context.note(ledger.hiddenCells)
  const { searchOffset, limit } = request
  const isPiece =
    columns.some(({ hasNext }) => hasNext) || request.cursors.some((cursor) => cursor !== undefined)
  if (isPiece || searchOffset > 0 || limit < total) context.note(ledger.matrixPages)
}

/** A word of the query language. */
const RESERVED = /\$currentBaseline/giu

/** Notes the assumption about variables if a matrix has a dollar sign. */
export function noteVariables(
  context: Context,
  { query, columns }: Pick<RenderRequest, 'query' | 'columns'>,
): void {
  const texts = [query, ...columns.map((column) => column.step.value ?? '')]
  if (texts.some((text) => text.replaceAll(RESERVED, '').includes('$'))) context.note(ledger.matrixVariables)
}

/** The saved matrix of this id for a caller who may read the space. Throws NOT_FOUND and FORBIDDEN. */
export function savedMatrix(
  context: Context,
  space: ContainerRecord,
  id: number | bigint,
  parameter = 'id',
): MatrixRecord {
  context.note(ledger.matrixAccess)
  return findMatrix(context.store, wikiCaller(context), space, id, parameter)
}

/** The columns of a request in either form; undefined when it has none. */
export function columnsOf(
  context: Context,
  { columns, traceabilityMatrixColumns }: Pick<RenderInput, 'columns' | 'traceabilityMatrixColumns'>,
): readonly MatrixColumn[] | undefined {
  if (columns !== undefined && columns !== null) return columns.map(toColumn)
  if (isBlank(traceabilityMatrixColumns)) return undefined
  const name = 'traceabilityMatrixColumns'
  return readJson(context, traceabilityMatrixColumns, columnsRequest(), name).map(toColumn)
}

/** The rule for too few cursors. */
export function cursorRule(cursors: readonly unknown[], columns: readonly unknown[]): string {
  return `has ${countText(cursors.length, 'cursor')} for ${countText(columns.length, 'column')}; give one for each`
}

/** Reads JSON text. Throws INVALID with the field and every error. */
export function readJson<T>(context: Context, text: string, schema: zod.ZodType<T>, field: string): T {
  const value = parseJson(text, field)
  const parsed = schema.safeParse(value)
  if (parsed.success) {
    refuseUndeclared(context, value, parsed.data, field)
    return parsed.data
  }
  const errors = parsed.error.issues.slice(0, 20).map((issue) => `${field}: ${ruleAt(issue)}`)
  throw withPlace(invalidParts(errors), `in ${quoted(text)}`)
}
