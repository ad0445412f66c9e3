/** What evidence of an entry of the ledger is. */
import type { WorldConfig } from '../../../src/model/world/config.ts'
import type { CallOptions } from '../../support/client.ts'

export interface Evidence {
  readonly call: readonly [method: string, path: string, options?: CallOptions]
  readonly config?: Partial<WorldConfig>
  /** How often the call is made; the last answer counts. */
  readonly times?: number
  /** Calls to make before, so that the world is as the choice needs it. */
  readonly before?: readonly (readonly [method: string, path: string, options?: CallOptions])[]
}

/** Evidence for every entry of one file of the ledger. */
export type EvidenceOf<E> = Readonly<Record<keyof E, Evidence>>
