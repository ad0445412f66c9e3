/** Lengths of texts in characters: code points, as in JSON Schema. A character has one or two UTF-16 units. */

/** How many characters a text has; half of a surrogate pair counts as one. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Whether a text has more characters than `most`. Most texts are too short or too long to need counting. */
export function hasMoreCharacters(text: string, maximum: number): boolean {
  return text.length > maximum && (text.length > 2 * maximum || countCharacters(text) > maximum)
}
