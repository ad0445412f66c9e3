/**
 * LIKE patterns, which the operator `~` compares with: any letter case, and `%` for any run of characters. A backslash makes
 * `%` and a backslash literal, and is itself literal before anything else.
 */
import { foldCase } from './values.ts'

export interface LikePattern {
  /** Folded text before the first wildcard; the whole text when the pattern has none. */
  readonly prefix: string
  /** The folded texts between the wildcards: every match contains all of them. */
  readonly pieces: readonly string[]
  readonly matches: (folded: string) => boolean
}

/** The literal texts between the wildcards of a pattern. */
export function splitPattern(pattern: string): readonly string[] {
  if (!pattern.includes('\\')) return pattern.split('%')
  const pieces: string[] = []
  let piece = ''
  for (let position = 0; position < pattern.length; position++) {
    const character = pattern[position] as string
    const next = pattern[position + 1]
    if (character === '%') {
      pieces.push(piece)
      piece = ''
    } else if (character === '\\' && (next === '%' || next === '\\')) {
      piece += next
      position++
    } else piece += character
  }
  return [...pieces, piece]
}

/** The pattern that matches exactly this text. */
export function patternOfText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('%', '\\%')
}

/** The pattern of a text in which every `%` is a wildcard and no character is special beside it. */
export function patternWithoutEscapes(text: string): string {
  return text.replaceAll('\\', '\\\\')
}

/** Finds the pieces between wildcards from left to right, without backtracking. */
export function compileLike(pattern: string): LikePattern {
  const pieces = splitPattern(foldCase(pattern))
  const first = pieces[0] ?? ''
  if (pieces.length === 1) return { prefix: first, pieces, matches: (folded) => folded === first }
  const last = pieces.at(-1) ?? ''
  const middle = pieces.slice(1, -1).filter((piece) => piece !== '')
  return {
    prefix: first,
    pieces,
    matches: (folded) => {
      if (folded.length < first.length + last.length) return false
      if (!folded.startsWith(first) || !folded.endsWith(last)) return false
      let from = first.length
      for (const piece of middle) {
        const found = folded.indexOf(piece, from)
        if (found < 0) return false
        from = found + piece.length
      }
      return from + last.length <= folded.length
    },
  }
}
