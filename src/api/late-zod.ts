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

export const any = late('any')
export const array = late('array')
export const base64 = late('base64')
export const boolean = late('boolean')
export const int = late('int')
export const iso = { datetime: ((given) => there().iso.datetime(given)) as Used['iso']['datetime'] }
export const lazy = late('lazy')
export const literal = late('literal')
export const looseObject = late('looseObject')
export const nullable = late('nullable')
export const number = late('number')
export const object = late('object')
export const optional = late('optional')
export const record = late('record')
export const strictObject = late('strictObject')
export const string = late('string')
export const tuple = late('tuple')
export const union = late('union')
export const unknown = late('unknown')
const lateEnum = late('enum')
const lateNull = late('null')
const lateUndefined = late('undefined')
export { lateEnum as enum, lateNull as null, lateUndefined as undefined }
