/** The header `traceparent` of W3C Trace Context, by which a request belongs to a trace of its caller. */
import type { RequestHeaders } from '../../api/framework/exchange.ts'

/** Version, trace, parent and flags. A later version may go on after the flags. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/

/** The value of the header; undefined unless it is valid, and for several headers. */
export function traceparentOf({ traceparent }: RequestHeaders): string | undefined {
  if (typeof traceparent !== 'string' || traceparent.length > MAXIMUM_LENGTH) return undefined
  const [, version, rest] = TRACEPARENT.exec(traceparent) ?? []
  return version === undefined || (version === '00' && rest !== undefined) ? undefined : traceparent
}

/** Later versions have no maximum length; ours keeps the journal small. */
const MAXIMUM_LENGTH = 200
