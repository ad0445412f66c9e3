/** The worlds of one simulator by name. Each is a fork of the loaded scenario, created on first use. */
import type { ExchangeRequest } from '../api/framework/exchange.ts'
import type { Resolution } from '../gateway/gateway.ts'
import type { JournalEntry } from '../gateway/journal/entry.ts'
import type { Journal } from '../gateway/journal/journal.ts'
import type { KeptEntry } from '../gateway/journal/recent-entries.ts'
import { checkFields } from '../model/input/option-checks.ts'
import { alreadyExists, forbidden, invalid, notFound, stateConflict } from '../model/input/errors.ts'
import { Refusal, quoted } from '../model/input/refusal.ts'
import type { TimelineProgress } from '../model/records/world/timeline-progress.ts'
import { advanceAtMost, ClockError } from '../world/time/clock.ts'
import type { ClockState } from '../world/time/clock-state.ts'
import { A_DURATION, LAST_INSTANT, parseDuration } from '../world/time/duration.ts'
import { nextJob, type OnFired } from '../world/time/jobs.ts'
import {
  isWorldName,
  MAXIMUM_WORLD_NAME_LENGTH,
  parsePastName,
  WORLD_NAME_RULE,
} from '../world/world-name.ts'
import { type Snapshot, World } from '../world/world.ts'
import type { Events } from './events.ts'
import { Past, type PastHost } from './past/past.ts'
import type { ExchangeInput, PastInput, PastStep } from './past/step.ts'
import type { Reports } from './reports.ts'
import { countText } from '../world/count-text.ts'

/** The default maximum of worlds of a simulator. */
const MAXIMUM_WORLDS = 1000
/** The highest maximum of worlds that can be set. */
export const MAXIMUM_WORLDS_SETTING = 100_000
/** The maximum wall-clock milliseconds between two checks for idle worlds, which take a step for each world. */
const MAXIMUM_SWEEP_INTERVAL = 60_000
export const DEFAULT_WORLD = 'default'
/**
 * How many jobs a live clock runs at once while it catches up, so that an exchange never waits long. A clock that is too fast
 * for its jobs falls behind and continues with the next exchange or tick.
 */
export const JOBS_PER_CATCH_UP = 20_000

/** The maximum number of worlds, and how long an unused world is kept. */
export interface WorldsOptions {
  /** The maximum number of worlds. Default: 1000; at most 100,000. */
  readonly maximum?: number
  /**
   * A duration (`30m`, ISO 8601) or wall-clock milliseconds. A world that is unused for this time is deleted, and created again
   * on its next use; `default` is never deleted. Default: worlds stay until they are deleted.
   */
  readonly idle?: string | number
}

/** One named world, and its live clock relative to the wall clock. */
interface Slot {
  readonly name: string
  readonly world: World
  past: Past
  /** True once the clock follows the wall clock. `wall` is the wall-clock time of `world.now`. */
  live: boolean
  wall: number
  /** The wall instant of the latest use; recorded only if idle worlds are dropped. */
  used: number
}

/** A named world; if it cannot be created, a temporary one and the reason. */
export interface FoundWorld {
  readonly name: string
  readonly world: World
  readonly refused?: Refusal
}

/** Where worlds report what becomes of them. */
interface Records {
  readonly events: Events
  readonly journal: Journal
  readonly reports: Reports
}

interface NotedExchange {
  readonly request: ExchangeRequest
  readonly as: string | undefined
  readonly resolution: Resolution
  readonly entry: JournalEntry
  /** Undefined if the journal is off. */
  readonly kept: KeptEntry | undefined
}

interface Origin {
  readonly snapshot: Snapshot
  readonly past: Past
}

