/** How secrets are kept: never themselves, only their hash (service §5.5). */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const ENCODER = new TextEncoder()

/** The SHA-256 of a password, a token's value or a session's cookie: 64 hexadecimal digits, lower case. */
export function hashSecret(text: string): string {
  return bytesToHex(sha256(ENCODER.encode(text)))
}
