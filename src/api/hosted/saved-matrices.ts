/** Saved matrices on the hosted wiki (service §4.3). The embedded wiki lists the same records by space. */
import type * as zod from 'zod'
import { present } from '../../model/input/present.ts'
import { z } from '../framework/zod.ts'
import { invalidRequest } from '../../model/input/errors.ts'
import { foldCase } from '../../language/values.ts'
import { readableProjects } from '../../model/searching/search-places.ts'
import {
  changeMatrix,
  createMatrix,
  deleteMatrix,
  findMatrix,
  findOwnMatrix,
  listMatrices,
  type MatrixContent,
  matrixOfSite,
} from '../../model/traceability/matrices.ts'
import { matrices, MATRIX_TYPES, type MatrixRecord } from '../../model/records/wiki/matrices.ts'
import { always, type Context, operation, type Operation } from '../framework/operation.ts'
import { type Int64, int64 } from '../framework/parameter.ts'
import {
  byCaller,
  editableSpace,
  identifier,
  readableSpace,
  searchPaging,
  wikiCaller,
  wikiSite,
} from '../wiki/common.ts'
import { columnCheck, HOSTED_COLUMNS_EXAMPLE } from './columns.ts'
import { hostedWikiOperation } from './common.ts'
import * as ledger from '../framework/ledger-names.ts'
import {
  changedMatrix,
  contentOf,
  type MatrixInput,
  newMatrix,
  refuseMove,
  savedMatrix,
  showMatrix,
  spaceOf,
} from './saved-matrix-shape.ts'

const group = {
  ...hostedWikiOperation,
  group: 'Saved matrices',
  permission: { words: 'owner', assumed: true },
} as const

const onOne = {
  ...group,
  path: '/rest/saved-matrices/{id}',
  pathParameters: { id: int64({ description: 'Identifier of the matrix.', example: '1' }) },
  assumptions: ['A51', 'A232', 'A233'],
} as const

const JSON_EXAMPLE = JSON.stringify({
  columns: HOSTED_COLUMNS_EXAMPLE,
  query: "@Category = 'Safety'",
  variants: [],
  limit: 20,
  spaceKey: 'ENG',
})

const matrixResponse = { description: 'The matrix.', shape: savedMatrix } as const

const create = operation({
  ...group,
  id: 'hosted-wiki.savedMatrix.create',
  summary: 'Creates a saved matrix.',
  method: 'POST',
  path: '/rest/saved-matrices',
  body: {
    name: 'SavedMatrixRequest',
    schema: newMatrix,
    example: {
      name: 'Safety',
      spaceKey: 'ENG',
      type: 'TRACEABILITY',
      json: JSON_EXAMPLE,
      query: "@Category = 'Safety'",
      sharedLevel: 'SHARED_VIEW',
      ownerAccountId: 'FILLED_IN_BACKEND',
    },
  },
  success: matrixResponse,
  refusals: { 404: 'No such space.' },
  assumptions: ['A51', 'A110', 'A115', 'A232', 'A233', 'A242'],
  authorise({ body }, context) {
    const space = readableSpace(context, body.spaceKey)
    return { space, deleted: deletedBy(context, body) }
  },
  handle({ body }, context, { space, deleted }) {
    if (deleted !== undefined) return changed(context, deleted, contentOf(context, body, deleted))
    const content = contentOf(context, body, undefined)
    const matrix = createMatrix(byCaller(context), space, content, columnCheck(context))
    return showMatrix(context, matrix)
  },
})

const read = operation({
  ...onOne,
  id: 'hosted-wiki.savedMatrix.read',
  summary: 'Returns a saved matrix.',
  method: 'GET',
  success: matrixResponse,
  authorise: ({ path }, context) => readable(context, path.id),
  handle: (_input, context, matrix) => showMatrix(context, matrix),
})

const change = operation({
  ...onOne,
  id: 'hosted-wiki.savedMatrix.change',
  summary: 'Replaces a saved matrix. Absent fields get their defaults.',
  method: 'PUT',
  body: {
    name: 'SavedMatrixChange',
    schema: changedMatrix,
    example: {
      name: 'Coverage of safety',
      spaceKey: 'ENG',
      type: 'COVERAGE',
      json: JSON_EXAMPLE,
      query: "@Category = 'Safety'",
      sharedLevel: 'SHARED_EDIT',
      status: 'ACTIVE',
      ownerAccountId: 'FILLED_IN_BACKEND',
    },
  },
  success: matrixResponse,
  assumptions: ['A51', 'A110', 'A115', 'A232', 'A233', 'A242', 'A244'],
  authorise: ({ path }, context) => changeable(context, path.id),
  handle({ body }, context, matrix) {
    refuseMove(matrix.id, spaceOf(context, matrix), body)
    const isWhole = context.choose(ledger.changingHostedMatrix) !== 'merge' && body.status !== 'DELETED'
    if (isWhole && typeof body.name !== 'string')
      throw invalidRequest("body field 'name'", 'is missing; send the whole record')
    return changed(context, matrix, contentOf(context, body, isWhole ? undefined : matrix))
  },
})

