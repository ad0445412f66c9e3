/** Saved matrices of a space: who sees and changes them, and what they must be (service §4.4). */
import type { Author } from '../records/actor.ts'
import type { Grammar } from '../../language/grammar.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { notFound } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import { readQuery } from '../searching/listing.ts'
import type { UserRecord } from '../records/service/users.ts'
import { maySee, requireChange, requireSight } from '../finding/sharing.ts'
import { checkColumns, type ColumnCheck } from './columns.ts'
import { matrices, type MatrixRecord } from '../records/wiki/matrices.ts'
import { createVariables, substituteInLanguage, withPlaceholders } from './variables.ts'

export type MatrixContent = Pick<
  MatrixRecord,
  'name' | 'description' | 'type' | 'query' | 'columns' | 'variables' | 'json' | 'sharedLevel' | 'status'
>

const sharingOf = (matrix: MatrixRecord) => ({ ...matrix, kind: 'traceability matrix' }) as const

export function listMatrices(store: Store, user: UserRecord, space: ContainerRecord): MatrixRecord[] {
  return [...store.table(matrices).range('project', [space.id])]
    .filter((matrix) => matrix.status !== 'DELETED' && maySee(store, user, sharingOf(matrix)))
    .toSorted((a, b) => a.id - b.id)
}

/** Throws NOT_FOUND, also for DELETED ones, and FORBIDDEN for a private one. */
export function findMatrix(
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  id: number | bigint,
  parameter = 'id',
): MatrixRecord {
  const matrix = typeof id === 'number' ? store.table(matrices).get(id) : undefined
  if (matrix === undefined || matrix.projectContainerId !== space.id || matrix.status === 'DELETED') {
    throw notFound('traceability matrix', id, { at: parameter, in: `space ${quoted(space.key)}` })
  }
  requireSight(store, user, sharingOf(matrix))
  return matrix
}

/** In any space of the wiki. Throws NOT_FOUND, also for DELETED ones. */
export function matrixOfSite(store: Store, applicationId: number, id: number | bigint): MatrixRecord {
  const matrix = typeof id === 'number' ? store.table(matrices).get(id) : undefined
  if (matrix?.applicationId === applicationId && matrix.status !== 'DELETED') return matrix
  throw notFound('saved matrix', id, { at: 'id', in: 'the wiki' })
}

/** A matrix to change. Throws as findMatrix does, and FORBIDDEN if it is shared for viewing only. */
export function findOwnMatrix(
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  id: number | bigint,
): MatrixRecord {
  const matrix = findMatrix(store, user, space, id)
  requireChange(store, user, sharingOf(matrix))
  return matrix
}

/** The caller becomes the owner. Throws INVALID for bad columns, or a bad query if strict. */
export function createMatrix(
  { world, store, user, grammar }: Author,
  space: ContainerRecord,
  content: MatrixContent,
  check: ColumnCheck = 'strict',
): MatrixRecord {
  const table = store.table(matrices)
  let id = store.next('matrix')
  while (table.has(id)) id = store.next('matrix')
  return table.insert({
    ...checkMatrix(content, check, grammar),
    id,
    applicationId: space.applicationId,
    projectContainerId: space.id,
    ownerId: user.id,
    createdAt: world.now,
    updatedAt: world.now,
  })
}

/** Throws INVALID as createMatrix does; unchanged parts are not checked again. */
export function changeMatrix(
  world: World,
  store: Store,
  matrix: MatrixRecord,
  content: MatrixContent,
  check: ColumnCheck = 'strict',
  grammar?: Grammar,
): MatrixRecord {
  const { columns, query, variables } = content
  const isKept = columns === matrix.columns && query === matrix.query && variables === matrix.variables
  const { description: _description, variables: _variables, json: _json, ...kept } = matrix
  return store.table(matrices).put({
    ...kept,
    ...checkMatrix(content, isKept ? 'lenient' : check, grammar),
    updatedAt: world.now,
  })
}

export function deleteMatrix(world: World, store: Store, matrix: MatrixRecord): void {
  store.table(matrices).put({ ...matrix, status: 'DELETED', updatedAt: world.now })
}

/** Sorts the columns of a matrix. Throws INVALID as createMatrix does. */
export function checkMatrix<C extends Pick<MatrixContent, 'query' | 'columns' | 'variables'>>(
  content: C,
  check: ColumnCheck = 'strict',
  grammar?: Grammar,
): C {
  const variables = createVariables(content.variables)
  if (check === 'strict')
    readQuery(substituteInLanguage(content.query, withPlaceholders(variables), 'query'), grammar)
  return { ...content, columns: checkColumns(content.columns, variables, check) }
}
