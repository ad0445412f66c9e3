/** Adds, replaces and deletes single records of a region, checked as those of an imported world are. */
import * as z from 'zod'
import { string } from '../../api/framework/parameter.ts'
import { conflict, invalid, notFound } from '../../model/input/errors.ts'
import type { Refusal } from '../../model/input/refusal.ts'
import { recordCheck } from '../../model/input/record-check.ts'
import { htmlToText } from '../../model/records/text/excerpt.ts'
import { requirements } from '../../model/records/wiki/requirements.ts'
import { users } from '../../model/records/service/users.ts'
import { hashSecret } from '../../model/users/secrets.ts'
import { nearestName } from '../../world/nearest.ts'
import { isObject } from '../../world/objects.ts'
import { once } from '../../world/once.ts'
import type { KeyPart } from '../../world/order.ts'
import { type Field, keyField } from '../../world/store/fields.ts'
import { MAXIMUM_ID, sequences, type Store } from '../../world/store/store.ts'
import { type Table, TableConflict, type TableDefinition } from '../../world/store/table.ts'
import { exportWorld, WorldDocumentError } from '../../world/transfer.ts'
import type { World } from '../../world/world.ts'
import { withoutSecrets } from '../../simulator/record-secrets.ts'
import { importCheckedWorld } from '../../simulator/world-import.ts'
import { regionField } from '../body-fields.ts'
import { fieldListResponse, recordResponse } from '../responses/state.ts'
import { type ControlContext, controlRoute, routesOf } from '../route.ts'

type Values = Readonly<Record<string, unknown>>
type AnyDefinition = TableDefinition<Values, string>
type Write = (target: Table<Values>, store: Store) => void

const table = string({
  required: true,
  description: 'The name of a table of the region, as `GET /state` lists it.',
  example: 'customField',
})

const recordShape = once(() =>
  z.strictObject({
    record: z
      .unknown()
      .refine(isObject, 'expected an object')
      .meta({ type: 'object', additionalProperties: true })
      .describe(
        'The whole record. A new one may leave out a numeric `id`, which is then the next. Hashes of credentials stay as they are, and cannot be given.',
      ),
    region: regionField(),
  }),
)

export const recordRoutes = routesOf('State', [
  controlRoute({
    id: 'listFields',
    method: 'GET',
    path: '/state/{table}/fields',
    summary: 'List the fields that a table declares',
    pathParameters: { table },
    regional: true,
    returns: fieldListResponse,
    responseNote:
      '`form` is what a value looks like; `values` are those of a `choice`, and `refersTo` is the table whose record the value names.',
    handle: ({ path }, context) => {
      const items = Object.entries(findDefinition(context, path.table).fields)
        .filter(([, { isSecret }]) => isSecret !== true)
        .map(([name, field]) => describeField(name, field))
      return { items, total: items.length }
    },
  }),
  controlRoute({
    id: 'putRecord',
    method: 'PUT',
    path: '/state/{table}',
    summary: 'Add a record, or replace the one with its key',
    details:
      'Changes a stored record without the service: it sends no message and writes no history. Every field and reference of the world is checked first.',
    pathParameters: { table },
    regional: true,
    body: {
      shape: recordShape,
      example: {
        record: { id: 'customfield_10200', applicationId: 102, name: 'Severity', type: 'string' },
      },
    },
    returns: recordResponse,
    refusals: {
      400: 'A field or a reference is wrong; the message names it.',
      404: 'The region has no such table.',
      409: 'Another record has a value that must be unique.',
    },
    handle: ({ path, body }, context) => {
      const definition = findDefinition(context, path.table)
      const record = completeRecord(context, definition, body.record)
      const problem = recordCheck(definition.fields)(record)
      if (problem !== undefined) throw invalid(path.table, String(keyOf(definition, record)), problem)
      const key = keyOf(definition, record)
      if (typeof key === 'number' && key > Math.max(MAXIMUM_ID, context.store().last(path.table) + 1))
        throw invalid(path.table, key, `use a number up to ${MAXIMUM_ID}, or leave it out`)
      const put: Write = (target, store) => {
        target.put(record)
        if (typeof key === 'number') store.raise(definition.name, key)
      }
      change(context, definition, put, (unsound) =>
        invalid('table', path.table, `would leave a world that is not sound: ${unsound}`),
      )
      return withoutSecrets(definition.name, record)
    },
  }),
  controlRoute({
    id: 'deleteRecord',
    method: 'DELETE',
    path: '/state/{table}',
    summary: 'Delete a record that no other record names',
    pathParameters: { table },
    query: {
      key: string({
        required: true,
        description: 'The key of the record; fields that make up a key are joined by colons: `1001:2`.',
        example: 'customfield_10200',
      }),
    },
    regional: true,
    status: 204,
    exampleAfter: [{ route: 'putRecord' }],
    refusals: {
      404: 'The region has no such table, or the table no such record.',
      409: 'Another record names this one; the message says which.',
    },
    handle: ({ path, query }, context) => {
      const definition = findDefinition(context, path.table)
      const key = findKey(tableOf(context.world(), context.region, definition), query.key)
      if (key === undefined) throw notFound(path.table, query.key)
      const remove: Write = (target) => void target.remove(key)
      change(context, definition, remove, (unsound) =>
        conflict(path.table, query.key, `is needed: ${unsound}`, 'change or delete that first'),
      )
    },
  }),
])

