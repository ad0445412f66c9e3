/** Rendering matrices on the hosted wiki (service §4.3). */
import type * as zod from 'zod'
import { z } from '../framework/zod.ts'
import { MAXIMUM_QUERY_LENGTH } from '../../language/limits.ts'
import type { ContainerRecord } from '../../model/records/service/containers.ts'
import { invalid, invalidRequest, notFound } from '../../model/input/errors.ts'
import { quoted } from '../../model/input/refusal.ts'
import type { MatrixColumn } from '../../model/records/wiki/matrices.ts'
import { MAXIMUM_CELLS, type RenderRequest } from '../../model/traceability/render.ts'
import { createVariables } from '../../model/traceability/variables.ts'
import { variants } from '../../model/records/wiki/variants.ts'
import { always, type Context, operation, type Operation } from '../framework/operation.ts'
import { QUERY_ASSUMPTIONS } from '../shared/query-assumptions.ts'
import { identifier, readableSpace, spaceKey } from '../wiki/common.ts'
import { CELL_EXAMPLE, cellsShape, fromCells } from '../wiki/traceability/cells.ts'
import { bounded, DEFAULT_ROWS, OFFSETS, render, ROWS, cursorRule } from '../wiki/traceability/request.ts'
import { toColumn } from '../wiki/traceability/matrix-shape.ts'
import { CHILD_COLUMNS_EXAMPLE, columnSuggestions, columnSuggestionsShape } from './child-columns.ts'
import { columnCheck, HOSTED_COLUMNS_EXAMPLE, hostedColumnsRequest } from './columns.ts'
import * as ledger from '../framework/ledger-names.ts'
import { hostedWikiOperation } from './common.ts'

const MAXIMUM_VARIANTS = 100

const bodySchema = () =>
  z.object({
    traceabilityMatrix: z.object({
      columns: hostedColumnsRequest(),
      query: z
        .string()
        .max(MAXIMUM_QUERY_LENGTH)
        .nullish()
        .describe('Selects the requirements of the rows. Default: everything.'),
      variants: z
        .array(
          z.union([identifier().min(1), z.string().min(1).max(255)], {
            error: 'must be the id of a variant, from 1, or its name, of 1 to 255 characters',
          }),
        )
        .max(MAXIMUM_VARIANTS)
        .nullish()
        .describe('Ids or names of the variants of the rows. Default: the current one.'),
      limit: z.int32().nullish().describe('Number of rows of a page if pagination has no limit.'),
      spaceKey: z.string().max(255).nullish().describe('The space of the path.'),
    }),
    pagination: z
      .object({
        searchOffset: z.int().nullish().describe('Number of rows to skip.'),
        limit: z
          .int32()
          .nullish()
          .describe(`Number of rows of a page, from ${ROWS.minimum} to ${ROWS.maximum}.`),
        columnsPagination: z
          .array(z.object({ lastCellId: z.string().max(2000).nullish() }).nullable())
          .max(1000)
          .nullish()
          .describe('A cursor for each column: its last cell of the previous page.'),
      })
      .nullish(),
    variableValues: z
      .record(z.string().max(255), z.unknown())
      .nullish()
      .describe('Values of the variables in query and columns.'),
  })
type MatrixBody = zod.infer<ReturnType<typeof bodySchema>>

const resultShape = {
  name: 'HostedTraceability',
  schema: () =>
    z.object({
      cells: z.array(cellsShape()).describe('The cells of each column, by its index.'),
      columnSuggestions: columnSuggestionsShape(),
      pagination: z.object({
        searchOffset: z.int().min(0),
        limit: z.int().min(1),
        total: z.int().min(0).describe('Number of rows of the whole matrix.'),
        hasNext: z.boolean().describe('Whether there are more rows.'),
        columnsPagination: z
          .array(z.object({ lastCellId: z.string().optional(), hasNext: z.boolean() }))
          .describe('The cursor of the next page of each column, and whether there is one.'),
      }),
    }),
  example: {
    cells: [[CELL_EXAMPLE]],
    columnSuggestions: [CHILD_COLUMNS_EXAMPLE],
    pagination: {
      searchOffset: 0,
      limit: 20,
      total: 1,
      hasNext: false,
      columnsPagination: [{ lastCellId: '0-6001', hasNext: false }],
    },
  },
}

