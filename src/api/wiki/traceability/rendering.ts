/** Rendering of matrices, whole or one column, and the tracker fields that columns can show (service §4.4). */
import { z } from '../../framework/zod.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import { reachTracker } from '../../../model/integration/issues/tracker-reading.ts'
import { integrations } from '../../../model/records/tracker/integrations.ts'
import { notFound } from '../../../model/input/errors.ts'
import { listIssueFields } from '../../../model/traceability/issue-fields.ts'
import { type Context, operation, type Operation } from '../../framework/operation.ts'
import { int32, string } from '../../framework/parameter.ts'
import { readsSpace, spaceKey, wikiCaller, wikiOperation, wikiSite } from '../common.ts'
import { CELL_EXAMPLE, cellsShape, fromCells, fromSuggestions, suggestionsShape } from './cells.ts'
import {
  render,
  RENDERING_ASSUMPTIONS,
  type RenderInput,
  renderRequestShape,
  toRenderRequest,
} from './request.ts'
import { COLUMNS_EXAMPLE, columnShape, fromColumn } from './matrix-shape.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { countText } from '../../../world/count-text.ts'

const rendering = {
  ...wikiOperation,
  ...readsSpace,
  group: 'Traceability',
  stability: 'internal',
  section: '4.4',
} as const

const page = () => ({
  searchOffset: z.int().min(0).describe('Number of skipped rows.'),
  limit: z.int().min(1).describe('Maximum number of rows of a page.'),
  total: z.int().min(0).describe('Number of rows of the whole matrix.'),
})
const cursor = () => ({
  lastCellId: z.string().describe('The cell after which the column continues.').optional(),
  hasNext: z.boolean().describe('Whether the column has more cells in these rows.'),
})

const renderingShape = {
  name: 'TraceabilityUIRendering',
  schema: () =>
    z.object({
      columns: z.array(columnShape()),
      cells: z.array(cellsShape()).describe('The cells of each column, by its index.'),
      columnSuggestions: z.array(suggestionsShape()).describe('By index of the column.'),
      pagination: z.object({
        ...page(),
        hasNext: z.boolean().describe('Whether there are more rows.'),
        columnsPagination: z.array(z.object(cursor())).describe('By index of the column.'),
      }),
      explanation: z.string().describe('The query in English.'),
    }),
  example: {
    columns: COLUMNS_EXAMPLE.slice(0, 1),
    cells: [[CELL_EXAMPLE]],
    columnSuggestions: [[{ type: 'FROM', value: 'refines' }]],
    pagination: {
      searchOffset: 0,
      limit: 20,
      total: 1,
      hasNext: false,
      columnsPagination: [{ lastCellId: '0-6001', hasNext: false }],
    },
    explanation: "Requirements whose key is 'REQ-001'",
  },
}

const whole = operation({
  ...rendering,
  id: 'wiki.traceability.render',
  summary: 'Renders a page of a matrix.',
  method: 'PUT',
  path: '/traceability/{spaceKey}/uiTraceability',
  otherPaths: [{ path: '/misc/{spaceKey}/uiTraceability', provenance: 'documented' }],
  body: renderRequestShape,
  success: { description: 'The cells of the page, column by column.', shape: renderingShape },
  assumptions: RENDERING_ASSUMPTIONS,
  handle: ({ body }, context, space) => renderWhole(context, space, body),
})

