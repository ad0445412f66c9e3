/** Saved traceability matrices of a space (service §4.4). */
import { givenName } from '../../shared/given-name.ts'
import { present } from '../../../model/input/present.ts'
import { ignoredFields } from '../../framework/ignored-fields.ts'
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import { MAXIMUM_QUERY_LENGTH } from '../../../language/limits.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import { invalid } from '../../../model/input/errors.ts'
import { quoted } from '../../../model/input/refusal.ts'
import { jsonAfterQuery } from '../../../model/traceability/matrix-json.ts'
import {
  changeMatrix,
  createMatrix,
  deleteMatrix,
  findOwnMatrix,
  listMatrices,
  type MatrixContent,
} from '../../../model/traceability/matrices.ts'
import {
  MATRIX_STATUSES,
  MATRIX_TYPES,
  type MatrixRecord,
  SHARED_LEVELS,
} from '../../../model/records/wiki/matrices.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { int64 } from '../../framework/parameter.ts'
import {
  byCaller,
  editableSpace,
  editsSpace,
  identifier,
  readableSpace,
  readsSpace,
  spaceKey,
  wikiCaller,
  wikiOperation,
} from '../common.ts'
import { grammarOf } from '../../shared/query-assumptions.ts'
import { columnsOf, savedMatrix, noteVariables } from './request.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { COLUMNS_EXAMPLE, columnsRequest, fromMatrix, matrixShape, variableValue } from './matrix-shape.ts'

const MAXIMUM_VARIABLES = 100

const matrices = {
  ...wikiOperation,
  group: 'Traceability',
  stability: 'internal',
  section: '4.4',
} as const

const id = int64({ description: 'Id of the matrix.', example: '1' })
const matrixSuccess = { description: 'The matrix.', shape: matrixShape } as const

const fieldsOfMatrix = () => ({
  id: identifier().nullish().describe('Assigned by the wiki; in a change, the same as in the path.'),
  spaceKey: z.string().nullish().describe('If present, the same as in the path.'),
  description: z.string().max(10_000).nullish(),
  type: z.enum(MATRIX_TYPES).nullish().describe('Default: TRACEABILITY.'),
  query: z.string().max(MAXIMUM_QUERY_LENGTH).nullish().describe('Query for the rows.'),
  columns: columnsRequest().nullish(),
  traceabilityMatrixColumns: z.string().max(1_000_000).nullish().describe('The columns as a JSON list.'),
  variables: z
    .record(z.string().max(255), variableValue())
    .refine((variables) => Object.keys(variables).length <= MAXIMUM_VARIABLES, `at most ${MAXIMUM_VARIABLES}`)
    .nullish()
    .describe('Default values of variables.'),
  sharedLevel: z.enum(SHARED_LEVELS).nullish().describe('Default: SHARED_EDIT.'),
  status: z.enum(MATRIX_STATUSES).nullish(),
  ...ignoredFields('owner', 'ownerAccountId', 'createdAt', 'updatedAt'),
})

const matrixChange = () => z.object({ ...fieldsOfMatrix(), name: givenName().nullish() })

type MatrixInput = zod.infer<ReturnType<typeof matrixChange>>

const list = operation({
  ...matrices,
  ...readsSpace,
  id: 'wiki.traceability.list',
  summary: 'Lists the saved matrices of a space.',
  method: 'GET',
  path: '/traceability/{spaceKey}/',
  success: {
    description: 'The matrices that the caller may see, ordered by id.',
    shape: {
      name: 'TraceabilityMatrices',
      schema: () => z.object({ results: z.array(matrixShape.schema()), total: z.int().min(0) }),
      example: { results: [matrixShape.example], total: 1 },
    },
  },
  assumptions: ['A51', 'A108', 'A109'],
  handle(_input, context, space) {
    for (const entry of [ledger.savedMatrixRules, ledger.matrixAccess] as const) context.note(entry)
    const results = listMatrices(context.store, wikiCaller(context), space).map((matrix) =>
      fromMatrix(context, matrix),
    )
    return { results, total: results.length }
  },
})

const read = operation({
  ...matrices,
  ...readsSpace,
  id: 'wiki.traceability.read',
  summary: 'Reads a saved matrix.',
  method: 'GET',
  path: '/traceability/{spaceKey}/{id}',
  pathParameters: { spaceKey, id },
  success: matrixSuccess,
  assumptions: ['A51', 'A108', 'A109'],
  authorise: ({ path }, context) => savedMatrix(context, readableSpace(context, path.spaceKey), path.id),
  handle: (_input, context, matrix) => fromMatrix(context, matrix),
})

