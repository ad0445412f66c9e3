/**
 * Which problems may only follow from others: parts of a scenario that are not sound are set aside, and what refers to
 * them, or could, is not told to be wrong before they are mended.
 */
import { valueAt } from '../../model/input/value-at.ts'
import type { Report } from './reference-check.ts'
import { addTexts, type LostTexts, noLostTexts } from './sound-parts.ts'

/** Fields for which only missing references are reported. */
const PLAIN_REFERENCES: ReadonlySet<string> = new Set([
  'administrators',
  'application',
  'as',
  'createdBy',
  'freeze',
  'grants',
  'organization',
  'organizations',
  'outage',
  'page',
  'parent',
  'service',
  'site',
  'space',
  'tracker',
  'user',
  'wiki',
  'workspace',
])

/** Fields that are right or wrong by themselves. */
const INDEPENDENT: ReadonlySet<string> = new Set(['createdAt', 'executedAt', 'expires', 'frozenAt'])

/** What is in doubt; nothing at first. */
export class ConsequentProblems {
  readonly #lost: LostTexts = noLostTexts()
  /** True once a whole file is missing: it could have held any record. */
  #isAnything = false
  /** The files with unsound records. */
  readonly #files = new Set<string>()

  addFile(): void {
    this.#isAnything = true
  }

  /** Puts what refers to the unsound parts of a file in doubt. */
  addLost(file: string, { records, prefixes, steps }: LostTexts): void {
    if (records.size > 0) this.#files.add(file)
    for (const text of records) this.#lost.records.add(text)
    for (const text of prefixes) this.#lost.prefixes.add(text)
    for (const text of steps) this.#lost.steps.add(text)
  }

  /** Puts what refers to a record that is set aside in doubt. */
  addRecord(fields: object): void {
    addTexts(fields, this.#lost.records)
  }

  /** Whether a step that is set aside may have saved a value under this name, or have had it. */
  isOfStep(name: string): boolean {
    return this.#lost.steps.has(name)
  }

  /** Whether a value names something that may have been set aside. */
  isAbout(value: unknown): boolean {
    if (this.#isAnything) return true
    const { records, prefixes } = this.#lost
    const texts = new Set<string>()
    addTexts(value, texts)
    for (const text of texts) {
      if (records.has(text)) return true
      for (const prefix of prefixes) if (prefix !== '' && text.startsWith(prefix)) return true
    }
    return false
  }

  /** Whether entries set aside in other files may have more fields of a record. */
  isPart(file: string, fields: object): boolean {
    if (this.#isAnything) return true
    return [...this.#files].some((other) => other !== file) && this.isAbout(fields)
  }

  /** Reports the errors of a record that do not depend on what was set aside. */
  ofRecord(fields: unknown, report: Report): Report {
    return (path, message, nearest) => {
      const names = path.map(String)
      const isCertain =
        names.some((name) => INDEPENDENT.has(name)) ||
        (names.some((name) => PLAIN_REFERENCES.has(name)) && !this.isAbout(valueAt(fields, path)))
      if (isCertain || !this.#isAny()) report(path, message, nearest)
    }
  }

  /** Passes on what is wrong with steps or faults whatever was set aside: of records they only know the names. */
  ofSteps(steps: unknown, report: Report): Report {
    return (path, message, nearest) => {
      const isReference = PLAIN_REFERENCES.has(String(path.at(-1)))
      if (!isReference || !this.isAbout(valueAt(steps, path))) report(path, message, nearest)
    }
  }

  #isAny(): boolean {
    return this.#isAnything || this.#lost.records.size + this.#lost.prefixes.size > 0
  }
}
