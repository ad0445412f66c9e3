/** The journal: the latest exchanges, bounded in number and bytes. It belongs to the simulator; entries are tagged by world. */
import type { ExchangeAnswer, ExchangeRequest, RequestHeaders } from '../api/exchange.ts'
import type { AssumptionId } from '../api/assumptions.ts'
import { TextRing } from './text-ring.ts'

export interface JournalEntry {
  /** The number that the answer carries as X-Request-Id. */
  readonly id: string
  /** The virtual instant, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  readonly world: string
  readonly interface: string | undefined
  readonly region: string | undefined
  /** The operation that answered; absent when none matched. */
  readonly operation: string | undefined
  readonly user: string | undefined
  /** As it came in; a body of bytes as text. */
  readonly request: ExchangeRequest
  readonly answer: ExchangeAnswer
  /** Assumptions that shaped the answer. */
  readonly assumptions: readonly AssumptionId[]
  /** Parameters and body fields that nothing read. */
  readonly unknownParameters: readonly string[]
  readonly unknownFields: readonly string[]
  /** For an exchange that matched no operation: what was wrong, and the nearest operations. */
  readonly diagnosis?: { readonly reason: string; readonly nearest: readonly string[] }
  /** The rate limit refused it, or would have. */
  readonly rateLimitExceeded: boolean
  /** A defect of the simulator: what was thrown. */
  readonly defect?: string
  /** The number of the fault that shaped the answer, which is then no evidence of anything. */
  readonly fault?: number
}

export interface JournalLimits {
  readonly entries: number
  readonly bytes: number
}

const DEFAULT_LIMITS: JournalLimits = { entries: 10_000, bytes: 32 * 1024 * 1024 }
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'x-api-key', 'proxy-authorization'])
const REDACTED = '(redacted)'

export class Journal {
  readonly #ring: TextRing

  constructor(limits: JournalLimits = DEFAULT_LIMITS) {
    this.#ring = new TextRing(limits.entries, limits.bytes)
  }

  /** Adds an entry; the oldest leave when a bound is passed. */
  add(entry: JournalEntry): void {
    this.#ring.add(JSON.stringify(typeof entry.request.body === 'object' ? withTextBody(entry) : entry))
  }

  get size(): number {
    return this.#ring.size
  }

  /** The entries kept, oldest first, with credentials taken out. */
  entries(): JournalEntry[] {
    return this.#ring.texts().map((text) => redact(JSON.parse(text) as JournalEntry))
  }

  clear(): void {
    this.#ring.clear()
  }
}

/** Bytes of a body are shown as the text that they are, or nearly are. */
function withTextBody(entry: JournalEntry): JournalEntry {
  const { request } = entry
  return { ...entry, request: { ...request, body: new TextDecoder().decode(request.body as Uint8Array) } }
}

function redact(entry: JournalEntry): JournalEntry {
  return { ...entry, request: { ...entry.request, headers: redactHeaders(entry.request.headers) } }
}

function redactHeaders(headers: RequestHeaders): RequestHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      SECRET_HEADERS.has(name.toLowerCase()) ? REDACTED : value,
    ]),
  )
}
