/** Mutations of texts and data that a parser takes: lists of small changes, so that what fails shrinks. */
import fc from 'fast-check'
import { HOSTILE_TEXTS, hostileValue, RawJson } from './hostile-words.ts'
import { applyChanges, type Change, changes } from './json-changes.ts'
import type { FuzzedParser } from './parsers/parser.ts'

/** One change of a text; places count from the beginning, and beyond the end begin anew. */
interface Edit {
  readonly kind: 'insert' | 'replace' | 'remove' | 'repeat' | 'splice' | 'swap'
  readonly at: number
  readonly length: number
  readonly word: string
  /** Whether places are those of words rather than of characters. */
  readonly whole: boolean
}

/** Texts that any parser may be given. */
const COMMON_WORDS: readonly string[] = HOSTILE_TEXTS.filter((text) => text.length < 100)

/** What is to be made of one input of a corpus, and perhaps of a second. */
export interface Mutation {
  readonly base: number
  readonly other: number
  readonly edits: readonly Edit[]
  readonly changes: readonly Change[]
}

export function mutationsOf(parser: FuzzedParser): fc.Arbitrary<Mutation> {
  const isText = parser.kind === 'text'
  const own = isText ? [...new Set(parser.corpus.flatMap(wordsOf)), ...parser.words] : []
  const words = isText ? [...own, ...own, ...COMMON_WORDS] : ['']
  const edit: fc.Arbitrary<Edit> = fc.record({
    kind: fc.constantFrom('insert', 'insert', 'replace', 'remove', 'repeat', 'splice', 'swap'),
    at: fc.nat({ max: 5000 }),
    length: fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 40 })),
    word: fc.constantFrom(...words),
    whole: fc.boolean(),
  })
  return fc.record({
    base: fc.nat({ max: 10_000 }),
    other: fc.nat({ max: 10_000 }),
    edits: isText ? fc.array(edit, { minLength: 1, maxLength: 6 }) : fc.constant([]),
    changes: isText
      ? fc.constant([])
      : changes(4, fc.oneof(hostileValue, fc.constantFrom(...new Set(leavesOf(parser.corpus))))),
  })
}

/** Names, blanks and signs. */
const wordsOf = (text: string): readonly string[] => text.match(/\w+|\s+|[^\w\s]/g) ?? []

/** The texts, numbers and other plain values in data, at any depth. */
function leavesOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value]
}

/** The text that a mutation makes of a corpus. */
export function mutatedText(corpus: readonly string[], { base, other, edits }: Mutation): string {
  const second = corpus[other % corpus.length] ?? ''
  return edits.reduce((text, edit) => edited(text, edit, second), corpus[base % corpus.length] ?? '')
}

function edited(text: string, { kind, at, length, word, whole }: Edit, second: string): string {
  const parts = whole ? wordsOf(text) : [...text]
  const begin = at % (parts.length + 1)
  const before = parts.slice(0, begin).join('')
  const chosen = parts.slice(begin, begin + length).join('')
  const after = parts.slice(begin + length).join('')
  switch (kind) {
    case 'insert':
      return before + word + chosen + after
    case 'replace':
      return before + word + after
    case 'remove':
      return before + after
    case 'repeat':
      return before + chosen.repeat(1 + (at % 9)) + after
    case 'splice':
      return before + second.slice(at % (second.length + 1)).slice(0, 10 * length) + chosen + after
    case 'swap':
      return before + after.slice(0, length) + chosen + after.slice(length)
  }
}

/** The data that a mutation makes of a corpus. */
export function mutatedData(corpus: readonly unknown[], { base, changes: list }: Mutation): unknown {
  return plain(applyChanges(corpus[base % corpus.length], list))
}

/** Numbers that JSON can write and JavaScript cannot hold are what JSON.parse makes of them. */
function plain(value: unknown): unknown {
  if (value instanceof RawJson) return JSON.parse(value.text)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]))
}

/** What is wrong with how a parser reads what a mutation makes; undefined where it reads or refuses as it should. */
export async function problemWith(parser: FuzzedParser, mutation: Mutation): Promise<string | undefined> {
  if (parser.kind === 'text') return problemWithText(parser, mutatedText(parser.corpus, mutation))
  const value = mutatedData(parser.corpus, mutation)
  return problemOf(
    parser,
    () => parser.read(value),
    () => JSON.stringify(value),
  )
}

/** What is wrong with how a text is read. */
export async function problemWithText(parser: FuzzedParser, text: string): Promise<string | undefined> {
  const read = () => (parser.kind === 'text' ? parser.read(text) : parser.readText(text))
  return problemOf(parser, read, () => JSON.stringify(text))
}

async function problemOf(
  parser: FuzzedParser,
  read: () => void | Promise<void>,
  shown: () => string,
): Promise<string | undefined> {
  try {
    await read()
  } catch (error) {
    if (!parser.refuses(error)) {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
      return `${parser.name}: ${words.slice(0, 1500)}\nreading ${shown().slice(0, 3000)}`
    }
    const { message } = error as Error
    // Every problem is listed, at most 200 of them, each with what is cut of it.
    if (message.length > 200_000) return `${parser.name}: a refusal of ${message.length} characters`
  }
  return undefined
}
