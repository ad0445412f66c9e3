/** The journal: the latest exchanges, bounded in number and bytes. It belongs to the simulator; entries are tagged by world. */
import type { InterfaceName } from '../../api/framework/interfaces.ts'
import type { OperationName } from '../../api/framework/names.ts'
import { isPreflight } from '../addresses/cors.ts'
import { checkFields } from '../../model/input/option-checks.ts'
import { quoted } from '../../model/input/refusal.ts'
import type { JournalEntry, RecordedExchange, TextEntry } from './entry.ts'
import { locate, splitUrl } from '../addresses/locate.ts'
import { type KeptEntry, readEntry, RecentEntries } from './recent-entries.ts'
import { redactEntry, redactSent } from './redact.ts'
import { REDACTED } from './secret-repeats.ts'

export interface JournalLimits {
  /** The maximum number of exchanges; 0 turns the journal off. */
  readonly entries?: number
  /** The maximum bytes of all exchanges together; 0 turns the journal off. */
  readonly bytes?: number
}

/** Selects exchanges. Absent fields do not filter. */
export interface JournalFilter {
  readonly world?: string | undefined
  /** The id of an operation. */
  readonly operation?: OperationName | undefined
  readonly interface?: InterfaceName | undefined
  /** A status such as 404, or a class such as `4xx`. */
  readonly status?: number | string | undefined
  readonly method?: string | undefined
  /** The path without the query: on the shared port, or below the address of its interface. */
  readonly path?: string | undefined
  /** Text of the address or of a body, in any letter case. Removed credentials are not found. */
  readonly text?: string | undefined
  readonly user?: string | undefined
  /** True: only exchanges that matched no operation. False: only those that matched one. */
  readonly unmatched?: boolean | undefined
  /** True: only exchanges that a fault affected. False: only the others. */
  readonly faulted?: boolean | undefined
  /** True: only exchanges with parameters or fields that were ignored. False: only those without. */
  readonly ignored?: boolean | undefined
  /** Only exchanges after this number. */
  readonly since?: number | undefined
}

/** The page to return. */
export interface JournalPage {
  readonly offset: number
  readonly limit: number
  /** Starts with the latest. */
  readonly newestFirst?: boolean
  /** Without exchanges after this number. */
  readonly until?: number
}

/** Fields of a filter that are those of an entry. */
const EQUAL_FIELDS = ['world', 'operation', 'interface', 'user'] as const

const DEFAULT_LIMITS = { entries: 10_000, bytes: 32 * 1024 * 1024 }

/** `page` and `find`, the only readers of the journal, return no credentials. */
export class Journal {
  readonly #recent: RecentEntries | undefined
  #last = 0
  #lost = 0

  /** Throws TypeError for unknown limits and invalid numbers. */
  constructor(limits: JournalLimits = {}) {
    checkFields('journal', limits, Object.keys(DEFAULT_LIMITS))
    const { entries, bytes } = { ...DEFAULT_LIMITS, ...limits }
    for (const [name, value] of Object.entries({ entries, bytes })) {
      if (!Number.isSafeInteger(value) || value < 0)
        throw new TypeError(
          `journal.${name} must be a whole number of at least 0 (0 turns the journal off), not ${quoted(value)}`,
        )
    }
    this.#recent = entries === 0 || bytes === 0 ? undefined : new RecentEntries(entries, bytes)
  }

  /** False if the journal keeps nothing. */
  get on(): boolean {
    return this.#recent !== undefined
  }

  get size(): number {
    return this.#recent?.size ?? 0
  }

  /** How many exchanges were evicted since the journal was last cleared. */
  get lost(): number {
    return this.#lost
  }

  /**
   * Adds an entry without the credentials that its request holds, and returns its number, undefined if the journal is off;
   * evicts the oldest entries when a limit is passed.
   */
  add(entry: JournalEntry): number | undefined {
    return this.keep(entry)?.number
  }

