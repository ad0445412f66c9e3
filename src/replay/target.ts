/** The target of a replay: a server, or a simulator of a scenario. */
import { ADDRESSES, type InterfaceName } from '../api/framework/interfaces.ts'
import { withPreset } from '../api/ledger/presets.ts'
import { locate, splitUrl } from '../gateway/addresses/locate.ts'
import type { ExchangeResponse } from '../api/framework/exchange.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { readConfig, writeConfig } from '../model/records/world/config.ts'
import { Refusal } from '../model/input/refusal.ts'
import { REGIONS, type Region } from '../model/schema.ts'
import { nearestName } from '../world/nearest.ts'
import { ToolFailure, quoted } from './failure.ts'
import { readServerAddress } from './server-address.ts'

/** A recorded call to send. */
export interface Call {
  readonly method: string
  /** An absolute address, or a path on the one HTTP port. */
  readonly url: string
  /** The Host header for a simulator; a server gets its own. */
  readonly host: string | undefined
  /** The scheme of the recorded address; HTTP if absent. */
  readonly scheme?: 'http' | 'https' | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  /** The virtual instant at which it was made, if it is known. */
  readonly at: number | undefined
  /** The user of the call, for a simulator. */
  readonly user: string | undefined
  /** The application that the user's token is scoped to, if any. */
  readonly application: number | undefined
}

export interface ReplayedResponse {
  readonly status: number
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type ReplayTarget = (call: Call) => Promise<ReplayedResponse>

/** Alternatives of assumptions by number. */
export type Overrides = Readonly<Record<string, string>>

/** A scenario to replay against, any number of times. */
export interface ScenarioTarget {
  /** The alternatives that the scenario selects. */
  readonly chosen: Overrides
  /** Creates a fork of its initial world with further alternatives. */
  fork(overrides: Overrides): ReplayTarget
  /** Ends the command if the scenario has no such user. */
  checkUser(name: string): void
}

/** The maximum bytes and milliseconds of one response. */
const MAXIMUM_RESPONSE_BYTES = 32 * 1024 * 1024
const PATIENCE = 30_000
/** How far the clock of a simulator follows the instants of an archive, in virtual milliseconds. */
const FARTHEST = 366 * 24 * 3_600_000

/** Whether a text is the address of a server. */
export function isAddress(target: string): boolean {
  return /^https?:\/\//i.test(target)
}

/** Sends to the server at the address from the user, and nowhere else: it follows no redirects. */
export function serverTarget(address: string): ReplayTarget {
  const { url: base, prefix } = readServerAddress(address)
  const { origin } = base
  return async ({ method, url, headers, body }) => {
    const target = `${origin}${prefix}${onOnePort(url)}`
    let response: Response
    try {
      response = await fetch(target, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE),
        ...(body === undefined || method === 'GET' || method === 'HEAD'
          ? {}
          : { body: body as string | Uint8Array<ArrayBuffer> }),
      })
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await textOf(response),
      }
    } catch (error) {
      if (error instanceof ToolFailure) throw error
      const { message, cause } = error as Error
      const reason = cause instanceof Error ? cause.message : message
      throw new ToolFailure(
        1,
        `no response from ${quoted(origin)} to ${method} ${quoted(onOnePort(url))}: ${reason}`,
      )
    }
  }
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    const bytes = part as Uint8Array
    size += bytes.length
    if (size > MAXIMUM_RESPONSE_BYTES)
      throw new ToolFailure(1, `a response has more than ${MAXIMUM_RESPONSE_BYTES} bytes`)
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Path and query on the shared HTTP port; in-process addresses are recognised by their host. */
function onOnePort(url: string): string {
  const { host, path: written, query } = splitUrl(url)
  const { world, target, path } = locate(url)
  const known =
    target?.kind === 'service'
      ? ADDRESSES.find((address) => address.url === target.baseUrl && splitUrl(address.url).host === host)
      : undefined
  const prefix = world === undefined ? '' : `/_world/${world}`
  const below = known === undefined ? written : `${prefix}${known.path}${path === '/' ? '' : path}`
  return `${below}${query === '' ? '' : `?${query}`}`
}

/** A simulator of a scenario. The clocks of each fork follow the instants of the calls. */
export function scenarioTarget(simulator: Simulator): ScenarioTarget {
  return {
    chosen: withPreset(simulator.config.assumptions),
    fork: (overrides) => forkedTarget(withOverrides(simulator, overrides)),
    checkUser: (user) => checkUser(simulator, user),
  }
}

