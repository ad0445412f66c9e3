/** What a session is replayed against: a server, or a simulator of a scenario. */
import { ADDRESSES, type InterfaceName } from '../api/framework/surface.ts'
import { withPreset } from '../api/ledger/presets.ts'
import { locate, splitUrl } from '../gateway/exchange/locate.ts'
import type { ExchangeAnswer } from '../api/framework/exchange.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { readConfig, writeConfig } from '../model/world/config.ts'
import { Refusal } from '../model/refusal.ts'
import { REGIONS, type Region } from '../model/schema.ts'
import { nearestName } from '../world/nearest.ts'
import { ToolFailure, quoted } from './failure.ts'

/** A recorded call as it is to be made now. */
export interface Call {
  readonly method: string
  /** An absolute address, or a path on the one HTTP port. */
  readonly url: string
  /** The host that a simulator is told; a server is told its own. */
  readonly host: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** The virtual instant at which it was made, where that is known. */
  readonly at: number | undefined
  /** The user who makes it, where a simulator is called. */
  readonly user: string | undefined
  /** The application that the user's token is of; undefined where it is of none. */
  readonly application: number | undefined
}

export interface ReplayedAnswer {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type ReplayTarget = (call: Call) => Promise<ReplayedAnswer>

/** Alternatives of assumptions, by their number. */
export type Overrides = Readonly<Record<string, string>>

/** A scenario to replay against, as often as needed. */
export interface ScenarioTarget {
  /** The alternatives that the scenario itself chooses. */
  readonly chosen: Overrides
  /** A fork of its world in which further alternatives are chosen; each begins where the scenario does. */
  fork(overrides: Overrides): ReplayTarget
  /** Ends the command for a user that the scenario does not have. */
  checkUser(name: string): void
}

/** Bytes that are read of one answer, and milliseconds that one answer may take. */
const LARGEST_ANSWER = 32 * 1024 * 1024
const PATIENCE = 30_000
/** How far the clock of a simulator follows the instants of an archive, in virtual milliseconds. */
const FARTHEST = 366 * 24 * 3_600_000

/** True for what names a server. */
export function isAddress(target: string): boolean {
  return /^https?:\/\//i.test(target)
}

/** Sends to the server at an address that the user named, and to no other; it follows no redirect. */
export function serverTarget(address: string): ReplayTarget {
  if (!URL.canParse(address)) throw new ToolFailure(2, `${quoted(address)} is no address of a server`)
  const base = new URL(address)
  if (base.username !== '' || base.password !== '' || base.search !== '' || base.hash !== '')
    throw new ToolFailure(
      2,
      `--against: the address of a server has no user, query or fragment: give credentials with --header`,
    )
  const { origin } = base
  const prefix = base.pathname.replace(/\/$/, '')
  return async ({ method, url, headers, body }) => {
    const target = `${origin}${prefix}${onOnePort(url)}`
    let answer: Response
    try {
      answer = await fetch(target, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE),
        ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }),
      })
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await textOf(answer),
      }
    } catch (error) {
      if (error instanceof ToolFailure) throw error
      const { message, cause } = error as Error
      const reason = cause instanceof Error ? cause.message : message
      throw new ToolFailure(
        1,
        `no answer from ${quoted(origin)} to ${method} ${quoted(onOnePort(url))}: ${reason}`,
      )
    }
  }
}

async function textOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    const bytes = part as Uint8Array
    size += bytes.length
    if (size > LARGEST_ANSWER) throw new ToolFailure(1, `an answer has more than ${LARGEST_ANSWER} bytes`)
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Path and query on the one HTTP port; in-process addresses are known by their host. */
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

/** A simulator of a scenario; the clocks of each fork follow the instants of the calls. */
export function scenarioTarget(simulator: Simulator): ScenarioTarget {
  return {
    chosen: withPreset(simulator.config.assumptions),
    fork: (overrides) => forkedTarget(withOverrides(simulator, overrides)),
    checkUser: (user) => checkUser(simulator, user),
  }
}

/** A fork whose worlds all begin with these alternatives. */
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
    const { method, url, host, headers, body, user } = call
    const world = locate(url).world ?? headers['x-sim-world']
    if (call.at !== undefined) await followClock(simulator, world, Math.min(call.at, last))
    const credential = await issuedCredential(simulator, world, call, tokens)
    const answer = await simulator.exchange(
      {
        method,
        url,
        headers: { 'x-sim-explain': '1', ...(host === undefined ? {} : { host }), ...headers, ...credential },
        body,
      },
      user === undefined ? {} : { as: user },
    )
    return {
      status: answer.status,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([header, value]) => [header.toLowerCase(), value]),
      ),
      body: typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body),
    }
  }
}

const HOSTED: readonly InterfaceName[] = ['hosted-wiki', 'hosted-tracker']

/**
 * What a call needs besides its user: hosted addresses take a token alone, and a call that was made with the token of one
 * application is made with such a token again. Each is issued by the simulator, once for each user, region and world.
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
  const asked = { user, region: target.region, applicationId: application, name: 'reqsim replay' }
  const key = JSON.stringify([world, asked])
  const value = tokens.get(key) ?? (await issueToken(simulator, world, asked))
  if (value === undefined) return {}
  tokens.set(key, value)
  return { [name]: isHosted ? value : `Bearer ${value}` }
}

/** A token of this world; undefined where it has no such user or application. */
async function issueToken(
  simulator: Simulator,
  world: string | undefined,
  asked: object,
): Promise<string | undefined> {
  const { status, body } = await askControl(simulator, world, '/tokens', asked)
  return status === 201 ? (JSON.parse(String(body)) as { value: string }).value : undefined
}

function askControl(
  simulator: Simulator,
  world: string | undefined,
  path: string,
  body: object,
): Promise<ExchangeAnswer> {
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
  const mend = nearest === undefined ? '' : `: did you mean ${quoted(nearest)}?`
  throw new ToolFailure(2, `--as: the scenario has no user ${quoted(name)}${mend}`)
}

/** Moves the clock of the world of a call to the instant at which that was made, if that is still to come. */
async function followClock(simulator: Simulator, world: string | undefined, instant: number): Promise<void> {
  const now = nowOf(simulator, world)
  if (now === undefined || instant <= now) return
  const { status, body } = await askControl(simulator, world, '/clock/advance', { to: instant })
  if (status === 200) return
  const { message } = JSON.parse(String(body)) as { message: string }
  throw new ToolFailure(1, `the clock does not follow: ${message}`)
}

/** Undefined for a world that there cannot be: the call itself is refused. */
function nowOf(simulator: Simulator, world: string | undefined): number | undefined {
  if (world === undefined) return simulator.world.now
  try {
    return simulator.worldOf(world).now
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
