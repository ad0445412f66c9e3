/** Requirements in requests that write them (service §2.3, §4.3). */
import { givenPropertyName, optionalGivenName } from '../../shared/given-name.ts'
import { ignoredFields } from '../../framework/ignored-fields.ts'
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import { invalid } from '../../../model/input/errors.ts'
import { quoted } from '../../../model/input/refusal.ts'
import type {
  DependencyValue,
  PropertyValue,
  RequirementRecord,
} from '../../../model/records/wiki/requirements.ts'
import { itemTexts } from '../../../model/records/text/property-text.ts'
import {
  EXTERNAL_DATA_TYPES,
  requireInlineType,
} from '../../../model/requirements/writing/property-values.ts'
import { checkLists } from '../../../model/requirements/writing/repetitions.ts'
import type { RequirementText } from '../../../model/requirements/writing/writing.ts'
import { identifier, listOf, TYPE_SHOWN_ON_PAGES } from '../common.ts'
import { requirementShape } from '../requirement-shape.ts'

/** Requirements that one body may hold. */
export const MAXIMUM_REQUIREMENTS = 10_000
const MAXIMUM_LISTED = 1000
const MAXIMUM_TEXT_LENGTH = 100_000

const name = () => z.string().min(1).max(255)

const propertyBody = () =>
  z.object({
    key: givenPropertyName(),
    value: z.string().max(MAXIMUM_TEXT_LENGTH).describe('The value as HTML.'),
    type: z
      .enum(['INLINE', 'EXTERNAL'])
      .nullish()
      .describe('External properties are ignored here. They have operations of their own.'),
    dataType: z
      .enum([...EXTERNAL_DATA_TYPES, TYPE_SHOWN_ON_PAGES])
      .nullish()
      .describe(
        'Default: TEXT. STRING, as the requirements of a page show it, keeps the type. Only external properties are INTEGER or ENUM.',
      ),
    ...ignoredFields('display', 'searchUrl'),
    indexation: z
      .object({
        ...ignoredFields('text'),
        multivalues: z.array(z.string().max(MAXIMUM_TEXT_LENGTH)).max(MAXIMUM_LISTED).nullish(),
      })
      .nullish()
      .describe('`multivalues` are the items of a list as HTML.'),
  })

const dependencyBody = () =>
  z.object({
    spaceKey: name().nullish().describe('Default: the space of the requirement itself.'),
    key: name(),
    relationship: optionalGivenName()
      .min(1)
      .nullish()
      .describe('Default: the default relationship of the wiki.'),
    ...ignoredFields('url'),
  })

const pageRefBody = () =>
  z
    .object({ pageId: identifier().min(1).nullish(), ...ignoredFields('version') })
    .nullish()
    .describe('The page that defines the requirement.')

const fields = () => ({
  // requireMatch refuses a blank one, except where the operation takes it as absent.
  spaceKey: z.string().max(255).nullish().describe('If present, the same as in the URL.'),
  key: name().nullish().describe('If present, the same as in the URL.'),
  newSpaceKey: name().nullish().describe('The space to move the requirement to.'),
  newKey: name().nullish().describe('The key to move the requirement to.'),
  htmlExcerpt: z.string().max(MAXIMUM_TEXT_LENGTH).nullish().describe('The text as HTML.'),
  properties: z
    .array(propertyBody())
    .max(MAXIMUM_LISTED)
    .nullish()
    .describe('Replaces all inline properties.'),
  dependencies: z
    .array(dependencyBody())
    .max(MAXIMUM_LISTED)
    .nullish()
    .describe('Replaces all dependencies.'),
  page: pageRefBody(),
  ...ignoredFields('id', 'baseline', 'baselineDetails', 'status', 'htmlNeedsUpdating', 'genericUrl'),
  ...ignoredFields('destinationUrl', 'origin', 'references', 'reverseDependencies', 'issues'),
  ...ignoredFields('isPublicDescription', 'tests', 'validations', 'duplicateOriginalPages'),
})

