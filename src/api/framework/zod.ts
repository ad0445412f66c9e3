/**
 * zod, as the schemas of operations use it. It is loaded on first use: a page that only reads needs no validator. So
 * schemas are functions, which are called after `loadSchemas()` has resolved.
 */
import type * as zod from './zod-exports.ts'

/** Undefined until `loadSchemas()` has resolved. */
export let z: typeof zod

/** Whether schemas can be built. */
export function schemasLoaded(): boolean {
  return z !== undefined
}

/** Loads what schemas are built with. */
export async function loadSchemas(): Promise<void> {
  z ??= await import('./zod-exports.ts')
}
