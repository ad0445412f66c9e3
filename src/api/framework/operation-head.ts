/** The entries of the generated index of operations. */
import type { OperationHead } from './operation.ts'

/** Operations that are declared in one file. */
export interface OperationGroup {
  /** Names of the parts of the ledger that their assumptions are in. */
  readonly ledger: readonly string[]
  /** Imports the module that exports them, alone or in lists. */
  readonly load: () => Promise<object>
}

/** The generated entry of an operation. */
export interface GeneratedHead extends OperationHead {
  readonly builds?: true
  /** The module that declares it, below src/api. */
  readonly group: string
}
