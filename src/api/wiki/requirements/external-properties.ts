/** External properties: counting what a query matches, and setting values (service §4.4). */
import { remarkMoved } from '../../shared/former-keys.ts'
import { givenPropertyName } from '../../shared/given-name.ts'
import { ignoredFields } from '../../framework/ignored-fields.ts'
import { isBlank } from '../../../model/input/blank.ts'
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import { findBaseline } from '../../../model/finding/baselines.ts'
import { type ContainerRecord, containers } from '../../../model/records/service/containers.ts'
import {
  type ExternalProperty,
  readExternalProperty,
  writeExternalProperty,
} from '../../../model/requirements/writing/external-properties.ts'
import {
  currentVariantOf,
  findLiveRequirement,
  findRequirementByKey,
} from '../../../model/finding/requirements/lookup.ts'
import { inferDataType } from '../../../model/requirements/writing/property-values.ts'
import {
  EXTERNAL_DATA_TYPES,
  type PropertyDataType,
  type RequirementRecord,
} from '../../../model/records/wiki/requirements.ts'
import { conflict, invalid, notFound } from '../../../model/input/errors.ts'
import { unknownRequirement } from '../../../model/finding/requirements/unknown-key.ts'
import { quoted } from '../../../model/input/refusal.ts'
import { containerLevel, forbiddenTo } from '../../../model/finding/permissions.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { string } from '../../framework/parameter.ts'
import {
  editableSpace,
  editsSpace,
  readableSpace,
  requirementKey,
  requireWikiAdministrator,
  spaceKey,
  TYPE_SHOWN_ON_PAGES,
  wikiCaller,
  wikiOperation,
  wikiSite,
  writingOf,
} from '../common.ts'
import { externalProperty } from '../requirement-shape.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { ALL_SPACES, q, SEARCH_ASSUMPTIONS, searchAll, toSearchRequest } from '../search/request.ts'

/** The path segment that stands for no space. */
const NO_SPACE = 'null'

const MAXIMUM_VALUE_LENGTH = 10_000

const nameOfProperty = () =>
  givenPropertyName(0).regex(/\S/, 'must not be blank').describe('Name of the property.')

const fields = () => ({
  value: z
    .union([z.string().max(MAXIMUM_VALUE_LENGTH), z.number(), z.boolean()])
    .nullish()
    .describe('The value as HTML or text. Null, absent or blank removes the property.'),
  type: z.literal('EXTERNAL').nullish(),
  dataType: z
    .enum([...EXTERNAL_DATA_TYPES, TYPE_SHOWN_ON_PAGES])
    .nullish()
    .describe('Type of a new property; of an existing one, its type. STRING counts as absent.'),
  ...ignoredFields('display', 'indexation', 'searchUrl'),
})

const body = {
  name: 'ExternalPropertyValue',
  schema: () => z.object({ key: nameOfProperty(), ...fields() }),
  example: { key: 'Cost', value: '250', type: 'EXTERNAL', dataType: 'DECIMAL' },
} as const

const olderBody = {
  name: 'NamedExternalPropertyValue',
  schema: () =>
    z.object({
      key: nameOfProperty().nullish().describe('If present, the same as in the path.'),
      ...fields(),
    }),
  example: { value: '250', dataType: 'DECIMAL' },
} as const

/** As `Property`, but a removed property has no value. */
const writtenProperty = {
  name: 'ExternalProperty',
  schema: () =>
    z.object({
      key: z.string(),
      value: z.string().describe('The value as HTML; absent if the property was removed.').optional(),
      type: z.literal('EXTERNAL'),
      dataType: z.enum(EXTERNAL_DATA_TYPES).optional(),
      display: z.string().describe('The value as text.').optional(),
      indexation: z
        .union([z.object({ text: z.string() }), z.object({ multivalues: z.array(z.string()) })])
        .optional(),
    }),
  example: {
    key: 'Cost',
    value: '250',
    type: 'EXTERNAL',
    dataType: 'DECIMAL',
    display: '250',
    indexation: { text: '250' },
  },
}

const requirementKeyBean = {
  name: 'RequirementKeyBean',
  schema: () =>
    z.object({
      spaceKey: z.string(),
      key: z.string(),
      baseline: z.int().describe('Number of the baseline in the request.').optional(),
    }),
  example: { spaceKey: 'ENG', key: 'REQ-001' },
}

