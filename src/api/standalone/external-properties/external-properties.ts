/** The external properties of an application, and where they are used (service §4.1). */
import { givenName } from '../../shared/given-name.ts'
import { z } from '../../framework/zod.ts'
import { present } from '../../../model/input/present.ts'
import type { ApplicationRecord } from '../../../model/records/service/applications.ts'
import type { GrantLevel } from '../../../model/records/service/users.ts'
import { containers } from '../../../model/records/service/containers.ts'
import {
  changeExternalProperty,
  createExternalProperty,
  deleteExternalProperty,
  externalPropertiesOf,
  findExternalProperty,
  projectsOf,
} from '../../../model/external-properties/metadata.ts'
import {
  countBaselinesWith,
  requirementsWith,
  rowsWithValue,
  typesOf,
} from '../../../model/external-properties/usage.ts'
import { conflict, invalid } from '../../../model/input/errors.ts'
import { MAXIMUM_ENUM_VALUES } from '../../../model/requirements/writing/property-values.ts'
import {
  EXTERNAL_DATA_TYPES,
  type ExternalPropertyMetadataRecord,
  type PropertyDataType,
} from '../../../model/records/wiki/requirements.ts'
import { containerLevel, forbiddenTo } from '../../../model/finding/permissions.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { int64, list as listParameter, oneOf, sort, string } from '../../framework/parameter.ts'
import { caller, identifier, pick } from '../common.ts'
import { pageOf, pageOfAll, paging, passesText, sortedPage } from '../paging.ts'
import {
  applicationFor,
  editing,
  type InApplication,
  ofApplication,
  type OnOne,
  reading,
  SELECTION_ASSUMPTIONS,
  writingOf,
} from '../editing.ts'
import {
  DEFAULT_INCLUDES,
  requirement,
  shapeAssumptions,
  toRequirement,
} from '../requirements/requirements.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { countText } from '../../../world/count-text.ts'

const SORTABLE = ['id', 'name'] as const

const externalProperty = {
  name: 'DTOExternalProperty',
  schema: () =>
    z.object({
      id: identifier(),
      applicationId: identifier(),
      name: z.string(),
      dataType: z.enum(EXTERNAL_DATA_TYPES),
      enumValues: z.array(z.string()).describe('The values of a property of type ENUM.').optional(),
    }),
  example: { id: 7001, applicationId: 101, name: 'Cost', dataType: 'DECIMAL' },
}

const usage = {
  name: 'DTOExternalPropertyUsage',
  schema: () =>
    z.object({
      id: identifier(),
      name: z.string(),
      requirementCount: z.int().min(0).describe('ACTIVE requirements with a value.'),
      requirementTypeCount: z.int().min(0).describe('Types of these requirements.'),
      baselineCount: z.int().min(0).describe('Baselines with a frozen copy that has a value.'),
    }),
  example: { id: 7001, name: 'Cost', requirementCount: 12, requirementTypeCount: 1, baselineCount: 1 },
}

const usageOfType = {
  name: 'ExternalPropertyRequirementType',
  schema: () =>
    z.union([
      identifier(),
      z.object({
        id: identifier(),
        name: z.string(),
        projectContainerId: identifier(),
        requirementCount: z.int().min(1),
      }),
    ]),
  example: 1,
}

const usageByRequirement = {
  name: 'ExternalPropertyRequirement',
  schema: () => z.union([identifier(), requirement.schema()]),
  example: 6001,
}

const changes = () => ({
  name: givenName().nullish(),
  dataType: z
    .enum(EXTERNAL_DATA_TYPES)
    .nullish()
    .describe('TEXT, DECIMAL, INTEGER, BOOLEAN or ENUM. The other types are from earlier versions.'),
  enumValues: z
    .array(z.string().max(255))
    .max(MAXIMUM_ENUM_VALUES)
    .nullish()
    .describe('The values of a property of type ENUM.'),
})