const matrix = operation({
  ...hostedWikiOperation,
  id: 'hosted-wiki.traceability.render',
  group: 'Traceability',
  summary: 'Renders a page of a matrix.',
  method: 'POST',
  path: '/rest/traceability/{spaceKey}',
  paged: true,
  permission: { words: 'space read', assumed: true },
  pathParameters: { spaceKey },
  body: {
    name: 'HostedTraceabilityRequest',
    schema: bodySchema,
    example: {
      traceabilityMatrix: {
        columns: HOSTED_COLUMNS_EXAMPLE,
        query: '@Category = $category',
        variants: [],
        limit: 20,
        spaceKey: 'ENG',
      },
      pagination: {
        searchOffset: 0,
        limit: 20,
        columnsPagination: HOSTED_COLUMNS_EXAMPLE.map(() => ({ lastCellId: null })),
      },
      variableValues: { category: 'Safety' },
    },
  },
  success: { description: 'The cells of the page, by column.', shape: resultShape },
  refusals: { 404: 'No such space or variant.' },
  assumptions: [
    'A33',
    ...QUERY_ASSUMPTIONS,
    'A41',
    'A51',
    'A110',
    'A111',
    'A112',
    'A114',
    'A115',
    ...always('A231'),
    'A240',
    'A241',
    'A242',
    'A243',
  ],
  authorise: ({ path }, context) => readableSpace(context, path.spaceKey),
  handle({ body }, context, space) {
    const request = toRequest(context, space, body)
    const rendered = render(context, request)
    const { columns, total } = rendered
    const { searchOffset, limit } = request
    return {
      cells: columns.map(({ cells }) => fromCells(context, cells)),
      columnSuggestions: columnSuggestions(context, rendered),
      pagination: {
        searchOffset,
        limit,
        total,
        hasNext: searchOffset + limit < total,
        columnsPagination: columns.map(({ lastCellId, hasNext }) => ({ lastCellId, hasNext })),
      },
    }
  },
})

export const hostedTraceabilityOperations: readonly Operation[] = [matrix]

/** The matrix that a body describes. Throws INVALID, and NOT_FOUND for an unknown variant. */
function toRequest(context: Context, space: ContainerRecord, body: MatrixBody): RenderRequest {
  const { traceabilityMatrix: sent, pagination, variableValues } = body
  refuseOtherSpace(space, sent.spaceKey ?? undefined)
  const cursors = pagination?.columnsPagination?.map((cursor) => cursor?.lastCellId ?? undefined) ?? undefined
  if (cursors !== undefined && cursors.length < sent.columns.length) {
    throw invalidRequest('pagination.columnsPagination', cursorRule(cursors, sent.columns))
  }
  const variables = createVariables(variableValues ?? undefined)
  const ofMatrix = bounded(context, 'traceabilityMatrix.limit', sent.limit, ROWS)
  const limit = bounded(context, 'pagination.limit', pagination?.limit, ROWS) ?? ofMatrix
  const columns = sent.columns.map(toColumn)
  return {
    query: sent.query ?? '',
    variantIds: variantsOf(context, space, sent.variants ?? []),
    spaceKeys: [space.key ?? ''],
    includeBaselined: false,
    columns,
    check: columnCheck(context),
    isEmpty: (column, parent) => isFieldOfIssues(context, column, parent),
    variables,
    searchOffset: bounded(context, 'pagination.searchOffset', pagination?.searchOffset, OFFSETS) ?? 0,
    limit: Math.min(limit ?? DEFAULT_ROWS, context.pageSize),
    cellLimit: MAXIMUM_CELLS,
    cursors: cursors ?? [],
  }
}

/** Whether a column shows a field of issues below a column of issues, which has no cells (A243). */
function isFieldOfIssues({ choose }: Context, { step }: MatrixColumn, parent: MatrixColumn): boolean {
  if (step.type !== 'JIRAFIELD' || !parent.step.type.startsWith('JIRA')) return false
  return choose(ledger.hostedIssueFields) !== 'on-issues'
}

/** The ids of the named variants of the space, or undefined if none is named. */
function variantsOf(
  { store }: Context,
  space: ContainerRecord,
  named: readonly (number | string)[],
): readonly number[] | undefined {
  if (named.length === 0) return undefined
  const all = [...store.table(variants).range('project', [space.id])]
  return named.map((one) => {
    const variant = all.find(({ id, name }) => (typeof one === 'number' ? id === one : name === one))
    if (variant !== undefined) return variant.id
    throw notFound('variant', one, { at: 'traceabilityMatrix.variants', in: `space ${quoted(space.key)}` })
  })
}

function refuseOtherSpace({ key }: ContainerRecord, sent: string | undefined): void {
  if (sent === undefined || sent === key) return
  throw invalid('traceabilityMatrix.spaceKey', sent, `must be that of the path, ${quoted(key)}`)
}
