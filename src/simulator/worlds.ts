/** The worlds of one simulator by name: each a fork of the loaded scenario, made on first use. */
import { Refusal, shown } from '../model/refusal.ts'
import { advanceTo } from '../world/clock.ts'
import { LAST_INSTANT } from '../world/duration.ts'
import { nextJob } from '../world/jobs.ts'
import { type Snapshot, World } from '../world/world.ts'

/** How many named worlds one simulator holds at most. */
export const MAXIMUM_WORLDS = 1000
export const DEFAULT_WORLD = 'default'
const WORLD_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** One named world, and where its live clock stands against the wall clock. */
interface Slot {
  readonly name: string
  readonly world: World
  /** True once the clock follows the wall clock; `wall` is the wall instant that `world.now` stands for. */
  live: boolean
  wall: number
}

/** A named world; where it cannot be made, the default one and why. */
export interface FoundWorld {
  readonly name: string
  readonly world: World
  readonly refused?: Refusal
}

export class Worlds {
  readonly #wallClock: () => number
  readonly #slots = new Map<string, Slot>()
  /** What every new world, and a reset one, begins from. */
  #origin: Snapshot

  /** `wallClock` answers milliseconds; it is read for live worlds only. */
  constructor(world: World, wallClock: () => number) {
    this.#wallClock = wallClock
    this.#origin = world.snapshot()
    this.#put(DEFAULT_WORLD, world)
  }

  /** The world that is used where none is named. */
  get default(): World {
    return this.#slotOf(DEFAULT_WORLD).world
  }

  /** `default` first, then in order of creation. */
  names(): readonly string[] {
    return [...this.#slots.keys()]
  }

  has(name: string): boolean {
    return this.#slots.has(name)
  }

  /** The named world, made on first use, its live clock caught up. Refuses bad names and too many worlds. */
  get(name: string): World {
    const slot = this.#slots.get(name) ?? this.#create(name, undefined)
    this.#catchUp(slot)
    return slot.world
  }

  /** As `get`, but never throws. */
  find(name: string): FoundWorld {
    try {
      return { name, world: this.get(name) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { name: DEFAULT_WORLD, world: this.get(DEFAULT_WORLD), refused: error }
    }
  }

  /** Makes a world from the loaded scenario, or as a fork of another as it is now. Refuses a name that is in use. */
  create(name: string, from: string | undefined): World {
    if (this.#slots.has(name)) throw new Refusal('CONFLICT', `world ${shown(name)} exists already`)
    return this.#create(name, from).world
  }

  /** Drops a world; false for `default` and for one that is not in use. */
  drop(name: string): boolean {
    return name !== DEFAULT_WORLD && this.#slots.delete(name)
  }

  /** Puts a world back to the loaded scenario; `all` also drops every world but `default`. */
  reset(name: string | 'all'): void {
    if (name === 'all')
      for (const other of this.#slots.keys()) if (other !== DEFAULT_WORLD) this.#slots.delete(other)
    const slot = this.#slotOf(name === 'all' ? DEFAULT_WORLD : name)
    slot.world.restore(this.#origin)
    slot.live = false
  }

  /** Puts a snapshot back into a world. */
  restore(name: string, snapshot: Snapshot): void {
    const slot = this.#slotOf(name)
    slot.world.restore(snapshot)
    slot.live = false
  }

  /** Makes another world the base of all; every other world goes. */
  load(world: World): void {
    this.#origin = world.snapshot()
    this.#put(DEFAULT_WORLD, world)
    this.reset('all')
  }

  /** To be called when a clock was moved by hand: it follows the wall clock anew from there. */
  touch(world: World): void {
    for (const slot of this.#slots.values()) if (slot.world === world) slot.live = false
  }

  /** Moves the clocks of live worlds to where the wall clock says they are; other clocks stay. */
  catchUp(): void {
    for (const slot of this.#slots.values()) this.#catchUp(slot)
  }

  /** Wall milliseconds until the next pending job of a live world; undefined when nothing is pending. */
  nextDue(): number | undefined {
    let soonest: number | undefined
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

  #slotOf(name: string): Slot {
    return this.#slots.get(name) ?? this.#create(name, undefined)
  }

  #create(name: string, from: string | undefined): Slot {
    if (!WORLD_NAME.test(name)) {
      throw new Refusal('INVALID', `world ${shown(name)}: a name is 1 to 64 letters, digits, '.', '_' or '-'`)
    }
    if (this.#slots.size >= MAXIMUM_WORLDS) {
      throw new Refusal('CONFLICT', `there are ${MAXIMUM_WORLDS} worlds already: delete some first`)
    }
    const source = from === undefined ? undefined : this.#slots.get(from)
    if (from !== undefined && source === undefined) throw new Refusal('NOT_FOUND', `no world ${shown(from)}`)
    const { schema } = this.#slotOf(DEFAULT_WORLD).world
    return this.#put(name, source === undefined ? new World(schema, this.#origin) : source.world.fork())
  }

  #put(name: string, world: World): Slot {
    const slot = { name, world, live: false, wall: 0 }
    this.#slots.set(name, slot)
    return slot
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
    // What is less than a virtual millisecond stays for the next time.
    slot.wall += passed / world.clock.speed
    advanceTo(world, Math.min(world.now + passed, LAST_INSTANT))
  }
}
