/**
 * All mutants of a file stand in one text; which of them is active is one number, the same for all files of a thread. The
 * instrumented text reaches it as `globalThis.__mutation__`.
 */

/** No mutant has this number. */
export const NONE = -1

/** Calls of an active mutant between two looks at the processor's time. */
const LOOK = 256

export interface MutantSwitch {
  active: number
  /** Whether passing a mutated place is counted. */
  counting: boolean
  /** By number of the mutant: how often its place was passed while counting. */
  counts: Uint32Array
  /** How often the active mutant was come to. */
  hits: number
  /** Milliseconds of processor time after which an active mutant that is still come to ends its run. */
  until: number
  /** Whether the active mutant was ended so. */
  expired: boolean
  /** Called by the text where the active mutant is. */
  hit(): boolean
  /** Called by the text, where no mutant is active, with all that would be there. */
  count(...mutants: readonly number[]): void
}

declare global {
  var __mutation__: MutantSwitch | undefined
}

/** Milliseconds of processor time that this process has taken: a machine that is busy or stands still adds nothing. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The switch of this thread, made at the first call; all later ones answer the same. */
export function mutantSwitch(mutants: number): MutantSwitch {
  return (globalThis.__mutation__ ??= {
    active: NONE,
    counting: false,
    counts: new Uint32Array(mutants),
    hits: 0,
    until: Number.POSITIVE_INFINITY,
    expired: false,
    hit() {
      this.hits += 1
      if (this.hits % LOOK === 0 && processorTime() > this.until) {
        this.expired = true
        throw new Error('The mutant ran for too long.')
      }
      return true
    },
    count(...passed) {
      for (const mutant of passed) this.counts[mutant] = (this.counts[mutant] ?? 0) + 1
    },
  })
}

/** The beginning of each instrumented text; outside a run of the tool, no mutant is active. */
const PRELUDE = 'const __mutation = globalThis.__mutation__ ?? { active: -1, counting: false };'

/**
 * What the instrumenter wrote, with its calls by name made comparisons of numbers, as they stand in loops:
 * `stryMutAct_9fa48("7")` and `stryCov_9fa48("7", "8")`.
 */
export function switched(text: string): string {
  const place = text
    .replaceAll(/stryMutAct_9fa48\("(\d+)"\)/g, '(__mutation.active === $1 && __mutation.hit())')
    .replaceAll(/stryCov_9fa48\(("\d+"(?:, "\d+")*)\)/g, (_call, numbers: string) => {
      return `(__mutation.counting && __mutation.count(${numbers.replaceAll('"', '')}))`
    })
  return `${PRELUDE}\n${place}`
}

const NUMBERS = /(?<=__mutation\.active === )\d+|(?<=__mutation\.count\([\d, ]*)\d+(?=[\d, ]*\))/g

/** The numbers of mutants in a text of `switched`, in its order. */
export const numbersIn = (text: string): readonly number[] =>
  [...text.matchAll(NUMBERS)].map(([digits]) => Number(digits))

/** The same text with all numbers of mutants larger by so much. */
export const shifted = (text: string, by: number): string =>
  text.replaceAll(NUMBERS, (digits) => String(Number(digits) + by))
