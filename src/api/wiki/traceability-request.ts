/** What a rendering of a matrix is asked with: TraceabilityUIRenderRequest and its natural fields (service §2.3, §4.4). */
import * as z from 'zod'
import type { ContainerRecord } from '../../model/containers/records.ts'
import { Refusal, shown } from '../../model/refusal.ts'
import { findMatrix } from '../../model/traceability/matrices.ts'
import type { MatrixColumn, MatrixRecord } from '../../model/traceability/records.ts'
import {
  MAXIMUM_CELLS,
  MAXIMUM_ROWS,
  type Rendering,
  renderMatrix,
  type RenderRequest,
} from '../../model/traceability/render.ts'
import { createVariables, substituteInLanguage } from '../../model/traceability/variables.ts'
import type { AssumptionId } from '../assumptions.ts'
import type { Context, Shape } from '../operation.ts'
import { assumeQuery, QUERY_ASSUMPTIONS } from '../query-assumptions.ts'
import { identifier, wikiCaller, wikiSite } from './common.ts'
import { COLUMNS_EXAMPLE, type ColumnRequest, columnsRequest, toColumn } from './traceability-shape.ts'

/** The entries of the ledger that every rendering leans on. */
export const RENDERING_ASSUMPTIONS = [
  'A33',
  ...QUERY_ASSUMPTIONS,
  'A41',
  'A51',
  'A69',
  'A116',
  'A117',
  'A118',
  'A119',
  'A120',
  'A121',
  'A122',
] as const satisfies readonly AssumptionId[]

/** Rows of a page where the caller does not say. */
export const DEFAULT_ROWS = 20
const MAXIMUM_JSON = 1_000_000

const rowLimit = () => z.int().min(1).max(MAXIMUM_ROWS)

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
      limit: rowLimit().optional().describe('Rows to show at most.'),
      crossSpace: z.boolean().optional().describe('Rows of all spaces that the caller may read.'),
      includeBaselined: z.boolean().optional().describe('Frozen copies beside ACTIVE requirements.'),
    }) as z.ZodType<RenderInput>,
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
    searchOffset: z.int().min(0).nullish(),
    limit: rowLimit().nullish(),
    cellLimit: z.int().min(1).max(MAXIMUM_CELLS).nullish(),
    columnsPagination: z
      .array(z.object({ lastCellId: z.string().max(2000).nullish() }))
      .max(1000)
      .nullish(),
  })

/** The request for a rendering in a space, with what a saved matrix adds. Throws a Refusal for what is wrong with it. */
export function toRenderRequest(context: Context, space: ContainerRecord, input: RenderInput): RenderRequest {
  const saved = input.matrixId === undefined ? undefined : savedMatrix(context, space, input.matrixId)
  const columns = columnsOf(input) ?? saved?.columns
  if (columns === undefined) {
    throw new Refusal(
      'INVALID',
      'columns: there are none; give traceabilityMatrixColumns, columns or matrixId',
    )
  }
  context.assume('A120')
  const { offsetJson = null } = input
  const page = offsetJson === null ? {} : readJson(offsetJson, offsetSchema(), 'offsetJson')
  const cursors = page.columnsPagination?.map(({ lastCellId }) => lastCellId ?? undefined)
  if (cursors !== undefined && cursors.length < columns.length) {
    throw new Refusal(
      'INVALID',
      `offsetJson: columnsPagination has ${cursors.length} cursors for ${columns.length} columns; give one for each`,
    )
  }
  return {
    query: input.query ?? input.q ?? saved?.query ?? '',
    spaceKeys: input.crossSpace === true ? undefined : [space.key ?? ''],
    includeBaselined: input.includeBaselined === true,
    columns,
    variables: createVariables(saved?.variables, input.variables ?? undefined),
    searchOffset: page.searchOffset ?? 0,
    limit: page.limit ?? input.limit ?? DEFAULT_ROWS,
    cellLimit: page.cellLimit ?? MAXIMUM_CELLS,
    cursors: cursors ?? [],
  }
}

/** Renders for the caller, and tells the entries of the ledger that shaped it. */
export function render(context: Context, request: RenderRequest): Rendering {
  for (const id of ['A33', 'A117', 'A118', 'A119', 'A121'] as const) context.assume(id)
  if (request.includeBaselined) context.assume('A69')
  if (request.columns.some((column) => column.step.type === 'CALCULATION')) context.assume('A41')
  tellVariables(context, request)
  const query = substituteInLanguage(request.query, request.variables, 'query')
  if (query.trim() !== '') assumeQuery(context, query)
  const { store } = context
  const scope = { store, user: wikiCaller(context), applicationId: wikiSite(context) }
  return renderMatrix(scope, request)
}

/** Tells the entry about variables where a matrix names any. */
export function tellVariables(
  context: Context,
  { query, columns }: Pick<RenderRequest, 'query' | 'columns'>,
): void {
  const texts = [query, ...columns.map((column) => column.step.value ?? '')]
  if (texts.some((text) => text.includes('$'))) context.assume('A122')
}

/** The saved matrix of this id for a caller who may read the space. Throws NOT_FOUND and FORBIDDEN. */
export function savedMatrix(context: Context, space: ContainerRecord, id: number | bigint): MatrixRecord {
  context.assume('A116')
  return findMatrix(context.store, wikiCaller(context), space, id)
}

/** The columns of a request in either form; undefined when it has none. */
export function columnsOf({
  columns,
  traceabilityMatrixColumns,
}: Pick<RenderInput, 'columns' | 'traceabilityMatrixColumns'>): readonly MatrixColumn[] | undefined {
  if (columns !== undefined) return columns.map(toColumn)
  if (traceabilityMatrixColumns === undefined || traceabilityMatrixColumns === null) return undefined
  return readJson(traceabilityMatrixColumns, columnsRequest(), 'traceabilityMatrixColumns').map(toColumn)
}

/** Reads JSON that came as a text. Throws a Refusal (INVALID) that names the field and every fault. */
export function readJson<T>(text: string, schema: z.ZodType<T>, field: string): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal('INVALID', `${field}: the text is no JSON: ${shown(text)}`)
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues
    .slice(0, 20)
    .map(({ path, message }) => `${field}: ${path.length === 0 ? '' : `${path.join('.')}: `}${message}`)
  throw new Refusal('INVALID', `${faults[0] ?? field}, in ${shown(text)}`, faults)
}
