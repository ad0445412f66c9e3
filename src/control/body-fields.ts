/** Fields that several routes have. */
import * as z from 'zod'
import { EXTERNAL_DATA_TYPES } from '../model/records/wiki/requirements.ts'
import { problemOfCharacters } from '../model/input/names.ts'
import { REGIONS } from '../model/schema.ts'
import { once } from '../world/once.ts'

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
