/** The entries of the generated index of operations. */
import type { OperationHead } from './operation.ts'
import type { Parameter } from './parameter.ts'

/** Operations that are declared in one file. */
export interface OperationGroup {
  /** Names of the parts of the ledger that their assumptions are in. */
  readonly ledger: readonly string[]
  /** Imports the module that exports them, alone or in lists. */
  readonly load: () => Promise<object>
}

/** What decodes a parameter of a path: its kind and bounds. */
export type PathParameter = Pick<Parameter<unknown>, 'minimum' | 'maximum' | 'maximumLength' | 'values'> & {
  readonly kind: Exclude<Parameter<unknown>['kind'], 'sort' | 'list'>
}

/** The generated entry of an operation: JSON, which a start reads faster than code. */
export interface GeneratedHead extends Omit<OperationHead, 'pathParameters'> {
  readonly pathParameters: Readonly<Record<string, PathParameter>>
  readonly needsSchemas?: true
  /** The module that declares it, below src/api. */
  readonly group: string
}