export class Worlds {
  readonly #records: Records
  readonly #wallClock: () => number
  readonly #slots = new Map<string, Slot>()
  readonly #maximum: number
  /** Wall milliseconds; undefined if idle worlds are kept. */
  readonly #idle: number | undefined
  /** The wall-clock time of the next check for idle worlds. */
  #sweepAt: number
  readonly #pastHost: PastHost
  /** The initial state of a new or reset world, with the past that led to it. */
  #origin: Origin

  /** `wallClock` returns milliseconds; it is read for live and idle worlds only. Throws TypeError for invalid options. */
  constructor(
    begin: { readonly world: World; readonly past?: Past | undefined },
    pastHost: PastHost,
    wallClock: () => number,
    records: Records,
    options: WorldsOptions = {},
  ) {
    this.#pastHost = pastHost
    this.#wallClock = wallClock
    this.#records = records
    checkFields('worlds', options, ['maximum', 'idle'])
    this.#maximum = readMaximum(options.maximum)
    this.#idle = options.idle === undefined ? undefined : readIdle(options.idle)
    this.#sweepAt = this.#idle === undefined ? Infinity : wallClock() + sweepDelay(this.#idle)
    const { world } = begin
    const snapshot = world.snapshot()
    const past = begin.past ?? new Past(pastHost, world.schema, snapshot, true)
    this.#origin = { snapshot, past }
    this.#put(DEFAULT_WORLD, world, past.fork(snapshot))
  }

  /** The world that is used without a name. */
  get default(): World {
    return this.#slotOf(DEFAULT_WORLD).world
  }

