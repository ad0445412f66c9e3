/**
 * zod for the schemas of operations, loaded on first use, because a page that only reads needs no validator. Schemas are
 * functions to call after `loadSchemas()` has resolved.
 */
import type * as zod from './zod-exports.ts'

/** Undefined until `loadSchemas()` has resolved. */
export let z: typeof zod

/** Whether schemas can be built. */
export function schemasLoaded(): boolean {
  return z !== undefined
}

/** Loads zod. */
export async function loadSchemas(): Promise<void> {
  z ??= await import('./zod-exports.ts')
}
