/** Words of a shell command. */

/** All control characters but the line feed: a terminal acts upon them when they are pasted. */
const CONTROL = /[^\P{Cc}\n]/u

/** A word of bash and zsh with exactly this text, which holds no NUL. */
export function quoted(text: string): string {
  if (!CONTROL.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`
  return `$'${text.replaceAll(/[\\']/g, '\\$&').replaceAll(/\p{Cc}/gu, escaped)}'`
}

function escaped(character: string): string {
  const known = ({ '\n': '\\n', '\r': '\\r', '\t': '\\t' } as Readonly<Record<string, string>>)[character]
  return known ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