function describeField(name: string, field: Field) {
  return {
    name,
    form: field.form,
    optional: field.isOptional === true,
    ...(field.form === 'choice' ? { values: [...field.values] } : {}),
    ...(field.refersTo === undefined ? {} : { refersTo: field.refersTo.table }),
  }
}

function findDefinition({ world }: ControlContext, name: string): AnyDefinition {
  const { tables } = world().schema
  const found = tables.find((definition) => definition.name === name)
  if (found !== undefined && name !== sequences.name) return found as unknown as AnyDefinition
  const nearest = nearestName(
    name,
    tables.map((definition) => definition.name),
  )
  const instead =
    nearest === undefined ? 'GET /state lists the tables of regions' : `did you mean '${nearest}'?`
  throw notFound('table', name, { instead })
}

function tableOf(world: World, region: string, definition: AnyDefinition): Table<Values> {
  return world.region(region).table(definition)
}

/** A key as the address of a record writes it. */
function findKey(target: Table<Values>, text: string): KeyPart | undefined {
  return [text, Number(text)].find((key) => target.has(key) && String(key) === text)
}

/** Writes, in a fork first whose records are all checked. `refusal` says why what it would leave is not sound. */
function change(
  context: ControlContext,
  definition: AnyDefinition,
  write: Write,
  refusal: (unsound: string) => Refusal,
): void {
  const { region } = context
  const world = context.world()
  if (!context.wasAccepted) {
    const trial = world.fork()
    try {
      write(tableOf(trial, region, definition), trial.region(region))
      importCheckedWorld(trial.schema, exportWorld(trial))
    } catch (error) {
      if (error instanceof TableConflict)
        throw conflict(definition.name, error.key.join(', '), 'exists already', 'choose another value')
      if (error instanceof WorldDocumentError) throw refusal(error.message)
      throw error
    }
  }
  world.transact(() => write(tableOf(world, region, definition), world.region(region)))
}

/** The record with its number, with what follows from its fields, and with the hashes that it had. */
function completeRecord(
  { world, region, store }: ControlContext,
  definition: AnyDefinition,
  given: Values,
): Values {
  const { name, fields } = definition
  for (const field of Object.keys(given))
    if (fields[field]?.isSecret === true)
      throw invalid(
        'field',
        field,
        'is a hash, which nobody can give: POST /tokens and POST /sessions make credentials',
      )
  const numbered = keyField(fields) === 'id' && fields['id']?.form === 'number' && given['id'] === undefined
  const record: Values = numbered ? { id: store().last(name) + 1, ...given } : given
  const derived =
    name === requirements.name && typeof record['html'] === 'string'
      ? { text: htmlToText(record['html']) }
      : {}
  const before = existing(tableOf(world(), region, definition), definition, record)
  const secrets = Object.keys(fields).filter((field) => fields[field]?.isSecret === true)
  const kept = Object.fromEntries(
    secrets.flatMap((field) => (before === undefined ? [] : [[field, before[field]]])),
  )
  const isNewUser = name === users.name && before === undefined && typeof record['name'] === 'string'
  const password = isNewUser ? { passwordHash: hashSecret(String(record['name'])) } : {}
  return { ...record, ...derived, ...kept, ...password }
}

function existing(target: Table<Values>, definition: AnyDefinition, record: Values): Values | undefined {
  const key = keyOf(definition, record)
  return key === undefined ? undefined : target.get(key)
}

/** The key of a record whose fields are not checked yet. */
function keyOf(definition: AnyDefinition, record: Values): KeyPart | undefined {
  const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number'
  const scalars = Object.entries(record).filter(([, value]) => isScalar(value))
  return definition.key(Object.fromEntries(scalars)) as KeyPart | undefined
}
