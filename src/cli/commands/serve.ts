/** `reqsim serve`: serves a scenario on an HTTP port until SIGTERM or SIGINT. */
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { serve, ServeError, type Served } from '../../adapters/node.ts'
import { createSimulator } from '../../index.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { OpenApiError, problemText } from '../../openapi-import/problems.ts'
import { announcement } from '../serving/announcement.ts'
import { checkSteps } from '../check-steps.ts'
import { ToolFailure } from '../../replay/failure.ts'
import { parseDuration } from '../../world/time/duration.ts'
import type { ClockFlag } from '../flags/flags.ts'
import { reportDefect } from '../serving/defect.ts'
import { openAt } from '../serving/open-at.ts'
import { descriptionLines, givenDescriptions, type OpenapiFlags } from '../flags/openapi.ts'
import { type PreparedTls, prepareTls, writeAuthority } from '../serving/tls.ts'
import type { TlsFlags } from '../flags/tls.ts'
import { checkWatchable, type WatchedFiles, watchScenario } from '../serving/reload.ts'
import { fail, readScenario } from '../scenario.ts'

export interface ServeFlags extends OpenapiFlags, TlsFlags {
  readonly port: number
  readonly host: string
  readonly clock?: ClockFlag
  readonly seed?: string
  readonly allowHost?: readonly string[]
  readonly corsOrigin?: readonly string[]
  readonly controlToken?: string
  readonly worldIdle?: string
  readonly worldMaximum?: number
  /** How long SIGTERM drains before the end, as a duration. */
  readonly drain?: string
  /** The step of the timeline at which the scenario opens. */
  readonly until?: string
  /** Reloads the scenario file when it changes. */
  readonly watch?: boolean
  /** Stops when the standard input ends, so that the server never outlives the program that holds the other end. */
  readonly stopWithStdin?: boolean
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const ignore = (): void => {}

/** Serves until a signal, or the end of the standard input; resolves when every connection is closed. */
export async function runServe(name: string, flags: ServeFlags): Promise<void> {
  const over = new AbortController()
  const signalled = firstOf(SIGNALS, over.signal)
  if (flags.watch === true) checkWatchable(name)
  const { simulator, watched, description } = await load(name, flags)
  if (flags.until !== undefined) await openAt(simulator, flags.until)
  const secured = await prepareTls(flags, flags)
  const served = await listen(simulator, flags, secured)
  await publish(secured, served)
  const unwatch = flags.watch === true ? watchScenario(name, simulator, watched, flags.until) : undefined
  const told = { description, hasToken: flags.controlToken !== undefined, secured }
  process.stdout.write(announcement(simulator, served, told) + descriptionLines(simulator, served.url))
  // Only now, because an input that is read keeps a process alive that could not start.
  const signal = await Promise.race(flags.stopWithStdin === true ? [signalled, endOfInput()] : [signalled])
  // A second signal must not interrupt the shutdown: npm forwards signals that the terminal has already sent.
  for (const each of SIGNALS) process.on(each, ignore)
  over.abort()
  const draining = parseDuration(flags.drain ?? '0s') ?? 0
  if (signal === 'SIGTERM' && draining > 0) await drain(served, flags.drain ?? '', draining)
  unwatch?.()
  await served.close()
  if (flags.stopWithStdin === true) process.stdin.destroy()
  for (const each of SIGNALS) process.off(each, ignore)
}

async function publish(secured: PreparedTls | undefined, served: Served): Promise<void> {
  try {
    if (secured?.authority !== undefined) writeAuthority(secured.authority)
  } catch (error) {
    await served.close()
    throw error
  }
}

/** Resolves with the first of these signals. */
function firstOf(signals: readonly NodeJS.Signals[], until: AbortSignal): Promise<NodeJS.Signals> {
  return Promise.race(signals.map((name) => once(process, name, { signal: until }).then(() => name)))
}

/** Serves on while the health check fails, until the time is over or somebody presses Ctrl+C. */
async function drain(served: Served, duration: string, milliseconds: number): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  served.drain()
  process.stdout.write(`reqsim drains for ${duration}: ${served.url}/_sim/health returns 503\n`)
  await Promise.race([setTimeout(milliseconds, undefined, { signal }), firstOf(['SIGINT'], signal)])
  over.abort()
}

/** Resolves when the standard input ends, which it also does when the process at its other end is killed. */
function endOfInput(): Promise<unknown> {
  // An input that breaks has ended, too.
  return new Promise((resolve) => void process.stdin.once('error', resolve).once('end', resolve).resume())
}

async function load(
  name: string,
  flags: ServeFlags,
): Promise<{ simulator: Simulator; watched: WatchedFiles; description: string | undefined }> {
  const files = new Set<string>()
  const openapi = givenDescriptions(flags)
  const { scenario, mode, description } = await readScenario(name, (path) => files.add(path))
  // The flag overrides the scenario, and the scenario overrides the default of a server, which is live.
  const clock = flags.clock ?? (mode === undefined ? { mode: 'live' as const } : undefined)
  try {
    const simulator = await createSimulator({
      scenario,
      ...(clock === undefined ? {} : { clock }),
      ...(flags.seed === undefined ? {} : { seed: flags.seed }),
      ...(openapi.length === 0 ? {} : { openapi }),
      worlds: {
        ...(flags.worldIdle === undefined ? {} : { idle: flags.worldIdle }),
        ...(flags.worldMaximum === undefined ? {} : { maximum: flags.worldMaximum }),
      },
    })
    if (flags.until !== undefined) checkSteps(name, simulator.timeline, flags.until)
    const text = flags.watch === true ? JSON.stringify(scenario) : ''
    return { simulator, watched: { files, text }, description }
  } catch (error) {
    if (error instanceof OpenApiError)
      throw new ToolFailure(1, error.problems.map(problemText).join('\nreqsim: '))
    return fail(error)
  }
}

async function listen(
  simulator: Simulator,
  flags: ServeFlags,
  secured: PreparedTls | undefined,
): Promise<Served> {
  try {
    return await serve(simulator, { ...flags, tls: secured?.tls, onDefect: reportDefect })
  } catch (error) {
    if (error instanceof ServeError) throw new ToolFailure(1, error.message)
    throw error
  }
}
