/** Bytes as base64 text, as records and JSON bodies hold them. */
import { invalid } from '../input/errors.ts'

/** How many bytes become text at once; more would be too many arguments for one call. */
const CHUNK = 0x8000
const ALPHABET = /^[A-Za-z0-9+/]*={0,2}$/

export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += CHUNK)
    parts.push(String.fromCharCode(...bytes.subarray(start, start + CHUNK)))
  return btoa(parts.join(''))
}

/** Reads base64 with its padding and without white space. Throws a Refusal (INVALID) that names the field. */
export function fromBase64(text: string, field: string): Uint8Array {
  if (text.length % 4 === 0 && ALPHABET.test(text)) return Uint8Array.from(atob(text), unitOf)
  throw invalid(`body field '${field}'`, text, 'must be base64 with padding and without white space')
}

const unitOf = (character: string): number => character.charCodeAt(0)
