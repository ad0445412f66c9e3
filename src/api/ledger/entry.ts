/** The shape of an entry of the assumption ledger. */

/** How sure an observed fact is, the surest first. */
export const DEGREES = ['stated', 'likely', 'weak'] as const
export type Degree = (typeof DEGREES)[number]

/** A fact about the wire that the service's description does not give and that open clients or their tests show. */
export interface Evidence {
  /** The fact, as one sentence. */
  readonly fact: string
  /** stated: a client says so or a captured response has it; likely: a docstring or a branch; weak: a single hint. */
  readonly degree: Degree
  /** What shows it, without names of people or products: 'a client reads …', 'a captured response has …'. */
  readonly shownBy: string
}

export interface Alternative {
  /** What a scenario writes to choose it, or the form of it where `pattern` says which values have it. */
  readonly value: string
  /** A regular expression of the values, where the alternative leaves some of it to the scenario. */
  readonly pattern?: string
  readonly behaviour: string
  /** What shows that the service may do this; a weak fact is an alternative, never the default. */
  readonly evidence?: readonly Evidence[]
}

export interface Entry {
  readonly title: string
  /** The section of the service's description that leaves it open. */
  readonly section: string
  /** Seen in open clients or pages of the service, or our own choice. */
  readonly provenance: 'observed' | 'assumed'
  /** The facts that an observed entry rests on; none for an assumed one. */
  readonly evidence?: readonly Evidence[]
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
    evidence: [],
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
