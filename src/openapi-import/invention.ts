/** The state of a generated value, and its bounds. */
import type { Random } from '../world/random/random.ts'
import type { MakeField } from '../scenario/format/fields.ts'
import type { CheckBudget, Unfollowed } from './conform.ts'
import type { Schema } from './normal-schema.ts'
import type { ReadSchema } from './schema.ts'

/** The maximum number of values in a response. */
export const MAXIMUM_VALUES = 2000
/** The maximum depth of a response. */
export const MAXIMUM_DEPTH = 8

export interface Progress {
  readonly root: unknown
  readonly read: ReadSchema
  readonly makeField: MakeField
  readonly random: (field: string) => Random
  values: number
  redrawn: number
  readonly budget: CheckBudget
  /** What the values so far do not follow. */
  unfollowed: readonly Unfollowed[]
}

/** Generates the value of a schema at a path; `above` are the schemas around it. */
export type Invent = (progress: Progress, written: unknown, path: string, above: readonly Schema[]) => unknown

export function isExhausted({ values }: Progress, above: readonly Schema[]): boolean {
  return values >= MAXIMUM_VALUES || above.length > MAXIMUM_DEPTH
}
