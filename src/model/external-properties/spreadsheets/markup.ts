/** Reads the markup of a part of a workbook, in time linear in its length. */
import { unreadable } from './sheets.ts'

/** Far more than any part of a workbook needs. */
const MAXIMUM_DEPTH = 64

/** What a reader of markup wants to know. Names are without their prefix. */
export interface MarkupReader {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

/** By name without prefix; the first of a name counts. */
export type Attributes = ReadonlyMap<string, string>

/** Calls the reader for each tag and text in their order. Throws a Refusal (INVALID) for markup that is not well-formed. */
export function readMarkup(bytes: Uint8Array, reader: MarkupReader): void {
  const source = decoded(bytes)
  const open: string[] = []
  let position = 0
  while (position < source.length) {
    const start = source.indexOf('<', position)
    const end = start === -1 ? source.length : start
    if (end > position && open.length > 0) reader.text?.(unescaped(source.slice(position, end)))
    if (start === -1) break
    if (source.startsWith('<!--', start)) position = after(source, '-->', start + 4)
    else if (source.startsWith('<![CDATA[', start)) {
      position = after(source, ']]>', start + 9)
      reader.text?.(source.slice(start + 9, position - 3))
    } else if (source.startsWith('<?', start)) position = after(source, '?>', start + 2)
    else if (source.startsWith('<!', start)) throw unreadable('a part of it declares a document type')
    else if (source.startsWith('</', start)) {
      position = after(source, '>', start + 2)
      const name = source.slice(start + 2, position - 1).trim()
      if (open.pop() !== name) throw malformed()
      reader.close?.(withoutPrefix(name))
    } else {
      const tag = tagAt(source, start + 1)
      const name = withoutPrefix(tag.name)
      reader.open?.(name, tag.attributes)
      if (tag.isEmpty) reader.close?.(name)
      else if (open.push(tag.name) > MAXIMUM_DEPTH) throw unreadable('a part of it is nested too deeply')
      position = tag.end
    }
  }
  if (open.length > 0) throw malformed()
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('a part of it is no UTF-8 text')
  }
}

interface Tag {
  readonly name: string
  readonly attributes: Attributes
  readonly isEmpty: boolean
  readonly end: number
}

function tagAt(source: string, start: number): Tag {
  const nameEnd = endOfName(source, start)
  if (nameEnd === start) throw malformed()
  const attributes = new Map<string, string>()
  let position = afterBlanks(source, nameEnd)
  for (;;) {
    const character = source[position]
    const isEmpty = character === '/'
    if (isEmpty || character === '>') {
      if (isEmpty && source[position + 1] !== '>') throw malformed()
      return { name: source.slice(start, nameEnd), attributes, isEmpty, end: position + (isEmpty ? 2 : 1) }
    }
    const end = endOfName(source, position)
    const equals = afterBlanks(source, end)
    const quoteAt = afterBlanks(source, equals + 1)
    const quote = source[quoteAt]
    if (end === position || source[equals] !== '=' || (quote !== '"' && quote !== "'")) throw malformed()
    const close = after(source, quote, quoteAt + 1)
    const name = source.slice(position, end)
    // A declaration of a prefix is no attribute of the part.
    if (!name.startsWith('xmlns')) {
      const local = withoutPrefix(name)
      if (!attributes.has(local)) attributes.set(local, unescaped(source.slice(quoteAt + 1, close - 1)))
    }
    position = afterBlanks(source, close)
  }
}

const NAME_ENDS = new Set(' \t\r\n/>=<"\'')

function endOfName(source: string, start: number): number {
  let position = start
  while (position < source.length && !NAME_ENDS.has(source[position] as string)) position++
  return position
}

const BLANKS = new Set(' \t\r\n')

function afterBlanks(source: string, start: number): number {
  let position = start
  while (BLANKS.has(source[position] as string)) position++
  return position
}

function after(source: string, wanted: string, start: number): number {
  const found = source.indexOf(wanted, start)
  if (found === -1) throw malformed()
  return found + wanted.length
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

const REFERENCE = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(REFERENCE, (whole, hexadecimal?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? whole
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

function malformed() {
  return unreadable('the markup of a part of it is damaged')
}
