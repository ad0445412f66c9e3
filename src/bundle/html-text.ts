/** Texts inside one HTML page that needs no server and may not connect to any. */
import { createHash } from 'node:crypto'

/** Allows these scripts, styles and embedded pictures, and no connection at all. Frames with authors' HTML inherit it. */
export function policyOf(scripts: readonly string[]): string {
  const hashes = scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/**
 * A program that no text in it can end: `<` stays the same in strings, templates and regular expressions. A parser of HTML
 * changes line ends, so they are changed before the hash is computed.
 */
export function scriptText(program: string): string {
  return program.replaceAll(/\r\n?/g, '\n').replaceAll(/<(?=\/script|!--)/gi, '\\x3C')
}

export function styleText(style: string): string {
  return style.replaceAll(/<(?=\/style)/gi, '\\3C ')
}

export function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003C')
}

/** Text that is only read by people. */
export function dataText(text: string): string {
  return text.replaceAll(/<(?=\/script|!--)/gi, '&lt;')
}

export function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
