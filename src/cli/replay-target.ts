/** What a session is replayed against: a server, or a simulator of a scenario. */
import { ADDRESSES } from '../api/surface.ts'
import { splitUrl } from '../gateway/locate.ts'
import { ClockError, createSimulator, type Simulator } from '../index.ts'
import type { Archive, ArchivedExchange } from './replay-archive.ts'
import { CommandFailure, quoted } from './failure.ts'
import { fail, readScenario } from './scenario.ts'

export interface ReplayedAnswer {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type ReplayTarget = (exchange: ArchivedExchange) => Promise<ReplayedAnswer>

/** Bytes that are read of one answer, and milliseconds that one answer may take. */
const LARGEST_ANSWER = 32 * 1024 * 1024
const PATIENCE = 30_000
/** How far the clock of a simulator follows the instants of an archive, in virtual milliseconds. */
const FARTHEST = 366 * 24 * 3_600_000

/** True for what names a server. */
export function isAddress(target: string): boolean {
  return /^https?:\/\//i.test(target)
}

/** Sends to the server at an address that the user named; it follows no redirect. */
export function serverTarget(address: string): ReplayTarget {
  if (!URL.canParse(address)) throw new CommandFailure(2, `${quoted(address)} is no address of a server`)
  const base = new URL(address)
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

/**
 * A simulator of a scenario. Where the archive is of a simulator, its clock follows the recorded instants, and a call whose
 * credential was taken out is made as the user who made it.
 */
export async function scenarioTarget(
  name: string,
  archive: Archive,
  seed: string | undefined,
): Promise<ReplayTarget> {
  const { scenario, mode } = await readScenario(name)
  const simulator = await createSimulator({
    scenario,
    ...(seed === undefined ? {} : { seed }),
    ...(mode === 'live' ? { clock: { mode: 'manual' as const } } : {}),
  }).catch(fail)
  const last = simulator.world.now + FARTHEST
  return async ({ method, url, headers, body, at, user }) => {
    if (archive.own && at !== undefined && at > simulator.world.now) advance(simulator, Math.min(at, last))
    const as = archive.own && user !== undefined ? { as: user } : {}
    const answer = await simulator.exchange({ method, url, headers, body }, as)
    return {
      status: answer.status,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([header, value]) => [header.toLowerCase(), value]),
      ),
      body: typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body),
    }
  }
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
