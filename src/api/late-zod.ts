/**
 * What the declarations of operations use of zod, there once it is loaded. The build resolves their `zod` to this file
 * (tsdown.config.ts), so that a page that only reads never loads a validator: what they build with it is built on first
 * use. From source they have zod itself.
 */
import type * as used from './used-zod.ts'

type Used = typeof used

let parts: Used | undefined

/** Whether shapes can be built. */
export function schemasLoaded(): boolean {
  return parts !== undefined
}

/** Loads what bodies and answers are checked with. */
export async function loadSchemas(): Promise<void> {
  parts ??= await import('./used-zod.ts')
}

function there(): Used {
  if (parts === undefined) throw new Error('a shape is built before loadSchemas() was awaited')
  return parts
}

/** A function of zod that is looked up when it is called. */
function late<N extends keyof Used>(name: N): Used[N] {
  return ((...given: unknown[]) => (there()[name] as (...args: unknown[]) => unknown)(...given)) as never
}

export const array = late('array')
export const boolean = late('boolean')
export const int = late('int')
export const iso = { datetime: ((given) => there().iso.datetime(given)) as Used['iso']['datetime'] }
export const literal = late('literal')
export const looseObject = late('looseObject')
export const number = late('number')
export const object = late('object')
export const record = late('record')
export const string = late('string')
export const union = late('union')
export const unknown = late('unknown')
const lateEnum = late('enum')
const lateNull = late('null')
export { lateEnum as enum, lateNull as null }
