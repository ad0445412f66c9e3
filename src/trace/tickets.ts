/**
 * Signed addresses of files in a trace: a valid signature becomes a placeholder, which is signed again when the trace is opened.
 * The seed of the world, which the trace contains, makes the same signature.
 */
import { locate } from '../gateway/addresses/locate.ts'
import { REDACTED } from '../gateway/journal/secret-repeats.ts'
import { signatureOf } from '../model/files/transfers.ts'
import type { World } from '../world/world.ts'

const PLACEHOLDER = '(signature)'
const SIGNED = /\b((?:download|upload)(?:-\d{1,15}){3})-([0-9a-f]{32})(?![0-9a-z])/g
const UNSIGNED = /\b((?:download|upload)(?:-\d{1,15}){3})-\(signature\)/g

/** The URL of a request to this world, without its signatures. Those that are not of this world stay. */
export function withoutSignatures(url: string, world: World): string {
  const sign = signer(world, url)
  // What a client sent in place of a signature must not be signed when the trace is opened.
  return url
    .replaceAll(PLACEHOLDER, REDACTED)
    .replace(SIGNED, (ticket, claim: string, signature: string) =>
      signature === sign(claim) ? `${claim}-${PLACEHOLDER}` : ticket,
    )
}

/** The URL with the signatures of this world. */
export function withSignatures(url: string, world: World): string {
  if (!url.includes(PLACEHOLDER)) return url
  const sign = signer(world, url)
  return url.replace(UNSIGNED, (ticket, claim: string) => {
    const signature = sign(claim)
    return signature === undefined ? ticket : `${claim}-${signature}`
  })
}

/** Returns the signature of a claim in the region of a URL; undefined if no interface is there. */
function signer(world: World, url: string): (claim: string) => string | undefined {
  const { target } = locate(url)
  if (target?.kind !== 'service') return () => undefined
  const store = world.region(target.region)
  return (claim) => signatureOf(world, store, claim)
}
