/** Answers that go on, over HTTP: what their writer says is handed on, and the server can end them all. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnswerStream, ExchangeAnswer } from '../../api/framework/exchange.ts'

/** Wall milliseconds between two signs of life, so that nobody on the way takes the connection for dead. */
const HEARTBEAT = 15_000
/** A comment, which readers of server-sent events skip. */
const SIGN_OF_LIFE = ':\n\n'

export interface OpenStreams {
  /** Sends the head of an answer, then what its stream writes, until either side ends it. */
  begin(request: IncomingMessage, response: ServerResponse, answer: StreamingAnswer): void
  /** Ends all that are open, and each that begins later, at once. */
  close(): void
}

type StreamingAnswer = ExchangeAnswer & { readonly stream: AnswerStream }

/** True for an answer that goes on. */
export function isStreaming(answer: ExchangeAnswer): answer is StreamingAnswer {
  return answer.stream !== undefined
}

/** The streams of one server; `heartbeat` in wall milliseconds. */
export function createOpenStreams(heartbeat: number = HEARTBEAT): OpenStreams {
  const open = new Set<ServerResponse>()
  let closed = false
  return {
    begin(request, response, { status, headers, stream }) {
      response.shouldKeepAlive = false
      response.writeHead(status, { ...headers })
      response.flushHeaders()
      // Whatever the caller still sends is of no use, but must not fill the connection.
      request.resume()
      if (closed) return void response.end()
      open.add(response)
      // Either side may have ended it a moment ago.
      const write = (text: string): void => {
        if (!response.writableEnded && !response.destroyed) response.write(text)
      }
      const timer = setInterval(() => write(SIGN_OF_LIFE), heartbeat)
      timer.unref()
      const leave = stream({
        write,
        pending: () => response.writableLength,
        end: (broken = false) => void (broken ? response.destroy() : response.end()),
      })
      response.once('close', () => {
        clearInterval(timer)
        open.delete(response)
        leave()
      })
    },
    close() {
      closed = true
      for (const response of open) response.end()
    },
  }
}
