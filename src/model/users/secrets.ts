/** How secrets are kept: never themselves, only their hash (service §5.5). */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

// Every exchange presents a secret, and hashing it took a tenth of the whole exchange: the latest few are remembered.
const remembered = new Map<string, string>()
const MAXIMUM_REMEMBERED = 500
const LONGEST_REMEMBERED = 256

/** The SHA-256 of a password, a token's value or a session's cookie: 64 hexadecimal digits, lower case. */
export function hashSecret(text: string): string {
  const known = remembered.get(text)
  if (known !== undefined) return known
  const hash = bytesToHex(sha256(utf8ToBytes(text)))
  if (text.length > LONGEST_REMEMBERED) return hash
  if (remembered.size >= MAXIMUM_REMEMBERED) remembered.clear()
  remembered.set(text, hash)
  return hash
}
