/**
 * Publishes the events of a simulator to listeners in process and to streams of the control API. Without listeners, exchanges
 * create no events; the latest jobs, faults and edits are always kept (see event-history.ts).
 */
import type { JournalEntry } from '../gateway/journal/entry.ts'
import { splitUrl } from '../gateway/addresses/locate.ts'
import { quoted } from '../model/input/refusal.ts'
import type { ClockState } from '../world/time/clock-state.ts'
import { formatInstant } from '../world/time/duration.ts'
import type { FiredJob, OnFired } from '../world/time/jobs.ts'
import type { World } from '../world/world.ts'
import type {
  EventData,
  EventFilter,
  EventListener,
  EventType,
  ExchangeWatcher,
  LoggedExchange,
  SimulatorEvent,
} from './event.ts'
import { EventHistory } from './event-history.ts'
import { type StrikeWatch, watchStrikes } from './fault-strikes.ts'

/** The number of events kept for listeners that return, and recorded after the last one left. */
export const KEPT_EVENTS = 1000
/** The maximum number of streams, because each takes a connection. */
export const MAXIMUM_STREAMS = 32
/** The number of jobs of one clock move that are reported individually. */
const REPORTED_JOBS = 500
const MAXIMUM_PATH_LENGTH = 300

/** A journal entry without the credentials of its request, with its number. */
interface NumberedEntry {
  readonly entry: JournalEntry
  readonly number: number | undefined
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** The jobs that ran during a clock move, reported after its cause. */
export interface Move {
  readonly before: ClockState
  readonly onFired: OnFired
  readonly first: readonly FiredJob[]
  /** Absent without listeners. */
  readonly strikes: StrikeWatch | undefined
  readonly count: () => number
  /** Discards the recorded changes, because they are rolled back. */
  readonly discard: () => void
}

export class Events {
  readonly #listeners = new Map<EventListener, EventFilter>()
  #watchers: readonly ExchangeWatcher[] = []
  readonly #kept: SimulatorEvent[] = []
  readonly #waiting: SimulatorEvent[] = []
  readonly #history = new EventHistory()
  #last = 0
  /** Numbers below 0 are for events without listeners. */
  #lastUnrecorded = 0
  #delivering = false
  /** The number of events since the last listener left. */
  #missed = 0
  #recording = false
  #streams = 0

  /** False without listeners: then exchanges and clock moves need not be published. */
  get recording(): boolean {
    return this.#recording
  }

  /** True if somebody wants to know of exchanges. */
  get wantsExchanges(): boolean {
    return this.#recording || this.#watchers.length > 0
  }

  /** Whether another stream may start. */
  get hasRoom(): boolean {
    return this.#streams < MAXIMUM_STREAMS
  }

