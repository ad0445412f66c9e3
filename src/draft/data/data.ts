/** What a file with requirements says, in one form for all kinds of files. Its content is untrusted. */
import { invalidRequest, tooLarge } from '../../model/input/errors.ts'
import { quoted } from '../../model/input/refusal.ts'
import { countText } from '../../world/count-text.ts'

/** The kinds of files that a draft reads beside recordings, as messages name them. */
export type DataKind = 'needs.json' | 'CSV' | 'XLSX' | 'StrictDoc JSON' | 'ReqIF'

export interface DataRelation {
  readonly relationship: string
  /** The key that the file names. */
  readonly to: string
  /** The other requirement depends on this one. */
  readonly isReverse?: boolean
}

export interface DataRequirement {
  /** Where in its file it is: `row 3`, `need 'REQ_1'`. */
  readonly place: string
  readonly key: string
  /** Plain text. */
  readonly text: string
  /** The titles of the pages above it, from the top; empty for none. */
  readonly pages: readonly string[]
  /** As the file has them: values of any kind. */
  readonly properties: ReadonlyMap<string, unknown>
  readonly relations: readonly DataRelation[]
}

/** A part of a file that the draft cannot take over. */
export interface LeftOutPart {
  readonly place: string
  readonly reason: string
}

export interface DataFile {
  /** The project or module that the file is about. */
  readonly project?: string | undefined
  readonly requirements: readonly DataRequirement[]
  readonly leftOut: readonly LeftOutPart[]
}

/** The maximum requirements of a draft. */
export const MAXIMUM_REQUIREMENTS = 100_000
/** The maximum levels of sections in a document. */
export const MAXIMUM_LEVELS = 50

/** Collects what a reader finds. `add` throws a Refusal (TOO_LARGE) beyond the maximum number of requirements. */
export class DataCollector {
  readonly requirements: DataRequirement[] = []
  readonly leftOut: LeftOutPart[] = []

  add(requirement: DataRequirement): void {
    this.requirements.push(requirement)
    boundRequirements(this.requirements.length)
  }

  leaveOut(place: string, reason: string): void {
    this.leftOut.push({ place, reason })
  }
}

/** Throws a Refusal (TOO_LARGE). */
export function boundRequirements(count: number): void {
  if (count > MAXIMUM_REQUIREMENTS)
    throw tooLarge('the data', `more than ${countText(MAXIMUM_REQUIREMENTS, 'requirement')}`, 'that')
}

/** A text of a file without blanks around it; undefined for anything else, and for an empty one. */
export function tidyText(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

/** True for what a file writes where it has no value. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The error for a place of a file that should be something else. */
export function unexpected(place: string, expected: string) {
  return invalidRequest(place, `must be ${expected}`)
}

/** `'a', 'b' and 3 more`. */
export function namesText(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => quoted(name))
  return names.length <= 10 ? shown.join(', ') : `${shown.join(', ')} and ${names.length - 10} more`
}
