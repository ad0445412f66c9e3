/** Saved matrices in requests and responses of the hosted wiki (service §4.3). */
import { givenName } from '../shared/given-name.ts'
import { ignored } from '../framework/ignored-fields.ts'
import type * as zod from 'zod'
import { z } from '../framework/zod.ts'
import { MAXIMUM_QUERY_LENGTH } from '../../language/limits.ts'
import { containers, type ContainerRecord } from '../../model/records/service/containers.ts'
import { invalid, notFound } from '../../model/input/errors.ts'
import { quoted } from '../../model/input/refusal.ts'
import type { MatrixContent } from '../../model/traceability/matrices.ts'
import { jsonAfterQuery } from '../../model/traceability/matrix-json.ts'
import {
  MATRIX_STATUSES,
  MATRIX_TYPES,
  type MatrixRecord,
  SHARED_LEVELS,
} from '../../model/records/wiki/matrices.ts'
import { users } from '../../model/records/service/users.ts'
import type { Context } from '../framework/operation.ts'
import { identifier } from '../wiki/common.ts'
import { noteVariables } from '../wiki/traceability/request.ts'
import { columnCheck } from './columns.ts'
import * as ledger from '../framework/ledger-names.ts'
import { jsonOfMatrix, MAXIMUM_JSON, ONLY_FIRST_COLUMN, readMatrixJson } from './saved-matrix-json.ts'

export const savedMatrix = {
  name: 'SavedMatrix',
  schema: () =>
    z.object({
      id: identifier(),
      name: z.string(),
      description: z.string().optional(),
      spaceKey: z.string(),
      type: z.enum(MATRIX_TYPES),
      json: z.string().describe('JSON of the client.'),
      query: z.string(),
      sharedLevel: z.enum(SHARED_LEVELS),
      status: z.enum(MATRIX_STATUSES),
      container: z.object({ id: identifier(), key: z.string(), name: z.string() }).describe('The space.'),
      ownerAccountId: z.string().describe('Absent for a matrix without an owner.').optional(),
    }),
  example: {
    id: 1,
    name: 'Coverage',
    spaceKey: 'ENG',
    type: 'COVERAGE',
    json: '{"columns":[{"label":"Requirement","columnIndex":0,"parentColumnIndex":0,"hidden":false,"step":{"type":"FIRST_COLUMN","value":""}}],"query":"key ~ \'REQ-%\'","variants":[],"limit":20,"spaceKey":"ENG"}',
    query: "key ~ 'REQ-%'",
    sharedLevel: 'SHARED_EDIT',
    status: 'ACTIVE',
    container: { id: 1001, key: 'ENG', name: 'Engineering' },
  },
}
const fieldsOfMatrix = () => ({
  id: identifier().nullish().describe('Set by the wiki. In a change, the id of the path.'),
  description: z.string().max(10_000).nullish(),
  type: z.enum(MATRIX_TYPES).nullish().describe('Default: TRACEABILITY.'),
  json: z.string().max(MAXIMUM_JSON).nullish().describe('JSON of the client.'),
  query: z.string().max(MAXIMUM_QUERY_LENGTH).nullish().describe('Selects the requirements of the rows.'),
  sharedLevel: z.enum(SHARED_LEVELS).nullish().describe('Default: NONE.'),
  status: z.enum(MATRIX_STATUSES).nullish().describe('Default: ACTIVE. DELETED deletes the matrix.'),
  container: ignored(z.unknown().optional(), 'Ignored.'),
  ownerAccountId: ignored(z.unknown().optional(), 'Ignored: the caller is the owner.'),
})
const short = () => z.string().min(1).max(255)
export const newMatrix = () => z.object({ ...fieldsOfMatrix(), name: givenName(), spaceKey: short() })
export const changedMatrix = () =>
  z.object({ ...fieldsOfMatrix(), name: givenName().nullish(), spaceKey: short().nullish() })
export type MatrixInput = zod.infer<ReturnType<typeof changedMatrix>>

/** The space of a matrix. Throws NOT_FOUND if an imported world lacks it. */
export function spaceOf({ store }: Context, { id, projectContainerId }: MatrixRecord): ContainerRecord {
  const space = store.table(containers).get(projectContainerId)
  if (space !== undefined) return space
  throw notFound('space', projectContainerId, { in: `saved matrix ${quoted(id)}` })
}

/**
 * The content of a matrix after a body is applied. Absent fields keep the values of `before`, or get their defaults without
 * it. Throws INVALID.
 */
export function contentOf(
  context: Context,
  input: MatrixInput,
  before: MatrixRecord | undefined,
): MatrixContent {
  for (const entry of [ledger.matrixColumns, ledger.hostedMatrices] as const) context.note(entry)
  const json = input.json ?? undefined
  const inJson = json === undefined ? {} : readMatrixJson(json, columnCheck(context))
  const query = input.query ?? inJson.query ?? before?.query ?? ''
  const columns = inJson.columns ?? before?.columns ?? ONLY_FIRST_COLUMN
  noteVariables(context, { query, columns })
  const description = input.description === undefined ? before?.description : input.description
  return {
    name: input.name ?? before?.name ?? '',
    type: input.type ?? before?.type ?? 'TRACEABILITY',
    query,
    columns,
    sharedLevel: input.sharedLevel ?? before?.sharedLevel ?? 'NONE',
    status: input.status ?? before?.status ?? 'ACTIVE',
    ...(json === undefined ? jsonAfterQuery(before?.json, before?.query ?? '', query) : { json }),
    ...(description === undefined || description === null ? {} : { description }),
  }
}

/** Throws INVALID for a body that changes the id or the space of a matrix. */
export function refuseMove(id: number, space: ContainerRecord, sent: MatrixInput): void {
  if (sent.id !== undefined && sent.id !== null && sent.id !== id)
    throw invalid("body field 'id'", sent.id, `must be that of the path, ${id}`)
  if (sent.spaceKey !== undefined && sent.spaceKey !== null && sent.spaceKey !== space.key)
    throw invalid("body field 'spaceKey'", sent.spaceKey, `must stay ${quoted(space.key)}`)
}

export function showMatrix(context: Context, matrix: MatrixRecord) {
  context.note(ledger.hostedMatrices)
  const { id: ownId, name: called, description, type, query, sharedLevel, status, ownerId } = matrix
  const { id: containerId, key = '', name: spaceName } = spaceOf(context, matrix)
  return {
    id: ownId,
    name: called,
    description,
    spaceKey: key,
    type,
    json: jsonOfMatrix(matrix, key),
    query,
    sharedLevel,
    status,
    container: { id: containerId, key, name: spaceName },
    ownerAccountId: ownerId === undefined ? undefined : context.store.table(users).get(ownerId)?.accountId,
  }
}