const group = { ...ofApplication, group: 'External Properties' } as const
const onOne = {
  ...group,
  path: '/external-properties/{id}',
  pathParameters: {
    id: int64({ description: 'Identifier of the external property.', example: '7001' }),
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A215')],
} as const
const MISSING = { 404: 'No such application or external property.' } as const

const list = operation({
  ...group,
  ...reading(applicationFor),
  id: 'standalone.externalProperties.list',
  summary: 'Lists the external properties of an application.',
  path: '/external-properties',
  query: {
    ...group.query,
    search: string({ maximumLength: 255, description: 'A part of the name, in any case.' }),
    name: string({ maximumLength: 255, description: 'The name.' }),
    dataType: oneOf<PropertyDataType, object>(EXTERNAL_DATA_TYPES, { description: 'The type of values.' }),
    ...paging,
    sort: sort(SORTABLE, { description: 'Order of the items.' }),
  },
  success: { description: 'A page of external properties.', shape: pageOf(externalProperty) },
  refusals: { 404: 'No such application.' },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', ...always('A35'), 'A43', ...always('A215')],
  handle(input, context, { id }) {
    const { search = '', name: wanted, dataType: type } = input.query
    const found = externalPropertiesOf(context.store, id).filter(
      (property) =>
        property.name.toLowerCase().includes(search.toLowerCase()) &&
        passesText(context, wanted, property.name) &&
        (type === undefined || property.dataType === type),
    )
    return sortedPage(context, input.query, found, toExternalProperty)
  },
})

const create = operation({
  ...group,
  ...editing('POST', editableApplication),
  id: 'standalone.externalProperties.create',
  summary: 'Creates an external property.',
  path: '/external-properties',
  body: {
    name: 'ExternalPropertyCreation',
    schema: () => z.object({ ...changes(), name: givenName() }),
    example: { name: 'Supplier', dataType: 'TEXT' },
  },
  success: { status: 201, description: 'The external property.', shape: externalProperty },
  refusals: { 404: 'No such application.', 409: 'The name is already used.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A215')],
  handle: (input, context, { id }) =>
    toExternalProperty(createExternalProperty(context.store, id, present(input.body))),
})

const read = operation({
  ...onOne,
  ...reading(propertyFor),
  id: 'standalone.externalProperties.read',
  summary: 'Returns an external property.',
  success: { description: 'The external property.', shape: externalProperty },
  refusals: MISSING,
  handle: (_input, _context, found) => toExternalProperty(found),
})

const update = operation({
  ...onOne,
  ...editing('PUT', propertyFor),
  id: 'standalone.externalProperties.update',
  summary: 'Changes the name or type of an external property.',
  body: {
    name: 'ExternalPropertyUpdate',
    schema: () => z.object(changes()),
    example: { name: 'Price' },
  },
  success: { description: 'The updated external property.', shape: externalProperty },
  refusals: { ...MISSING, 409: 'The name is already used, or requirements have values of the old type.' },
  handle(input, context, found) {
    const changed = changeExternalProperty(writingOf(context), found, present(input.body))
    return toExternalProperty(changed)
  },
})

const remove = operation({
  ...onOne,
  ...editing('DELETE', propertyFor),
  id: 'standalone.externalProperties.delete',
  summary: 'Deletes an external property and all its values.',
  success: { status: 204, description: 'The external property was deleted.' },
  refusals: {
    ...MISSING,
    409: 'Requirements have values. Returned only under the alternative refuse of A216.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A215'), 'A216'],
  handle(_input, context, found) {
    if (context.choose(ledger.deletingUsedProperty) === 'refuse') refuseUsed(context, found)
    deleteExternalProperty(writingOf(context), found)
  },
})

const readUsage = operation({
  ...group,
  ...reading(applicationFor),
  id: 'standalone.externalProperties.usage',
  summary: 'Counts the requirements and baselines that use external properties.',
  path: '/external-properties/usage',
  query: {
    ids: listParameter({
      required: true,
      maximumLength: 20,
      description: 'Identifiers of external properties, joined by commas or sent several times.',
      example: '7001',
    }),
    ...group.query,
  },
  success: {
    description: 'The usage of each property, in the requested order.',
    shape: {
      name: 'ExternalPropertyUsages',
      schema: () => z.array(usage.schema()),
      example: [usage.example],
    },
  },
  refusals: MISSING,
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A217')],
  handle(input, context, { id: application }) {
    const properties = idsOf(input.query.ids).map((id) =>
      findExternalProperty(context.store, application, id, "query parameter 'ids'"),
    )
    return properties.map((property) => {
      const rows = requirementsWith(context.store, caller(context), property)
      const types = typesOf(context.store, rows)
      return {
        id: property.id,
        name: property.name,
        requirementCount: rows.length,
        requirementTypeCount: types.length,
        baselineCount: countBaselinesWith(context.store, caller(context), property),
      }
    })
  },
})

