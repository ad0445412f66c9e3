/** Matrices as HTML for the editor, and as stored data (service §4.4, §4.6). */
import { isBlank } from '../../../model/input/blank.ts'
import { z } from '../../framework/zod.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import type { CellItem } from '../../../model/rich-text/table.ts'
import { renderHtmlTable } from '../../../model/rich-text/table.ts'
import { listMatrices } from '../../../model/traceability/matrices.ts'
import type { MatrixRecord } from '../../../model/records/wiki/matrices.ts'
import { MAXIMUM_ROWS, type RenderedCell } from '../../../model/traceability/render.ts'
import { tableOf } from '../../../model/traceability/rows.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { int32, string } from '../../framework/parameter.ts'
import {
  identifier,
  instant,
  limitOf,
  readableSpace,
  readsSpace,
  requireWikiAdministrator,
  spaceKey,
  wikiCaller,
  wikiOperation,
  findSpace,
} from '../common.ts'
import { fromCells } from './cells.ts'
import {
  DEFAULT_ROWS,
  readJson,
  render,
  RENDERING_ASSUMPTIONS,
  savedMatrix,
  toRenderRequest,
} from './request.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { fromColumn } from './matrix-shape.ts'

const limit = limitOf('rows', MAXIMUM_ROWS, DEFAULT_ROWS)

const toHtml = operation({
  ...wikiOperation,
  ...readsSpace,
  id: 'wiki.richText.traceabilityToHtml',
  group: 'Rich text',
  summary: 'Renders the traceability macro: a matrix as an HTML table.',
  method: 'GET',
  path: '/rte/{spaceKey}/traceability/transform-to-html',
  stability: 'internal',
  section: '4.6',
  query: {
    id: int32({ minimum: 1, description: 'Id of a saved matrix of the space.', example: '1' }),
    columns: string({
      maximumLength: 100_000,
      description: 'The columns as a JSON list; default: those of the saved matrix.',
    }),
    q: string({ description: 'Query for the rows; default: that of the saved matrix.' }),
    variables: string({
      maximumLength: 100_000,
      description: 'Values of variables as a JSON object.',
      example: '{"category":"Safety"}',
    }),
    limit,
  },
  exampleQuery: ['id'],
  success: {
    description: 'The table.',
    shape: {
      name: 'TraceabilityHtml',
      schema: () =>
        z.object({
          html: z.string(),
          count: z.int().min(0).describe('Number of rows of the table.'),
          total: z.int().min(0).describe('Number of rows of the whole matrix.'),
          complete: z.boolean().describe('Whether every cell of these rows is shown.'),
        }),
      example: {
        html: '<table class="traceability-matrix"><thead><tr><th>Requirement</th></tr></thead><tbody><tr><td>REQ-001</td></tr></tbody></table>',
        count: 1,
        total: 1,
        complete: true,
      },
    },
  },
  assumptions: [...RENDERING_ASSUMPTIONS, 'A87', ...always('A118')],
  authorise({ path, query }, context) {
    const space = readableSpace(context, path.spaceKey)
    if (query.id !== undefined) savedMatrix(context, space, query.id)
    return space
  },
  handle({ query }, context, space) {
    const variables = isBlank(query.variables)
      ? undefined
      : readJson(context, query.variables, z.record(z.string().max(255), z.unknown()), 'variables')
    const request = toRenderRequest(context, space, {
      matrixId: query.id,
      traceabilityMatrixColumns: query.columns,
      query: query.q,
      variables,
      limit: query.limit,
    })
    const rendering = render(context, request)
    const { columns, rows, isComplete } = tableOf(rendering)
    const asText = context.choose(ledger.authorsHtml) === 'text'
    const html = renderHtmlTable({
      className: 'traceability-matrix',
      columns: columns.map((column) => column.label),
      rows: rows.map(({ cells }) => cells.map((ofColumn) => toItems(context, ofColumn, asText))),
    })
    return { html, count: rows.length, total: rendering.total, complete: isComplete }
  },
})

const stored = {
  ...wikiOperation,
  group: 'Miscellaneous',
  method: 'GET',
  stability: 'deprecated',
  permission: { words: 'administrator' },
  section: '4.4',
} as const

const storedShape = () =>
  z.object({
    id: identifier(),
    name: z.string(),
    spaceKey: z.string(),
    type: z.string(),
    status: z.enum(['ACTIVE', 'ARCHIVED']),
    data: z.string().describe('Stored data as JSON: {query, columns, variables}.'),
    updatedAt: instant(),
  })

