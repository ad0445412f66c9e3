/** What becomes of an answer on its way over HTTP: waits, broken connections, bodies in pieces. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Delivery, ExchangeAnswer } from '../../api/framework/exchange.ts'
import { bytesOf, MAXIMUM_WAIT, piecesOf } from '../web/delivery.ts'
import { bodilessTo, expectProgress, headersOf, writeAnswer } from './exchange.ts'

/** Writes an answer as its delivery says; whoever leaves meanwhile is waited for no longer. */
export async function deliverAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ExchangeAnswer,
): Promise<void> {
  const { delivery } = answer
  if (delivery === undefined) return writeAnswer(request, response, answer)
  if (delivery.waits && delivery.latency !== undefined) await pauseFor(response, delivery.latency)
  if (response.destroyed) return undefined
  // Reset and not ended, so that clients report ECONNRESET.
  if (delivery.dropped === true) return void request.socket.resetAndDestroy()
  const inPieces = delivery.truncatedTo !== undefined || (delivery.waits && delivery.slow !== undefined)
  if (!inPieces || bodilessTo(request, answer)) return writeAnswer(request, response, answer)
  return writePieces(request, response, answer, delivery)
}

async function writePieces(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ExchangeAnswer,
  delivery: Delivery,
): Promise<void> {
  const bytes = bytesOf(answer)
  const { pieces, each } = piecesOf(bytes, delivery)
  // A body that is still arriving is not read: the connection ends after the answer.
  if (!request.complete) response.shouldKeepAlive = false
  response.writeHead(answer.status, [...headersOf(answer), 'content-length', String(bytes.length)])
  response.flushHeaders()
  for (const piece of pieces) {
    if (each > 0) await pauseFor(response, each)
    if (response.destroyed) return
    const taken = written(response, piece)
    expectProgress(request)
    await taken
  }
  if (delivery.truncatedTo === undefined) response.end()
  // What was written is sent before the connection ends.
  else request.socket.destroySoon()
}

/** Resolves once a piece is handed to the system, or its receiver is gone. */
function written(response: ServerResponse, piece: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve)
    response.write(piece, () => {
      response.off('close', resolve)
      resolve()
    })
  })
}

/** Resolves after so many wall milliseconds, or as soon as the client has left. */
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
