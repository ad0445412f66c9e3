/** Reads Node's HTTP requests for the core: headers by name, the body in one piece. */
import type { IncomingMessage } from 'node:http'
import { type RequestHeaders, separatorOf } from '../../api/framework/exchange.ts'
import type { OpenShare, Share } from './memory.ts'

/** Headers by lower-case name. Repeated values are joined, as in the platform's Headers. */
export function readHeaders(raw: readonly string[]): RequestHeaders {
  const headers: Record<string, string> = {}
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase()
    const value = raw[index + 1] as string
    const earlier = Object.hasOwn(headers, name) ? headers[name] : undefined
    setOwn(headers, name, earlier === undefined ? value : earlier + separatorOf(name) + value)
  }
  return headers
}

/** Sets an own property, whatever its name. */
function setOwn(headers: Record<string, string>, name: string, value: string): void {
  if (name !== '__proto__') headers[name] = value
  else Object.defineProperty(headers, name, { value, enumerable: true, configurable: true, writable: true })
}

/** True for a request that announces a body. */
export function hasBody(headers: RequestHeaders): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** Receives a body: complete, cut off one byte beyond its limit, or refused because all bodies together are too large. */
export interface BodyReceiver {
  /** The maximum number of bytes. */
  readonly limit: number
  /** Opens a share of the memory of all bodies; absent if the body does not count. */
  readonly open?: OpenShare | undefined
  onBody(body: Uint8Array | undefined): unknown
  onRefused(): void
}

/**
 * Reads the body of a request and passes it on, or undefined if there is none, in the order of the requests on a connection. Of
 * a body over the limit it keeps one byte more than the limit, enough for the core to refuse it, and passes it on while the
 * rest still arrives. Chunks are copied into one buffer, because a list of one-byte chunks would take hundreds of times their
 * size. If the client disconnects midway, nothing is passed on.
 */
export function readBody(request: IncomingMessage, receiver: BodyReceiver): void {
  const maximum = receiver.limit + 1
  let body = Buffer.alloc(0)
  let length = 0
  let ended = false
  /** Ends the reading and returns the body without a reference to it, because an open connection keeps its latest request. */
  const end = (): Buffer => {
    const read = body.subarray(0, length)
    ended = true
    body = Buffer.alloc(0)
    return read
  }
  let share: Share | undefined
  const refuse = (): void => {
    end()
    share?.release()
    receiver.onRefused()
  }
  const complete = async (): Promise<void> => {
    const read = end()
    share?.keep()
    try {
      await receiver.onBody(read.length === 0 ? undefined : read)
    } finally {
      share?.release()
    }
  }
  request.on('data', (part: Buffer) => {
    if (ended) return
    const wanted = Math.min(length + part.length, maximum)
    if (wanted > body.length) {
      const room = Math.min(Math.max(wanted, 2 * body.length), maximum)
      share ??= receiver.open?.(refuse)
      share?.take(room)
      if (ended) return
      // Not from a pool, which a small body that is kept would hold.
      const larger = Buffer.allocUnsafeSlow(room)
      body.copy(larger, 0, 0, length)
      body = larger
    }
    part.copy(body, length, 0, wanted - length)
    length = wanted
    if (length === maximum) void complete()
  })
  request.on('end', () => {
    if (!ended) void complete()
  })
  request.on('close', () => {
    if (ended) return
    end()
    share?.release()
  })
}
