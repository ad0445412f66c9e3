/** Fields that several routes have. */
import * as z from 'zod'
<<<<<<< 72eabe4286ddc833bad8e36ca82000830cd18d68:src/simulator/records/shapes/parts.ts
import { FIRST_INSTANT, LAST_INSTANT, LAST_WRITTEN_INSTANT } from '../../../world/time/duration.ts'
import { EXTERNAL_DATA_TYPES } from '../../../model/requirements/writing/property-values.ts'
import { problemOfRepetition } from '../../../model/requirements/writing/repetitions.ts'
import { problemOfCharacters } from '../../../model/input/names.ts'
import { REGIONS } from '../../../model/schema.ts'
import { isContentType } from '../../../model/files/files.ts'
import type { TableDefinition } from '../../../world/store/table.ts'
import { once } from '../../../world/once.ts'
=======
import { EXTERNAL_DATA_TYPES } from '../../model/records/wiki/requirements.ts'
import { problemOfCharacters } from '../../model/input/names.ts'
import { REGIONS } from '../../model/schema.ts'
import { lazily } from '../route.ts'
>>>>>>> e5a2c7403c9aeb820c046caa8a021a97f4e806fa:src/control/shapes/parts.ts

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
<<<<<<< 72eabe4286ddc833bad8e36ca82000830cd18d68:src/simulator/records/shapes/parts.ts
export const dataTypeShape = once(() => z.enum(EXTERNAL_DATA_TYPES))

/** Dependencies, as their child names them. */
export const dependenciesShape = once(() =>
  z
    .array(z.strictObject({ relationship: z.string(), spaceKey: z.string(), key: z.string() }))
    .refine((dependencies) => problemOfRepetition({ properties: [], dependencies }) === undefined, {
      error: 'names a dependency twice: give it once',
    }),
)
=======
export const dataTypeShape = lazily(() => z.enum(EXTERNAL_DATA_TYPES))
>>>>>>> e5a2c7403c9aeb820c046caa8a021a97f4e806fa:src/control/shapes/parts.ts