const create = operation({
  ...matrices,
  ...editsSpace,
  id: 'wiki.traceability.create',
  summary: 'Saves a new matrix.',
  method: 'POST',
  path: '/traceability/{spaceKey}',
  body: {
    name: 'TraceabilityMatrixRequest',
    schema: () => z.object({ ...fieldsOfMatrix(), name: givenName() }),
    example: {
      name: 'Safety',
      type: 'TRACEABILITY',
      query: '@Category = $category',
      columns: COLUMNS_EXAMPLE,
      variables: { category: 'Safety' },
    },
  },
  success: matrixSuccess,
  assumptions: ['A51', 'A108', 'A109', 'A110', 'A115', 'A255', 'A257', 'A258', 'A259'],
  handle({ body }, context, space) {
    for (const entry of [ledger.matrixAccess, ledger.matrixColumns] as const) context.note(entry)
    const content = contentOf(context, space, body, undefined)
    noteVariables(context, content)
    const author = { ...byCaller(context), grammar: grammarOf(context, content.query) }
    return fromMatrix(context, createMatrix(author, space, content))
  },
})

const change = operation({
  ...matrices,
  ...editsSpace,
  id: 'wiki.traceability.change',
  summary: 'Changes the fields of a saved matrix that the body has.',
  method: 'PUT',
  path: '/traceability/{spaceKey}/{id}',
  pathParameters: { spaceKey, id },
  body: {
    name: 'TraceabilityMatrixChange',
    schema: matrixChange,
    example: { name: 'Coverage of safety', query: "@Category = 'Safety'" },
  },
  success: matrixSuccess,
  assumptions: ['A51', 'A108', 'A109', ...always('A110'), 'A115', 'A255', 'A257', 'A258', 'A259'],
  authorise({ path }, context) {
    const space = editableSpace(context, path.spaceKey)
    return { space, matrix: ownMatrix(context, space, path.id) }
  },
  handle({ body }, context, { space, matrix }) {
    if ((body.id ?? matrix.id) !== matrix.id)
      throw invalid("body field 'id'", body.id, `must be that of the path, ${matrix.id}`)
    const content = contentOf(context, space, body, matrix)
    noteVariables(context, content)
    const grammar = content.query === matrix.query ? undefined : grammarOf(context, content.query)
    const changed = changeMatrix(context.world, context.store, matrix, content, 'strict', grammar)
    return fromMatrix(context, changed)
  },
})

const remove = operation({
  ...matrices,
  ...editsSpace,
  id: 'wiki.traceability.delete',
  summary: 'Deletes a saved matrix. Its row stays, in status DELETED.',
  method: 'DELETE',
  path: '/traceability/{spaceKey}/{id}',
  pathParameters: { spaceKey, id },
  success: { status: 204, description: 'The matrix is deleted.' },
  assumptions: ['A51', ...always('A108'), 'A109'],
  authorise: ({ path }, context) => ownMatrix(context, editableSpace(context, path.spaceKey), path.id),
  handle(_input, context, matrix) {
    deleteMatrix(context.world, context.store, matrix)
  },
})

export const wikiTraceabilityOperations: readonly Operation[] = [list, read, create, change, remove]

function ownMatrix(context: Context, space: ContainerRecord, wanted: number | bigint): MatrixRecord {
  context.note(ledger.matrixAccess)
  return findOwnMatrix(context.store, wikiCaller(context), space, wanted)
}

/** The content of a matrix after a change; fields that the body lacks stay or get their default. */
function contentOf(
  context: Context,
  space: ContainerRecord,
  sent: MatrixInput,
  before: MatrixRecord | undefined,
): MatrixContent {
  const input = present(sent)
  if (input.spaceKey !== undefined && input.spaceKey !== space.key)
    throw invalid("body field 'spaceKey'", input.spaceKey, `must be that of the path, ${quoted(space.key)}`)
  const status = input.status ?? before?.status ?? 'ACTIVE'
  if (status === 'DELETED')
    throw invalid("body field 'status'", status, 'takes ACTIVE or ARCHIVED; delete the matrix instead')
  const description = sent.description === undefined ? before?.description : sent.description
  const variables = input.variables ?? before?.variables
  const query = input.query ?? before?.query ?? ''
  return {
    name: input.name ?? before?.name ?? '',
    type: input.type ?? before?.type ?? 'TRACEABILITY',
    query,
    columns: columnsOf(context, input) ?? before?.columns ?? [],
    sharedLevel: input.sharedLevel ?? before?.sharedLevel ?? 'SHARED_EDIT',
    status,
    ...(description === undefined || description === null ? {} : { description }),
    ...(variables === undefined ? {} : { variables }),
    ...jsonAfterQuery(before?.json, before?.query ?? '', query),
  }
}
