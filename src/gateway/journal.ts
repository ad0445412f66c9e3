/** The journal: the latest exchanges, bounded in number and bytes. It belongs to the simulator; entries are tagged by world. */
import { isPreflight } from './cors.ts'
import type { ExchangeAnswer, ExchangeRequest } from '../api/exchange.ts'
import type { AssumptionId } from '../api/assumptions.ts'
import { checkFields } from '../model/given.ts'
import { shown } from '../model/refusal.ts'
import { EntryWriter, textOf } from './entry-text.ts'
import { locate, splitUrl } from './locate.ts'
import { redactEntry } from './redact.ts'
import { TextRing } from './text-ring.ts'

/** A transition of a state machine that an exchange, or the clock, caused. */
export interface TakenTransition {
  /** As the list of machines names it. */
  readonly machine: string
  readonly from: string
  readonly event: string
  readonly to: string
}

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
  /** True when it wrote records of the world, besides what each exchange counts. */
  readonly stateful?: boolean
  /** The application that the token was of which it was made with; absent where that was of none. */
  readonly application?: number
  /** It was answered from the schema of a description that a user brought: no evidence of anything. */
  readonly generated?: 'schema'
  /** What it moved in state machines. */
  readonly transitions?: readonly TakenTransition[]
}

/** An entry as the journal gives it out. */
export interface RecordedExchange extends JournalEntry {
  /** Grows from exchange to exchange of one simulator, over all worlds; `id` is the number within the world. */
  readonly number: number
}

export interface JournalLimits {
  /** The most exchanges that are kept; 0 keeps none. */
  readonly entries?: number
  /** The most bytes of all exchanges together; 0 keeps none. */
  readonly bytes?: number
}

/** Which exchanges are meant; what is absent does not narrow. */
export interface JournalFilter {
  readonly world?: string | undefined
  /** The id of an operation. */
  readonly operation?: string | undefined
  /** A status such as 404, or a class such as `4xx`. */
  readonly status?: number | string | undefined
  readonly method?: string | undefined
  /** The path without query: on the one port, or below the address of its interface. */
  readonly path?: string | undefined
  readonly user?: string | undefined
  /** True: only what matched no operation; false: only what matched one. */
  readonly unmatched?: boolean | undefined
  /** True: only what a fault shaped; false: only the others. */
  readonly faulted?: boolean | undefined
  /** Only exchanges after the one of this number. */
  readonly since?: number | undefined
}

/** Which of them are shown. */
export interface JournalPage {
  readonly offset: number
  readonly limit: number
  /** Counts and lists from the latest on. */
  readonly newestFirst?: boolean
}

/** Worlds that ended and whose exchanges are still there to be passed over; more of them are thrown out. */
const MOST_ENDED = 1000
const DEFAULT_LIMITS = { entries: 10_000, bytes: 32 * 1024 * 1024 }

export class Journal {
  readonly #ring: TextRing | undefined
  readonly #writer = new EntryWriter()
  /** Of worlds that ended: the number of the latest exchange before. A world of that name since is another. */
  readonly #ended = new Map<string, number>()
  #last = 0
  #lost = 0

  /** Throws TypeError for other limits than these, and for what is no whole number from 0. */
  constructor(limits: JournalLimits = {}) {
    checkFields('journal', limits, Object.keys(DEFAULT_LIMITS))
    const { entries, bytes } = { ...DEFAULT_LIMITS, ...limits }
    for (const [name, value] of Object.entries({ entries, bytes })) {
      if (!Number.isSafeInteger(value) || value < 0)
        throw new TypeError(`journal.${name} is a whole number from 0 (off), not ${shown(value)}`)
    }
    this.#ring = entries === 0 || bytes === 0 ? undefined : new TextRing(entries, bytes)
  }

  /** False where nothing is kept. */
  get on(): boolean {
    return this.#ring !== undefined
  }

  get size(): number {
    return this.#ring?.size ?? 0
  }

  /** Exchanges since the journal was last cleared that had to make room for later ones. */
  get lost(): number {
    return this.#lost
  }

