/** Bodies of type multipart/form-data, as browsers send forms with files. */
import { invalidRequest } from '../../model/input/errors.ts'
import type { Refusal } from '../../model/input/refusal.ts'
import { quoted } from '../../model/input/refusal.ts'
import { countText } from '../../world/count-text.ts'

/** One field of a form, or one file. */
export interface FormPart {
  readonly name: string
  /** Only for a file. */
  readonly fileName?: string
  readonly contentType?: string
  readonly bytes: Uint8Array
}

const MAXIMUM_PARTS = 100
const MAXIMUM_HEAD_BYTES = 8192
const CRLF_CRLF = encode('\r\n\r\n')

/** Reads a form in time linear in its length. Throws INVALID for a malformed one. */
export function readForm(bytes: Uint8Array, contentType: string): FormPart[] {
  const boundary = boundaryOf(contentType)
  const delimiter = encode(`\r\n--${boundary}`)
  // The first delimiter may be at the very beginning, without a line break before it.
  const first = delimiter.subarray(2)
  let position = startsWith(bytes, first, 0) ? first.length : after(bytes, delimiter, 0)
  const parts: FormPart[] = []
  while (!startsWith(bytes, DASHES, position)) {
    if (parts.length >= MAXIMUM_PARTS) throw malformed(`it has more than ${MAXIMUM_PARTS} parts`)
    const headStart = after(bytes, LINE, position)
    const headEnd = indexOf(bytes, CRLF_CRLF, headStart - LINE.length)
    if (headEnd === -1 || headEnd - headStart > MAXIMUM_HEAD_BYTES)
      throw malformed('a part has no blank line after its headers, or too many headers')
    const bodyStart = headEnd + CRLF_CRLF.length
    const bodyEnd = indexOf(bytes, delimiter, bodyStart)
    if (bodyEnd === -1) throw malformed('its last part does not end with the boundary')
    parts.push(partOf(bytes.subarray(headStart, headEnd), bytes.subarray(bodyStart, bodyEnd)))
    position = bodyEnd + delimiter.length
  }
  return parts
}

/** The one file of a form and its other fields as text, the first of each name. Throws INVALID. */
export function fileOfForm(bytes: Uint8Array, contentType: string) {
  const parts = readForm(bytes, contentType)
  const files = parts.filter(({ fileName }) => fileName !== undefined)
  const [file] = files
  if (file === undefined || files.length > 1)
    throw malformed(`it has ${countText(files.length, 'file')}: send one, as a part with a filename`)
  const fields = new Map<string, string>()
  for (const part of parts) {
    if (part !== file && !fields.has(part.name)) fields.set(part.name, new TextDecoder().decode(part.bytes))
  }
  return { file, fields }
}

const LINE = encode('\r\n')
const DASHES = encode('--')

function boundaryOf(contentType: string): string {
  const [, inQuotes, plain] =
    /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70})(?=\s*(?:;|$)))/i.exec(contentType) ?? []
  const boundary = inQuotes ?? plain
  if (boundary === undefined) throw malformed(`Content-Type ${quoted(contentType)} names no boundary`)
  return boundary
}

function partOf(head: Uint8Array, bytes: Uint8Array): FormPart {
  const headers = new TextDecoder().decode(head).split('\r\n')
  const disposition = valueOf(headers, 'content-disposition') ?? ''
  const name = parameterOf(disposition, 'name')
  if (!/^form-data(?:;|$)/i.test(disposition) || name === undefined)
    throw malformed(`a part has the Content-Disposition ${quoted(disposition)}: send form-data; name="…"`)
  const fileName = parameterOf(disposition, 'filename')
  const contentType = valueOf(headers, 'content-type')
  return {
    name,
    ...(fileName === undefined ? {} : { fileName }),
    ...(contentType === undefined ? {} : { contentType }),
    bytes,
  }
}

function valueOf(headers: readonly string[], name: string): string | undefined {
  const found = headers.find((line) => line.slice(0, name.length + 1).toLowerCase() === `${name}:`)
  return found?.slice(name.length + 1).trim()
}

/** Browsers encode quotation marks as %22, and line breaks as %0D and %0A. */
function parameterOf(disposition: string, name: string): string | undefined {
  const [, value] = new RegExp(`; *${name}="([^"]*)"`, 'i').exec(disposition) ?? []
  return value?.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}

/** The end of the wanted bytes. Throws INVALID if they are missing. */
function after(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const found = indexOf(bytes, wanted, from)
  if (found === -1) throw malformed('its parts are not separated as its boundary says')
  return found + wanted.length
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  for (
    let at = bytes.indexOf(wanted[0] as number, from);
    at !== -1;
    at = bytes.indexOf(wanted[0] as number, at + 1)
  )
    if (startsWith(bytes, wanted, at)) return at
  return -1
}

function startsWith(bytes: Uint8Array, wanted: Uint8Array, at: number): boolean {
  return at + wanted.length <= bytes.length && wanted.every((byte, index) => bytes[at + index] === byte)
}

function malformed(what: string): Refusal {
  return invalidRequest('the form cannot be read', what)
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
