/** The common form of schemas of every OpenAPI version. */
import type { SafePattern } from './pattern.ts'
import type { JsonObject } from './resolve.ts'

export interface Discriminator {
  readonly field: string
  /** References to schemas by the value of the field. */
  readonly mapping: ReadonlyMap<string, JsonObject>
}

export interface Schema {
  /** Without `null`, unless that is the only type; empty without a type. */
  readonly types: readonly string[]
  readonly nullable: boolean
  readonly values: readonly unknown[] | undefined
  /** Preferred values if `values` is absent; others are valid too. */
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
  /** The unparsed schemas of the fields. */
  readonly properties: ReadonlyMap<string, unknown>
  readonly required: ReadonlySet<string>
  readonly items: unknown
  /** The schema of fields without a declaration; undefined if there is none. */
  readonly additional: unknown
  /** The unparsed schemas of the first items of a list. */
  readonly prefix: readonly unknown[]
  /** The unparsed schema that some items must match, and how many of them. */
  readonly contains: unknown
  readonly minimumContained: number | undefined
  readonly maximumContained: number | undefined
  /** The unparsed schema of the names of fields. */
  readonly names: unknown
  /** The unparsed schemas of fields by the pattern of their names. */
  readonly patterned: ReadonlyMap<string, unknown>
  /** The fields that a field requires. */
  readonly dependent: ReadonlyMap<string, readonly string[]>
  /** Undeclared fields are refused. */
  readonly isClosed: boolean
  /** The unparsed schema that a value must not match. */
  readonly not: unknown
  /** The unparsed `oneOf` or `anyOf`. */
  readonly alternatives: readonly unknown[]
  /** They are the schemas of a discriminator, so a value may also match the schema itself. */
  readonly isFamily: boolean
  /** Its discriminator, possibly from `allOf`. */
  readonly discriminator: Discriminator | undefined
  readonly readOnly: boolean
  readonly writeOnly: boolean
}
