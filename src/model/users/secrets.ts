/** How secrets are kept: never themselves, only their hash (service §5.5). */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const ENCODER = new TextEncoder()

/** SHA-256 as 64 hexadecimal digits in lower case. */
export function hashSecret(text: string): string {
  return bytesToHex(sha256(ENCODER.encode(text)))
}