const remove = operation({
  ...onOne,
  id: 'hosted-wiki.savedMatrix.delete',
  summary: 'Deletes a saved matrix.',
  method: 'DELETE',
  success: { status: 204, description: 'The matrix was deleted.' },
  authorise: ({ path }, context) => changeable(context, path.id),
  handle(_input, context, matrix) {
    deleteMatrix(context.world, context.store, matrix)
    context.note(ledger.hostedMatrices)
  },
})

const search = operation({
  ...group,
  id: 'hosted-wiki.savedMatrix.search',
  summary: 'Searches saved matrices.',
  method: 'POST',
  path: '/rest/saved-matrices/search',
  query: searchPaging,
  body: {
    name: 'SavedMatrixSearch',
    schema: searchBody,
    example: { owned: false, spaceKey: 'ENG' },
  },
  success: {
    description: 'A page of the matrices, by id.',
    shape: {
      name: 'SavedMatrices',
      schema: () =>
        z.object({
          results: z.array(savedMatrix.schema()),
          total: z.int().min(0).describe('Number of all matches.'),
        }),
      example: { results: [savedMatrix.example], total: 1 },
    },
  },
  assumptions: ['A232', ...always('A233'), 'A234'],
  authorise: (_input, context) => wikiCaller(context),
  handle({ query: { offset, limit }, body }, context) {
    const found = searched(context, body)
    const page = found.slice(offset, offset + limit)
    return { results: page.map((matrix) => showMatrix(context, matrix)), total: found.length }
  },
})

function searchBody() {
  return z.object({
    owned: z.boolean().describe('Whether to search only matrices of the caller.'),
    name: z.string().max(255).nullish().describe('A part of the name, in any case.'),
    matrixType: z.enum(MATRIX_TYPES).nullish(),
    spaceKey: z.string().max(255).nullish(),
    id: identifier().nullish(),
  })
}

export const savedMatrixOperations: readonly Operation[] = [create, read, change, remove, search]

/** The matching matrices that the caller can see, by id. */
function searched(context: Context, body: zod.infer<ReturnType<typeof searchBody>>) {
  const { owned, name = '', matrixType, spaceKey, id } = present(body)
  const { store } = context
  const user = wikiCaller(context)
  const others = context.choose(ledger.searchingHostedMatrices) === 'others'
  return readableProjects(store, user, wikiSite(context))
    .filter((space) => spaceKey === undefined || space.key === spaceKey)
    .flatMap((space) => listMatrices(store, user, space))
    .filter(
      (matrix) =>
        (owned ? matrix.ownerId === user.id : !others || matrix.ownerId !== user.id) &&
        (matrixType === undefined || matrix.type === matrixType) &&
        (id === undefined || matrix.id === id) &&
        foldCase(matrix.name).includes(foldCase(name)),
    )
    .sort((a, b) => a.id - b.id)
}

/** The matrix that a POST with status DELETED names by its id, if any. Throws FORBIDDEN. */
function deletedBy(context: Context, { id: named, status, spaceKey }: MatrixInput): MatrixRecord | undefined {
  if (status !== 'DELETED' || typeof named !== 'number') return undefined
  const known = context.store.table(matrices).get(named)
  if (known === undefined || known.status === 'DELETED') return undefined
  return spaceOf(context, known).key === spaceKey ? changeable(context, named) : undefined
}

function changed(context: Context, matrix: MatrixRecord, content: MatrixContent) {
  const { variables } = matrix
  const whole = variables === undefined ? content : { ...content, variables }
  const after = changeMatrix(context.world, context.store, matrix, whole, columnCheck(context))
  return showMatrix(context, after)
}

/** A matrix that the caller can see. Throws NOT_FOUND or FORBIDDEN. */
function readable(context: Context, wanted: Int64): MatrixRecord {
  context.note(ledger.hostedMatrixAccess)
  const matrix = matrixOfSite(context.store, wikiSite(context), wanted)
  const space = readableSpace(context, spaceOf(context, matrix).key ?? '')
  return findMatrix(context.store, wikiCaller(context), space, wanted)
}

/** A matrix of the caller, or one that they may change in the embedded wiki. Throws NOT_FOUND or FORBIDDEN. */
function changeable(context: Context, wanted: Int64): MatrixRecord {
  const matrix = readable(context, wanted)
  const user = wikiCaller(context)
  if (matrix.ownerId === user.id) return matrix
  const space = editableSpace(context, spaceOf(context, matrix).key ?? '')
  return findOwnMatrix(context.store, user, space, wanted)
}
