/** What the entries of scenario files are made of: numbers, texts, instants, and references to other entries. */
import * as z from 'zod'
import { problemOfCharacters, MAXIMUM_NAME_LENGTH } from '../../model/input/names.ts'
import { problemOfPropertyName } from '../../model/finding/property-names.ts'
import { MAXIMUM_ID } from '../../world/store/store.ts'
import { PROPERTY_DATA_TYPES } from '../../model/records/wiki/requirements.ts'

export const MAXIMUM_TEXT = 100_000

export const number = (what: string) => z.int().min(1).max(MAXIMUM_ID).describe(what)
export const name = (what: string) => z.string().min(1).max(255).describe(what)
/** A name of a property as the key of a map, where trimming could make two keys one. */
export const propertyName = (what: string) =>
  name(what).refine((given) => problemOfPropertyName(given) === undefined, {
    error: ({ input }) => problemOfPropertyName(String(input)) ?? '',
  })
/** A name that people give (A265). References to what has one are trimmed as well. */
export const givenName = (what: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(MAXIMUM_NAME_LENGTH)
    .refine((given) => problemOfCharacters(given) === undefined, {
      error: ({ input }) => problemOfCharacters(String(input)) ?? '',
    })
    .describe(what)
export const text = (what: string) => z.string().max(MAXIMUM_TEXT).describe(what)
export const instant = (what: string) =>
  z.string().max(40).describe(`${what}: ISO 8601 with a zone, such as 2026-01-05T09:00:00Z, or a date`)
export const list = <T extends z.ZodType>(item: T, what: string) =>
  z.array(item).max(1_000_000).describe(what)

export const nameOrId = (what: string, by: string) =>
  z
    .union([z.string().trim().min(1).max(255), z.int().min(1)], { error: `must be ${by}` })
    .describe(`${what}, by ${by}`)
export const organization = nameOrId('An organization', 'its name or id')
export const user = nameOrId('A user', 'the name to sign in with, or the id')
export const site = nameOrId('A site', 'its name or its application id')
export const page = nameOrId('A page', 'its title or its page id')
export const variant = nameOrId('A variant', 'its name or id')
export const space = name('A space: its key, or SITE/KEY where several sites have such a key')
export const workspace = name('A workspace: its key, or SITE/KEY where several sites have such a key')
export const project = name('A project: its key, or SITE/KEY where several sites have such a key')

export const requirementReference = z
  .union(
    [
      z.string().min(1).max(511),
      z.strictObject({ space: space.optional(), key: name('The key of the requirement') }),
    ],
    { error: 'must be a key, SPACE/KEY, or {space, key}' },
  )
  .describe('A requirement: its key (of the same space), SPACE/KEY, or {space, key} for keys with a slash')

export const dataType = z
  .enum(PROPERTY_DATA_TYPES)
  .describe('How the value is read; inferred from the value if absent')
export const scalar = z.union([z.string().max(MAXIMUM_TEXT), z.number(), z.boolean()], {
  error: 'must be text, a number, true or false',
})

export const createdAt = instant('When it was made; the start of the clock where absent').optional()

export const grants = z
  .strictObject({
    read: list(user, 'Users who may read').optional(),
    edit: list(user, 'Users who may read and edit').optional(),
  })
  .describe('Who may read and edit')

export const variants = list(
  z.strictObject({
    id: number('The id of the variant').optional(),
    name: givenName('The name, unique in its container'),
    current: z.boolean().describe('Answers to the path segment current').optional(),
  }),
  'Variants; one named Current is added where none is current',
)

export const container = number('The id of its container on the standalone interface').optional()