const STORED_EXAMPLE = {
  id: 1,
  name: 'Coverage',
  spaceKey: 'ENG',
  type: 'COVERAGE',
  status: 'ACTIVE',
  data: '{"query":"","columns":[],"variables":{}}',
  updatedAt: '2026-01-05T09:00:00.000Z',
} as const

const storedList = operation({
  ...stored,
  id: 'wiki.traceability.storedList',
  summary: 'Lists the stored traceability data of a space.',
  path: '/misc/{spaceKey}/traceability/data',
  pathParameters: { spaceKey },
  query: { limit: limitOf('matrices', MAXIMUM_ROWS, DEFAULT_ROWS) },
  success: {
    description: 'The stored data of each matrix, ordered by id.',
    shape: {
      name: 'TraceabilityDataList',
      schema: () => z.object({ results: z.array(storedShape()), total: z.int().min(0) }),
      example: { results: [STORED_EXAMPLE], total: 1 },
    },
  },
  assumptions: ['A51', ...always('A117')],
  authorise({ path }, context) {
    requireWikiAdministrator(context)
    return findSpace(context, path.spaceKey)
  },
  handle({ query }, context, space) {
    const all = listMatrices(context.store, wikiCaller(context), space)
    const results = all.slice(0, query.limit).map((matrix) => fromStored(space, matrix))
    return { results, total: all.length }
  },
})

const storedOne = operation({
  ...stored,
  id: 'wiki.traceability.storedRead',
  summary: 'Reads the stored traceability data of one matrix with its first rows.',
  path: '/misc/{spaceKey}/traceability/data/{id}',
  pathParameters: {
    spaceKey,
    id: int32({ description: 'Id of the matrix.', example: '1' }),
  },
  success: {
    description: 'The stored data and the first rows.',
    shape: {
      name: 'TraceabilityData',
      schema: () =>
        storedShape().extend({
          rows: z
            .array(
              z.object({
                spaceKey: z.string(),
                key: z.string(),
                values: z.array(z.array(z.string())).describe('The texts of the cells, column by column.'),
              }),
            )
            .describe(`The first ${MAXIMUM_ROWS} rows.`),
          total: z.int().min(0).describe('Number of rows of the whole matrix.'),
        }),
      example: {
        ...STORED_EXAMPLE,
        rows: [{ spaceKey: 'ENG', key: 'REQ-001', values: [['REQ-001'], ['REQ-002', 'REQ-003']] }],
        total: 1,
      },
    },
  },
  assumptions: [...RENDERING_ASSUMPTIONS, ...always('A117')],
  authorise({ path }, context) {
    requireWikiAdministrator(context)
    const space = findSpace(context, path.spaceKey)
    return { space, matrix: savedMatrix(context, space, path.id) }
  },
  handle(_input, context, { space, matrix }) {
    const request = toRenderRequest(context, space, { matrixId: matrix.id, limit: MAXIMUM_ROWS })
    const rendering = render(context, request)
    const rows = tableOf(rendering).rows.map(({ requirement, cells }) => ({
      spaceKey: requirement.spaceKey,
      key: requirement.key,
      values: cells.map((ofColumn) => fromCells(context, ofColumn).map(({ text }) => text)),
    }))
    return { ...fromStored(space, matrix), rows, total: rendering.total }
  },
})

export const wikiTraceabilityExportOperations: readonly Operation[] = [toHtml, storedList, storedOne]

function fromStored(space: ContainerRecord, matrix: MatrixRecord) {
  const { id, name, type, status, query, columns, variables = {}, updatedAt } = matrix
  if (status === 'DELETED') throw new Error('a deleted matrix was listed')
  return {
    id,
    name,
    spaceKey: space.key ?? '',
    type,
    status,
    data: JSON.stringify({ query, columns: columns.map(fromColumn), variables }),
    updatedAt: formatInstant(updatedAt),
  }
}

/** The items of a table cell: HTML of an author, a link if there is an address, or text. */
function toItems(context: Context, cells: readonly RenderedCell[], asText: boolean): CellItem[] {
  return fromCells(context, cells).map((cell): CellItem => {
    if (cell.html !== undefined && !asText) return { html: cell.html }
    return { text: cell.text, url: cell.requirement?.url ?? cell.page?.url }
  })
}
