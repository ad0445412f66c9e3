/** What evidence of an entry of the ledger is. */
import type { WorldConfig } from '../../../src/model/records/world/config.ts'
import type { CallOptions } from '../../support/client.ts'

export interface Evidence {
  readonly call: readonly [method: string, path: string, options?: CallOptions]
  readonly config?: Partial<WorldConfig>
  /** How often the call is made; the last answer counts. */
  readonly times?: number
  /** Calls to make before, so that the world is as the choice needs it. */
  readonly before?: readonly (readonly [method: string, path: string, options?: CallOptions])[]
}

/** Evidence for the entries of one file of the ledger; those with alternatives have witnesses instead (witnesses.ts). */
export type EvidenceOf<E> = Readonly<Partial<Record<keyof E, Evidence>>>
