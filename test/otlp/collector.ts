/** A small OTLP receiver on the loopback address: it decodes what an exporter of traces sends as JSON. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'

interface Wire {
  readonly key: string
  readonly value: {
    readonly stringValue?: string
    readonly intValue?: number | string
    readonly boolValue?: boolean
  }
}

interface WireSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly traceState?: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Wire[]
  readonly status: { readonly code: number; readonly message?: string }
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Wire[] }
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[]
  }[]
}

export interface CollectedSpan extends Omit<WireSpan, 'attributes'> {
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>
  readonly resource: Readonly<Record<string, string | number | boolean | undefined>>
  /** Wall-clock milliseconds. */
  readonly start: number
  readonly end: number
}

export interface Collector {
  readonly url: string
  readonly spans: CollectedSpan[]
  /** Method and path of each request. */
  readonly calls: string[]
  readonly headers: IncomingMessage['headers'][]
  /** How requests are answered; with 200 unless a test says otherwise. */
  answer: { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | 'never'
  /** The span of this name, waiting for it. */
  seen(name: string): Promise<CollectedSpan>
  close(): Promise<void>
}

export async function startCollector(): Promise<Collector> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      collector.calls.push(`${request.method} ${request.url}`)
      collector.headers.push(request.headers)
      if (collector.answer === 'never') return
      const { status, headers } = collector.answer
      if (status === 200) collector.spans.push(...spansOf(JSON.parse(Buffer.concat(parts).toString('utf8'))))
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    calls: [],
    headers: [],
    answer: { status: 200 },
    async seen(name) {
      await expect.poll(() => collector.spans.map((span) => span.name)).toContain(name)
      return collector.spans.find((span) => span.name === name) as CollectedSpan
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return collector
}

function spansOf({ resourceSpans }: Sent): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: plain(span.attributes),
        resource: plain(resource.attributes),
        start: Number(span.startTimeUnixNano) / 1e6,
        end: Number(span.endTimeUnixNano) / 1e6,
      })),
    ),
  )
}

function plain(attributes: readonly Wire[]): CollectedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ??
        value.boolValue ??
        (value.intValue === undefined ? undefined : Number(value.intValue)),
    ]),
  )
}
