/** The external properties that an application knows, and where they are used (service §4.1). */
import { z } from '../../framework/zod.ts'
import type { ApplicationRecord } from '../../../model/applications/records.ts'
import { containers } from '../../../model/containers/records.ts'
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
import { conflict, invalid } from '../../../model/errors.ts'
import {
  EXTERNAL_DATA_TYPES,
  MAXIMUM_ENUM_VALUES,
} from '../../../model/requirements/writing/property-values.ts'
import type {
  ExternalPropertyMetadataRecord,
  PropertyDataType,
} from '../../../model/requirements/records/records.ts'
import { containerLevel, forbidden } from '../../../model/users/permissions.ts'
import { always, type Context, operation, type Operation, type Shape } from '../../framework/operation.ts'
import { type Int64, int64, list as listParameter, oneOf, sort, string } from '../../framework/parameter.ts'
import {
  applicationIdOfQuery,
  caller,
  identifier,
  pageOf,
  pageOfAll,
  paging,
  passesText,
  selectedApplication,
  sortedPage,
  withoutNulls,
} from '../common.ts'
import { EDIT, observed, READ, SELECTION_ASSUMPTIONS, writingOf } from '../editing.ts'
import {
  DEFAULT_INCLUDES,
  requirement,
  shapeAssumptions,
  toRequirement,
} from '../requirements/requirements.ts'
import { countText } from '../../../world/count-text.ts'

const SORTABLE = ['id', 'name'] as const

const externalProperty: Shape = {
  name: 'DTOExternalProperty',
  schema: () =>
    z.object({
      id: identifier(),
      applicationId: identifier(),
      name: z.string(),
      dataType: z.enum(EXTERNAL_DATA_TYPES),
      enumValues: z.array(z.string()).describe('What a property of type ENUM takes.').optional(),
    }),
  example: { id: 7001, applicationId: 101, name: 'Cost', dataType: 'DECIMAL' },
}

const usage: Shape = {
  name: 'DTOExternalPropertyUsage',
  schema: () =>
    z.object({
      id: identifier(),
      name: z.string(),
      requirementCount: z.int().min(0).describe('ACTIVE requirements that have a value.'),
      requirementTypeCount: z.int().min(0).describe('Types that these requirements have.'),
      baselineCount: z.int().min(0).describe('Baselines with a frozen requirement that has a value.'),
    }),
  example: { id: 7001, name: 'Cost', requirementCount: 12, requirementTypeCount: 1, baselineCount: 1 },
}

const usageOfType: Shape = {
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

const usageByRequirement: Shape = {
  name: 'ExternalPropertyRequirement',
  schema: () => z.union([identifier(), requirement.schema()]),
  example: 6001,
}

const dataType = () =>
  z
    .enum(EXTERNAL_DATA_TYPES)
    .describe('TEXT, DECIMAL, INTEGER, BOOLEAN or ENUM; the other types are from earlier versions.')
const enumValues = () =>
  z.array(z.string().max(255)).max(MAXIMUM_ENUM_VALUES).describe('What a property of type ENUM takes.')
const name = () => z.string().min(1).max(255)

const group = { ...observed, group: 'External Properties' } as const
const query = { applicationId: applicationIdOfQuery } as const
const onOne = {
  path: '/external-properties/{id}',
  pathParameters: {
    id: int64({ description: 'Identifier of the external property.', example: '7001' }),
  },
} as const
const MISSING = { 404: 'No such application or external property.' } as const

const list = operation({
  ...group,
  id: 'standalone.externalProperties.list',
  summary: 'Lists the external properties of an application.',
  method: 'GET',
  path: '/external-properties',
  permission: READ,
  query: {
    ...query,
    search: string({ maximumLength: 255, description: 'A part of the name, in any letter case.' }),
    name: string({ maximumLength: 255, description: 'The name.' }),
    dataType: oneOf<PropertyDataType, object>(EXTERNAL_DATA_TYPES, { description: 'The type of values.' }),
    ...paging,
    sort: sort(SORTABLE, { description: 'Order of the items.' }),
  },
  success: {
    description: 'A page of external properties.',
    shape: pageOf('PagedResponseModelDTOExternalProperty', externalProperty),
  },
  refusals: { 404: 'No such application.' },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', ...always('A35'), 'A43', ...always('A215')],
  authorise: (input, context) => selectedApplication(context, input.query.applicationId),
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
  id: 'standalone.externalProperties.create',
  summary: 'Makes an external property known to an application.',
  method: 'POST',
  path: '/external-properties',
  permission: EDIT,
  query,
  body: {
    name: 'ExternalPropertyCreation',
    schema: () =>
      z.object({
        name: name(),
        dataType: dataType().nullish(),
        enumValues: enumValues().nullish(),
      }),
    example: { name: 'Supplier', dataType: 'TEXT' },
  },
  success: { status: 201, description: 'The external property.', shape: externalProperty },
  refusals: { 404: 'No such application.', 409: 'The name is taken.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A215')],
  authorise: (input, context) => editableApplication(context, input.query.applicationId),
  handle: (input, context, { id }) =>
    toExternalProperty(createExternalProperty(context.store, id, withoutNulls(input.body))),
})

