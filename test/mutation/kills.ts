/**
 * What short runs found out, for a whole run: which test kills which mutant, as lines of JSON in a file that grows. Mutants
 * are told by what they replace and where, since numbers are those of one run.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import type { Again } from './changes.ts'
import type { Mutant } from './copy.ts'
import { isKill, type Verdicts } from './rounds.ts'

const kill = z.strictObject({
  file: z.string(),
  text: z.string(),
  above: z.string(),
  mutator: z.string(),
  original: z.string(),
  replacement: z.string(),
  /** The id of the test. */
  killer: z.string(),
})

export type Kill = z.infer<typeof kill>

const keyOf = ({ file, text, above, mutator, original, replacement }: Omit<Kill, 'killer'>): string =>
  JSON.stringify([file, text, above, mutator, original, replacement])

export function killsOf(mutants: readonly Mutant[], verdicts: Verdicts): readonly Kill[] {
  return mutants.flatMap(({ number, file, text, above, mutator, original, replacement }) => {
    const verdict = verdicts.get(number)
    if (!isKill(verdict?.outcome) || verdict?.killer === undefined) return []
    return [{ file, text, above, mutator, original, replacement, killer: verdict.killer }]
  })
}

/** Adds lines to the file, which is made where it is missing. */
export function addKills(path: string, kills: readonly Kill[]): void {
  appendFileSync(path, kills.map((one) => `${JSON.stringify(one)}\n`).join(''))
}

/** None where the file is missing. Throws an error that names the line which is none. */
export function readKills(path: string): readonly Kill[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, place) => {
    if (line === '') return []
    try {
      return [kill.parse(JSON.parse(line))]
    } catch (error) {
      throw new Error(`${path}:${place + 1} is no kill: write the file by --kills`, { cause: error })
    }
  })
}

/** The trials that would show each kill again, of mutants that are there: of all that look the same. */
export function trialsOf(kills: readonly Kill[], mutants: readonly Mutant[]): Again {
  const byKey = Map.groupBy(mutants, keyOf)
  const seen = new Set<string>()
  return kills.flatMap((one) =>
    (byKey.get(keyOf(one)) ?? []).flatMap(({ number }): [number, string][] => {
      const trial = `${number} ${one.killer}`
      if (seen.has(trial)) return []
      seen.add(trial)
      return [[number, one.killer]]
    }),
  )
}
