/** A recorder inside the process of a test, servers that it records, and clients that call it. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Finished, start } from '../cli/cli.ts'
import { type TemporaryFolder } from '../support/folder.ts'

export interface Recording {
  readonly url: string
  /** The file of the finished recording. */
  readonly file: string
  /** What is recorded so far. */
  entries(): RecordedEntry[]
  /** Ends the recording. */
  stop(): Promise<Finished>
  errors(): string
}

export interface RecordedEntry {
  readonly comment?: string
  readonly _caller?: string
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly { readonly name: string; readonly value: string }[]
    readonly bodySize: number
    readonly postData?: { readonly text: string; readonly encoding?: string; readonly mimeType: string }
  }
  readonly response: {
    readonly status: number
    readonly headers: readonly { readonly name: string; readonly value: string }[]
    readonly content: { readonly text?: string; readonly encoding?: string; readonly size: number }
    readonly bodySize: number
  }
}

let files = 0

/** Records a server until the test has finished, or it is stopped. */
export async function record(
  folder: TemporaryFolder,
  against: string,
  ...flags: string[]
): Promise<Recording> {
  const file = join(folder.path, `session-${++files}.har`)
  const command = start(['record', '--against', against, '--out', file, '--port', '0', ...flags])
  onTestFinished(async () => void (await command.stop()))
  const [, url = ''] = await command.seen(/^reqsim recording \S+ at (\S+)\n/)
  return {
    url,
    file,
    entries: () => entriesOf(`${file}.part`),
    stop: () => command.stop(),
    errors: command.errors,
  }
}

export function entriesOf(file: string): RecordedEntry[] {
  const { log } = JSON.parse(readFileSync(file, 'utf8')) as { log: { entries: RecordedEntry[] } }
  return log.entries
}

/** A server until the test has finished; `connections` counts those that it got. */
export async function upstream(listener: RequestListener): Promise<{ url: string; connections(): number }> {
  let count = 0
  const server = createServer(listener).on('connection', () => count++)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => count }
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** Sends exactly these headers, to this path. */
export function send(
  url: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Reply> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    // Node would write the headers before a text in UTF-8.
    request.on('error', reject).end(body === undefined ? undefined : Buffer.from(body))
  })
}
