/** What became of each mutant, and the list of survivors that is kept between runs. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatted } from '../../scripts/formatted.ts'
import type { Mutant } from './copy.ts'
import { byCodePoint } from './plan.ts'
import { isKill, type Verdicts } from './rounds.ts'

/** `uncovered`: no test came to it that could be used. */
export type Fate = 'killed' | 'survived' | 'uncovered'

export function fateOf({ number }: Mutant, verdicts: Verdicts): Fate {
  const outcome = verdicts.get(number)?.outcome ?? 'unreached'
  if (isKill(outcome)) return 'killed'
  return outcome === 'unreached' ? 'uncovered' : 'survived'
}

const PATH = fileURLToPath(new URL('survivors.json', import.meta.url))

/** By file: `line mutator → replacement`, in the order of the file. */
type Kept = Readonly<Record<string, readonly string[]>>

/** Replacements are cut here: what was put in a place is told by less. */
const LONGEST = 60

const textOf = ({ line, mutator, replacement }: Mutant): string =>
  `${line} ${mutator} → ${replacement.length > LONGEST ? `${replacement.slice(0, LONGEST)}…` : replacement}`

/** Those that no test noticed. */
export function survivorsOf(mutants: readonly Mutant[], verdicts: Verdicts): Kept {
  const survivors = mutants.filter((mutant) => fateOf(mutant, verdicts) !== 'killed')
  const byFile = Object.groupBy(survivors, ({ file }) => file)
  return Object.fromEntries(
    Object.entries(byFile)
      .sort(([left], [right]) => byCodePoint(left, right))
      .map(([file, own = []]) => [file, own.toSorted((left, right) => left.line - right.line).map(textOf)]),
  )
}

export const readKept = (): Kept => (existsSync(PATH) ? (JSON.parse(readFileSync(PATH, 'utf8')) as Kept) : {})

export async function writeKept(survivors: Kept): Promise<void> {
  writeFileSync(PATH, await formatted('test/mutation/survivors.json', JSON.stringify(survivors)))
}

/** As `file:line mutator → replacement`. */
export function linesOf(survivors: Kept): readonly string[] {
  return Object.entries(survivors).flatMap(([file, own]) => own.map((text) => `${file}:${text}`))
}

/**
 * Survivors that were not kept: of each mutator and replacement in a file, as many as there are more of than before. Lines
 * move with every change above them, and are compared only to tell which of several it is.
 */
export function newSurvivors(found: Kept, kept: Kept): readonly string[] {
  return Object.entries(found).flatMap(([file, own]) => {
    const before = kept[file] ?? []
    const unknown = [...Map.groupBy(own, kindOf)].flatMap(([kind, texts]) => {
      const more = texts.length - before.filter((text) => kindOf(text) === kind).length
      return more > 0 ? texts.filter((text) => !before.includes(text)).slice(-more) : []
    })
    return own.filter((text) => unknown.includes(text)).map((text) => `${file}:${text}`)
  })
}

const kindOf = (text: string): string => text.replace(/^\d+ /, '')
