/** The composition root: a simulator holds worlds and answers exchanges with them. */
import { type ExchangeAnswer, type ExchangeRequest, header, type RequestHeaders } from './api/exchange.ts'
import { operations } from './api/operations.ts'
import { answerControl } from './control/control.ts'
import type { ControlDoor, ControlHost, LoadedScenario } from './control/host.ts'
import { allowedOrigin, isPreflight, withCors } from './gateway/cors.ts'
import { createGateway, type Gateway } from './gateway/gateway.ts'
import { Journal, type JournalEntry } from './gateway/journal.ts'
import { type Location, locate, splitUrl } from './gateway/locate.ts'
import { createReport, type Report, ReportBuilder } from './gateway/report.ts'
import { readConfig, type WorldConfig } from './model/config.ts'
import { Refusal, shown } from './model/refusal.ts'
import { type Region, regionTables, type TableName, type TableRecords } from './model/schema.ts'
import {
  advanceTo,
  CLOCK_MODES,
  ClockError,
  type ClockMode,
  type ClockState,
  isSpeed,
  MAXIMUM_SPEED,
  runNext,
} from './world/clock.ts'
import { formatInstant, LAST_INSTANT, parseDuration, parseInstant } from './world/duration.ts'
import { type FiredJob, nextJob } from './world/jobs.ts'
import { type Snapshot, World } from './world/world.ts'
import { VERSION } from './version.ts'

/** What a door knows of its surroundings; in process there is nothing to tell. */
export interface DoorOptions {
  /** Origins whose pages may read the simulated interfaces; `*` for all. */
  readonly corsOrigins?: readonly string[]
  /** The network side of the control API. */
  readonly control?: ControlDoor
  /** The signed-in user where a caller cannot send a credential. */
  readonly as?: string
}

/** What a simulator is made from. */
export interface SimulatorBase {
  readonly world: World
  readonly loaded: LoadedScenario
}

export interface SimulatorParts {
  readonly base: SimulatorBase
  /** Makes a `fetch` over exchanges; the front door brings it. */
  readonly createFetch: (
    exchange: (request: ExchangeRequest) => Promise<ExchangeAnswer>,
  ) => Simulator['fetch']
  /** Milliseconds of the wall clock; read in live mode only. */
  readonly wallClock: () => number
  /** Builds the world of a scenario object or ready scenario, for the control API. */
  readonly build: (scenario: unknown) => Promise<SimulatorBase>
}

/** How many named worlds one simulator holds at most. */
export const MAXIMUM_WORLDS = 1000
const DEFAULT_WORLD = 'default'
const WORLD_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const IN_PROCESS: ControlDoor = { loopback: true, allowedHosts: [] }

/** Header names as exchanges have them; callers in process may write them in any letter case. */
function withLowerCaseHeaders(request: ExchangeRequest): ExchangeRequest {
  for (const name in request.headers) {
    if (name === name.toLowerCase()) continue
    const entries = Object.entries(request.headers).map(([key, value]) => [key.toLowerCase(), value])
    return { ...request, headers: Object.fromEntries(entries) as RequestHeaders }
  }
  return request
}

/** One named world of a simulator, and where its live clock stands against the wall clock. */
interface Slot {
  readonly world: World
  /** True once the clock follows the wall clock; `wall` is the wall instant that `world.now` stands for. */
  live: boolean
  wall: number
}

export class Simulator {
  readonly clock: SimulatorClock
  /** As the platform's `fetch`, in process; a path without a host is one of the one-port layout. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  readonly #parts: SimulatorParts
  readonly #gateway: Gateway
  readonly #worlds = new Map<string, Slot>()
  readonly #journal = new Journal()
  #report = new ReportBuilder()
  #base: SimulatorBase
  #origin: Snapshot

  constructor(parts: SimulatorParts, gateway: Gateway = createGateway(operations)) {
    this.#parts = parts
    this.#gateway = gateway
    this.#base = parts.base
    this.#origin = parts.base.world.snapshot()
    this.#worlds.set(DEFAULT_WORLD, this.#slot(parts.base.world))
    this.clock = createClock(this)
    this.fetch = parts.createFetch((request) => this.exchange(request))
  }

  /** The version of the package. */
  get version(): string {
    return VERSION
  }

