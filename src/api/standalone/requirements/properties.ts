/** Operations on the external properties of a requirement (service §4.1). */
import { optionalGivenName } from '../../shared/given-name.ts'
import { isBlank } from '../../../model/input/blank.ts'
import { z } from '../../framework/zod.ts'
import { alreadyExists, invalid, invalidRequest, notFound, withPlace } from '../../../model/input/errors.ts'
import { quoted } from '../../../model/input/refusal.ts'
import {
  type ExternalPropertyInput,
  readExternalProperty,
  writeExternalProperty,
} from '../../../model/requirements/writing/external-properties.ts'
import { requireEvent } from '../../../model/records/machines/requirement-machine.ts'
import {
  EXTERNAL_DATA_TYPES,
  externalPropertyMetadata,
  type ExternalPropertyMetadataRecord,
  type RequirementRecord,
} from '../../../model/records/wiki/requirements.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { type Int64, int64, sort } from '../../framework/parameter.ts'
import { identifier } from '../common.ts'
import { pageOf, paging, sortedPage } from '../paging.ts'
import {
  editing,
  inApplication,
  ofApplication,
  reading,
  requirementFor,
  requirementId,
  requirementOf,
  SELECTION_ASSUMPTIONS,
  writingOf,
} from '../editing.ts'
import { externalValues } from './external-values.ts'

const propertyValue = () => z.union([z.string().max(100_000), z.number(), z.boolean()])

const externalProperty = {
  name: 'DTORequirementExternalProperty',
  schema: () =>
    z.object({
      id: identifier(),
      name: z.string(),
      dataType: z.enum(EXTERNAL_DATA_TYPES),
      value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
    }),
  example: { id: 7001, name: 'Cost', dataType: 'DECIMAL', value: 200 },
}

const ASSUMPTIONS = [...SELECTION_ASSUMPTIONS, ...always('A210')]
const group = { ...ofApplication, group: 'External Properties' } as const
const onAll = {
  ...group,
  path: '/requirements/{requirementId}/external-properties',
  pathParameters: { requirementId },
} as const
const onOne = {
  ...group,
  path: '/requirements/{requirementId}/external-properties/{externalPropertyId}',
  pathParameters: {
    requirementId,
    externalPropertyId: int64({
      description: 'Identifier of the external property’s metadata.',
      example: '7001',
    }),
  },
  assumptions: ASSUMPTIONS,
  refusals: {
    404: 'No such application or requirement, or it has no such property.',
    409: 'The requirement is DELETED.',
  },
} as const

const list = operation({
  ...onAll,
  ...reading(requirementFor),
  id: 'standalone.requirementProperties.list',
  summary: 'Lists the external properties of a requirement.',
  query: { ...group.query, ...paging, sort: sort(['id', 'name'], { description: 'Order of the items.' }) },
  success: { description: 'A page of external properties.', shape: pageOf(externalProperty) },
  refusals: { 404: 'No such application or requirement.' },
  assumptions: [...ASSUMPTIONS, 'A22', ...always('A35')],
  handle(input, context, row) {
    return sortedPage(context, input.query, externalValues(context, row), (item) => item)
  },
})

const create = operation({
  ...onAll,
  ...editing('POST', requirementFor),
  id: 'standalone.requirementProperties.create',
  summary: 'Adds an external property to a requirement.',
  body: {
    name: 'RequirementExternalPropertyCreation',
    schema: () =>
      z.object({
        id: identifier().min(1).nullish().describe('Identifier of the metadata. Send this or name.'),
        name: optionalGivenName().min(1).nullish(),
        dataType: z.enum(EXTERNAL_DATA_TYPES).nullish(),
        value: propertyValue(),
      }),
    example: { name: 'Supplier', value: 'Contoso' },
  },
  success: { status: 201, description: 'The external property.', shape: externalProperty },
  refusals: {
    404: 'No such application, requirement or metadata.',
    409: 'The requirement already has the property, or the property has another type.',
  },
  assumptions: ASSUMPTIONS,
  handle(input, context, row) {
    const name = nameOf(context, row, input.body)
    const known = context.store.table(externalPropertyMetadata).find('name', [row.applicationId, name])
    if (known !== undefined && hasValue(row, known.id))
      throw alreadyExists('external property', name, {
        in: `requirement ${quoted(row.key)}`,
        instead: 'change it instead',
      })
    const { value, dataType } = input.body
    return writeValue(context, row, { name, value, dataType: dataType ?? undefined })
  },
})

