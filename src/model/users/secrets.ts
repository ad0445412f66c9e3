/** How secrets are kept: never themselves, only their hash (service §5.5). */
import { sha256 } from '../../world/sha256.ts'

/** SHA-256 as 64 hexadecimal digits in lower case. */
export function hashSecret(text: string): string {
  return sha256(text)
}