  /**
   * Adds an entry with its credentials redacted, and returns its number, undefined if the journal is off; evicts the oldest
   * entries when a limit is passed.
   */
  add(entry: JournalEntry): number | undefined {
    if (this.#ring === undefined) return undefined
    this.#last++
    const kept = this.#ring.size
    const clean = redactEntry(entry)
    const body = textOf(clean.answer.body)
    // As JSON, a body that is JSON itself takes ten times as long: 22 µs of a page of 20 requirements instead of 2.
    const apart = body.isWellFormed()
    const text = this.#writer.write(this.#last, clean, apart ? undefined : body)
    this.#ring.add(text, apart ? body : undefined)
    this.#lost += kept + 1 - this.#ring.size
    return this.#last
  }

  /** The kept entries that match the filter, oldest first. */
  entries(filter: JournalFilter = {}): RecordedExchange[] {
    return this.page(filter, { offset: 0, limit: Number.POSITIVE_INFINITY }).items
  }

  /** So many of them from `offset` on, and how many there are in all; what is not shown is hardly looked at. */
  page(filter: JournalFilter, page: JournalPage): { items: RecordedExchange[]; total: number } {
    const { world, since, operation, user, ...others } = filter
    const { unmatched } = others
    const ofHead = { world, since, operation, user, unmatched }
    const texts = this.#texts(isEmpty(ofHead) ? undefined : headAcceptor(ofHead), since)
    if (isEmpty(others)) {
      return { items: pageOf(texts, page).map(read), total: texts.length }
    }
    const found = texts.map(read).filter(acceptor(others))
    return { items: pageOf(found, page), total: found.length }
  }

  /** The exchange of this number, if it is still kept. */
  find(number: number): RecordedExchange | undefined {
    const beginning = `{"number":${number},`
    const text = this.#texts(undefined, number - 1).find((each) => each.startsWith(beginning))
    return text === undefined ? undefined : read(text)
  }

  /** Forgets all exchanges, or those of one world. */
  clear(world?: string): void {
    this.#keep(world === undefined ? [] : this.#texts((head) => head.world !== world))
  }

  /** The world of this name went, or was put back to its beginning: what was exchanged with it is shown no more. */
  endLife(world: string): void {
    if (this.size === 0) return
    this.#ended.set(world, this.#last)
    if (this.#ended.size > MOST_ENDED) this.#keep(this.#texts())
  }

  /** The exchanges that are shown, oldest first: all but those of worlds that ended, or those that are accepted. */
  #texts(accepts?: (head: Head) => boolean, since = 0): string[] {
    // Numbers rise one by one, so what came since is among the latest: the others need not be read.
    const texts = this.#ring?.texts(Math.max(0, this.#last - since)) ?? []
    if (accepts === undefined && this.#ended.size === 0) return texts
    return texts.filter((text) => {
      const head = headOf(text)
      return head.number > (this.#ended.get(head.world) ?? 0) && (accepts === undefined || accepts(head))
    })
  }

  #keep(texts: readonly string[]): void {
    this.#ended.clear()
    this.#ring?.clear()
    for (const text of texts) this.#ring?.add(text)
    if (texts.length === 0) this.#lost = 0
  }
}

type Head = Pick<RecordedExchange, 'number' | 'world' | 'operation' | 'user'>
type HeadFilter = Pick<JournalFilter, 'world' | 'since' | 'operation' | 'user' | 'unmatched'>

/** What a text begins with; the rest, bodies and all, need not be read to see whose it is and of what. */
const HEAD =
  /^\{"number":(\d+),"id":"[^"\\]*","at":-?\d+,"world":"([^"\\]*)"(?:,"interface":"[^"\\]*")?(?:,"region":"[^"\\]*")?(?:,"operation":"([^"\\]*)")?(?:,"user":"([^"\\]*)")?,"request":/

function headOf(text: string): Head {
  const head = HEAD.exec(text)
  if (head === null) return read(text)
  const [, number, world = '', operation, user] = head
  return { number: Number(number), world, operation, user }
}

function headAcceptor({ world, since = 0, operation, user, unmatched }: HeadFilter): (head: Head) => boolean {
  return (head) =>
    head.number > since &&
    (world === undefined || head.world === world) &&
    (operation === undefined || head.operation === operation) &&
    (user === undefined || head.user === user) &&
    // Of those without an operation, the entry itself says which asked what a path takes.
    (unmatched !== true || head.operation === undefined)
}

function isEmpty(filter: JournalFilter): boolean {
  return Object.values(filter).every((wanted) => wanted === undefined)
}

function pageOf<T>(all: readonly T[], { offset, limit, newestFirst = false }: JournalPage): T[] {
  if (!newestFirst) return all.slice(offset, offset + limit)
  const end = Math.max(0, all.length - offset)
  return all.slice(Math.max(0, end - limit), end).toReversed()
}

/** An entry of its text: JSON, and after a line feed, which JSON has none of, the body of the answer if that stands apart. */
function read(text: string): RecordedExchange {
  const end = text.indexOf('\n')
  if (end === -1) return JSON.parse(text) as RecordedExchange
  const entry = JSON.parse(text.slice(0, end)) as RecordedExchange
  const { status, headers, body: _apart, ...others } = entry.answer
  return { ...entry, answer: { status, headers, body: text.slice(end + 1), ...others } }
}

type Others = Omit<JournalFilter, Exclude<keyof HeadFilter, 'unmatched'>>

function acceptor(filter: Others): (entry: RecordedExchange) => boolean {
  const { status, method, path, faulted, unmatched } = filter
  const wantedMethod = method?.toUpperCase()
  return (entry) =>
    (status === undefined || isStatus(entry.answer.status, status)) &&
    (wantedMethod === undefined || entry.request.method === wantedMethod) &&
    (path === undefined || hasPath(entry, path)) &&
    (faulted === undefined || (entry.fault !== undefined) === faulted) &&
    (unmatched === undefined || isUnmatched(entry) === unmatched)
}

/** True for a call that no operation takes; a browser's question what a path takes is no call. */
export function isUnmatched({ operation, request, answer }: JournalEntry): boolean {
  return (
    operation === undefined &&
    !isPreflight(request) &&
    !(request.method === 'OPTIONS' && answer.status === 204)
  )
}

/** True for the status itself, or one of its class: `4xx`. */
export function isStatus(status: number, wanted: number | string): boolean {
  const text = String(wanted)
  return /^[0-9]xx$/i.test(text) ? String(Math.floor(status / 100)) === text[0] : String(status) === text
}

function hasPath({ request }: JournalEntry, path: string): boolean {
  return splitUrl(request.url).path === path || locate(request.url).path === path
}