const read = operation({
  ...group,
  ...onOne,
  id: 'standalone.externalProperties.read',
  summary: 'Reads one external property.',
  method: 'GET',
  permission: READ,
  query,
  success: { description: 'The external property.', shape: externalProperty },
  refusals: MISSING,
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A215')],
  authorise: (input, context) => propertyFor(context, input.query.applicationId, input.path.id),
  handle: (_input, _context, found) => toExternalProperty(found),
})

const update = operation({
  ...group,
  ...onOne,
  id: 'standalone.externalProperties.update',
  summary: 'Renames an external property, or gives it another type.',
  method: 'PUT',
  permission: EDIT,
  query,
  body: {
    name: 'ExternalPropertyUpdate',
    schema: () =>
      z.object({
        name: name().nullish(),
        dataType: dataType().nullish(),
        enumValues: enumValues().nullish(),
      }),
    example: { name: 'Price' },
  },
  success: { description: 'The external property as it is now.', shape: externalProperty },
  refusals: { ...MISSING, 409: 'The name is taken, or requirements have values of the type.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A215')],
  authorise: (input, context) => editableProperty(context, input.query.applicationId, input.path.id),
  handle(input, context, found) {
    const changed = changeExternalProperty(writingOf(context), found, withoutNulls(input.body))
    return toExternalProperty(changed)
  },
})

const remove = operation({
  ...group,
  ...onOne,
  id: 'standalone.externalProperties.delete',
  summary: 'Deletes an external property, and takes its values away.',
  method: 'DELETE',
  permission: EDIT,
  query,
  success: { status: 204, description: 'The application has the external property no more.' },
  refusals: { ...MISSING, 409: 'Requirements have values, and the world refuses that.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A215'), 'A216'],
  authorise: (input, context) => editableProperty(context, input.query.applicationId, input.path.id),
  handle(_input, context, found) {
    if (context.assume('A216') === 'refuse') refuseUsed(context, found)
    deleteExternalProperty(writingOf(context), found)
  },
})

const readUsage = operation({
  ...group,
  id: 'standalone.externalProperties.usage',
  summary: 'Counts the requirements and baselines that use external properties.',
  method: 'GET',
  path: '/external-properties/usage',
  permission: READ,
  query: {
    ids: listParameter({
      required: true,
      maximumLength: 20,
      description: 'Identifiers of external properties, joined by commas or sent several times.',
      example: '7001',
    }),
    ...query,
  },
  success: {
    description: 'The usage of each of them, in the requested order.',
    shape: {
      name: 'ExternalPropertyUsages',
      schema: () => z.array(usage.schema()),
      example: [usage.example],
    },
  },
  refusals: MISSING,
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A217')],
  authorise: (input, context) => selectedApplication(context, input.query.applicationId),
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
  id: 'standalone.externalProperties.usageByTypes',
  summary: 'Lists the identifiers of the types of requirements that have an external property.',
  method: 'GET',
  path: '/external-properties/{id}/usage/requirement-types',
  pathParameters: onOne.pathParameters,
  permission: READ,
  query: { ...query, ...paging },
  success: {
    description: 'A page of identifiers.',
    shape: pageOf('PagedResponseModelExternalPropertyRequirementType', usageOfType),
  },
  refusals: MISSING,
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', 'A217'],
  authorise: (input, context) => propertyFor(context, input.query.applicationId, input.path.id),
  handle(input, context, property) {
    const isById = context.assume('A217') === 'identifiers'
    const types = typesOf(context.store, requirementsWith(context.store, caller(context), property))
    return pageOfAll<(typeof types)[number]>(context, input.query, types, ({ type, requirementCount }) =>
      isById
        ? type.id
        : { id: type.id, name: type.name, projectContainerId: type.projectContainerId, requirementCount },
    )
  },
})

