/** What a rendering of a matrix is asked with: TraceabilityUIRenderRequest and its natural fields (service §2.3, §4.4). */
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import type { ContainerRecord } from '../../../model/containers/records.ts'
import { invalid, invalidParts, invalidRequest, withPlace } from '../../../model/errors.ts'
import { shown } from '../../../model/refusal.ts'
import { findMatrix } from '../../../model/traceability/matrices.ts'
import type { MatrixColumn, MatrixRecord } from '../../../model/traceability/records.ts'
import {
  MAXIMUM_CELLS,
  MAXIMUM_ROWS,
  type Rendering,
  renderMatrix,
  type RenderRequest,
} from '../../../model/traceability/render.ts'
import { createVariables, substituteInLanguage } from '../../../model/traceability/variables.ts'
import type { AssumptionId } from '../../framework/assumptions.ts'
import { wordsOf } from '../../shared/issue-words.ts'
import { parseJson } from '../../../model/input/json-text.ts'
import type { Context, Shape } from '../../framework/operation.ts'
import { assumeQuery, grammarOf, QUERY_ASSUMPTIONS } from '../../shared/query-assumptions.ts'
import { identifier, wikiCaller, wikiSite } from '../common.ts'
import { refuseUndeclared } from '../requirements/json-fields.ts'
import { COLUMNS_EXAMPLE, type ColumnRequest, columnsRequest, toColumn } from './shape.ts'
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

/** Rows of a page where the caller does not say. */
export const DEFAULT_ROWS = 20
const MAXIMUM_JSON = 1_000_000

export const OFFSETS = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const
export const ROWS = { minimum: 1, maximum: MAXIMUM_ROWS } as const
const CELLS = { minimum: 1, maximum: MAXIMUM_CELLS } as const

export const renderRequestShape: Shape<RenderInput> = {
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
      columns: columnsRequest().optional().describe('The columns, instead of traceabilityMatrixColumns.'),
      query: z.string().optional().describe('Which requirements are the rows; everything where absent.'),
      q: z.string().optional().describe('Another name of query.'),
      matrixId: identifier()
        .optional()
        .describe('A saved matrix of the space, for what the request does not give.'),
      limit: z.int().optional().describe(`Rows to show at most, from ${ROWS.minimum} to ${ROWS.maximum}.`),
      crossSpace: z.boolean().optional().describe('Rows of all spaces that the caller may read.'),
      includeBaselined: z.boolean().optional().describe('Frozen copies beside ACTIVE requirements.'),
    }) as zod.ZodType<RenderInput>,
  example: {
    traceabilityMatrixColumns: JSON.stringify(COLUMNS_EXAMPLE),
    offsetJson: '{"searchOffset":0,"limit":20}',
    variables: { category: 'Safety' },
    query: '@Category = $category',
  },
}

export interface RenderInput {
  readonly traceabilityMatrixColumns?: string | null | undefined
  readonly offsetJson?: string | null | undefined
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly columns?: readonly ColumnRequest[] | undefined
  readonly query?: string | undefined
  readonly q?: string | undefined
  readonly matrixId?: number | undefined
  readonly limit?: number | undefined
  readonly crossSpace?: boolean | undefined
  readonly includeBaselined?: boolean | undefined
}

const offsetSchema = () =>
  z.object({
    searchOffset: z.int().nullish(),
    limit: z.int().nullish(),
    cellLimit: z.int().nullish(),
    columnsPagination: z
      .array(z.object({ lastCellId: z.string().max(2000).nullish() }))
      .max(1000)
      .nullish(),
  })

/** Reads offsetJson. Numbers beyond their bounds are refused, or clamped where the ledger says so. */
function readPage(context: Context, offsetJson: string) {
  const page = readJson(context, offsetJson, offsetSchema(), 'offsetJson')
  return {
    ...page,
    searchOffset: bounded(context, 'offsetJson: searchOffset', page.searchOffset, OFFSETS),
    limit: bounded(context, 'offsetJson: limit', page.limit, ROWS),
    cellLimit: bounded(context, 'offsetJson: cellLimit', page.cellLimit, CELLS),
  }
}

/** A number within bounds. Throws a Refusal (INVALID) for another, unless the ledger clamps it. */
export function bounded(
  context: Context,
  name: string,
  value: number | null | undefined,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): number | undefined {
  if (value === null || value === undefined) return undefined
  const nearest = Math.min(Math.max(value, minimum), maximum)
  if (nearest === value || context.assume('A04') === 'clamp') return nearest
  throw invalid(name, value, `must be from ${minimum} to ${maximum}`, 'bounds')
}

function isBlank(text: string | null | undefined): text is null | undefined | '' {
  return text === null || text === undefined || text.trim() === ''
}

