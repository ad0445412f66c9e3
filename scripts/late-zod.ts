// What the declarations of operations import as zod is src/api/late-zod.ts in what is built: there once it is loaded.
// Descriptions make JSON schemas, which takes zod itself.

import { resolve } from 'node:path'
import type { RolldownOptions } from 'rolldown'

const API = resolve(import.meta.dirname, '../src/api')
const LATE = resolve(API, 'late-zod.ts')
const WITH_ZOD_ITSELF = [LATE, resolve(API, 'used-zod.ts'), resolve(API, 'openapi')]

/** A plugin of the bundler. */
export const lateZod = {
  name: 'late-zod',
  resolveId(specifier: string, importer: string | undefined): string | undefined {
    if (specifier !== 'zod' || importer === undefined || !importer.startsWith(API)) return undefined
    return WITH_ZOD_ITSELF.some((place) => importer.startsWith(place)) ? undefined : LATE
  },
}

/** Ends the build where a declaration uses what `late-zod.ts` and `used-zod.ts` do not hand on: add it to both. */
export const refuseMissing: NonNullable<RolldownOptions['onLog']> = (level, log, next) => {
  if (log.code === 'IMPORT_IS_UNDEFINED') throw new Error(log.message)
  next(level, log)
}