const oneColumn = operation({
  ...rendering,
  id: 'wiki.traceability.renderColumn',
  summary: 'Renders one column of a page of a matrix.',
  method: 'PUT',
  path: '/traceability/{spaceKey}/uiTraceability/column/{columnNumber}/frontEndData',
  pathParameters: {
    spaceKey,
    columnNumber: int32({ minimum: 0, description: 'Index of the column, from 0.', example: '1' }),
  },
  body: renderRequestShape,
  success: {
    description: 'The cells of the column.',
    shape: {
      name: 'TraceabilityUIColumn',
      schema: () =>
        z.object({
          column: columnShape(),
          cells: cellsShape(),
          columnSuggestions: suggestionsShape(),
          pagination: z.object({ ...page(), ...cursor() }),
        }),
      example: {
        column: COLUMNS_EXAMPLE[0],
        cells: [CELL_EXAMPLE],
        columnSuggestions: [{ type: 'FROM', value: 'refines' }],
        pagination: { searchOffset: 0, limit: 20, total: 1, lastCellId: '0-6001', hasNext: false },
      },
    },
  },
  assumptions: RENDERING_ASSUMPTIONS,
  handle({ path: { columnNumber }, body: input }, context, space) {
    const request = toRenderRequest(context, space, input)
    const count = request.columns.length
    if (columnNumber >= count)
      throw notFound('column', columnNumber, {
        at: 'columnNumber',
        in: `a matrix of ${countText(count, 'column')}`,
        instead: `give one from 0 to ${count - 1}`,
      })
    const rendered = render(context, { ...request, only: columnNumber })
    const [column] = rendered.columns
    if (column === undefined) throw new Error('a column was asked for and none rendered')
    const { searchOffset, limit } = request
    const { lastCellId, hasNext } = column
    return {
      column: fromColumn(column.column),
      cells: fromCells(context, column.cells),
      columnSuggestions: fromSuggestions(context, rendered, [column])[0] ?? [],
      pagination: { searchOffset, limit, total: rendered.total, lastCellId, hasNext },
    }
  },
})

const customFields = operation({
  ...rendering,
  id: 'wiki.traceability.customFields',
  summary: 'Lists the fields of tracker issues that a column of type JIRAFIELD can show.',
  method: 'GET',
  path: '/traceability/{spaceKey}/uiTraceability/customfields/{applink}',
  pathParameters: {
    spaceKey,
    applink: string({
      maximumLength: 255,
      description: "The wiki's id of the application link to the tracker.",
      example: '11111111-2222-4333-8444-555555555555',
    }),
  },
  success: {
    description: 'The fields.',
    shape: {
      name: 'TraceabilityCustomFields',
      schema: () =>
        z.array(
          z.object({
            id: z.string().describe('A value for JIRAFIELD.'),
            name: z.string(),
            custom: z.boolean(),
            type: z.enum(['string', 'option']),
            values: z.array(z.string()).describe('The values in use, ordered by code point.').optional(),
          }),
        ),
      example: [
        {
          id: 'status',
          name: 'Status',
          custom: false,
          type: 'option',
          values: ['Done', 'In Progress', 'Open'],
        },
      ],
    },
  },
  refusals: {
    404: 'No such application link.',
    409: 'The tracker does not respond, or rejects the wiki.',
  },
  assumptions: ['A51', 'A112', 'A116', 'A181'],
  handle({ path }, context) {
    for (const entry of [ledger.hiddenCells, ledger.trackerCustomFields, ledger.unreachableTracker] as const)
      context.note(entry)
    const integration = context.store.table(integrations).find('wikiApplink', [path.applink])
    if (integration === undefined || integration.wikiApplicationId !== wikiSite(context))
      throw notFound('application link', path.applink, { at: 'applink', in: 'the wiki' })
    const trackerId = reachTracker(context.store, integration)
    const fields = listIssueFields(context.store, wikiCaller(context), trackerId)
    return fields.map(({ id, name, type, values }) => ({ id, name, custom: false, type, values }))
  },
})

export const wikiTraceabilityRenderingOperations: readonly Operation[] = [whole, oneColumn, customFields]

function renderWhole(context: Context, space: ContainerRecord, input: RenderInput) {
  const request = toRenderRequest(context, space, input)
  const rendered = render(context, request)
  const { columns, total, explanation } = rendered
  const { searchOffset, limit } = request
  return {
    columns: columns.map(({ column }) => fromColumn(column)),
    cells: columns.map(({ cells }) => fromCells(context, cells)),
    columnSuggestions: fromSuggestions(context, rendered, columns),
    pagination: {
      searchOffset,
      limit,
      total,
      hasNext: searchOffset + limit < total,
      columnsPagination: columns.map(({ lastCellId, hasNext }) => ({ lastCellId, hasNext })),
    },
    explanation,
  }
}
