/** The shape of an entry of the assumption ledger. */

/** How sure an observed fact is, the surest first. */
export const DEGREES = ['stated', 'likely', 'weak'] as const
export type Degree = (typeof DEGREES)[number]

/** A fact about the wire that the service's description does not give and that open clients or their tests show. */
export interface Evidence<D extends Degree = Degree> {
  /** The fact, as one sentence. */
  readonly fact: string
  readonly degree: D
  /** The source, without names of people or products: 'a client reads …', 'a captured response has …'. */
  readonly shownBy: string
}

/** A fact that a client relies on or a captured response has. */
export const stated = (fact: string, shownBy: string) => ({ fact, degree: 'stated', shownBy }) as const
/** A fact of a docstring or a branch. */
export const likely = (fact: string, shownBy: string) => ({ fact, degree: 'likely', shownBy }) as const
/** A fact with a single hint. */
export const weak = (fact: string, shownBy: string) => ({ fact, degree: 'weak', shownBy }) as const

export interface Alternative {
  /** What a scenario writes to choose it, or the form of it where `pattern` says which values have it. */
  readonly value: string
  /** A regular expression of the values, where the alternative leaves some of it to the scenario. */
  readonly pattern?: string
  readonly behaviour: string
  /** What shows that the service may do this; a weak fact is an alternative, never the default. */
  readonly evidence?: readonly Evidence[]
}

interface EntryText {
  readonly title: string
  /** The section of the service's description that leaves it open. */
  readonly section: string
  /** What the simulator does. */
  readonly behaviour: string
  readonly reason: string
  /** The name of the behaviour in force unless a scenario chooses another; the rest are in `alternatives`. */
  readonly default?: string
  readonly alternatives?: readonly Alternative[]
  /** True where it shapes every operation of an interface and no single operation declares it. */
  readonly general?: boolean
}

export interface Entry extends EntryText {
  /** The facts that support the default, each certain enough for one; none where it is the simulator's own choice. */
  readonly evidence?: readonly Evidence<Exclude<Degree, 'weak'>>[]
}

/** An entry with defaults for all fields that its author left out. */
export interface CompleteEntry extends Required<EntryText> {
  /** Observed in open clients or pages of the service, with evidence, or the simulator's own choice, without. */
  readonly provenance: 'observed' | 'assumed'
  readonly evidence: readonly Evidence[]
}

/** Entries by number: `A` and digits, given once and for all. */
export type Entries = Readonly<Record<`A${number}`, Entry>>

/** The default of an entry that names no other. */
export const DEFAULT_ALTERNATIVE = 'as-described'

/** Adds the number of an entry and the fields that its author left out. */
export function completeEntry<I extends string>(id: I, entry: Entry): CompleteEntry & { readonly id: I } {
  const { title, section, evidence = [], ...text } = entry
  const provenance = evidence.length > 0 ? 'observed' : 'assumed'
  const defaults = { alternatives: [], default: DEFAULT_ALTERNATIVE, general: false }
  return { ...defaults, title, section, provenance, ...text, evidence, id }
}

/** The degree of a behaviour, that of its least certain fact; undefined without evidence. */
export function degreeOf(evidence: readonly Evidence[] = []): Degree | undefined {
  return DEGREES.findLast((degree) => evidence.some((fact) => fact.degree === degree))
}

/** Whether a degree is less certain than `bound`; no degree at all is below every bound. */
export function isBelow(degree: Degree | undefined, bound: Degree): boolean {
  return degree === undefined || DEGREES.indexOf(degree) > DEGREES.indexOf(bound)
}

/** The provenance of an entry with its degree: `observed, likely`. */
export function provenanceText(provenance: CompleteEntry['provenance'], degree: Degree | undefined): string {
  return degree === undefined ? provenance : `${provenance}, ${degree}`
}

/** The order of the ledger: by number. */
export function compareAssumptionIds(a: string, b: string): number {
  return Number(a.slice(1)) - Number(b.slice(1))
}

/** True where a value that a scenario writes chooses this alternative. */
export function isChosenBy({ value, pattern }: Alternative, written: string): boolean {
  return pattern === undefined ? value === written : new RegExp(pattern).test(written)
}

/** All behaviours of an entry: the default first, then the alternatives. */
export function choicesOf(entry: CompleteEntry): readonly Alternative[] {
  const { behaviour, evidence, alternatives } = entry
  return [{ value: entry.default, behaviour, evidence }, ...alternatives]
}
