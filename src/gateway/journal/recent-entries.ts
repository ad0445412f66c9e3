/** The latest entries of the journal, bounded in number and bytes. */
import type { JournalEntry, RecordedExchange } from './entry.ts'

/** An entry as text, which is a copy and light on the garbage collector, and the fields that most filters ask for. */
export interface KeptEntry {
  readonly number: number
  readonly world: string
  readonly operation: string | undefined
  readonly user: string | undefined
  /** The entry as JSON, without the body of its response. */
  readonly json: string
  /** As JSON, a body that is JSON itself would be escaped character by character. */
  readonly body: string
}

export class RecentEntries {
  readonly #maximumEntries: number
  readonly #maximumBytes: number
  #entries: (KeptEntry & { readonly bytes: number })[] = []
  #bytes = 0

  constructor(maximumEntries: number, maximumBytes: number) {
    this.#maximumEntries = maximumEntries
    this.#maximumBytes = maximumBytes
  }

  /** Oldest first. */
  get all(): readonly KeptEntry[] {
    return this.#entries
  }

  /**
   * Adds an entry, evicts the oldest ones until both limits hold, and returns how many it evicted. An entry beyond the limit
   * in bytes goes with all others.
   */
  add(entry: KeptEntry): number {
    const bytes = bytesOf(entry.json) + bytesOf(entry.body)
    this.#entries.push({ ...entry, bytes })
    this.#bytes += bytes
    let evicted = 0
    while (this.#entries.length > this.#maximumEntries || this.#bytes > this.#maximumBytes) {
      this.#bytes -= this.#entries.shift()?.bytes ?? 0
      evicted++
    }
    return evicted
  }

  remove(matches: (entry: KeptEntry) => boolean): void {
    this.#entries = this.#entries.filter((entry) => !matches(entry))
    this.#bytes = this.#entries.reduce((sum, { bytes }) => sum + bytes, 0)
  }
}

export function keptEntry(number: number, entry: JournalEntry): KeptEntry {
  const { world, operation, user, answer } = entry
  const json = JSON.stringify({ number, ...entry, answer: { ...answer, body: undefined } })
  return { number, world, operation, user, json, body: answer.body as string }
}

export function readEntry({ json, body }: KeptEntry): RecordedExchange {
  const entry = JSON.parse(json) as RecordedExchange
  const { status, headers, delivery } = entry.answer
  return { ...entry, answer: { status, headers, body, ...(delivery && { delivery }) } }
}

/** A text takes a byte for each character, and two if any of them is beyond Latin-1. */
const bytesOf = (text: string): number => text.length * (WIDE.test(text) ? 2 : 1)

const WIDE = /[\u0100-\uffff]/
