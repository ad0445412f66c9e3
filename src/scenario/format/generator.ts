/** What a scenario says to have requirements made in bulk. */
import * as z from 'zod'
import {
  givenName,
  name,
  page,
  project,
  scalar,
  space,
  text,
  variant,
  workspace,
  propertyName,
} from './parts.ts'

const share = (what: string) => z.number().min(0).max(1).describe(`${what}: a share from 0 to 1`)

/** How one value is generated: drawn from a list, from a range, or made from a pattern. */
export const valueSource = z
  .union(
    [
      z.string().max(1000),
      z.array(scalar).min(1).max(10_000),
      z.strictObject({
        from: z.number().describe('The lowest number'),
        to: z.number().describe('The highest number'),
        step: z.number().positive().describe('The distance between two numbers; 1 where absent').optional(),
      }),
    ],
    { error: 'must be a list to draw from, a pattern such as {key}, or a range {from, to, step}' },
  )
  .describe('A list to draw from, a pattern such as "Owner of {key}", or a range {from, to, step}')

/** The part of JSON Schema that a generated field may use; bounded, so that no schema asks for endless work. */
export const fieldSchema = z
  .strictObject({
    type: z.enum(['string', 'integer', 'number', 'boolean']).optional(),
    enum: z.array(scalar).min(1).max(10_000).optional(),
    const: scalar.optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    exclusiveMaximum: z.number().optional(),
    multipleOf: z.number().positive().optional(),
    minLength: z.int().min(0).max(1000).optional(),
    maxLength: z.int().min(0).max(1000).optional(),
    pattern: z
      .string()
      .max(200)
      .regex(/^[^()]*(?:\([^()]*\)[^()]*)*$/, 'must be a pattern without groups within groups')
      .refine(repeatsLittle, 'must be a pattern with at most 1000 repetitions')
      .optional(),
    format: z
      .enum(['date', 'date-time', 'time', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid'])
      .optional(),
    description: z.string().max(1000).optional(),
  })
  .describe('A JSON schema of a single value')

function repeatsLittle(pattern: string): boolean {
  const counts = [...pattern.matchAll(/\{(\d*)(?:,(\d*))?\}/g)].map((match) =>
    Number(match[2] || match[1] || 1),
  )
  return counts.reduce((product, count) => product * Math.max(1, count), 1) <= 1000
}

/** Requirements made in bulk. */
export const generator = z
  .strictObject({
    requirements: z.int().min(0).max(1_000_000).describe('How many requirements'),
    region: z.enum(['eu', 'us']).describe('eu where absent').optional(),
    space: space.optional(),
    workspace: workspace.optional(),
    variant: variant.describe('The variant they belong to; the current one where absent').optional(),
    prefix: name('What their keys begin with'),
    start: z.int().min(0).describe('The number of the first key; 1 where absent').optional(),
    padding: z
      .int()
      .min(0)
      .max(15)
      .describe('Digits of a key; as many as the last number needs where absent')
      .optional(),
    page: page.describe('The existing page that defines them').optional(),
    pages: z
      .int()
      .min(1)
      .max(100_000)
      .describe('How many new pages define them, in turn of equal parts')
      .optional(),
    pageTitle: text('The pattern of the title of a new page; "{prefix} page {page}" where absent').optional(),
    text: z
      .union([text('A pattern'), z.array(text('A pattern')).min(1).max(1000)], {
        error: 'must be a pattern or a list of patterns',
      })
      .describe(
        'What they say: patterns in which {name} draws from lists, and {key}, {number}, {page} stand for themselves',
      )
      .optional(),
    lists: z
      .record(name('The name used in patterns'), z.array(z.string().max(1000)).min(1).max(10_000))
      .describe('Word lists that patterns draw from')
      .optional(),
    properties: z
      .record(propertyName('The name of the property'), valueSource)
      .describe('Inline properties')
      .optional(),
    external: z
      .record(propertyName('The name of the external property'), valueSource)
      .describe('External properties')
      .optional(),
    fields: z
      .record(propertyName('The name of the property'), fieldSchema)
      .describe('Inline properties shaped by JSON schemas')
      .optional(),
    dependencies: z
      .record(name('The relationship'), share('How many depend on an earlier one'))
      .describe('Dependencies on earlier requirements of the same generator')
      .optional(),
    status: z
      .partialRecord(z.enum(['ACTIVE', 'DELETED']), z.number().min(0).max(1_000_000))
      .describe('Weights of the statuses; all ACTIVE where absent')
      .optional(),
    links: z
      .strictObject({
        project,
        relationship: givenName('The relationship; implements where absent').optional(),
        share: share('How many are linked to an issue of the project'),
      })
      .describe('Links to issues of a project')
      .optional(),
  })
  .describe('Requirements made in bulk')
