/** LIKE patterns, which the operator `~` compares with: any letter case, and `%` for any run of characters; nothing else is special. */
import { foldCase } from './values.ts'

export interface LikePattern {
  /** Folded text before the first `%`; the whole pattern when it has none. */
  readonly prefix: string
  /** The folded texts between the wildcards: every match contains all of them. */
  readonly pieces: readonly string[]
  readonly matches: (folded: string) => boolean
}

/** Finds the pieces between wildcards from left to right, without backtracking. */
export function compileLike(pattern: string): LikePattern {
  const pieces = foldCase(pattern).split('%')
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
