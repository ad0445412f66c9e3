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

/** The default of an entry that names no other. */
export const DEFAULT_ALTERNATIVE = 'as-described'

/** An entry with its number and all that its author may leave out. */
export function completeEntry<I extends string>(id: I, entry: Entry) {
  const complete: Required<Entry> = {
    alternatives: [],
    default: DEFAULT_ALTERNATIVE,
    general: false,
    ...entry,
  }
  return { ...complete, id }
}

/** The order of the ledger: by number. */
export function compareAssumptionIds(a: string, b: string): number {
  return Number(a.slice(1)) - Number(b.slice(1))
}

/** True where a value that a scenario writes chooses this alternative. */
export function isChosenBy({ value, pattern }: Alternative, written: string): boolean {
  return pattern === undefined ? value === written : new RegExp(pattern).test(written)
}
