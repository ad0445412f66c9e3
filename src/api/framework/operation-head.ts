/** What the generated index holds of operations, before the files that declare them are loaded. */
import type { OperationHead } from './operation.ts'

/** Operations that are declared in one file. */
export interface OperationGroup {
  /** Names of the parts of the ledger that they declare. */
  readonly ledger: readonly string[]
  /** The module that exports them, alone or in lists, whatever else it exports. */
  readonly load: () => Promise<object>
}

/** What is generated of an operation. */
export interface GeneratedHead extends OperationHead {
  readonly builds?: true
  /** The module that declares it, below src/api. */
  readonly group: string
}