/** A requirement to write, named by the URL. */
export const requirementBody = () => z.object(fields())
export const listedRequirementBody = () => z.object({ ...fields(), key: name() })

export type RequirementBody = zod.infer<ReturnType<typeof requirementBody>>

export const requirementsShape = listOf(requirementShape)

/** The body of an operation that writes one requirement. */
export const requirementWrite = {
  name: 'RequirementWrite',
  schema: requirementBody,
  example: { htmlExcerpt: '<p>The drone shall take off and land by itself.</p>' },
} as const

/**
 * The changes that a body makes to a requirement. `relationship` is the default of its dependencies. The page is ignored
 * if the requirement leaves its space.
 */
export function textOf(
  row: RequirementRecord,
  body: RequirementBody,
  { leavesSpace, relationship }: { readonly leavesSpace: boolean; readonly relationship: string },
): RequirementText {
  const { htmlExcerpt, properties, dependencies, page } = body
  const pageId = leavesSpace ? undefined : page?.pageId
  return {
    ...(htmlExcerpt === undefined || htmlExcerpt === null ? {} : { html: htmlExcerpt }),
    ...(properties === undefined || properties === null
      ? {}
      : { properties: inlineProperties(row, properties) }),
    ...(dependencies === undefined || dependencies === null
      ? {}
      : { dependencies: namedDependencies(row, dependencies, relationship) }),
    ...(pageId === undefined || pageId === null ? {} : { pageId }),
  }
}

/** Throws INVALID if a body names another requirement or space than the URL. */
export function requireMatch(
  body: RequirementBody,
  space: ContainerRecord,
  key: string | undefined,
  place = '',
): void {
  const fields = [
    ['spaceKey', body.spaceKey, space.key],
    ['key', body.key, key],
  ] as const
  for (const [field, sent, wanted] of fields) {
    if (sent === undefined || sent === null || wanted === undefined || sent === wanted) continue
    const rule = `the URL says ${quoted(wanted)}; send the same, or leave it out`
    throw invalid(`body field '${place}${field}'`, sent, rule)
  }
}

function inlineProperties(
  row: RequirementRecord,
  properties: NonNullable<RequirementBody['properties']>,
): PropertyValue[] {
  const inline = properties.flatMap(({ key, value, type, dataType: sent, indexation }, index) => {
    if (type === 'EXTERNAL') return []
    const dataType = sent === TYPE_SHOWN_ON_PAGES ? typeOf(row, key) : (sent ?? 'TEXT')
    requireInlineType(dataType, `body field 'properties[${index}].dataType'`)
    const items = indexation?.multivalues
    return [{ key, value, dataType, ...(items ? { multivalues: itemsOf(row, key, items) } : {}) }]
  })
  checkLists({ key: row.key, properties: inline }, "body field 'properties'")
  return inline
}

function typeOf(row: RequirementRecord, name: string): PropertyValue['dataType'] {
  return row.properties.find(({ key }) => key === name)?.dataType ?? 'TEXT'
}

/** The items of a list as HTML. A caller that sends back the texts that it read keeps the stored items. */
function itemsOf(row: RequirementRecord, name: string, sent: readonly string[]): readonly string[] {
  const known = row.properties.find(({ key }) => key === name)?.multivalues
  if (known?.length !== sent.length) return sent
  return itemTexts(known).every((text, position) => text === sent[position]) ? known : sent
}

function namedDependencies(
  row: RequirementRecord,
  sent: NonNullable<RequirementBody['dependencies']>,
  otherwise: string,
): DependencyValue[] {
  const dependencies = sent.map(({ spaceKey, key, relationship }) => {
    return { relationship: relationship ?? otherwise, spaceKey: spaceKey ?? row.spaceKey, key }
  })
  checkLists({ key: row.key, dependencies }, "body field 'dependencies'")
  return dependencies
}
