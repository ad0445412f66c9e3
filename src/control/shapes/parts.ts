/** What the shapes of records are made of. */
import * as z from 'zod'
import { FIRST_INSTANT, LAST_INSTANT, LAST_WRITTEN_INSTANT } from '../../world/time/duration.ts'
import { EXTERNAL_DATA_TYPES } from '../../model/requirements/writing/property-values.ts'
import { complaintAboutRepetition } from '../../model/requirements/writing/repetitions.ts'
import { REGIONS } from '../../model/schema.ts'
import type { TableDefinition } from '../../world/store/table.ts'
import { lazily } from '../route.ts'

type Fields<R> = { readonly [K in keyof R]-?: z.ZodType<Exclude<R[K], undefined>> }

/** Gives a table its shape; the type of its records holds the fields to it. */
export type ShapeOf = <R extends object>(table: TableDefinition<R, never>, fields: () => Fields<R>) => void

/** An id that a sequence gave. */
export const id = () => z.int().min(1)
/** What identifies a record that belongs to a space, project or workspace. */
export const inProject = () => ({ id: id(), applicationId: id(), projectContainerId: id() })
/** An instant that the clock can show, in milliseconds since 1970-01-01T00:00:00Z. */
export const instant = () => z.int().min(FIRST_INSTANT).max(LAST_INSTANT)
/** An instant that the clock may never show: when a job is due, which near the end of the calendar is after it. */
export const dueInstant = () => z.int().min(FIRST_INSTANT).max(LAST_WRITTEN_INSTANT)
/** What is kept of a secret. */
export const hash = () => z.string().regex(/^[0-9a-f]{64}$/)
/** Any text. */
export const text = () => z.string()

/** The field of a body that names a region. */
export const regionField = () => z.enum(REGIONS).exactOptional().describe('The region; `eu` when absent.')

/** How the value of a property is read. */
export const dataTypeShape = lazily(() => z.enum(EXTERNAL_DATA_TYPES))

/** An inline property. */
export const propertyShape = lazily(() =>
  z.strictObject({
    key: z.string(),
    value: z.string(),
    dataType: dataTypeShape(),
    multivalues: z.array(z.string()).exactOptional(),
  }),
)

/** Dependencies, as their child names them. */
export const dependenciesShape = lazily(() =>
  z
    .array(z.strictObject({ relationship: z.string(), spaceKey: z.string(), key: z.string() }))
    .refine((dependencies) => complaintAboutRepetition({ properties: [], dependencies }) === undefined, {
      error: 'names a dependency twice: give it once',
    }),
)

/** A requirement as a page defines it. */
export const definitionShape = lazily(() =>
  z.strictObject({
    key: z.string(),
    html: z.string(),
    properties: z.array(propertyShape()),
    dependencies: dependenciesShape(),
  }),
)

/** A requirement that a page mentions. */
export const pageLinkShape = lazily(() => z.strictObject({ spaceKey: z.string(), key: z.string() }))