/** A fork whose worlds all have these alternatives. */
function withOverrides(simulator: Simulator, overrides: Overrides): Simulator {
  const configured = simulator.fork()
  const config = readConfig(configured.world.system)
  writeConfig(configured.world.system, {
    ...config,
    assumptions: { ...config.assumptions, ...overrides },
  })
  return configured.fork()
}

function forkedTarget(simulator: Simulator): ReplayTarget {
  const last = simulator.world.now + FARTHEST
  const tokens = new Map<string, string>()
  return async (call) => {
    const { method, url, host, scheme, headers, body, user } = call
    const world = locate(url).world ?? headers['x-sim-world']
    if (call.at !== undefined) await followClock(simulator, world, Math.min(call.at, last))
    const credential = await issuedCredential(simulator, world, call, tokens)
    const response = await simulator.exchange(
      {
        method,
        url,
        scheme,
        headers: { 'x-sim-explain': '1', ...(host === undefined ? {} : { host }), ...headers, ...credential },
        body,
      },
      user === undefined ? {} : { as: user },
    )
    return {
      status: response.status,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([header, value]) => [header.toLowerCase(), value]),
      ),
      body: typeof response.body === 'string' ? response.body : new TextDecoder().decode(response.body),
    }
  }
}

const HOSTED: readonly InterfaceName[] = ['hosted-wiki', 'hosted-tracker']

/**
 * The tokens for calls: hosted addresses accept only tokens, and a call with a scoped token is sent with such a token again.
 * The simulator issues each once for each user, region and world.
 */
async function issuedCredential(
  simulator: Simulator,
  world: string | undefined,
  { url, headers, user, application }: Call,
  tokens: Map<string, string>,
): Promise<Readonly<Record<string, string>>> {
  const { target } = locate(url)
  if (user === undefined || target?.kind !== 'service') return {}
  const isHosted = HOSTED.includes(target.interface)
  const name = isHosted ? 'x-api-key' : 'authorization'
  if ((!isHosted && application === undefined) || name in headers) return {}
  const tokenRequest = { user, region: target.region, applicationId: application, name: 'reqsim replay' }
  const key = JSON.stringify([world, tokenRequest])
  const value = tokens.get(key) ?? (await issueToken(simulator, world, tokenRequest))
  if (value === undefined) return {}
  tokens.set(key, value)
  return { [name]: isHosted ? value : `Bearer ${value}` }
}

/** A token of this world; undefined if there is no such user or application. */
async function issueToken(
  simulator: Simulator,
  world: string | undefined,
  tokenRequest: object,
): Promise<string | undefined> {
  const { status, body } = await askControl(simulator, world, '/tokens', tokenRequest)
  return status === 201 ? (JSON.parse(String(body)) as { value: string }).value : undefined
}

function askControl(
  simulator: Simulator,
  world: string | undefined,
  path: string,
  body: object,
): Promise<ExchangeResponse> {
  const headers = { 'content-type': 'application/json', 'x-sim-control': '1' }
  return simulator.exchange({
    method: 'POST',
    url: `http://sim.sim/_sim${path}`,
    headers: { ...headers, ...(world === undefined ? {} : { 'x-sim-world': world }) },
    body: JSON.stringify(body),
  })
}

function checkUser(simulator: Simulator, name: string): void {
  const names = REGIONS.flatMap((region: Region) =>
    simulator.state('user', {}, region).map((user) => user.name),
  )
  if (names.includes(name)) return
  const nearest = nearestName(name, names)
  const suggestion = nearest === undefined ? '' : `: did you mean ${quoted(nearest)}?`
  throw new ToolFailure(2, `--as: the scenario has no user ${quoted(name)}${suggestion}`)
}

/** Moves the clock of the call's world to the instant of the call, unless that is in the past. */
async function followClock(simulator: Simulator, world: string | undefined, instant: number): Promise<void> {
  const now = nowOf(simulator, world)
  if (now === undefined || instant <= now) return
  const { status, body } = await askControl(simulator, world, '/clock/advance', { to: instant })
  if (status === 200) return
  const { message } = JSON.parse(String(body)) as { message: string }
  throw new ToolFailure(1, `the clock cannot follow the recording: ${message}`)
}

/** Undefined for an invalid name of a world, since the call itself is then refused. */
function nowOf(simulator: Simulator, world: string | undefined): number | undefined {
  if (world === undefined) return simulator.world.now
  try {
    return simulator.worldOf(world).now
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