  /** `default` first, then in order of creation. */
  names(): readonly string[] {
    return [...this.#slots.keys()]
  }

  /** The past of a world; undefined if there is no such world. */
  past(name: string): Past | undefined {
    return this.#slots.get(name)?.past
  }

  /** Notes an input that changed a world. `at` is the virtual time before it; absent, it is the current one. */
  note(name: string, input: PastInput, details: Partial<Pick<PastStep, 'at' | 'progress'>> = {}): void {
    const slot = this.#slots.get(name)
    slot?.past.note(slot.world, { at: slot.world.now, input, ...details })
  }

  /** Notes an exchange, with its entry before and after the journal took it. The step shares the journal's, if that has the same response. */
  noteExchange(name: string, { request, as, resolution, entry, kept }: NotedExchange): void {
    const slot = this.#slots.get(name)
    if (slot === undefined || !slot.past.isKept) return
    const input: ExchangeInput =
      resolution.prepared === undefined
        ? { kind: 'exchange', request, world: name, as }
        : { kind: 'exchange', request, world: name, as, resolution }
    const { at } = entry
    const step: PastStep =
      kept === undefined
        ? { at, input, entry }
        : {
            at,
            input,
            entry: kept.entry.answer === entry.answer ? kept.entry : entry,
            exchange: kept.number,
          }
    slot.past.note(slot.world, step)
  }

  /** Notes how far the timeline of a world has come by a step that began after step `begin` of its past. */
  noteProgress(name: string, progress: TimelineProgress, begin: number): void {
    const slot = this.#slots.get(name)
    slot?.past.noteProgress(slot.world, progress, begin)
  }

  /** The world of a name, or a past one, without counting as a use; undefined if there is none. */
  peek(name: string): World | undefined {
    const pastWorld = parsePastName(name)
    if (pastWorld !== undefined) return this.past(pastWorld.world)?.worldAt(pastWorld.step)
    const slot = this.#slots.get(name)
    if (slot !== undefined) this.#catchUp(slot)
    return slot?.world
  }

  /** The world of a name, its clock unchanged; undefined if there is none. */
  inUse(name: string): World | undefined {
    return this.#slots.get(name)?.world
  }

  /**
   * The named world, created on first use, with its live clock moved to the wall-clock time; a past world, to be read only, for
   * a name such as `default@12`. Refuses invalid names and too many worlds.
   */
  get(name: string): World {
    const pastWorld = parsePastName(name)
    if (this.#idle !== undefined) this.#use(pastWorld?.world ?? name)
    if (pastWorld !== undefined) return this.#pastOf(pastWorld.world).worldAt(pastWorld.step)
    const slot = this.#slots.get(name) ?? this.#create(name, undefined)
    this.#catchUp(slot)
    return slot.world
  }

  /** The same as `get`, but never throws; without `mayMake`, a world that is not in use is refused. */
  find(name: string, mayMake = true): FoundWorld {
    try {
      if (!mayMake && this.peek(name) === undefined) {
        throw forbidden('a page of another site', `make world ${quoted(name)}`)
      }
      return { name, world: this.get(name) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // A refused request is handled and counted in a world of its own.
      const { schema } = this.default
      return {
        name: name.slice(0, MAXIMUM_WORLD_NAME_LENGTH),
        world: new World(schema, this.#origin.snapshot),
        refused: error,
      }
    }
  }

  /** Creates a world from the loaded scenario, or as a fork of the current state of another. Refuses a name that is in use. */
  create(name: string, from: string | undefined): World {
    if (this.#idle !== undefined) for (const used of [name, from]) this.#sweep(used)
    if (this.#slots.has(name)) throw alreadyExists('world', name)
    return this.#create(name, from).world
  }

  /** Adds a world that was made elsewhere, with its past. Refuses a name that is in use. */
  adopt(name: string, world: World, past: Past): void {
    this.checkNew(name)
    this.#put(name, world, past)
    this.#records.events.publish('world', name, world.now, { change: 'created' })
  }

  /** Refuses a name that is invalid or in use, and a world too many. */
  checkNew(name: string): void {
    if (this.#slots.has(name)) throw alreadyExists('world', name)
    this.#checkName(name)
  }

  /** Deletes a world; false for `default` and for one that is not in use. */
  drop(name: string, reason?: 'idle'): boolean {
    const world = this.#slots.get(name)?.world
    if (name === DEFAULT_WORLD || world === undefined) return false
    this.#slots.get(name)?.past.end()
    this.#slots.delete(name)
    this.#endLife(name)
    this.#records.events.publish('world', name, world.now, {
      change: 'dropped',
      ...(reason === undefined ? {} : { reason }),
    })
    return true
  }

  /** Resets a world to the loaded scenario; `all` also deletes every world except `default`. */
  reset(name: string | 'all'): void {
    if (name === 'all') this.dropOthers()
    this.#putBack(name === 'all' ? DEFAULT_WORLD : name, this.#origin.snapshot, 'reset')
  }

  /** Deletes every world except `default`. */
  dropOthers(): void {
    for (const name of this.names()) this.drop(name)
  }

  /** Restores a snapshot into a world. It may be of another world of the same simulator, or of an imported one, with its size. */
  restore(name: string, snapshot: Snapshot, bytes?: number): void {
    this.#putBack(name, snapshot, 'restored', bytes)
  }

  /** A snapshot of a world. Its past knows of which step it is. */
  snapshot(name: string): Snapshot {
    const snapshot = this.get(name).snapshot()
    this.past(name)?.mark(snapshot)
    return snapshot
  }

  /** Makes another world the base of all worlds, and deletes every other world. */
  load(world: World): void {
    const snapshot = world.snapshot()
    const past = new Past(this.#pastHost, world.schema, snapshot, true)
    this.#origin = { snapshot, past }
    this.dropOthers()
    this.past(DEFAULT_WORLD)?.end()
    this.#put(DEFAULT_WORLD, world, past.fork(snapshot))
    this.#records.events.publish('world', DEFAULT_WORLD, world.now, { change: 'loaded' })
  }

  /**
   * Moves the clock of a world and publishes events; a live clock continues from there. A move that throws ClockError leaves
   * the world unchanged and publishes nothing.
   */
  move<T>(name: string, action: (world: World, onFired: OnFired) => T): T {
    const slot = this.#slotOf(name)
    const { world } = slot
    const move = this.#records.events.beginMove(world)
    try {
      return action(world, move.onFired)
    } catch (error) {
      if (error instanceof ClockError) move.discard()
      throw error
    } finally {
      this.#records.reports.addTransitions(name, world)
      this.#noteMove(slot, move.before, move.count())
      slot.live = false
      this.#catchUp(slot)
      this.#records.events.endMove(name, world, move)
    }
  }

  /** Moves the clocks of live worlds to the current wall time, and drops idle worlds. Other clocks stay. */
  catchUp(): void {
    if (this.#idle !== undefined) this.#sweep()
    for (const slot of this.#slots.values()) this.#catchUp(slot)
  }

  /**
   * Wall-clock milliseconds until the next pending job of a live world, or until worlds may have become idle; undefined if
   * there is neither.
   */
  nextDue(): number | undefined {
    const others = this.#slots.size > 1
    let soonest =
      this.#idle !== undefined && others ? Math.max(0, this.#sweepAt - this.#wallClock()) : undefined
    for (const slot of this.#slots.values()) {
      this.#catchUp(slot)
      const { world, wall } = slot
      const job = world.clock.mode === 'live' ? nextJob(world) : undefined
      if (job === undefined) continue
      const wait = (job.due - world.now) / world.clock.speed - (this.#wallClock() - wall)
      soonest = Math.max(0, Math.min(soonest ?? wait, wait))
    }
    return soonest
  }

  /** A live clock without jobs is no step: the next step has the time to which it moved. */
  #noteMove(slot: Slot, before: ClockState, fired: number): void {
    const { now, mode, speed } = slot.world.clock
    const to = now === before.now && fired === 0 ? {} : { to: now }
    const set = mode === before.mode && speed === before.speed ? {} : { mode, speed }
    if (Object.keys(to).length + Object.keys(set).length === 0) return
    this.note(slot.name, { kind: 'clock', ...to, ...set }, { at: before.now })
  }

  /** Throws a Refusal (NOT_FOUND). */
  #pastOf(name: string): Past {
    const past = this.past(name)
    if (past === undefined) throw notFound('world', name, { instead: 'GET /worlds lists those in use' })
    return past
  }

  #slotOf(name: string): Slot {
    return this.#slots.get(name) ?? this.#create(name, undefined)
  }

  #create(name: string, from: string | undefined): Slot {
    this.#checkName(name)
    const { world, past } = this.#beginningOf(from)
    const slot = this.#put(name, world, past)
    this.#records.events.publish('world', name, slot.world.now, { change: 'created' })
    return slot
  }

  /** Refuses an invalid name, and a world too many. */
  #checkName(name: string): void {
    if (!isWorldName(name)) throw invalid('world', name, WORLD_NAME_RULE)
    if (this.#slots.size >= this.#maximum && this.#idle !== undefined) {
      this.#sweepAt = 0
      this.#sweep()
    }
    if (this.#slots.size >= this.#maximum) {
      throw stateConflict(`the simulator has ${countText(this.#maximum, 'world')}`, 'delete some first')
    }
  }

  /** A fork of the loaded scenario, of a world, or of a past one. */
  #beginningOf(from: string | undefined): { readonly world: World; readonly past: Past } {
    const pastWorld = from === undefined ? undefined : parsePastName(from)
    if (pastWorld !== undefined) return this.#pastOf(pastWorld.world).forkAt(pastWorld.step)
    const source = from === undefined ? undefined : this.#slots.get(from)
    if (from !== undefined && source === undefined)
      throw notFound('world', from, { instead: 'GET /worlds lists those in use' })
    if (source !== undefined) this.#catchUp(source)
    const { schema } = this.#slotOf(DEFAULT_WORLD).world
    const snapshot = source === undefined ? this.#origin.snapshot : source.world.snapshot()
    const { past } = source ?? this.#origin
    return { world: new World(schema, snapshot), past: past.fork(snapshot) }
  }

  #put(name: string, world: World, past: Past): Slot {
    const used = this.#idle === undefined ? 0 : this.#wallClock()
    const slot = { name, world, past, live: false, wall: 0, used }
    this.#slots.set(name, slot)
    return slot
  }

  #putBack(name: string, snapshot: Snapshot, change: 'reset' | 'restored', bytes?: number): void {
    const slot = this.#slotOf(name)
    const at = slot.world.now
    slot.world.restore(snapshot)
    slot.live = false
    if (change === 'reset') {
      this.#endLife(name)
      slot.past.end()
      slot.past = this.#origin.past.fork(snapshot)
    } else this.note(name, { kind: 'restore', snapshot, ...(bytes === undefined ? {} : { bytes }) }, { at })
    this.#records.events.publish('world', name, slot.world.now, { change })
  }

  /** From now on the name is of another world. */
  #endLife(name: string): void {
    this.#records.journal.endLife(name)
    this.#records.reports.endLife(name)
  }

