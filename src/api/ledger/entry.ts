/** The shape of an entry of the assumption ledger. */

export interface Alternative {
  /** What a scenario writes to choose it, or the form of it where `pattern` says which values have it. */
  readonly value: string
  /** A regular expression of the values, where the alternative leaves some of it to the scenario. */
  readonly pattern?: string
  readonly behaviour: string
}

export interface Entry {
  readonly title: string
  /** The section of the service's description that leaves it open. */
  readonly section: string
  /** Seen in open clients or pages of the service, or our own choice. */
  readonly provenance: 'observed' | 'assumed'
  /** What the simulator does. */
  readonly behaviour: string
  readonly reason: string
  /** The name of the behaviour in force unless a scenario chooses another; the rest are in `alternatives`. */
  readonly default?: string
  readonly alternatives?: readonly Alternative[]
  /** True where it shapes every operation of an interface and no single operation declares it. */
  readonly general?: boolean
}

/** Entries by number: `A` and digits, given once and for all. */
export type Entries = Readonly<Record<`A${number}`, Entry>>
