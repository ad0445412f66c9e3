/** Patterns of generated text: words between which `{name}` draws from a list or stands for what is being made. */
import type { Random } from '../../world/random/random.ts'

/** Names that stand for themselves in every pattern. */
export const BUILT_IN_NAMES = ['key', 'number', 'page', 'prefix'] as const

/** What the built-in names stand for. */
export type PatternValues = Readonly<Record<(typeof BUILT_IN_NAMES)[number], string | number>>

/** Makes the text of a pattern for one record; `random` gives the stream of the text and is asked at most once. */
export type PatternText = (values: PatternValues, random: () => Random) => string

const NAME_IN_BRACES = /\{([^{}]+)\}/g

/** The names that a pattern uses. */
export function namesInPattern(pattern: string): string[] {
  return [...pattern.matchAll(NAME_IN_BRACES)].map((match) => match[1] as string)
}

/** Reads a pattern once, so that making many texts of it is cheap. Every name must be built in or have a list. */
export function compilePattern(
  pattern: string,
  lists: Readonly<Record<string, readonly string[]>>,
): PatternText {
  const pieces = pattern.split(NAME_IN_BRACES).map((part, position) => {
    // Splitting by a group puts what it caught at the odd positions.
    if (position % 2 === 0) return part
    return Object.hasOwn(lists, part)
      ? (lists[part] as readonly string[])
      : { name: part as keyof PatternValues }
  })
  return (values, random) => {
    let text = ''
    let stream: Random | undefined
    for (const piece of pieces) {
      if (typeof piece === 'string') text += piece
      else if ('name' in piece) text += String(values[piece.name])
      else text += (stream ??= random()).pick(piece)
    }
    return text
  }
}
