/** A copy of the project in which every mutant of the chosen files stands, switched off. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { switched } from './switch.ts'

/** What is mutated: folders and files below `src`. */
export const MUTATED = ['src/model', 'src/gateway']
/** Texts are mostly words of messages, which tests need not spell out. */
const EXCLUDED = ['StringLiteral']

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

export interface Mutant {
  /** The place in the list of mutants. */
  readonly number: number
  /** From the project's folder on. */
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  /** What stands in the line, trimmed. */
  readonly text: string
  /** What stands in the line above, trimmed. */
  readonly above: string
  readonly mutator: string
  /** What is replaced, and by what; runs of white space are one space. */
  readonly original: string
  readonly replacement: string
}

/** Source in which all mutants stand, and these. */
export interface Instrumented {
  /** By file, from the project's folder on. */
  readonly texts: ReadonlyMap<string, string>
  readonly mutants: readonly Mutant[]
}

/** Copies what git tracks and what is new there; answers the mutants of the files below `places`, by number. */
export async function makeCopy(folder: string, places: readonly string[]): Promise<readonly Mutant[]> {
  const files = trackedFiles()
  for (const file of files) copyOne(folder, file)
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
  const { texts, mutants } = await instrumented(folder, chosenOf(files, places))
  for (const [file, text] of texts) writeFileSync(join(folder, file), text)
  return mutants
}

/** Copies a file of the project, as it is. */
export function copyOne(folder: string, file: string): void {
  mkdirSync(join(folder, dirname(file)), { recursive: true })
  copyFileSync(join(PROJECT, file), join(folder, file))
}

/** Those of the files that are mutated, below some places. */
export const chosenOf = (files: readonly string[], places: readonly string[]): readonly string[] =>
  files.filter((file) => file.endsWith('.ts') && isBelow(file, MUTATED) && isBelow(file, places))

/** Whether a file is one of these places, or in a folder of them. */
export function isBelow(file: string, places: readonly string[]): boolean {
  return places.some((place) => file === place || file.startsWith(`${place}/`))
}

/** What git tracks and what is new there; what is deleted but not committed yet is left out. */
export function trackedFiles(): string[] {
  const list = (...flags: string[]): string[] =>
    execFileSync('git', ['ls-files', '-z', ...flags], { cwd: PROJECT, encoding: 'utf8', maxBuffer: 2 ** 26 })
      .split('\0')
      .filter((file) => file !== '')
  const deleted = new Set(list('--deleted'))
  return list('--cached', '--others', '--exclude-standard').filter((file) => !deleted.has(file))
}

/** The files of a folder with all mutants, which are numbered from 0 on. */
export async function instrumented(folder: string, files: readonly string[]): Promise<Instrumented> {
  const { Instrumenter } = await import('@stryker-mutator/instrumenter')
  const quiet = (): void => {}
  const tell = (message: string): void => console.error(message)
  const log = {
    isDebugEnabled: () => false,
    trace: quiet,
    debug: quiet,
    info: quiet,
    warn: tell,
    error: tell,
    fatal: tell,
  }
  const sources = files.map((name) => ({
    name,
    mutate: true,
    content: readFileSync(join(folder, name), 'utf8'),
  }))
  const options = { plugins: null, excludedMutations: EXCLUDED, ignorers: [], noHeader: true } as const
  const result = await new Instrumenter(log).instrument(sources, options)
  const linesOf = new Map(sources.map(({ name, content }) => [name, content.split('\n')]))
  const texts = new Map(result.files.map(({ name, content }) => [name, switched(content)]))
  const mutants = result.mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName, location, mutatorName, replacement = '' }) => {
      const lines = linesOf.get(fileName) ?? []
      return {
        number: Number(id),
        file: fileName,
        line: location.start.line + 1,
        text: lines[location.start.line]?.trim() ?? '',
        above: lines[location.start.line - 1]?.trim() ?? '',
        mutator: mutatorName,
        original: oneLine(textBetween(lines, location)),
        replacement: oneLine(replacement),
      }
    })
  return { texts, mutants }
}

interface Place {
  /** Counted from 0. */
  readonly line: number
  readonly column: number
}

function textBetween(lines: readonly string[], { start, end }: { start: Place; end: Place }): string {
  const chosen = lines.slice(start.line, end.line + 1)
  // From the end, which is counted from the beginning of its line as well.
  chosen.push(chosen.pop()?.slice(0, end.column) ?? '')
  chosen[0] = chosen[0]?.slice(start.column) ?? ''
  return chosen.join('\n')
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
