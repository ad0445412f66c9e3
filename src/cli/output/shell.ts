/** Paths in commands that users copy. */
import { visible } from '../../replay/text.ts'

/** A path that a shell reads as one word. */
export function quotedForShell(file: string): string {
  const shown = visible(file)
  return /^[\w./~+-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", String.raw`'\''`)}'`
}
