/** What the shapes of records are made of. */
import * as z from 'zod'
import { FIRST_INSTANT, LAST_INSTANT, LAST_WRITTEN_INSTANT } from '../../../world/time/duration.ts'
import { EXTERNAL_DATA_TYPES } from '../../../model/requirements/writing/property-values.ts'
import { problemOfRepetition } from '../../../model/requirements/writing/repetitions.ts'
import { problemOfCharacters } from '../../../model/input/names.ts'
import { REGIONS } from '../../../model/schema.ts'
import { isContentType } from '../../../model/files/files.ts'
import type { TableDefinition } from '../../../world/store/table.ts'
import { once } from '../../../world/once.ts'

type Fields<R> = { readonly [K in keyof R]-?: z.ZodType<Exclude<R[K], undefined>> }

/** Gives a table its shape; the type of its records holds the fields to it. */
export type ShapeOf = <R extends object>(table: TableDefinition<R, never>, fields: () => Fields<R>) => void

/** An id that a sequence gave. */
export const id = () => z.int().min(1)
/** A number that counts from 0. */
export const count = () => z.int().min(0)
/** A number that counts from 1. */
export const ordinal = () => z.int().min(1)
/** An instant that the clock can show, in milliseconds since 1970-01-01T00:00:00Z. */
export const instant = () => z.int().min(FIRST_INSTANT).max(LAST_INSTANT)
/** An instant that the clock may never show: when a job is due, which near the end of the calendar is after it. */
export const dueInstant = () => z.int().min(FIRST_INSTANT).max(LAST_WRITTEN_INSTANT)
/** What is kept of a secret. */
export const hash = () => z.string().regex(/^[0-9a-f]{64}$/)
/** Any text. */
export const text = () => z.string()
/** The content type of a file. */
export const contentType = () => text().refine(isContentType, 'must be written type/subtype')

/** The field of a body that names a region. */
export const regionField = () => z.enum(REGIONS).exactOptional().describe('The region; `eu` when absent.')

/** A name that people give (A265). */
export const givenName = () =>
  z
    .string()
    .trim()
    .refine((name) => problemOfCharacters(name) === undefined, {
      error: ({ input }) => problemOfCharacters(String(input)) ?? '',
    })

/** How the value of a property is read. */
export const dataTypeShape = once(() => z.enum(EXTERNAL_DATA_TYPES))

/** Dependencies, as their child names them. */
export const dependenciesShape = once(() =>
  z
    .array(z.strictObject({ relationship: z.string(), spaceKey: z.string(), key: z.string() }))
    .refine((dependencies) => problemOfRepetition({ properties: [], dependencies }) === undefined, {
      error: 'names a dependency twice: give it once',
    }),
)