  /** Name, seed and hash of the loaded scenario. */
  get scenario(): LoadedScenario {
    return this.#base.loaded
  }

  /** The world that is used where none is named. */
  get world(): World {
    return this.worldOf(DEFAULT_WORLD)
  }

  /** The configuration of the default world. */
  get config(): WorldConfig {
    return readConfig(this.world.system)
  }

  /** The latest exchanges, oldest first, with credentials taken out. */
  readonly journal = {
    entries: (): JournalEntry[] => this.#journal.entries(),
    clear: (): void => this.#journal.clear(),
  }

  /**
   * Answers one exchange with a simulated interface or the control API. What is wrong with a request is said by the
   * answer; it rejects only with TypeError, for what is no request at all (a method or URL that is no text).
   */
  async exchange(given: ExchangeRequest, door: DoorOptions = {}): Promise<ExchangeAnswer> {
    if (typeof given.url !== 'string' || typeof given.method !== 'string') {
      throw new TypeError('an exchange needs a method and a url, both text')
    }
    const request = withLowerCaseHeaders(given)
    const location = locate(request.url)
    if (location.target?.kind === 'control') {
      const named = this.#withWorldHeader(request, location.world)
      return answerControl(named, this.#controlHost(), door.control ?? IN_PROCESS)
    }
    const answer = this.#answerService(request, location, door)
    const origin = door.corsOrigins === undefined ? undefined : allowedOrigin(request, door.corsOrigins)
    return origin === undefined ? answer : withCors(request, answer, origin)
  }

  /** The state of the default world, cheap to take and to keep. */
  snapshot(): Snapshot {
    return this.world.snapshot()
  }

  /** Puts the default world back to a snapshot. */
  restore(snapshot: Snapshot): void {
    this.world.restore(snapshot)
    this.#touchWall(DEFAULT_WORLD)
  }

  /** A simulator of its own that begins, and resets, to where the default world is now; they share nothing that can change. */
  fork(): Simulator {
    const base = { world: this.world.fork(), loaded: this.#base.loaded }
    return new Simulator({ ...this.#parts, base }, this.#gateway)
  }

  /** Puts every world back to the loaded scenario, or one of them; journal and report go with the first. */
  reset(world: string | 'all' = 'all'): void {
    if (world === 'all') {
      for (const name of this.#worlds.keys()) if (name !== DEFAULT_WORLD) this.#worlds.delete(name)
      this.#journal.clear()
      this.#report = new ReportBuilder()
    }
    const name = world === 'all' ? DEFAULT_WORLD : world
    this.worldOf(name).restore(this.#origin)
    this.#touchWall(name)
  }

  /** What the exchanges so far exercised and leaned on. */
  report(): Report {
    return createReport(this.#report, operations)
  }

  /**
   * The records of a table of the default world, in order of their key, as frozen data; `where` keeps those with equal
   * fields. Throws for a table that does not exist.
   */
  state<N extends TableName>(
    table: N,
    where: Partial<TableRecords[N]> = {},
    region: Region = 'eu',
  ): readonly TableRecords[N][] {
    const definition = Object.hasOwn(regionTables, table) ? regionTables[table] : undefined
    if (definition === undefined) {
      throw new Error(`no table ${shown(table)}: there are ${Object.keys(regionTables).join(', ')}`)
    }
    const fields = Object.entries(where)
    const records = this.world
      .region(region)
      .table(definition as never)
      .scan() as Iterable<TableRecords[N]>
    return [...records].filter((record) =>
      fields.every(([name, value]) => (record as Record<string, unknown>)[name] === value),
    )
  }

  /** The named world; made from the loaded scenario on first use. */
  worldOf(name: string): World {
    const known = this.#worlds.get(name)
    return known === undefined ? this.#createWorld(name, undefined) : known.world
  }

  /** Moves the clocks of live worlds to where the wall clock says they are; other clocks stay. */
  catchUp(): void {
    for (const slot of this.#worlds.values()) this.#catchUpSlot(slot)
  }

  /** Wall milliseconds until the next pending job of a live world; undefined when nothing is pending. */
  nextDue(): number | undefined {
    let soonest: number | undefined
    for (const slot of this.#worlds.values()) {
      this.#catchUpSlot(slot)
      const { world, wall } = slot
      const job = world.clock.mode === 'live' ? nextJob(world) : undefined
      if (job === undefined) continue
      const wait = (job.due - world.now) / world.clock.speed - (this.#parts.wallClock() - wall)
      soonest = Math.max(0, Math.min(soonest ?? wait, wait))
    }
    return soonest
  }

  #answerService(request: ExchangeRequest, location: Location, door: DoorOptions): ExchangeAnswer {
    const asked = location.world ?? header(request.headers, 'x-sim-world') ?? DEFAULT_WORLD
    const { slot, name, refused } = this.#findSlot(asked)
    this.#catchUpSlot(slot)
    const caller = { as: door.as }
    const entry = this.#gateway.answer(
      { world: slot.world, worldName: name, location, request, caller },
      refused,
    )
    this.#journal.add(entry)
    if (!isPreflight(request)) this.#report.add(entry)
    return entry.answer
  }

  /** The named world; where it cannot be made, the default one and why. */
  #findSlot(name: string): { slot: Slot; name: string; refused?: Refusal } {
    const known = this.#worlds.get(name)
    if (known !== undefined) return { slot: known, name }
    try {
      this.#createWorld(name, undefined)
      return { slot: this.#worlds.get(name) as Slot, name }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { slot: this.#worlds.get(DEFAULT_WORLD) as Slot, name: DEFAULT_WORLD, refused: error }
    }
  }

  #createWorld(name: string, from: string | undefined): World {
    if (!WORLD_NAME.test(name)) {
      throw new Refusal('INVALID', `world ${shown(name)}: a name is 1 to 64 letters, digits, '.', '_' or '-'`)
    }
    if (this.#worlds.size >= MAXIMUM_WORLDS) {
      throw new Refusal('CONFLICT', `there are ${MAXIMUM_WORLDS} worlds already: delete some first`)
    }
    const source = from === undefined ? undefined : this.#worlds.get(from)
    if (from !== undefined && source === undefined) throw new Refusal('NOT_FOUND', `no world ${shown(from)}`)
    const world =
      source === undefined ? new World(this.#base.world.schema, this.#origin) : source.world.fork()
    this.#worlds.set(name, this.#slot(world))
    return world
  }

  #slot(world: World): Slot {
    return { world, live: false, wall: 0 }
  }

  #touchWall(name: string): void {
    const slot = this.#worlds.get(name)
    // The next catch-up begins to follow anew.
    if (slot !== undefined) slot.live = false
  }

  #catchUpSlot(slot: Slot): void {
    if (slot.world.clock.mode !== 'live') {
      slot.live = false
      return
    }
    const wall = this.#parts.wallClock()
    if (!slot.live) {
      slot.live = true
      slot.wall = wall
    }
    const passed = Math.floor(Math.max(0, wall - slot.wall) * slot.world.clock.speed)
    if (passed === 0) return
    // What is less than a virtual millisecond stays for the next time.
    slot.wall += passed / slot.world.clock.speed
    advanceTo(slot.world, Math.min(slot.world.now + passed, LAST_INSTANT))
  }

  #withWorldHeader(request: ExchangeRequest, world: string | undefined): ExchangeRequest {
    const { host, path, query } = splitUrl(request.url)
    if (world === undefined) return request
    const rest = path.slice(`/_world/${world}`.length)
    const url = `${host === '' ? '' : `http://${host}`}${rest}${query === '' ? '' : `?${query}`}`
    return { ...request, url, headers: { ...request.headers, 'x-sim-world': world } }
  }

  #controlHost(): ControlHost {
    return {
      version: VERSION,
      operations,
      loaded: () => this.#base.loaded,
      worldNames: () => [...this.#worlds.keys()],
      world: (name) => {
        const world = this.worldOf(name)
        this.#catchUpSlot(this.#worlds.get(name) as Slot)
        return world
      },
      createWorld: (name, from) => {
        if (this.#worlds.has(name)) throw new Refusal('CONFLICT', `world ${shown(name)} exists already`)
        return this.#createWorld(name, from)
      },
      dropWorld: (name) => name !== DEFAULT_WORLD && this.#worlds.delete(name),
      advance: (world, target, onFired) => {
        const fired = advanceTo(world, target, onFired)
        for (const [name, slot] of this.#worlds) if (slot.world === world) this.#touchWall(name)
        return fired
      },
      reset: (world) => this.reset(world),
      load: async (scenario) => {
        const base = await this.#parts.build(scenario)
        this.#base = base
        this.#origin = base.world.snapshot()
        this.#worlds.set(DEFAULT_WORLD, this.#slot(base.world))
        this.reset('all')
        return base.loaded
      },
    }
  }
}

/** The clock of a simulator's default world, as users drive it. */
export interface SimulatorClock {
  /** The current instant, ISO 8601 in UTC. */
  now(): string
  mode(): ClockMode
  /** Moves on by a duration (`3m`, `250ms`, ISO 8601) or by virtual milliseconds, running due jobs; answers what ran. */
  advance(by: string | number): FiredJob[]
  /** Moves to an instant (ISO 8601, or milliseconds since 1970). */
  advanceTo(instant: string | number): FiredJob[]
  /** Moves to the next pending job and runs what is due then; answers what ran. */
  runNext(): FiredJob[]
  /** Changes mode or speed; throws ClockError for what no clock has. */
  set(changes: Partial<Pick<ClockState, 'mode' | 'speed'>>): void
}

function createClock(simulator: Simulator): SimulatorClock {
  const collect = (move: (world: World, onFired: (job: FiredJob) => void) => unknown) => {
    simulator.catchUp()
    const fired: FiredJob[] = []
    move(simulator.world, (job) => fired.push(job))
    return fired
  }
  return {
    now: () => {
      simulator.catchUp()
      return formatInstant(simulator.world.now)
    },
    mode: () => simulator.world.clock.mode,
    advance: (by) => {
      const duration = typeof by === 'number' ? by : parseDuration(by)
      if (duration === undefined || !(duration >= 0)) {
        throw new ClockError(`advance takes a duration such as '3m' or 'PT3M', not ${shown(String(by))}`)
      }
      return collect((world, onFired) => advanceTo(world, world.now + duration, onFired))
    },
    advanceTo: (instant) => {
      const target = typeof instant === 'number' ? instant : parseInstant(instant)
      if (target === undefined) {
        throw new ClockError(
          `advanceTo takes an instant such as '2026-03-01T00:00:00Z', not ${shown(String(instant))}`,
        )
      }
      return collect((world, onFired) => advanceTo(world, target, onFired))
    },
    runNext: () => collect((world, onFired) => runNext(world, onFired)),
    set: (changes) => {
      const { mode, speed } = changes
      if (mode !== undefined && !CLOCK_MODES.includes(mode)) {
        throw new ClockError(`the mode of a clock is ${CLOCK_MODES.join(', ')}, not ${shown(String(mode))}`)
      }
      if (speed !== undefined && !isSpeed(speed)) {
        throw new ClockError(
          `the speed of a clock is above 0 and at most ${MAXIMUM_SPEED}, not ${shown(String(speed))}`,
        )
      }
      simulator.catchUp()
      simulator.world.setClock(changes)
    },
  }
}
