/** SHA-256 of a text or of bytes. */
import { sha256 as hashOf } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** 64 hexadecimal digits in lower case; a text is hashed as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return bytesToHex(hashOf(typeof content === 'string' ? utf8ToBytes(content) : content))
}

/** The bytes of a hash as base64. */
export function base64Of(hash: string): string {
  return btoa(hash.replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))))
}
