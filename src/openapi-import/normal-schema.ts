/** The one form that schemas of every version of OpenAPI are read into. */
import type { SafePattern } from './pattern.ts'
import type { JsonObject } from './resolve.ts'

export interface Discriminator {
  readonly field: string
  /** References to schemas, by what the field holds where a value is of one. */
  readonly mapping: ReadonlyMap<string, JsonObject>
}

export interface Schema {
  /** Without `null`, unless it is that alone; empty where nothing is said. */
  readonly types: readonly string[]
  readonly nullable: boolean
  readonly values: readonly unknown[] | undefined
  /** Values to be made where `values` says nothing; others are as good. */
  readonly usual: readonly unknown[] | undefined
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  readonly above: number | undefined
  readonly below: number | undefined
  readonly multipleOf: number | undefined
  readonly minimumLength: number | undefined
  readonly maximumLength: number | undefined
  readonly minimumItems: number | undefined
  readonly maximumItems: number | undefined
  readonly uniqueItems: boolean
  readonly minimumFields: number | undefined
  readonly maximumFields: number | undefined
  readonly format: string | undefined
  readonly patternText: string | undefined
  readonly pattern: SafePattern | undefined
  /** Schemas of the fields, as they are written. */
  readonly properties: ReadonlyMap<string, unknown>
  readonly required: ReadonlySet<string>
  readonly items: unknown
  /** The schema of fields without a name of their own; undefined where it says nothing. */
  readonly additional: unknown
  /** Fields that no name and no schema of it speaks of are refused. */
  readonly isClosed: boolean
  /** A schema that a value must not fit, as it is written. */
  readonly not: unknown
  /** `oneOf` or `anyOf`, as they are written. */
  readonly alternatives: readonly unknown[]
  /** They are the schemas that a discriminator maps to: a value may also be of the schema itself. */
  readonly isFamily: boolean
  /** The discriminator that it has, or has from `allOf`. */
  readonly discriminator: Discriminator | undefined
  readonly readOnly: boolean
  readonly writeOnly: boolean
}