type PropertyBody = Omit<zod.infer<ReturnType<typeof olderBody.schema>>, 'key'>

const countShape = {
  name: 'ExternalPropertyCount',
  schema: () =>
    z.object({ count: z.int().min(0).describe('Number of requirements that the query returns.') }),
  example: { count: 6 },
}

const v = string({
  maximumLength: 255,
  description: 'Number or name of a baseline. All versions of a requirement share the value.',
  example: 'Release 1.0',
})

const shared = {
  ...wikiOperation,
  group: 'External properties',
  stability: 'internal',
  section: '4.4',
} as const

const count = operation({
  ...shared,
  id: 'wiki.externalProperty.count',
  summary: 'Counts the requirements that a query returns.',
  method: 'GET',
  path: '/external-properties/{spaceKey}/count',
  permission: { words: 'space read', assumed: true },
  pathParameters: { spaceKey },
  query: { q },
  success: { description: 'The number of requirements.', shape: countShape },
  assumptions: [...SEARCH_ASSUMPTIONS, 'A88', ...always('A92')],
  authorise({ path }, context) {
    if (path.spaceKey === NO_SPACE) requireWikiAdministrator(context)
    else readableSpace(context, path.spaceKey)
  },
  handle: ({ path, query }, context) => ({ count: matchesOf(context, path.spaceKey, query.q).length }),
})

const updateMatches = operation({
  ...shared,
  id: 'wiki.externalProperty.updateMatches',
  summary: 'Sets an external property on all requirements that a query returns.',
  method: 'PUT',
  path: '/external-properties/{spaceKey}',
  permission: { words: 'space edit; administrator if spaceKey is null' },
  pathParameters: { spaceKey },
  query: { q },
  body,
  success: { description: 'The property.', shape: writtenProperty },
  refusals: { 409: 'The property has another type.' },
  assumptions: [...SEARCH_ASSUMPTIONS, 'A88', 'A89', 'A90', 'A91', 'A92'],
  authorise({ path }, context) {
    if (path.spaceKey === NO_SPACE) requireWikiAdministrator(context)
    else editableSpace(context, path.spaceKey)
  },
  handle({ path, query, body: sent }, context) {
    const property = readProperty(context, sent.key, sent)
    const rows = matchesOf(context, path.spaceKey, query.q)
    requireEditable(context, rows)
    write(context, rows, property)
    context.note(ledger.propertyResponses)
    return shownProperty(property)
  },
})

const one = {
  ...shared,
  method: 'PUT',
  query: { v },
  refusals: { 409: 'The property has another type, or the requirement is DELETED or MOVED.' },
  assumptions: ['A51', 'A89', 'A90', 'A91', 'A92'],
} as const

const update = operation({
  ...one,
  id: 'wiki.externalProperty.update',
  summary: 'Sets an external property on one requirement.',
  path: '/external-properties/{spaceKey}/{key}',
  permission: { words: 'space edit' },
  pathParameters: { spaceKey, key: requirementKey },
  body,
  success: { description: 'The requirement.', shape: requirementKeyBean },
  authorise: ({ path }, context) => editableSpace(context, path.spaceKey),
  handle: ({ path, query, body: sent }, context, space) =>
    updateOne(context, space, path.key, query.v, () => readProperty(context, sent.key, sent)),
})

const updateByName = operation({
  ...one,
  ...editsSpace,
  id: 'wiki.externalProperty.updateByName',
  summary: 'Sets an external property on one requirement (older form).',
  path: '/requirement/{spaceKey}/{key}/external-properties/{propertyName}',
  pathParameters: {
    spaceKey,
    key: requirementKey,
    propertyName: string({ maximumLength: 255, description: 'Name of the property.', example: 'Cost' }),
  },
  body: olderBody,
  success: { description: 'The requirement.', shape: requirementKeyBean },
  handle({ path, query, body: sent }, context, space) {
    const { propertyName } = path
    if (isBlank(propertyName))
      throw notFound('property', propertyName, {
        at: 'propertyName',
        instead: 'give the name of the property',
      })
    const key = sent.key ?? propertyName
    if (key !== propertyName)
      throw invalid("body field 'key'", key, `send ${quoted(propertyName)} as in the path, or leave key out`)
    return updateOne(context, space, path.key, query.v, () => readProperty(context, propertyName, sent))
  },
})