  /** Drops idle worlds, then records that a world is in use. */
  #use(name: string): void {
    this.#sweep(name)
    const slot = this.#slots.get(name)
    if (slot !== undefined) slot.used = this.#wallClock()
  }

  /** Drops idle worlds; checks `asked` each time, the others at intervals. */
  #sweep(name?: string): void {
    const idle = this.#idle ?? Infinity
    const now = this.#wallClock()
    const isIdle = (slot: Slot | undefined) => slot !== undefined && now - slot.used >= idle
    if (name !== undefined && isIdle(this.#slots.get(name))) this.drop(name, 'idle')
    if (now < this.#sweepAt) return
    this.#sweepAt = now + sweepDelay(idle)
    for (const slot of this.#slots.values()) if (isIdle(slot)) this.drop(slot.name, 'idle')
  }

  #catchUp(slot: Slot): void {
    const { world } = slot
    if (world.clock.mode !== 'live') {
      slot.live = false
      return
    }
    const wall = this.#wallClock()
    if (!slot.live) {
      slot.live = true
      slot.wall = wall
    }
    const passed = Math.floor(Math.max(0, wall - slot.wall) * world.clock.speed)
    if (passed === 0) return
    const { now } = world
    const target = Math.min(now + passed, LAST_INSTANT)
    const move = this.#records.events.beginMove(world)
    try {
      advanceAtMost(world, target, JOBS_PER_CATCH_UP, move.onFired)
    } finally {
      this.#records.reports.addTransitions(slot.name, world)
      if (move.count() > 0) this.#noteMove(slot, move.before, move.count())
      // Fractions of a virtual millisecond, and time behind the job limit, remain for the next call.
      const reached = world.now === target ? passed : world.now - now
      slot.wall += reached / world.clock.speed
      // The progress of a live clock is not an event, but the jobs that ran are.
      this.#records.events.endMove(slot.name, world, move, { quiet: true })
    }
  }
}

function readMaximum(maximum: number | undefined): number {
  if (maximum === undefined) return MAXIMUM_WORLDS
  if (Number.isInteger(maximum) && maximum >= 1 && maximum <= MAXIMUM_WORLDS_SETTING) return maximum
  throw new TypeError(
    `worlds.maximum is a whole number from 1 to ${MAXIMUM_WORLDS_SETTING}, not ${quoted(maximum)}`,
  )
}

function readIdle(idle: string | number): number {
  const milliseconds = typeof idle === 'number' ? idle : parseDuration(String(idle))
  if (milliseconds !== undefined && milliseconds >= 1 && Number.isSafeInteger(milliseconds))
    return milliseconds
  throw new TypeError(`worlds.idle must be ${A_DURATION}, or milliseconds from 1, not ${quoted(idle)}`)
}

/** The maximum delay until an idle world is dropped. */
function sweepDelay(idle: number): number {
  return Math.min(Math.ceil(idle / 2), MAXIMUM_SWEEP_INTERVAL)
}