const update = operation({
  ...onOne,
  ...editing('PUT', requirementFor),
  id: 'standalone.requirementProperties.update',
  summary: 'Updates the value of an external property of a requirement.',
  body: {
    name: 'RequirementExternalPropertyUpdate',
    schema: () => z.object({ value: propertyValue() }),
    example: { value: 250 },
  },
  success: { description: 'The updated external property.', shape: externalProperty },
  handle(input, context, row) {
    const { name } = metadataOn(context, row, input.path.externalPropertyId)
    return writeValue(context, row, { name, value: input.body.value })
  },
})

const remove = operation({
  ...onOne,
  ...editing('DELETE', requirementFor),
  id: 'standalone.requirementProperties.delete',
  summary: 'Removes an external property from a requirement.',
  success: { status: 204, description: 'The property was removed.' },
  handle(input, context, row) {
    const { name } = metadataOn(context, row, input.path.externalPropertyId)
    writeProperty(context, row, { name, value: null })
  },
})

export const requirementPropertyOperations: readonly Operation[] = [list, create, update, remove]

/** The name of the property in a body. Throws INVALID if it names none or two, and NOT_FOUND. */
function nameOf(
  { store }: Context,
  { applicationId }: RequirementRecord,
  body: { readonly id?: number | null | undefined; readonly name?: string | null | undefined },
): string {
  const { id = null, name = null } = body
  if (id === null) {
    if (!isBlank(name)) return name
    throw invalidRequest("body field 'name'", 'name the external property, or send the id of its metadata')
  }
  const metadata = store.table(externalPropertyMetadata).get(id)
  if (metadata?.applicationId !== applicationId)
    throw withPlace(
      notFound('external property', id, inApplication({ id: applicationId })),
      "body field 'id'",
    )
  if (name === null || name === metadata.name) return metadata.name
  const rule = `external property ${id} is ${quoted(metadata.name)}: send one of both`
  throw invalid("body field 'name'", name, rule)
}

/** The metadata of a property of a requirement. Throws NOT_FOUND. */
function metadataOn(context: Context, row: RequirementRecord, id: Int64): ExternalPropertyMetadataRecord {
  const metadata = typeof id === 'number' ? context.store.table(externalPropertyMetadata).get(id) : undefined
  if (metadata !== undefined && hasValue(row, metadata.id)) return metadata
  throw notFound('external property', id, { in: `requirement ${quoted(row.key)}` })
}

function hasValue(row: RequirementRecord, metadataId: number): boolean {
  return row.externalProperties.some((value) => value.metadataId === metadataId)
}

/** Writes a value, and returns it as stored. Throws INVALID if it is blank. */
function writeValue(context: Context, row: RequirementRecord, input: ExternalPropertyInput) {
  if (typeof input.value === 'string' && isBlank(input.value)) throw withoutText(input.value)
  writeProperty(context, row, input)
  const after = externalValues(context, requirementOf(context, row.id) ?? row)
  const written = after.find(({ name }) => name === input.name)
  if (written !== undefined) return written
  throw withoutText(input.value)
}

const withoutText = (value: unknown) =>
  invalid("body field 'value'", value, 'no text: send a value, or delete the external property')

function writeProperty(context: Context, row: RequirementRecord, input: ExternalPropertyInput): void {
  requireEvent(row, 'PROPERTY_SET')
  const property = readExternalProperty(context.store, row.applicationId, input)
  writeExternalProperty(writingOf(context), [row], property)
}