const readTypes = operation({
  ...group,
  ...reading(propertyFor),
  id: 'standalone.externalProperties.usageByTypes',
  summary: 'Lists the identifiers of the types of requirements that have an external property.',
  path: '/external-properties/{id}/usage/requirement-types',
  pathParameters: onOne.pathParameters,
  query: { ...group.query, ...paging },
  success: { description: 'A page of identifiers.', shape: pageOf(usageOfType) },
  refusals: MISSING,
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', 'A217'],
  handle(input, context, property) {
    const isById = context.choose(ledger.propertyUsage) === 'identifiers'
    const types = typesOf(context.store, requirementsWith(context.store, caller(context), property))
    return pageOfAll(context, input.query, types, ({ type, requirementCount }) => {
      const { id, name, projectContainerId } = type
      return isById ? id : { id, name, projectContainerId, requirementCount }
    })
  },
})

const readRequirements = operation({
  ...group,
  ...reading(propertyFor),
  id: 'standalone.externalProperties.usageByRequirements',
  summary: 'Lists the identifiers of the requirements that have an external property.',
  path: '/external-properties/{id}/usage/requirements',
  pathParameters: onOne.pathParameters,
  query: { ...group.query, ...paging },
  success: { description: 'A page of identifiers.', shape: pageOf(usageByRequirement) },
  refusals: MISSING,
  assumptions: [...shapeAssumptions, 'A21', 'A22', 'A217'],
  handle(input, context, property) {
    const isById = context.choose(ledger.propertyUsage) === 'identifiers'
    const rows = requirementsWith(context.store, caller(context), property)
    const show = isById ? undefined : toRequirement(context, DEFAULT_INCLUDES)
    return pageOfAll(context, input.query, rows, (row) => (show === undefined ? row.id : show(row)))
  },
})

export const externalPropertyOperations: readonly Operation[] = [
  list,
  create,
  read,
  update,
  remove,
  readUsage,
  readTypes,
  readRequirements,
]

/** The selected application. Throws FORBIDDEN unless the caller may edit one of its containers. */
export function editableApplication(context: Context, input: InApplication): ApplicationRecord {
  const application = applicationFor(context, input)
  const { store } = context
  const user = caller(context)
  if (projectsOf(store, application.id).some((project) => containerLevel(store, user, project) === 'edit'))
    return application
  throw forbiddenTo(user, `edit external properties of application ${application.id}`)
}

/** A property that the caller may read, or whose values they may all edit. Throws NOT_FOUND or FORBIDDEN. */
function propertyFor(context: Context, input: OnOne<'id'>, level: GrantLevel) {
  const application = level === 'edit' ? editableApplication(context, input) : applicationFor(context, input)
  const property = findExternalProperty(context.store, application.id, input.path.id)
  if (level === 'edit') requireEditOfValues(context, property)
  return property
}

function requireEditOfValues(context: Context, property: ExternalPropertyMetadataRecord): void {
  const { store } = context
  const user = caller(context)
  const projects = new Set(rowsWithValue(store, property).map((row) => row.projectContainerId))
  for (const project of projects) {
    const container = store.table(containers).get(project)
    if (container === undefined || containerLevel(store, user, container) === 'edit') continue
    const where = `requirements of container ${project} have values of external property ${property.id}`
    throw forbiddenTo(user, `change it everywhere: ${where}`)
  }
}

function refuseUsed(context: Context, property: ExternalPropertyMetadataRecord): void {
  const count = rowsWithValue(context.store, property).length
  if (count === 0) return
  const state = `has values on ${countText(count, 'requirement')} and copies`
  throw conflict('external property', property.name, state, 'take them away first')
}

/** Each id once, in the order sent. Throws INVALID if there is none, or if a text is not an id. */
function idsOf(texts: readonly string[]): number[] {
  const invalidText = texts.find((text) => !/^\d{1,15}$/.test(text))
  if (invalidText === undefined && texts.length > 0) return [...new Set(texts.map(Number))]
  throw invalid("query parameter 'ids'", invalidText ?? '', 'send identifiers joined by commas')
}

const toExternalProperty = (record: ExternalPropertyMetadataRecord) =>
  pick(record, 'id', 'applicationId', 'name', 'dataType', 'enumValues')
