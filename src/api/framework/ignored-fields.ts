/** Fields that a body may have and that have no effect. */
import type * as zod from 'zod'
import { z } from './zod.ts'

/** The schema of a field without effect: reference pages leave it out. */
export function ignored<S extends zod.ZodType>(schema: S, description: string): S {
  return schema.meta({ description, ignored: true })
}

/** Fields of any value that the service decides. */
export const ignoredFields = <const N extends string>(...names: readonly N[]) =>
  Object.fromEntries(
    names.map((name) => [name, ignored(z.unknown().optional(), 'Ignored: the service decides it.')]),
  ) as Record<N, zod.ZodOptional<zod.ZodUnknown>>
