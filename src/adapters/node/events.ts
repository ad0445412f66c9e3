/** Streaming responses over HTTP. The server can end all of them. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ResponseStream, ExchangeResponse } from '../../api/framework/exchange.ts'

/** Wall-clock milliseconds between heartbeats, so that no proxy closes the connection as idle. */
const HEARTBEAT = 15_000
/** A comment, which readers of server-sent events skip. */
const SIGN_OF_LIFE = ':\n\n'

export interface OpenStreams {
  /** Sends the head of a response, then what its stream writes, until either side ends it. */
  begin(request: IncomingMessage, response: ServerResponse, result: StreamingResponse): void
  /** Ends all open streams, and each later one at once. */
  close(): void
}

type StreamingResponse = ExchangeResponse & { readonly stream: ResponseStream }

/** True for a streaming response. */
export function isStreaming(result: ExchangeResponse): result is StreamingResponse {
  return result.stream !== undefined
}

/** The streams of one server. `heartbeat` is in wall-clock milliseconds. */
export function createOpenStreams(heartbeat: number = HEARTBEAT): OpenStreams {
  const open = new Set<ServerResponse>()
  let closed = false
  return {
    begin(request, response, { status, headers, stream }) {
      response.shouldKeepAlive = false
      response.writeHead(status, { ...headers })
      response.flushHeaders()
      // The rest of the request is discarded, so that it does not fill the connection.
      request.resume()
      if (closed) return void response.end()
      open.add(response)
      // Either side may have just ended it.
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
