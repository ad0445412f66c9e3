/** Names of inline properties (service §4.6). */
import { givenName } from '../../shared/given-name.ts'
import { present } from '../../../model/input/present.ts'
import type * as zod from 'zod'
import { ignoredFields } from '../../framework/ignored-fields.ts'
import { z } from '../../framework/zod.ts'
import {
  findKnownName,
  knownNames,
  registerName,
  spacesThatKnow,
  unregisterName,
} from '../../../model/finding/property-names.ts'
import { changeName, type NameChanges } from '../../../model/properties/renaming.ts'
import { invalidRequest } from '../../../model/input/errors.ts'
import { PROPERTY_DATA_TYPES, type PropertyDataType } from '../../../model/records/wiki/requirements.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { string } from '../../framework/parameter.ts'
import * as ledger from '../../framework/ledger-names.ts'
import {
  administersWiki,
  editsSpace,
  listOf,
  readsSpace,
  spaceKey,
  wikiOperation,
  wikiSite,
  writingOf,
} from '../common.ts'

const dataType = () => z.enum(PROPERTY_DATA_TYPES)
const description = () => z.string().max(10_000)

/** The records of inline properties also take the types that only external ones have. */
const knownType = (): zod.ZodType<PropertyDataType> => dataType()

const knownName = {
  name: 'PropertyName',
  schema: () =>
    z.object({
      name: z.string(),
      dataType: knownType(),
      description: z.string().optional(),
      registered: z.boolean(),
      count: z.int().min(0).describe('Number of ACTIVE requirements of the space with the property.'),
    }),
  example: { name: 'Category', dataType: 'TEXT', registered: true, count: 12 },
}

const changes = {
  name: 'PropertyNameChanges',
  schema: () =>
    z.object({
      name: givenName().nullish().describe('The new name.'),
      dataType: dataType().nullish(),
      description: description().nullish(),
    }),
} as const

const propertyName = string({
  maximumLength: 255,
  description: 'Name of the property.',
  example: 'Category',
})

const names = {
  ...wikiOperation,
  group: 'Property names',
  stability: 'internal',
  section: '4.6',
} as const
const taken = { 409: 'The space already has a property of the new name.' }

const list = operation({
  ...names,
  ...readsSpace,
  id: 'wiki.propertyNames.list',
  summary: 'Lists the names of inline properties of a space.',
  method: 'GET',
  path: '/propertynames/{spaceKey}',
  success: {
    description: 'Registered names and names in use.',
    shape: listOf(knownName),
  },
  assumptions: ['A51', ...always('A99')],
  handle: (_input, context, space) => knownNames(context.store, space),
})

const register = operation({
  ...names,
  ...editsSpace,
  id: 'wiki.propertyNames.register',
  summary: 'Registers the name of an inline property in a space.',
  method: 'POST',
  path: '/propertynames/{spaceKey}',
  body: {
    name: 'NewPropertyName',
    schema: () =>
      z.object({ name: givenName(), dataType: dataType().nullish(), description: description().nullish() }),
    example: { name: 'Owner', dataType: 'USER' },
  },
  success: { description: 'The name.', shape: knownName },
  refusals: { 409: 'The name is already registered, or the space has the maximum number of names.' },
  assumptions: ['A51', ...always('A99')],
  handle({ body }, context, space) {
    registerName(context.store, space, body.name, present(body))
    return findKnownName(context.store, space, body.name)
  },
})

const change = operation({
  ...names,
  ...editsSpace,
  id: 'wiki.propertyNames.change',
  summary: 'Renames an inline property of a space, or changes its type or description.',
  method: 'PUT',
  path: '/propertynames/{spaceKey}/{propertyName}',
  pathParameters: { spaceKey, propertyName },
  body: { ...changes, example: { name: 'Kind', description: 'What kind of requirement it is' } },
  success: { description: 'The changed name.', shape: knownName },
  refusals: taken,
  assumptions: ['A51', 'A99', 'A100'],
  handle({ path, body }, context, space) {
    const wanted = present(body)
    checkChange(context, wanted)
    return changeName(writingOf(context), space, path.propertyName, wanted)
  },
})

const changeEverywhere = operation({
  ...names,
  ...administersWiki,
  id: 'wiki.propertyNames.changeEverywhere',
  summary: 'Renames an inline property in every space, or changes its type or description.',
  method: 'PUT',
  path: '/propertynames/{propertyName}',
  pathParameters: { propertyName },
  body: {
    name: 'PropertyNameChangesEverywhere',
    schema: () => changes.schema().extend(ignoredFields('registered', 'count')),
    example: { name: 'Kind' },
  },
  success: {
    description: 'The changed name in each space that has it.',
    shape: {
      schema: () => z.array(knownName.schema().extend({ spaceKey: z.string() })),
      example: [{ spaceKey: 'ENG', ...knownName.example, name: 'Kind' }],
    },
  },
  refusals: taken,
  assumptions: ['A51', 'A99', 'A100'],
  handle({ path, body }, context) {
    const wanted = present(body)
    checkChange(context, wanted)
    const spaces = spacesThatKnow(context.store, wikiSite(context), path.propertyName)
    return spaces.map((space) => ({
      spaceKey: space.key ?? '',
      ...changeName(writingOf(context), space, path.propertyName, wanted),
    }))
  },
})

const unregister = operation({
  ...names,
  ...administersWiki,
  id: 'wiki.propertyNames.unregister',
  summary: 'Unregisters the name of an inline property in every space. Values stay.',
  method: 'DELETE',
  path: '/propertynames/{propertyName}',
  pathParameters: { propertyName },
  success: { status: 204, description: 'The name is no longer registered.' },
  assumptions: ['A51', ...always('A101')],
  handle({ path }, context) {
    unregisterName(context.store, wikiSite(context), path.propertyName)
  },
})

export const wikiPropertyNameOperations: readonly Operation[] = [
  list,
  register,
  change,
  changeEverywhere,
  unregister,
]

/** Throws INVALID for a body that changes nothing, and notes the assumptions of a change. */
function checkChange(context: Context, { name, dataType: type, description: text }: NameChanges): void {
  if (name === undefined && type === undefined && text === undefined)
    throw invalidRequest('body', 'give at least one of name, dataType and description')
  context.note(ledger.spacePropertyNames)
  if (name !== undefined) context.note(ledger.renamingProperty)
}
