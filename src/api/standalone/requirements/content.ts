/** The content of a requirement in request bodies (service §2.1). */
import { givenPropertyName } from '../../shared/given-name.ts'
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import { htmlToText, textToHtml } from '../../../model/records/text/excerpt.ts'
import { propertyText } from '../../../model/records/text/property-text.ts'
import { requireInlineType } from '../../../model/requirements/writing/property-values.ts'
import {
  EXTERNAL_DATA_TYPES,
  type PropertyValue,
  type RequirementRecord,
} from '../../../model/records/wiki/requirements.ts'
import type { DirectText } from '../../../model/requirements/writing/standalone-writing.ts'
import { checkLists } from '../../../model/requirements/writing/repetitions.ts'
import type { Context } from '../../framework/operation.ts'
import { optionalId } from '../common.ts'
import { externalValues } from './external-values.ts'

const MAXIMUM_TEXT_LENGTH = 100_000
const MAXIMUM_LISTED = 1000

const property = () =>
  z.object({
    label: givenPropertyName(),
    value: z
      .union([
        z.string().max(MAXIMUM_TEXT_LENGTH),
        z.number(),
        z.boolean(),
        z.array(z.string().max(MAXIMUM_TEXT_LENGTH)).max(MAXIMUM_LISTED),
      ])
      .describe('The value, or a list of texts.'),
    external: z
      .boolean()
      .nullish()
      .describe(
        'External properties are ignored here. X-Sim-Ignored lists those that differ from the stored ones. Use an import or the external properties of the wiki to write them.',
      ),
    dataType: z
      .enum(EXTERNAL_DATA_TYPES)
      .nullish()
      .describe(
        'Default: the current type of the property, or LIST for a list, or TEXT. Only external properties are INTEGER or ENUM.',
      ),
  })

/** The fields of a requirement that POST and PUT share. */
export const requirementFields = () => ({
  variantId: optionalId('The variant. Default: the current one.'),
  originContainerId: optionalId('The page, file or issue that defines it.'),
  text: z
    .string()
    .max(MAXIMUM_TEXT_LENGTH)
    .nullish()
    .describe('The text. Ignored if other HTML than the stored is sent too.'),
  html: z.string().max(MAXIMUM_TEXT_LENGTH).nullish().describe('The text as HTML.'),
  properties: z.array(property()).max(MAXIMUM_LISTED).nullish().describe('Replaces all inline properties.'),
})

type Fields = zod.infer<zod.ZodObject<ReturnType<typeof requirementFields>>>
type Sent = Pick<Fields, 'text' | 'html' | 'properties'>

/** The content of a requirement before a change. */
type Known = Pick<RequirementRecord, 'key' | 'text' | 'html' | 'properties'>

/**
 * The changes that a body makes to a requirement. The stored markup is kept if a caller sends back the plain text of it.
 * Throws INVALID for a repeated property.
 */
export function contentOfBody(sent: Sent, known: Known): DirectText {
  const { html, properties } = sent
  const text = newText(sent, known)
  const written = newHtml(sent, known) ?? (text === undefined ? html : textToHtml(text)) ?? undefined
  return {
    ...(written === undefined ? {} : { html: written }),
    ...(properties === undefined || properties === null
      ? {}
      : { properties: inlineProperties(properties, known) }),
  }
}

const newText = ({ text }: Sent, known: Known): string | undefined =>
  text === null || text === known.text ? undefined : text
const newHtml = ({ html }: Sent, known: Known): string | undefined =>
  html === null || html === known.html ? undefined : html

/**
 * Reports a text that is not written because other HTML is, and each external property of a body that differs from the stored
 * one, as none is written here.
 */
export function reportIgnored(
  context: Context,
  sent: Sent,
  row: Known & Pick<RequirementRecord, 'externalProperties'>,
): void {
  const [text, html] = [newText(sent, row), newHtml(sent, row)]
  if (text !== undefined && html !== undefined && text !== htmlToText(html)) context.ignores('text')
  const { properties } = sent
  const stored = externalValues(context, row)
  for (const [index, { label, value, external }] of (properties ?? []).entries()) {
    if (external !== true) continue
    const own = stored.find(({ name }) => name === label)
    if (own === undefined || JSON.stringify(own.value) !== JSON.stringify(value))
      context.ignores(`properties[${index}]`)
  }
}

function inlineProperties(sent: NonNullable<Sent['properties']>, known: Known): PropertyValue[] {
  const inline = sent.flatMap(({ label, value, external, dataType }, index) => {
    if (external === true) return []
    const before = known.properties.find(({ key }) => key === label)
    const type = dataType ?? before?.dataType ?? (Array.isArray(value) ? 'LIST' : 'TEXT')
    requireInlineType(type, `body field 'properties[${index}].dataType'`)
    if (before !== undefined && isSameText(propertyText(before), value))
      return [{ ...before, dataType: type }]
    if (!Array.isArray(value)) return [{ key: label, value: textToHtml(String(value)), dataType: type }]
    const multivalues = value.map(textToHtml)
    return [{ key: label, value: multivalues.join(', '), dataType: type, multivalues }]
  })
  checkLists({ key: known.key, properties: inline }, "body field 'properties'")
  return inline
}

function isSameText(known: string | readonly string[], sent: unknown): boolean {
  return JSON.stringify(known) === JSON.stringify(Array.isArray(sent) ? sent : String(sent))
}