  /**
   * Calls `listener` with every future event that passes the filter, in order. Returns a function that unsubscribes. A listener
   * may use the simulator. An error that it throws surfaces as an unhandled rejection.
   */
  subscribe(listener: EventListener, filter: EventFilter = {}): () => void {
    if (typeof listener !== 'function')
      throw new TypeError(`a listener of events is a function, not ${quoted(String(listener))}`)
    // A new function, so that a listener may subscribe twice.
    const own: EventListener = (event) => listener(event)
    this.#listeners.set(own, filter)
    this.#recording = true
    return () => {
      if (this.#listeners.delete(own)) this.#missed = 0
    }
  }

  /** Calls `listener` with each exchange, which costs less than an event of it. Returns a function that ends that. */
  watchExchanges(listener: ExchangeWatcher): () => void {
    const own: ExchangeWatcher = (exchange, body) => listener(exchange, body)
    this.#watchers = [...this.#watchers, own]
    return () => {
      this.#watchers = this.#watchers.filter((each) => each !== own)
    }
  }

  /** The same as `subscribe` for streams, whose number is limited: undefined at the limit. */
  openStream(listener: EventListener, filter: EventFilter): (() => void) | undefined {
    if (!this.hasRoom) return undefined
    this.#streams++
    const unsubscribe = this.subscribe(listener, filter)
    let open = true
    return () => {
      if (open) this.#streams--
      open = false
      unsubscribe()
    }
  }

  /** The events after a number, at most the latest thousand; undefined if some are no longer kept. */
  since(id: number): readonly SimulatorEvent[] | undefined {
    const kept = this.#kept.slice(-KEPT_EVENTS)
    const oldest = kept[0]?.id ?? this.#last + 1
    return id < oldest - 1 || id > this.#last ? undefined : kept.filter((event) => event.id > id)
  }

  /**
   * The latest jobs, faults and edits of a world since it was created or reset, the oldest first, with or without listeners.
   */
  latest(name: string): readonly SimulatorEvent[] {
    return this.#history.of(name)
  }

  /** Publishes an event of a world. Without listeners, exchanges and clock moves cost nothing. */
  publish<T extends EventType>(type: T, name: string, at: number, data: EventData[T]): void {
    if (this.#recording && this.#listeners.size === 0 && ++this.#missed > KEPT_EVENTS) this.#stop()
    if (!this.#recording && (type === 'exchange' || type === 'clock')) return
    Object.freeze(data)
    const id = this.#recording ? ++this.#last : --this.#lastUnrecorded
    const event = Object.freeze({ id, type, world: name, at: formatInstant(at), data } as SimulatorEvent)
    this.#history.note(event)
    if (!this.#recording) return
    this.#kept.push(event)
    if (this.#kept.length >= 2 * KEPT_EVENTS) this.#kept.splice(0, KEPT_EVENTS)
    this.#waiting.push(event)
    this.#deliver()
  }

  #publishExchange({ entry, number }: NumberedEntry): void {
    const { id, request, answer, operation = null, fault = null, world, at } = entry
    const data: Writable<EventData['exchange']> = {
      ...(number === undefined ? {} : { number }),
      id,
      method: request.method.slice(0, MAXIMUM_PATH_LENGTH),
      path: splitUrl(request.url).path.slice(0, MAXIMUM_PATH_LENGTH),
      operation,
      status: answer.status,
      fault,
    }
    if (entry.user !== undefined) data.user = entry.user
    if (entry.unknownParameters.length > 0) data.unknownParameters = entry.unknownParameters
    if (entry.unknownFields.length > 0) data.unknownFields = entry.unknownFields
    if (entry.suggestions !== undefined) data.suggestions = entry.suggestions
    if (entry.diagnosis !== undefined) data.diagnosis = entry.diagnosis
    if (entry.remark !== undefined) data.remark = entry.remark
    if (entry.rateLimitExceeded) data.rateLimitExceeded = true
    if (entry.pendingUntil !== undefined) data.pendingUntil = formatInstant(entry.pendingUntil)
    if (entry.defect !== undefined) data.defect = true
    this.publish('exchange', world, at, data)
  }

  /** Call it before a clock is moved. */
  beginMove(world: World): Move {
    const first: FiredJob[] = []
    let count = 0
    const strikes = this.#recording ? watchStrikes(world) : undefined
    const onFired: OnFired = (job) => {
      if (count++ < REPORTED_JOBS) first.push(job)
      strikes?.look(job.at)
    }
    const discard = () => {
      count = 0
      first.length = 0
      strikes?.discard()
    }
    return { before: world.clock, onFired, first, strikes, count: () => count, discard }
  }

  /**
   * Publishes, in this order: the exchange that moved the clock, if it was one; the jobs that ran; the faults that were
   * applied; the clock, if it changed. `quiet` publishes only the jobs.
   */
  endMove(
    name: string,
    world: World,
    move: Move,
    { exchange, quiet = false }: { readonly exchange?: NumberedEntry; readonly quiet?: boolean } = {},
  ): void {
    // A listener may move the clock, so read its state first.
    const { now, mode, speed } = world.clock
    const { before } = move
    const fired = move.count()
    const same = quiet || (now === before.now && mode === before.mode && speed === before.speed)
    if (exchange !== undefined) {
      if (this.#watchers.length > 0) this.#tellWatchers(exchange.entry)
      if (this.#recording) this.#publishExchange(exchange)
    }
    for (const { at, ...job } of move.first) {
      this.publish('job', name, at, { ...job, due: formatInstant(at) })
    }
    move.strikes?.look(now)
    for (const { at, fault, times } of move.strikes?.seen.slice(0, REPORTED_JOBS) ?? [])
      this.publish('fault', name, at, { change: 'struck', fault, times })
    if (fired === 0 && same) return
    this.publish('clock', name, now, { now: formatInstant(now), mode, speed, fired })
  }

  #tellWatchers(entry: JournalEntry): void {
    const exchange = loggedExchange(entry)
    for (const watcher of this.#watchers) {
      try {
        watcher(exchange, entry.answer.body)
      } catch (error) {
        surface(error)
      }
    }
  }

  /** No listener returned in time: drops the kept events, and the next listener starts anew. */
  #stop(): void {
    this.#recording = false
    this.#kept.length = 0
    this.#last++
  }

  /** Delivers one event after the other, even if a listener causes the next one. */
  #deliver(): void {
    if (this.#delivering) return
    this.#delivering = true
    for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) {
      for (const [listener, filter] of Array.from(this.#listeners)) {
        if (!matches(event, filter) || !this.#listeners.has(listener)) continue
        try {
          listener(event)
        } catch (error) {
          surface(error)
        }
      }
    }
    this.#delivering = false
  }
}

/** An error of a listener does not affect the exchange. */
function surface(thrown: unknown): void {
  void Promise.reject(thrown instanceof Error ? thrown : new Error(String(thrown)))
}

function loggedExchange({ request, answer, ...others }: JournalEntry): LoggedExchange {
  return { ...others, method: request.method, url: request.url, status: answer.status }
}

/** Whether an event passes a filter. */
export function matches(event: SimulatorEvent, { world, types }: EventFilter): boolean {
  return (world === undefined || event.world === world) && (types === undefined || types.includes(event.type))
}