export const wikiExternalPropertyOperations: readonly Operation[] = [
  count,
  updateMatches,
  update,
  updateByName,
]

/** The requirements that a query returns in a space if spaces are isolated, or in all spaces. */
function matchesOf(
  context: Context,
  wanted: string,
  query: string | undefined,
): readonly RequirementRecord[] {
  context.note(ledger.bulkPropertyUpdate)
  const place = wanted === NO_SPACE ? ALL_SPACES : wanted
  return searchAll(context, toSearchRequest(context, place, { q: query })).rows
}

/** Throws FORBIDDEN if the caller may not edit the space of a requirement. */
function requireEditable(context: Context, rows: readonly RequirementRecord[]): void {
  const user = wikiCaller(context)
  const checked = new Set<number>()
  for (const { projectContainerId, spaceKey: key } of rows) {
    if (checked.has(projectContainerId)) continue
    checked.add(projectContainerId)
    const project = context.store.table(containers).get(projectContainerId)
    if (project === undefined || containerLevel(context.store, user, project) !== 'edit')
      throw forbiddenTo(user, `edit space ${quoted(key)}, in which q finds requirements: nothing was written`)
  }
}

function readProperty(context: Context, name: string, sent: PropertyBody): ExternalProperty {
  context.note(ledger.propertyValues)
  const infer = (text: string): PropertyDataType =>
    context.choose(ledger.propertyDefinitions) === 'text' ? 'TEXT' : inferDataType(text)
  const { value } = sent
  const dataType = sent.dataType === null || sent.dataType === TYPE_SHOWN_ON_PAGES ? undefined : sent.dataType
  const property = readExternalProperty(context.store, wikiSite(context), { name, value, dataType }, infer)
  if (property.metadata === undefined) context.note(ledger.propertyDefinitions)
  return property
}

function write(context: Context, rows: readonly RequirementRecord[], property: ExternalProperty): void {
  context.note(ledger.propertiesAndBaselines)
  writeExternalProperty(writingOf(context), rows, property)
}

function updateOne(
  context: Context,
  space: ContainerRecord,
  key: string,
  version: string | undefined,
  read: () => ExternalProperty,
) {
  const row = findRow(context, space, key, version)
  write(context, [row], read())
  context.note(ledger.propertyResponses)
  return { spaceKey: row.spaceKey, key: row.key, baseline: row.baseline }
}

/** The ACTIVE row of a key, or its frozen copy. Throws NOT_FOUND, or CONFLICT for a row that is not ACTIVE. */
function findRow(
  context: Context,
  space: ContainerRecord,
  key: string,
  version: string | undefined,
): RequirementRecord {
  const { store } = context
  const variantId = currentVariantOf(store, space.applicationId, space.key ?? '')
  if (variantId === undefined) throw new Error(`space ${space.key} has no current variant`)
  const place = `space ${quoted(space.key)}`
  if (!isBlank(version)) {
    const baseline = findBaseline(store, space.id, version)
    const variant = { projectContainerId: space.id, variantId }
    const copy = baseline && findLiveRequirement(store, variant, key, baseline.number)
    if (copy !== undefined) return copy
    if (baseline === undefined) throw notFound('baseline', version, { at: 'v', in: place })
    const words = { at: 'key', in: `baseline ${quoted(version)} of ${place}`, baseline: baseline.number }
    throw unknownRequirement(store, space, key, words)
  }
  const row = findRequirementByKey(store, space, variantId, key)
  if (row === undefined) throw unknownRequirement(store, space, key, { at: 'key' })
  remarkMoved(context, row)
  if (row.status !== 'ACTIVE')
    throw conflict('requirement', key, `is ${row.status} and takes no values`, 'only an ACTIVE one does')
  return row
}

function shownProperty({ name, dataType, value }: ExternalProperty) {
  return value === undefined || dataType === undefined
    ? { key: name, type: 'EXTERNAL' as const, dataType }
    : externalProperty(name, dataType, value.value, value.multivalues)
}
