/** Handles the requests of one simulator: to the simulated interfaces, to past worlds, and to the control API. */
import { type ExchangeRequest, header } from '../api/framework/exchange.ts'
import { chosenAlternative } from '../api/framework/ledger.ts'
import { schemasLoaded } from '../api/framework/zod.ts'
import { allowedOrigin, allowing, isForeignPage, isPreflight } from '../gateway/addresses/cors.ts'
import { type Location, locate } from '../gateway/addresses/locate.ts'
import { isRootPage, rootPage } from '../gateway/exchange/root-page.ts'
import { isExplained, type Resolution } from '../gateway/gateway.ts'
import type { JournalEntry } from '../gateway/journal/entry.ts'
import { redactSent } from '../gateway/journal/redact.ts'
import { readConfig } from '../model/records/world/config.ts'
import { VERSION } from '../version.ts'
import { type PastName, parsePastName } from '../world/world-name.ts'
import { decodeRequest, isEncoded } from './content-coding.ts'
import type { ControlAccess, ControlConnection } from './control-host.ts'
import type { Core } from './core.ts'
import { hasMutations } from './mutating-faults.ts'
import type { AdapterOptions, HandledExchange, Intercept } from './parts.ts'
import { pastIsReadOnly } from './past/past.ts'
import { copyOf, copyOfResponse, withLowerCaseHeaders, withWorldHeader } from './requests.ts'
import * as ledger from '../api/framework/ledger-names.ts'
import { DEFAULT_WORLD, type FoundWorld } from './worlds.ts'

const IN_PROCESS: ControlConnection = { loopback: true, allowedHosts: [] }

export class Exchanges {
  readonly #core: Core
  readonly #access: () => ControlAccess
  readonly #intercept: Intercept | undefined
  /** The last exchange that waits for code to load. */
  #turn: Promise<unknown> | undefined
  /** The last body that is being decoded. */
  #decoding: Promise<unknown> = Promise.resolve()

  constructor(core: Core, access: () => ControlAccess, intercept: Intercept | undefined) {
    this.#core = core
    this.#access = access
    this.#intercept = intercept
  }

