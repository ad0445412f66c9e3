/** What became of each mutant, and the list of survivors that is kept between runs. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatted } from '../../scripts/formatted.ts'
import { isBelow, type Mutant, PROJECT } from './copy.ts'
import { explainedOf, type Explanation, longNameOf, nameOf } from './explained.ts'
import { byCodePoint } from './plan.ts'
import { isKill, type Verdicts } from './rounds.ts'

/** `uncovered`: no test came to it that could be used. */
export type Fate = 'killed' | 'survived' | 'uncovered'

export function fateOf({ number }: Mutant, verdicts: Verdicts): Fate {
  const outcome = verdicts.get(number)?.outcome ?? 'unreached'
  if (isKill(outcome)) return 'killed'
  return outcome === 'unreached' ? 'uncovered' : 'survived'
}

/** Whether a mutant is told as explained: it is not killed, and an explanation is about it. */
const isExplained = (mutant: Mutant, { verdicts, explained }: Found): boolean =>
  explained.has(mutant.number) && fateOf(mutant, verdicts) !== 'killed'

interface Found {
  readonly mutants: readonly Mutant[]
  readonly verdicts: Verdicts
  /** By number of the mutant. */
  readonly explained: ReadonlyMap<number, Explanation>
}

/**
 * What is printed of a run of a few files: survivors by line, with its text, then those that no test came to. Names are those
 * that an explanation uses. Explained ones are left out, or told with their reason.
 */
export function told(
  { mutants, verdicts }: { readonly mutants: readonly Mutant[]; readonly verdicts: Verdicts },
  explanations: readonly Explanation[],
  withExplained: boolean,
): readonly string[] {
  const found = { mutants, verdicts, explained: explainedOf(mutants, explanations) }
  const chosen = (fate: Fate): readonly Mutant[] =>
    mutants.filter(
      (mutant) => fateOf(mutant, verdicts) === fate && (withExplained || !isExplained(mutant, found)),
    )
  const sections = [
    ['Survived', chosen('survived')],
    ['Reached by none of these tests', chosen('uncovered')],
  ] as const
  return sections.flatMap(([title, own]) =>
    own.length === 0 ? [] : ['', `${title}: ${own.length}`, ...linesByPlace(own, found)],
  )
}

function linesByPlace(own: readonly Mutant[], { mutants, explained }: Found): readonly string[] {
  const placeOf = ({ file, line }: Mutant): string => `${file}:${line}`
  const all = Map.groupBy(mutants, (mutant) => `${placeOf(mutant)} ${nameOf(mutant)}`)
  const sorted = own.toSorted(
    (left, right) =>
      byCodePoint(left.file, right.file) || left.line - right.line || left.number - right.number,
  )
  return [...Map.groupBy(sorted, placeOf)].flatMap(([place, here]) => [
    `${place}  ${here[0]?.text ?? ''}`,
    ...here.map((mutant) => {
      const isOnly = all.get(`${place} ${nameOf(mutant)}`)?.length === 1
      const why = explained.get(mutant.number)
      return `    ${isOnly ? nameOf(mutant) : longNameOf(mutant)}${why === undefined ? '' : `  (${why.why}: ${why.note})`}`
    }),
  ])
}

const PATH = fileURLToPath(new URL('survivors.json', import.meta.url))

/** By file: `line mutator → replacement`, in the order of the file. */
type Kept = Readonly<Record<string, readonly string[]>>

const textOf = (mutant: Mutant): string => `${mutant.line} ${nameOf(mutant)}`

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

/**
 * The survivors that were kept, below some places, as `file:line mutator → replacement`; explained ones are left out, or told
 * with their reason. Lines have the text that they had when survivors were last kept.
 */
export function keptWithText(
  explanations: readonly Explanation[],
  places: readonly string[],
  withExplained: boolean,
): readonly string[] {
  return keptBelow(explanations, places).flatMap(({ file, text, why }) => {
    if (why === undefined) return [`${file}:${text}`]
    return withExplained ? [`${file}:${text}  (${why.why}: ${why.note})`] : []
  })
}

interface KeptSurvivor {
  readonly file: string
  /** `line mutator → replacement` */
  readonly text: string
  /** What stood in the line when it was kept, trimmed. */
  readonly source: string
  readonly why: Explanation | undefined
}

function keptBelow(explanations: readonly Explanation[], places: readonly string[]): readonly KeptSurvivor[] {
  const kept = Object.entries(readKept()).filter(([file]) => isBelow(file, places))
  const textOf = sourcesOfKept()
  return kept.flatMap(([file, own]) => {
    const whole = textOf(file)
    const lines = whole.split('\n')
    const reasons = reasonsFor(
      own,
      whole,
      explanations.filter((one) => one.file === file),
    )
    return own.map((text, place): KeptSurvivor => {
      return { file, text, source: (lines[Number.parseInt(text) - 1] ?? '').trim(), why: reasons[place] }
    })
  })
}

/**
 * Whether a mutant is among the survivors that were kept and are not explained, or is called the same as one of them that
 * stood in a line of the same text.
 */
export function keptAndLeft(
  explanations: readonly Explanation[],
  places: readonly string[],
): (mutant: Mutant) => boolean {
  const left = keptBelow(explanations, places).filter(({ why }) => why === undefined)
  const names = new Set(left.map(({ file, text, source }) => `${file} ${source} ${kindOf(text)}`))
  return (mutant) => names.has(`${mutant.file} ${mutant.text} ${nameOf(mutant)}`)
}

/**
 * For each kept survivor of a file: its explanation. What is kept does not tell which of several of a line and a name it is:
 * an explanation of one of them stands for one.
 */
export function reasonsFor(
  own: readonly string[],
  text: string,
  explanations: readonly Explanation[],
): readonly (Explanation | undefined)[] {
  const lines = text.split('\n').map((line) => line.trim())
  const used = new Set<string>()
  return own.map((kept) => {
    const [, digits = '', name = ''] = /^(\d+) (.*)$/.exec(kept) ?? []
    const line = Number(digits)
    return explanations.find((one, place) => {
      if (one.line !== lines[line - 1] || (one.after !== undefined && one.after !== lines[line - 2]))
        return false
      if (one.mutants === 'all' || one.mutants.includes(name)) return true
      const long = one.mutants.find(
        (mutant) => shortened(mutant) === name && !used.has(`${place} ${line} ${mutant}`),
      )
      if (long !== undefined) used.add(`${place} ${line} ${long}`)
      return long !== undefined
    })
  })
}

/** `mutator → replacement` of `mutator: original → replacement`. */
const shortened = (name: string): string =>
  name.replace(/^(\w+): .*( → )/, (_all, mutator: string, arrow: string) => `${mutator}${arrow}`)

/** What files held when survivors were last kept; as they are, where git cannot tell. */
function sourcesOfKept(): (file: string) => string {
  const git = (...rest: string[]): string =>
    execFileSync('git', rest, { cwd: PROJECT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  const list = 'test/mutation/survivors.json'
  const commit =
    git('status', '--porcelain', '--', list) === '' ? git('log', '-1', '--format=%H', '--', list) : ''
  return (file) => {
    if (commit !== '')
      try {
        return git('show', `${commit}:${file}`)
      } catch {
        // Not there yet at that commit: it is read as it is.
      }
    return readFileSync(join(PROJECT, file), 'utf8')
  }
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
