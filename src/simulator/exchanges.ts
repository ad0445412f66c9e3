/** Handles the requests of one simulator: to the simulated interfaces, to past worlds, and to the control API. */
import { type ExchangeRequest, type ExchangeResponse, header } from '../api/framework/exchange.ts'
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
import type { ControlAccess, ControlApi, ControlConnection } from './control-host.ts'
import type { Core } from './core.ts'
import { hasMutations } from './mutating-faults.ts'
import type { AdapterOptions, HandledExchange, Intercept } from './parts.ts'
import { pastIsReadOnly } from './past/past.ts'
import { copyOfResponse, ownRequest, withLowerCaseHeaders, withWorldHeader } from './requests.ts'
import * as ledger from '../api/framework/ledger-names.ts'
import { DEFAULT_WORLD, type FoundWorld } from './worlds.ts'

/** The response to a request, and the number of its entry in the journal. */
export interface Sent {
  readonly answer: ExchangeResponse
  readonly number?: number | undefined
}

/** A response with the journal entry of its exchange, with its credentials; absent for the control API. */
interface Handled extends Sent {
  readonly entry?: JournalEntry
}

/** A request with its operation and its world. */
interface Routed {
  readonly request: ExchangeRequest
  readonly location: Location
  readonly resolution: Resolution
  readonly name: string
  /** The past world that it names. */
  readonly pastWorld: PastName | undefined
}

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

  /** As `respond`, for callers that may change the request afterwards, and the response. */
  async send(request: ExchangeRequest, options: AdapterOptions = {}): Promise<Sent> {
    const { answer, number } = await this.respond(ownRequest(request), options)
    return { answer: copyOfResponse(answer), number }
  }

  /**
   * Intercepts or handles a request with lower-case header names. From now on nobody may change it, nor the response: the
   * journal and the past keep both. The response is a promise only if something must be loaded, decoded or awaited before.
   */
  respond(request: ExchangeRequest, options: AdapterOptions): Sent | Promise<Sent> {
    const location = locate(request.url)
    if (this.#intercept === undefined || location.target?.kind === 'control')
      return this.#handle(request, location, options)
    return this.#interceptWith(this.#intercept, request, location, options)
  }

  async #interceptWith(
    intercept: Intercept,
    request: ExchangeRequest,
    location: Location,
    options: AdapterOptions,
  ): Promise<Sent> {
    let number: number | undefined
    const response = await intercept(request, async () => {
      const handled = await this.#handle(request, location, options)
      number = handled.number
      return describeExchange(handled)
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
    const { world, name, refused } = this.#findWorld(request, worldNameOf(request, location), options)
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

  #handle(request: ExchangeRequest, location: Location, options: AdapterOptions): Handled | Promise<Handled> {
    return isEncoded(request)
      ? this.#decoded(request, location, options).then((decoded) =>
          this.#handleDecoded(decoded, location, options),
        )
      : this.#handleDecoded(request, location, options)
  }

  #handleDecoded(
    request: ExchangeRequest,
    location: Location,
    options: AdapterOptions,
  ): Handled | Promise<Handled> {
    if (isRootPage(request, location))
      return { answer: allowing(request, rootPage(request, location, VERSION), options.corsOrigins) }
    const { gateway, parts } = this.#core
    const resolution = gateway.resolve(request, location, this.#needsSchemas(request))
    const name = worldNameOf(request, location)
    const routed = { request, location, resolution, name, pastWorld: parsePastName(name) }
    const usesControl = location.target?.kind === 'control' || routed.pastWorld !== undefined
    const missing =
      usesControl && parts.control.loaded() === undefined
        ? Promise.all([resolution.missing, parts.control.load()])
        : resolution.missing
    return missing === undefined && this.#turn === undefined && !this.#lacksMutations(routed, options)
      ? this.#handleRouted(routed, options)
      : this.#handleInTurn(routed, options, missing)
  }

  async #handleInTurn(
    routed: Routed,
    options: AdapterOptions,
    missing: Promise<unknown> | undefined,
  ): Promise<Handled> {
    const { mutations } = this.#core.parts
    const turn = this.takeTurn(missing, () =>
      this.#lacksMutations(routed, options) ? mutations.load() : undefined,
    )
    try {
      await turn
    } finally {
      if (this.#turn === turn) this.#turn = undefined
    }
    return this.#handleRouted(routed, options)
  }

  /** Whether the world of a request has a fault that names a mistake, and the code for mistakes is not loaded. */
  #lacksMutations({ request, location, name }: Routed, options: AdapterOptions): boolean {
    const { parts, worlds } = this.#core
    if (location.target?.kind === 'control' || parts.mutations.loaded() !== undefined) return false
    return hasMutations(worlds.inUse(name) ?? this.#findWorld(request, name, options).world)
  }

  #handleRouted(routed: Routed, options: AdapterOptions): Handled | Promise<Handled> {
    const { request, location, pastWorld } = routed
    if (location.target?.kind === 'control') {
      const control = this.#core.parts.control.loaded()
      if (control !== undefined) return this.#handleControl(control, request, location, options)
    }
    const { entry, number } =
      pastWorld === undefined
        ? this.#handleService(routed, options)
        : { entry: this.#handlePast(pastWorld, routed, options), number: undefined }
    return { answer: allowing(request, entry.answer, options.corsOrigins), entry, number }
  }

  async #handleControl(
    { handleControl }: ControlApi,
    request: ExchangeRequest,
    location: Location,
    options: AdapterOptions,
  ): Promise<Handled> {
    const { reports, worlds } = this.#core
    const named = withWorldHeader(request, location.world)
    const response = handleControl(named, this.#access(), options.control ?? IN_PROCESS)
    // The handler runs before anything is awaited.
    const name = header(named.headers, 'x-sim-world') ?? DEFAULT_WORLD
    const world = worlds.inUse(name)
    if (world !== undefined) reports.addTransitions(name, world)
    return { answer: await response }
  }

  #handleService(
    routed: Routed,
    options: AdapterOptions,
  ): { entry: JournalEntry; number: number | undefined } {
    const { request, location, resolution } = routed
    const { events, gateway, journal, reports, worlds } = this.#core
    const { world, name, refused } = this.#findWorld(request, routed.name, options)
    const { as } = options
    const move = events.beginMove(world)
    const call = {
      world,
      worldName: name,
      location,
      request,
      resolution,
      caller: { as },
      onFired: move.onFired,
    }
    const entry = gateway.handle(call, refused)
    reports.addTransitions(name, world)
    const kept = journal.keep(entry)
    const number = kept?.number
    if (refused === undefined) worlds.noteExchange(name, { request, as, resolution, entry, kept })
    const redacted = () => kept?.entry ?? redactSent(entry)
    const exchange = events.wantsExchanges ? { exchange: { entry: redacted(), number } } : {}
    events.endMove(name, world, move, exchange)
    if (!isPreflight(request)) reports.add(entry, redacted)
    return { entry, number }
  }

  /** A request to a past world, which it leaves as it is: it is handled in a fork, and refused if it writes. */
  #handlePast(
    { world: base, step }: PastName,
    { request, location, resolution }: Routed,
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
  #findWorld(request: ExchangeRequest, name: string, options: AdapterOptions): FoundWorld {
    const isForeign =
      isForeignPage(request) && allowedOrigin(request, options.corsOrigins ?? []) === undefined
    return this.#core.worlds.find(name, !isForeign)
  }
}

/** What somebody who intercepts a request is told of its exchange. */
function describeExchange({ answer, entry, number }: Handled): HandledExchange {
  const copy = copyOfResponse(answer)
  if (entry === undefined) return { answer: copy }
  const { operation, user, fault, assumptions, transitions } = entry
  return { answer: copy, operation, user, fault, assumptions, transitions, entry, number }
}

function worldNameOf({ headers }: ExchangeRequest, { world }: Location): string {
  return world ?? header(headers, 'x-sim-world') ?? DEFAULT_WORLD
}
