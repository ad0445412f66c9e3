/** The shape of an entry of the assumption ledger. */

/** How well an observed fact is supported, the best first. */
export const DEGREES = ['stated', 'likely', 'weak'] as const
export type Degree = (typeof DEGREES)[number]

/** A fact about requests or responses that open clients or their tests show and the service's description does not. */
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

interface AlternativeText {
  /** A regular expression of the values, if the alternative has a family of them. */
  readonly pattern?: string
  readonly behaviour: string
  /** Facts that suggest this behaviour. Weak facts support alternatives only, never a default. */
  readonly evidence?: readonly Evidence[]
}

export interface Alternative extends AlternativeText {
  /** The value that a scenario writes to select it. With `pattern`, the form of such values. */
  readonly value: string
}

interface EntryText {
  readonly title: string
  /** The section of the service's description that leaves the question open. */
  readonly section: string
  /** What the simulator does by default. */
  readonly behaviour: string
  readonly reason: string
  /** The name of the default behaviour. */
  readonly default?: string
  /** True if the entry shapes every operation of an interface, so that no operation declares it. */
  readonly general?: boolean
}

export interface Entry extends EntryText {
  /** By the value that selects it: its behaviour, with a pattern or evidence if it has them. */
  readonly alternatives?: Readonly<Record<string, string | AlternativeText>>
  /** The facts that support the default; without any, it is the simulator's own choice. */
  readonly evidence?: readonly Evidence<Exclude<Degree, 'weak'>>[]
}

/** An entry with all fields. */
export interface CompleteEntry extends Required<EntryText> {
  readonly alternatives: readonly Alternative[]
  /** Observed in open clients or pages of the service, with evidence; or assumed by the simulator, without. */
  readonly provenance: 'observed' | 'assumed'
  readonly evidence: readonly Evidence[]
}

/** Entries by number: `A` and digits. A number is never used again. */
export type Entries = Readonly<Record<`A${number}`, Entry>>

/** The name of the default behaviour of an entry without alternatives. */
export const DEFAULT_ALTERNATIVE = 'as-described'

/** Adds the number of an entry and the fields that its declaration omits. */
export function completeEntry<I extends string>(id: I, entry: Entry): CompleteEntry & { readonly id: I } {
  const { title, section, evidence = [], alternatives = {}, ...text } = entry
  return {
    alternatives: Object.entries(alternatives).map(([value, text]) =>
      typeof text === 'string' ? { value, behaviour: text } : { value, ...text },
    ),
    default: DEFAULT_ALTERNATIVE,
    general: false,
    title,
    section,
    provenance: evidence.length > 0 ? 'observed' : 'assumed',
    ...text,
    evidence,
    id,
  }
}

/** The degree of a behaviour: that of its least certain fact, undefined without evidence. */
export function degreeOf(evidence: readonly Evidence[] = []): Degree | undefined {
  return DEGREES.findLast((degree) => evidence.some((fact) => fact.degree === degree))
}

/** Whether a degree is less certain than `bound`. An absent degree is below every bound. */
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

/** Whether `selected`, the value that a scenario writes, selects this alternative. */
export function isSelectedBy({ value, pattern }: Alternative, selected: string): boolean {
  return pattern === undefined ? value === selected : new RegExp(pattern).test(selected)
}

/** All behaviours of an entry: the default first, then the alternatives. */
export function choicesOf(entry: CompleteEntry): readonly Alternative[] {
  const { behaviour, evidence, alternatives } = entry
  return [{ value: entry.default, behaviour, evidence }, ...alternatives]
}