/** The request for a rendering in a space, with what a saved matrix adds. Throws a Refusal for what is wrong with it. */
export function toRenderRequest(context: Context, space: ContainerRecord, input: RenderInput): RenderRequest {
  const saved = input.matrixId === undefined ? undefined : savedMatrix(context, space, input.matrixId)
  const sent = columnsOf(context, input)
  const columns = sent ?? saved?.columns
  if (columns === undefined)
    throw invalidRequest('columns', 'there are none; give columns, or name a stored matrix')
  context.assume('A113')
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
    check: sent === undefined ? 'lenient' : 'strict',
    variables: createVariables(saved?.variables, input.variables ?? undefined),
    searchOffset: page.searchOffset ?? 0,
    limit: page.limit ?? bounded(context, 'body limit', input.limit, ROWS) ?? DEFAULT_ROWS,
    cellLimit: page.cellLimit ?? MAXIMUM_CELLS,
    cursors: cursors ?? [],
  }
}

/** Renders for the caller, and tells the entries of the ledger that shaped it. */
export function render(context: Context, request: RenderRequest): Rendering {
  context.assume('A33')
  if (request.includeBaselined) context.assume('A69')
  if (request.columns.some((column) => column.step.type === 'CALCULATION')) context.assume('A41')
  tellVariables(context, request)
  const query = substituteInLanguage(request.query, request.variables, 'query')
  if (query.trim() !== '') assumeQuery(context, query)
  const { store } = context
  const scope = { store, user: wikiCaller(context), applicationId: wikiSite(context) }
  const rendering = renderMatrix(scope, { ...request, grammar: grammarOf(context, query) })
  tellRendering(context, request, rendering)
  return rendering
}

/** Tells what shaped the cells, and which of them are there. */
function tellRendering(context: Context, request: RenderRequest, rendering: Rendering): void {
  const { columns, total, reader } = rendering
  if (request.columns.length > 1) context.assume('A110')
  // The rows themselves are those of the query.
  if (columns.some(({ column, cells }) => column.columnIndex > 0 && cells.length > 0)) context.assume('A111')
  if (reader.hidSomething()) context.assume('A112')
  const { searchOffset, limit } = request
  const isPiece =
    columns.some(({ hasNext }) => hasNext) || request.cursors.some((cursor) => cursor !== undefined)
  if (isPiece || searchOffset > 0 || limit < total) context.assume('A114')
}

/** A word of the query language. */
const RESERVED = /\$currentBaseline/giu

/** Tells the entry about variables where a matrix names any, or writes dollar signs. */
export function tellVariables(
  context: Context,
  { query, columns }: Pick<RenderRequest, 'query' | 'columns'>,
): void {
  const texts = [query, ...columns.map((column) => column.step.value ?? '')]
  if (texts.some((text) => text.replaceAll(RESERVED, '').includes('$'))) context.assume('A115')
}

/** The saved matrix of this id for a caller who may read the space. Throws NOT_FOUND and FORBIDDEN. */
export function savedMatrix(context: Context, space: ContainerRecord, id: number | bigint): MatrixRecord {
  context.assume('A109')
  return findMatrix(context.store, wikiCaller(context), space, id)
}

/** The columns of a request in either form; undefined when it has none. */
export function columnsOf(
  context: Context,
  { columns, traceabilityMatrixColumns }: Pick<RenderInput, 'columns' | 'traceabilityMatrixColumns'>,
): readonly MatrixColumn[] | undefined {
  if (columns !== undefined) return columns.map(toColumn)
  if (isBlank(traceabilityMatrixColumns)) return undefined
  const name = 'traceabilityMatrixColumns'
  return readJson(context, traceabilityMatrixColumns, columnsRequest(), name).map(toColumn)
}

/** The rule for too few cursors. */
export function cursorRule(cursors: readonly unknown[], columns: readonly unknown[]): string {
  return `has ${countText(cursors.length, 'cursor')} for ${countText(columns.length, 'column')}; give one for each`
}

/** Reads JSON that came as a text. Throws a Refusal (INVALID) that names the field and every fault. */
export function readJson<T>(context: Context, text: string, schema: zod.ZodType<T>, field: string): T {
  const value = parseJson(text, field)
  const parsed = schema.safeParse(value)
  if (parsed.success) {
    refuseUndeclared(context, value, parsed.data, field)
    return parsed.data
  }
  const faults = parsed.error.issues
    .slice(0, 20)
    .map(
      (issue) => `${field}: ${issue.path.length === 0 ? '' : `${issue.path.join('.')}: `}${wordsOf(issue)}`,
    )
  throw withPlace(invalidParts(faults as [string, ...string[]]), `in ${shown(text)}`)
}
