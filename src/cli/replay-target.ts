/** What a session is replayed against: a server, or a simulator of a scenario. */
import { ADDRESSES, type InterfaceName } from '../api/surface.ts'
import { locate, splitUrl } from '../gateway/locate.ts'
import { ClockError, createSimulator, type Simulator } from '../index.ts'
import { readConfig, writeConfig } from '../model/config.ts'
import { REGIONS, type Region } from '../model/schema.ts'
import { nearestName } from '../world/nearest.ts'
import { CommandFailure, quoted } from './failure.ts'
import { fail, readScenario } from './scenario.ts'

/** A recorded call as it is to be made now. */
export interface Call {
  readonly method: string
  /** An absolute address, or a path on the one HTTP port. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** The virtual instant at which it was made, where that is known. */
  readonly at: number | undefined
  /** The user who makes it, where a simulator is called. */
  readonly user: string | undefined
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
  if (!URL.canParse(address)) throw new CommandFailure(2, `${quoted(address)} is no address of a server`)
  const base = new URL(address)
  if (base.username !== '' || base.password !== '' || base.search !== '' || base.hash !== '')
    throw new CommandFailure(
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
      if (error instanceof CommandFailure) throw error
      const { message, cause } = error as Error
      const reason = cause instanceof Error ? cause.message : message
      throw new CommandFailure(
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
    if (size > LARGEST_ANSWER) throw new CommandFailure(1, `an answer has more than ${LARGEST_ANSWER} bytes`)
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Path and query on the one HTTP port; in-process addresses are known by their host. */
function onOnePort(url: string): string {
  const { host, path, query } = splitUrl(url)
  const known = ADDRESSES.find((address) => splitUrl(address.url).host === host)
  const base = known === undefined ? '' : splitUrl(known.url).path.replace(/^\/$/, '')
  const below =
    known === undefined ? path : `${known.path}${path.startsWith(base) ? path.slice(base.length) : path}`
  return `${below}${query === '' ? '' : `?${query}`}`
}

/** A scenario; the clock of each fork follows the instants of the calls. */
export async function scenarioTarget(name: string, seed: string | undefined): Promise<ScenarioTarget> {
  const { scenario, mode } = await readScenario(name)
  const simulator = await createSimulator({
    scenario,
    ...(seed === undefined ? {} : { seed }),
    ...(mode === 'live' ? { clock: { mode: 'manual' as const } } : {}),
  }).catch(fail)
  return {
    chosen: simulator.config.assumptions,
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
  return async ({ method, url, headers, body, at, user }) => {
    if (at !== undefined && at > simulator.world.now) advance(simulator, Math.min(at, last))
    const credential = user === undefined ? {} : await hostedCredential(simulator, url, headers, user, tokens)
    const answer = await simulator.exchange(
      { method, url, headers: { 'x-sim-explain': '1', ...headers, ...credential }, body },
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

/** Hosted addresses take a token alone: one that the simulator issues for this, once for each user and region. */
async function hostedCredential(
  simulator: Simulator,
  url: string,
  headers: Readonly<Record<string, string>>,
  user: string,
  tokens: Map<string, string>,
): Promise<Readonly<Record<string, string>>> {
  const { target } = locate(url)
  if (target?.kind !== 'service' || !HOSTED.includes(target.interface) || 'x-api-key' in headers) return {}
  const world = headers['x-sim-world']
  const key = JSON.stringify([user, target.region, world])
  const known = tokens.get(key) ?? (await issueToken(simulator, user, target.region, world))
  if (known === undefined) return {}
  tokens.set(key, known)
  return { 'x-api-key': known }
}

async function issueToken(
  simulator: Simulator,
  user: string,
  region: string,
  world: string | undefined,
): Promise<string | undefined> {
  const { status, body } = await simulator.exchange({
    method: 'POST',
    url: 'http://sim.sim/_sim/tokens',
    headers: {
      'content-type': 'application/json',
      'x-sim-control': '1',
      ...(world === undefined ? {} : { 'x-sim-world': world }),
    },
    body: JSON.stringify({ user, region, name: 'reqsim replay' }),
  })
  return status === 201 ? (JSON.parse(String(body)) as { value: string }).value : undefined
}

function checkUser(simulator: Simulator, name: string): void {
  const names = REGIONS.flatMap((region: Region) =>
    simulator.state('user', {}, region).map((user) => user.name),
  )
  if (names.includes(name)) return
  const nearest = nearestName(name, names)
  const mend = nearest === undefined ? '' : `: did you mean ${quoted(nearest)}?`
  throw new CommandFailure(2, `--as: the scenario has no user ${quoted(name)}${mend}`)
}

function advance(simulator: Simulator, instant: number): void {
  try {
    simulator.clock.advanceTo(instant)
  } catch (error) {
    if (error instanceof ClockError)
      throw new CommandFailure(1, `the clock does not follow: ${error.message}`)
    throw error
  }
}
