/** Credentials in JSON text, which may be broken. */

/** Receives each credential and returns its replacement. */
type Replace = (secret: string) => string

/** Goes through JSON text once, string by string, so that broken text is no exception and other values keep every digit. */
export function redactJson(text: string, isSecret: (name: string) => boolean, replace: Replace): string {
  const parts: string[] = []
  let copied = 0
  let position = text.indexOf('"')
  while (position !== -1) {
    const end = endOfString(text, position)
    const colon = skipSpace(text, end)
    if (text[colon] !== ':') {
      position = text.indexOf('"', end)
      continue
    }
    const value = skipSpace(text, colon + 1)
    if (isSecret(nameOf(text.slice(position, end))) && value < text.length) {
      const valueEnd = endOfValue(text, value, replace)
      parts.push(text.slice(copied, value), `"${replace('')}"`)
      copied = valueEnd
      position = text.indexOf('"', valueEnd)
    } else position = text.indexOf('"', value)
  }
  return copied === 0 ? text : parts.join('') + text.slice(copied)
}

/** Where a string that begins with a quotation mark ends, the closing one included. */
function endOfString(text: string, begin: number): number {
  for (let index = begin + 1; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === 92) index++
    else if (unit === 34) return index + 1
  }
  return text.length
}

function endOfWord(text: string, begin: number): number {
  let end = begin
  while (end < text.length && !' \t\r\n,}]'.includes(text.charAt(end))) end++
  return end
}

function skipSpace(text: string, begin: number): number {
  let index = begin
  while (index < text.length && text.charCodeAt(index) <= 32) index++
  return index
}

/** Where a value ends; the texts in it are noted as secrets. Of a list or object that is not closed, at the end. */
function endOfValue(text: string, begin: number, replace: Replace): number {
  let depth = 0
  let position = begin
  do {
    const first = text.charAt(position)
    let end = position + 1
    if (first === '"') end = endOfString(text, position)
    else if (first === '{' || first === '[') depth++
    else if (first === '}' || first === ']') depth--
    else if (depth === 0) end = endOfWord(text, position)
    const isName = first === '"' && depth > 0 && text[skipSpace(text, end)] === ':'
    if (!isName && (first === '"' || depth === 0)) noteSecret(text.slice(position, end), replace)
    position = end
  } while (depth > 0 && position < text.length)
  return position
}

function noteSecret(written: string, replace: Replace): void {
  replace(nameOf(written))
  replace(written.replaceAll('"', ''))
}

/** A name or text with its escapes resolved, as far as they are valid. */
function nameOf(written: string): string {
  const isClosed = written.length > 1 && written.endsWith('"')
  const text = written.startsWith('"') ? written.slice(1, isClosed ? -1 : undefined) : written
  return text.includes('\\') ? text.replace(ESCAPE, unescaped) : text
}

const ESCAPE = /\\(?:u([\da-f]{4})|([^]))/gi
const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

function unescaped(_whole: string, code: string | undefined, character = ''): string {
  return code === undefined
    ? (SHORT_ESCAPES[character] ?? character)
    : String.fromCharCode(Number.parseInt(code, 16))
}
