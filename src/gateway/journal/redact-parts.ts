/** Redacts credentials in bodies of several parts (multipart/form-data), line by line. */

/** Returns the replacement for a credential. */
type Replace = (secret: string) => string

const NAME = /\bname=(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi

/** True for a text that may have parts: some line of it begins with two hyphens. */
export function mayHaveParts(text: string): boolean {
  return text.startsWith('--') || text.includes('\n--')
}

/**
 * Replaces the contents of parts whose names are secret; the preamble and all other contents are passed to `other`. Every
 * line that begins with two hyphens begins a part, so that the boundary need not be known. A secret part ends only at a
 * line like the one that it began with: private keys have lines of hyphens too.
 */
export function redactParts(
  text: string,
  isSecret: (name: string) => boolean,
  replace: Replace,
  other: (content: string) => string,
): string {
  let result = ''
  let position = 0
  let delimiter = '--'
  let redacts = false
  for (;;) {
    const next = lineThatBegins(text, position, redacts ? delimiter : '--')
    const end = next === text.length ? next : Math.max(position, withoutBreak(text, next))
    const content = text.slice(position, end)
    result += redacts && content !== '' ? replace(content) : other(content)
    if (next === text.length) return result
    const head = readHead(text, next, isSecret)
    result += text.slice(end, head.end)
    delimiter = text.slice(next, withoutBreak(text, endOfLine(text, next)))
    redacts = head.namesSecret
    position = head.end
  }
}

/** Where the head of a part ends, its blank line included; a head without a blank line has no content. */
function readHead(
  text: string,
  begin: number,
  isSecret: (name: string) => boolean,
): { end: number; namesSecret: boolean } {
  let namesSecret = false
  let line = endOfLine(text, begin)
  while (line < text.length && !text.startsWith('--', line)) {
    const end = endOfLine(text, line)
    const header = text.slice(line, withoutBreak(text, end))
    if (header === '') return { end, namesSecret }
    for (const [, quoted, bare = ''] of header.matchAll(NAME)) namesSecret ||= isSecret(quoted ?? bare)
    line = end
  }
  return { end: line, namesSecret: false }
}

/** The position of the first line, from this one on, that begins with `beginning`; else the end of the text. */
function lineThatBegins(text: string, from: number, beginning: string): number {
  let line = from
  while (line < text.length && !text.startsWith(beginning, line)) line = endOfLine(text, line)
  return line
}

/** The end of a line, its line feed included. */
function endOfLine(text: string, line: number): number {
  const feed = text.indexOf('\n', line)
  return feed === -1 ? text.length : feed + 1
}

/** The position before the line break that ends at `end`. */
function withoutBreak(text: string, end: number): number {
  if (text[end - 1] !== '\n') return end
  return text[end - 2] === '\r' ? end - 2 : end - 1
}
