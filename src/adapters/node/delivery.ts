/** Delivers a response over HTTP with the effects of faults: delays, broken connections, bodies in pieces. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Delivery, ExchangeResponse } from '../../api/framework/exchange.ts'
import type { Connections } from './connections.ts'
import { bytesOf, MAXIMUM_WAIT, piecesOf } from '../../platform/delivery.ts'
import { bodilessTo, expectProgress, headersOf, writeResponse } from './exchange.ts'

/**
 * Writes a response with its delivery. Stops waiting if the client disconnects. `hasNoBody` is true for a request that announced
 * no body, whose end Node may report only after this.
 */
export async function deliverResponse(
  request: IncomingMessage,
  response: ServerResponse,
  result: ExchangeResponse,
  { connections, hasNoBody }: { readonly connections: Connections; readonly hasNoBody: boolean },
): Promise<void> {
  const { delivery } = result
  const isComplete = () => hasNoBody || request.complete
  if (delivery === undefined) return writeResponse(request, response, result, isComplete())
  if (delivery.waits && delivery.latency !== undefined) await pauseFor(response, delivery.latency)
  if (response.destroyed) return undefined
  if (delivery.dropped === true) return reset(request, connections)
  const inPieces = delivery.truncatedTo !== undefined || (delivery.waits && delivery.slow !== undefined)
  // The rest of an arriving body is not read; the connection closes after the response.
  if (!isComplete()) response.shouldKeepAlive = false
  if (!inPieces || bodilessTo(request, result)) return writeResponse(request, response, result, isComplete())
  return writePieces(request, response, result, delivery)
}

/** Resets the connection instead of ending it, so that clients report ECONNRESET. Only TCP has a reset. */
function reset({ socket }: IncomingMessage, connections: Connections): void {
  const tcp = 'encrypted' in socket ? connections.below(socket) : socket
  if (tcp === undefined) socket.destroy()
  else tcp.resetAndDestroy()
}

async function writePieces(
  request: IncomingMessage,
  response: ServerResponse,
  result: ExchangeResponse,
  delivery: Delivery,
): Promise<void> {
  const bytes = bytesOf(result)
  const { pieces, each } = piecesOf(bytes, delivery)
  response.writeHead(result.status, [...headersOf(result), 'content-length', String(bytes.length)])
  response.flushHeaders()
  for (const piece of pieces) {
    if (each > 0) await pauseFor(response, each)
    if (response.destroyed) return
    const taken = written(response, piece)
    expectProgress(request)
    await taken
  }
  if (delivery.truncatedTo === undefined) response.end()
  // Written data is sent before the connection closes.
  else request.socket.destroySoon()
}

/** Resolves once a piece is passed to the operating system, or the client disconnected. */
function written(response: ServerResponse, piece: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve)
    response.write(piece, () => {
      response.off('close', resolve)
      resolve()
    })
  })
}

/** Resolves after the given wall-clock milliseconds, or when the client disconnects. */
function pauseFor(response: ServerResponse, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      response.off('close', done)
      resolve()
    }
    const timer = setTimeout(done, Math.min(milliseconds, MAXIMUM_WAIT))
    response.once('close', done)
  })
}
