/** The latest entries of the journal, bounded in number and bytes. */
import type { ExchangeRequest } from '../../api/framework/exchange.ts'
import type { RecordedExchange, TextEntry } from './entry.ts'

/** An entry as the journal keeps it, without the credentials of its request. */
export interface KeptEntry {
  readonly number: number
  readonly entry: TextEntry
}

/** How many evicted entries stay in the list, and their bytes: taking each from its beginning would move all others. */
const EVICTED_AT_ONCE = 256
const EVICTED_BYTES = 1024 * 1024

export class RecentEntries {
  readonly #maximumEntries: number
  readonly #maximumBytes: number
  #entries: (KeptEntry & { readonly bytes: number })[] = []
  /** How many of the oldest are evicted, and their bytes. */
  #evicted = 0
  #evictedBytes = 0
  #bytes = 0

  constructor(maximumEntries: number, maximumBytes: number) {
    this.#maximumEntries = maximumEntries
    this.#maximumBytes = maximumBytes
  }

  /** Oldest first. */
  get all(): readonly (KeptEntry & { readonly bytes: number })[] {
    this.#removeEvicted()
    return this.#entries
  }

  get size(): number {
    return this.#entries.length - this.#evicted
  }

  /**
   * Adds an entry, evicts the oldest ones until both limits hold, and returns how many it evicted. An entry beyond the limit
   * in bytes goes with all others.
   */
  add(number: number, entry: TextEntry): number {
    const bytes = bytesOfEntry(entry)
    this.#entries.push({ number, entry, bytes })
    this.#bytes += bytes
    const before = this.#evicted
    while (this.size > this.#maximumEntries || this.#bytes > this.#maximumBytes) {
      const oldest = this.#entries[this.#evicted++]?.bytes ?? 0
      this.#bytes -= oldest
      this.#evictedBytes += oldest
    }
    const evicted = this.#evicted - before
    if (this.#evicted >= EVICTED_AT_ONCE || this.#evictedBytes >= EVICTED_BYTES) this.#removeEvicted()
    return evicted
  }

  remove(matches: (entry: TextEntry) => boolean): void {
    this.#entries = this.all.filter(({ entry }) => !matches(entry))
    this.#bytes = this.#entries.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  #removeEvicted(): void {
    this.#entries.splice(0, this.#evicted)
    this.#evicted = 0
    this.#evictedBytes = 0
  }
}

/** A copy of the entry, as plain JSON. The body of its response stays out of it, since JSON would escape each quote of it. */
export function readEntry({ number, entry }: KeptEntry): RecordedExchange {
  const response = { ...entry.answer, body: undefined }
  const copy = JSON.parse(JSON.stringify({ number, ...entry, answer: response })) as RecordedExchange
  const { status, headers, delivery } = copy.answer
  return { ...copy, answer: { status, headers, body: entry.answer.body, ...(delivery && { delivery }) } }
}

/** What an entry takes besides the texts that vary most. */
const BYTES_PER_ENTRY = 1000

function bytesOfEntry(entry: TextEntry): number {
  const { request, answer, unknownParameters, unknownFields, suggestions = [] } = entry
  let bytes = BYTES_PER_ENTRY + bytesOfRequest(request) + bytesOf(answer.body)
  for (const name of unknownParameters) bytes += bytesOf(name)
  for (const name of unknownFields) bytes += bytesOf(name)
  for (const { name, suggestion } of suggestions) bytes += bytesOf(name) + bytesOf(suggestion)
  return bytes
}

/** About what the texts of a request take in memory. */
export function bytesOfRequest({ url, address = '', headers, body = '' }: ExchangeRequest): number {
  let bytes = bytesOf(url) + bytesOf(address) + bytesOf(body)
  for (const name in headers) {
    const value = headers[name]
    bytes += name.length
    if (typeof value === 'string') bytes += bytesOf(value)
    else for (const each of value ?? []) bytes += bytesOf(each)
  }
  return bytes
}

/** A text takes a byte for each character, and two if any of them is beyond Latin-1. */
export function bytesOf(content: string | Uint8Array): number {
  return content.length * (typeof content === 'string' && WIDE.test(content) ? 2 : 1)
}

const WIDE = /[\u0100-\uffff]/
