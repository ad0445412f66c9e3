/** What a parser is to the fuzzer. */

interface Common {
  readonly name: string
  /** Whether an error is one that the reader documents. */
  readonly refuses: (error: unknown) => boolean
  /** Inputs by size; each should take twice the time for twice the size, at most. */
  readonly families: Readonly<Record<string, (size: number) => string>>
  /** YAML, of which a hundred thousand lines take seconds. */
  readonly isYaml?: boolean
}

/** Reads text. */
export interface TextParser extends Common {
  readonly kind: 'text'
  readonly corpus: readonly string[]
  /** Fragments of its texts that the corpus lacks. */
  readonly words: readonly string[]
  /** Reads; throws what `refuses` knows, or an Error that says what came out wrong. */
  readonly read: (text: string) => void | Promise<void>
}

/** Reads data, which is changed field by field: nearly all changes of its text would be no JSON. */
export interface DataParser extends Common {
  readonly kind: 'data'
  readonly corpus: readonly unknown[]
  readonly read: (value: unknown) => void | Promise<void>
  /** Reads what stands in a file. */
  readonly readText: (text: string) => void | Promise<void>
}

export type FuzzedParser = TextParser | DataParser

/** For parsers that refuse by what they answer. */
export const never = (): boolean => false
export const isA =
  (kind: abstract new (...parameters: never[]) => Error) =>
  (error: unknown): boolean =>
    error instanceof kind

/** Throws where something does not hold. */
export function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

/** A family of one part, so many times. */
export const repeat =
  (before: string, part: string, after = '') =>
  (size: number) =>
    before + part.repeat(size) + after
