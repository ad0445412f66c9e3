/** The parts of a form whose files are no text. */
import type { FormPart } from './request.ts'

/** The most parts that a snippet writes. */
const MAXIMUM_PARTS = 100

/** The parts of a body of the type `multipart/form-data`; undefined if it cannot be read. */
export function formParts(body: string, contentType: string): readonly FormPart[] | undefined {
  const [, quotedBoundary, bareBoundary] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType) ?? []
  const boundary = quotedBoundary ?? bareBoundary
  if (!/^multipart\/form-data\b/i.test(contentType) || boundary === undefined) return undefined
  const sections = `\r\n${body}`.split(`\r\n--${boundary}`, MAXIMUM_PARTS + 3)
  if (sections.at(-1)?.startsWith('--') !== true) return undefined
  const parts = sections.slice(1, -1).map(formPart)
  const read = parts.filter((part) => part !== undefined)
  return read.length === parts.length && read.length > 0 ? read : undefined
}

function formPart(section: string): FormPart | undefined {
  const blank = section.indexOf('\r\n\r\n')
  const head = section.slice(0, blank)
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? ''
  const name = parameterOf(disposition, 'name')
  if (blank === -1 || name === undefined) return undefined
  const fileName = parameterOf(disposition, 'filename')
  if (fileName === undefined) return { name, value: section.slice(blank + 4) }
  const type = /^content-type:\s*([\w!#$&^.+*/-]{1,200})/im.exec(head)?.[1] ?? 'application/octet-stream'
  return { name, file: localName(fileName), fileName, type }
}

function parameterOf(disposition: string, name: string): string | undefined {
  const [, inQuotes, bare] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(disposition) ?? []
  return inQuotes ?? bare
}

/** A name that is the same file in every shell and on every system. */
function localName(fileName: string): string {
  return /^\w[\w.-]{0,100}$/.test(fileName) ? fileName : 'file.bin'
}