const readRequirements = operation({
  ...group,
  id: 'standalone.externalProperties.usageByRequirements',
  summary: 'Lists the identifiers of the requirements that have an external property.',
  method: 'GET',
  path: '/external-properties/{id}/usage/requirements',
  pathParameters: onOne.pathParameters,
  permission: READ,
  query: { ...query, ...paging },
  success: {
    description: 'A page of identifiers.',
    shape: pageOf('PagedResponseModelExternalPropertyRequirement', usageByRequirement),
  },
  refusals: MISSING,
  assumptions: [...shapeAssumptions, 'A21', 'A22', 'A217'],
  authorise: (input, context) => propertyFor(context, input.query.applicationId, input.path.id),
  handle(input, context, property) {
    const isById = context.assume('A217') === 'identifiers'
    const rows = requirementsWith(context.store, caller(context), property)
    return pageOfAll(
      context,
      input.query,
      rows,
      isById ? ({ id }) => id : toRequirement(context, DEFAULT_INCLUDES),
    )
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

/** The selected application, in some container of which the caller may edit. */
export function editableApplication(context: Context, id: number | undefined): ApplicationRecord {
  const application = selectedApplication(context, id)
  const { store } = context
  const user = caller(context)
  if (projectsOf(store, application.id).some((project) => containerLevel(store, user, project) === 'edit'))
    return application
  throw forbidden(user, `edit external properties of application ${application.id}`)
}

function propertyFor(context: Context, applicationId: number | undefined, id: Int64) {
  return findExternalProperty(context.store, selectedApplication(context, applicationId).id, id)
}

/** A property whose values the caller may all edit. Throws NOT_FOUND or FORBIDDEN. */
function editableProperty(context: Context, applicationId: number | undefined, id: Int64) {
  const { store } = context
  const application = editableApplication(context, applicationId)
  const property = findExternalProperty(store, application.id, id)
  const user = caller(context)
  const projects = new Set(rowsWithValue(store, property).map((row) => row.projectContainerId))
  for (const project of projects) {
    const container = store.table(containers).get(project)
    if (container === undefined || containerLevel(store, user, container) === 'edit') continue
    const where = `requirements of container ${project} have values of external property ${property.id}`
    throw forbidden(user, `change it everywhere: ${where}`)
  }
  return property
}

function refuseUsed(context: Context, property: ExternalPropertyMetadataRecord): void {
  const count = rowsWithValue(context.store, property).length
  if (count === 0) return
  const state = `has values on ${countText(count, 'requirement')} and copies`
  throw conflict('external property', property.name, state, 'take them away first')
}

/** Each id once, in the order sent. Throws a Refusal (INVALID) for what is none, or where there is none. */
function idsOf(texts: readonly string[]): number[] {
  const wrong = texts.find((text) => !/^\d{1,15}$/.test(text))
  if (wrong === undefined && texts.length > 0) return [...new Set(texts.map(Number))]
  throw invalid("query parameter 'ids'", wrong ?? '', 'send identifiers joined by commas')
}

const toExternalProperty = (record: ExternalPropertyMetadataRecord) => ({
  id: record.id,
  applicationId: record.applicationId,
  name: record.name,
  dataType: record.dataType,
  enumValues: record.enumValues,
})
