/** The journal: the latest exchanges, bounded in number and bytes. It belongs to the simulator; entries are tagged by world. */
import type { ExchangeAnswer, ExchangeRequest, RequestHeaders } from '../api/exchange.ts'
import type { AssumptionId } from '../api/assumptions.ts'

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
  /** Bytes that the entry keeps, roughly. */
  readonly size: number
}

export interface JournalLimits {
  readonly entries: number
  readonly bytes: number
}

const DEFAULT_LIMITS: JournalLimits = { entries: 10_000, bytes: 32 * 1024 * 1024 }
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'x-api-key', 'proxy-authorization'])
const REDACTED = '(redacted)'

export class Journal {
  readonly #limits: JournalLimits
  readonly #slots: (JournalEntry | undefined)[] = []
  #first = 0
  #bytes = 0

  constructor(limits: JournalLimits = DEFAULT_LIMITS) {
    this.#limits = limits
  }

  /** Adds an entry; the oldest leave when a bound is passed. */
  add(entry: JournalEntry): void {
    this.#slots.push(entry)
    this.#bytes += entry.size
    while (this.#slots.length - this.#first > this.#limits.entries || this.#bytes > this.#limits.bytes) {
      this.#bytes -= (this.#slots[this.#first] as JournalEntry).size
      this.#slots[this.#first] = undefined
      this.#first++
    }
    // Emptied slots are given back in large steps, so that adding stays cheap.
    if (this.#first > 1024 && this.#first * 2 > this.#slots.length) {
      this.#slots.splice(0, this.#first)
      this.#first = 0
    }
  }

  get size(): number {
    return this.#slots.length - this.#first
  }

  /** The entries kept, oldest first, with credentials taken out. */
  entries(): JournalEntry[] {
    return (this.#slots.slice(this.#first) as JournalEntry[]).map(redact)
  }

  clear(): void {
    this.#slots.length = 0
    this.#first = 0
    this.#bytes = 0
  }
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