  /** The same as `add`; returns the entry as it is kept. */
  keep(entry: JournalEntry): KeptEntry | undefined {
    if (this.#recent === undefined) return undefined
    this.#last++
    const kept = { number: this.#last, entry: redactSent(entry) }
    this.#lost += this.#recent.add(kept.number, kept.entry)
    return kept
  }

  /** The kept entries that match the filter, oldest first. */
  entries(filter: JournalFilter = {}): RecordedExchange[] {
    return this.page(filter, { offset: 0, limit: Number.POSITIVE_INFINITY }).items
  }

  /** A page of the entries that match the filter, and how many match in all. */
  page(filter: JournalFilter, page: JournalPage): { items: RecordedExchange[]; total: number } {
    const found = (this.#recent?.all ?? []).filter(
      ({ number, entry }) =>
        number > (filter.since ?? 0) && number <= (page.until ?? Infinity) && matches(entry, filter),
    )
    return { items: pageOf(found, page).map(readEntry).map(redactEntry), total: found.length }
  }

  /** The exchange with this number, if it is still stored. */
  find(number: number): RecordedExchange | undefined {
    const found = this.#recent?.all.find((kept) => kept.number === number)
    return found && redactEntry(readEntry(found))
  }

  /** Removes all exchanges, or those of one world. */
  clear(world?: string): void {
    this.#recent?.remove((entry) => world === undefined || entry.world === world)
    if (this.size === 0) this.#lost = 0
  }

  /** Removes the exchanges with a world that ended or was reset. */
  endLife(world: string): void {
    this.#recent?.remove((entry) => entry.world === world)
  }
}

function pageOf<T>(all: readonly T[], { offset, limit, newestFirst = false }: JournalPage): T[] {
  return (newestFirst ? all.toReversed() : all).slice(offset, offset + limit)
}

function matches(entry: TextEntry, filter: JournalFilter): boolean {
  const { status, method, path, text, faulted, ignored, unmatched } = filter
  const { request, answer } = entry
  return (
    EQUAL_FIELDS.every((name) => isWanted(filter[name], entry[name])) &&
    isWanted(method?.toUpperCase(), request.method) &&
    isWanted(faulted, entry.fault !== undefined) &&
    isWanted(ignored, entry.unknownParameters.length + entry.unknownFields.length > 0) &&
    isWanted(unmatched, isUnmatched(entry)) &&
    (status === undefined || isStatus(answer.status, status)) &&
    (path === undefined || splitUrl(request.url).path === path || locate(request.url).path === path) &&
    (text === undefined || showsText(entry, text.toLowerCase()))
  )
}

/** An absent criterion does not filter. */
function isWanted<T>(wanted: T | undefined, actual: T): boolean {
  return wanted === undefined || wanted === actual
}

/** Whether readers see the text. Redaction takes time, and adds no text but its mark. */
function showsText(entry: TextEntry, wanted: string): boolean {
  const mayTouchMark = /[()]/.test(wanted) || REDACTED.includes(wanted)
  return (mayTouchMark || hasText(entry, wanted)) && hasText(redactEntry(entry), wanted)
}

function hasText({ request, answer }: TextEntry, wanted: string): boolean {
  return [request.url, request.body, answer.body].some((part) => part?.toLowerCase().includes(wanted))
}

/** True for a call that matched no operation, except a preflight request. */
export function isUnmatched({ operation, request, answer }: JournalEntry): boolean {
  return (
    operation === undefined &&
    !isPreflight(request) &&
    !(request.method === 'OPTIONS' && answer.status === 204)
  )
}

/** Whether a status is the given one, or one of the given class such as `4xx`. */
export function isStatus(status: number, wanted: number | string): boolean {
  const text = String(wanted)
  return /^[0-9]xx$/i.test(text) ? String(Math.floor(status / 100)) === text[0] : String(status) === text
}