  /** Intercepts or handles a request. `number` is that of its entry in the journal. */
  async send(
    request: ExchangeRequest,
    options: AdapterOptions = {},
  ): Promise<Pick<HandledExchange, 'answer' | 'number'>> {
    const location = locate(request.url)
    if (this.#intercept === undefined || location.target?.kind === 'control')
      return this.#handle(request, location, options)
    let number: number | undefined
    const response = await this.#intercept(request, async () => {
      const handled = await this.#handle(request, location, options)
      number = handled.number
      return handled
    })
    return { answer: response, number }
  }

  /** Whether a request fails whatever its body. */
  async failsByHead(head: ExchangeRequest, options: AdapterOptions): Promise<boolean> {
    // What stands in place of the simulator may want the body.
    if (this.#intercept !== undefined) return false
    const { gateway, parts } = this.#core
    const request = withLowerCaseHeaders(head)
    const location = locate(request.url)
    if (location.target?.kind === 'control') {
      const { controlFailsByHead } = parts.control.loaded() ?? (await parts.control.load())
      return controlFailsByHead(withWorldHeader(request, location.world), options.control ?? IN_PROCESS)
    }
    const resolution = gateway.resolve(request, location, this.#needsSchemas(request))
    await resolution.missing
    const { world, name, refused } = this.#findWorld(request, location, options)
    const call = { worldName: name, location, request, resolution, caller: { as: options.as } }
    return gateway.failsByHead({ ...call, world: world.fork() }, refused)
  }

  /**
   * Resolves when `missing` is loaded and every earlier waiting exchange is done, and what `more` then begins to load. Later
   * exchanges wait for it.
   */
  takeTurn(missing: Promise<unknown> | undefined, more?: () => unknown): Promise<unknown> {
    const before = this.#turn
    this.#turn = Promise.allSettled([before])
      .then(() => missing)
      .then(more)
    return this.#turn
  }

  async #handle(
    received: ExchangeRequest,
    location: Location,
    options: AdapterOptions,
  ): Promise<HandledExchange> {
    const { gateway, parts, reports, worlds } = this.#core
    let request = withLowerCaseHeaders(received)
    if (isEncoded(request)) request = await this.#decoded(request, location, options)
    if (isRootPage(request, location))
      return { answer: allowing(request, rootPage(request, location, VERSION), options.corsOrigins) }
    const resolution = gateway.resolve(request, location, this.#needsSchemas(request))
    const isControl = location.target?.kind === 'control'
    const pastWorld = parsePastName(location.world ?? header(request.headers, 'x-sim-world') ?? '')
    const missing =
      (isControl || pastWorld !== undefined) && parts.control.loaded() === undefined
        ? Promise.all([resolution.missing, parts.control.load()])
        : resolution.missing
    const mistakes = () => {
      if (isControl || parts.mutations.loaded() !== undefined) return undefined
      const world =
        worlds.inUse(worldNameOf(request, location)) ?? this.#findWorld(request, location, options).world
      return hasMutations(world) ? parts.mutations.load() : undefined
    }
    if (missing !== undefined || this.#turn !== undefined || mistakes() !== undefined) {
      const turn = this.takeTurn(missing, mistakes)
      try {
        await turn
      } finally {
        if (this.#turn === turn) this.#turn = undefined
      }
    }
    const control = isControl ? parts.control.loaded() : undefined
    if (control !== undefined) {
      const named = withWorldHeader(request, location.world)
      const response = control.handleControl(named, this.#access(), options.control ?? IN_PROCESS)
      // The handler runs before anything is awaited.
      const name = header(named.headers, 'x-sim-world') ?? DEFAULT_WORLD
      const world = worlds.inUse(name)
      if (world !== undefined) reports.addTransitions(name, world)
      return { answer: await response }
    }
    const { entry, number } =
      pastWorld === undefined
        ? this.#handleService(request, location, resolution, options)
        : { entry: this.#handlePast(pastWorld, request, location, resolution, options), number: undefined }
    const { answer, operation, user, fault, assumptions, transitions } = entry
    return {
      answer: allowing(request, copyOfResponse(answer), options.corsOrigins),
      operation,
      user,
      fault,
      assumptions,
      transitions,
      entry,
      number,
    }
  }

  #handleService(
    received: ExchangeRequest,
    location: Location,
    resolution: Resolution,
    options: AdapterOptions,
  ): { entry: JournalEntry; number: number | undefined } {
    const { events, gateway, journal, reports, worlds } = this.#core
    // The past keeps the request; a caller in process may change what it sent.
    const request = copyOf(received)
    const { world, name, refused } = this.#findWorld(request, location, options)
    const caller = { as: options.as }
    const move = events.beginMove(world)
    const call = { world, worldName: name, location, request, resolution, caller, onFired: move.onFired }
    const entry = gateway.handle(call, refused)
    reports.addTransitions(name, world)
    const kept = journal.keep(entry)
    const number = kept?.number
    if (refused === undefined) {
      const input = { kind: 'exchange', request, world: name, as: options.as, resolution } as const
      const numbered = number === undefined ? {} : { exchange: number }
      worlds.note(name, input, { at: entry.at, entry, ...numbered })
    }
    const redacted = () => kept?.entry ?? redactSent(entry)
    const exchange = events.wantsExchanges ? { exchange: { entry: redacted(), number } } : {}
    events.endMove(name, world, move, exchange)
    if (!isPreflight(request)) reports.add(entry, redacted)
    return { entry, number }
  }

  /** A request to a past world, which it leaves as it is: it is handled in a fork, and refused if it writes. */
  #handlePast(
    { world: base, step }: PastName,
    request: ExchangeRequest,
    location: Location,
    resolution: Resolution,
    options: AdapterOptions,
  ): JournalEntry {
    const { gateway, worlds } = this.#core
    const name = `${base}@${step}`
    const { world, refused } = worlds.find(name)
    const call = { worldName: name, location, request, resolution, caller: { as: options.as } }
    const entry = gateway.handle({ ...call, world: world.fork() }, refused)
    const reads = entry.stateful !== true || ['GET', 'HEAD'].includes(request.method)
    return reads ? entry : gateway.handle({ ...call, world: world.fork() }, pastIsReadOnly(name))
  }

  /** Whether response schemas are needed that cannot be built yet. */
  #needsSchemas(request: ExchangeRequest): boolean {
    return (
      !schemasLoaded() &&
      (this.#core.parts.checksResponses !== false ||
        isExplained(request) ||
        chosenAlternative(this.#core.config, ledger.absentFields) === 'null')
    )
  }

  /** The request with its body decoded, unless its world leaves bodies as they are sent. One body at a time takes memory. */
  #decoded(
    request: ExchangeRequest,
    location: Location,
    { control = IN_PROCESS, decompress = this.#core.parts.decompress }: AdapterOptions,
  ): Promise<ExchangeRequest> {
    const { parts, worlds } = this.#core
    const decode = async (): Promise<ExchangeRequest> => {
      if (location.target?.kind === 'control') {
        const { controlBodyLimit } = await parts.control.load()
        const maximum = controlBodyLimit({ ...request, url: location.path }, control)
        return decodeRequest(request, maximum, decompress)
      }
      const config = readConfig((worlds.peek(worldNameOf(request, location)) ?? worlds.default).system)
      if (chosenAlternative(config, ledger.compressedBodies) !== 'read') return request
      return decodeRequest(request, config.maximumBodyBytes, decompress)
    }
    const decoded = this.#decoding.then(decode)
    this.#decoding = decoded.catch(() => {})
    return decoded
  }

  /** The world that a request selects, which it makes if it may. */
  #findWorld(request: ExchangeRequest, location: Location, options: AdapterOptions): FoundWorld {
    const isForeign =
      isForeignPage(request) && allowedOrigin(request, options.corsOrigins ?? []) === undefined
    return this.#core.worlds.find(worldNameOf(request, location), !isForeign)
  }
}

function worldNameOf({ headers }: ExchangeRequest, { world }: Location): string {
  return world ?? header(headers, 'x-sim-world') ?? DEFAULT_WORLD
}
