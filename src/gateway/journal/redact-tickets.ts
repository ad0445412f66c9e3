/** Signed addresses in any text: a ticket keeps what it says, and loses the signature that makes it one. */

/** Receives each credential and returns its replacement. */
type Replace = (secret: string) => string

const TICKET = /\b((?:download|upload)-\d{1,15}-\d{1,15}-\d{1,15}-)([0-9a-f]{32})(?![0-9a-z])/g

/** Replaces the signatures of tickets. */
export function redactTickets(text: string, replace: Replace): string {
  return text.replace(TICKET, (_whole, claim: string, signature: string) => claim + replace(signature))
}
