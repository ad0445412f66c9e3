/** `reqsim serve`: serves a scenario on an HTTP port until SIGTERM or SIGINT. */
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { defaultLogLevel } from '../../adapters/node/log-level.ts'
import { createRequestLog } from '../../adapters/node/request-log.ts'
import type { Served } from '../../adapters/node.ts'
import { ToolFailure } from '../../replay/failure.ts'
import type { Mutant } from '../../simulator/mutation.ts'
import { parseDuration } from '../../world/time/duration.ts'
import { descriptionLines } from '../flags/openapi.ts'
import type { ServeFlags } from '../flags/serve.ts'
import { announcement } from '../serving/announcement.ts'
import { startServer } from '../serving/start.ts'

export interface ServeCommandFlags extends ServeFlags {
  /** How long SIGTERM drains before the end, as a duration. */
  readonly drain?: string
  /** Stops when the standard input ends, so that the server never outlives the program that holds the other end. */
  readonly stopWithStdin?: boolean
  /** The id of a mutant, and the file that gets a line when it was reached. */
  readonly mutant?: string
  readonly mutantReached?: string
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const ignore = (): void => {}

/** Serves until a signal, or the end of the standard input; resolves when every connection is closed. */
export async function runServe(name: string, flags: ServeCommandFlags): Promise<void> {
  const over = new AbortController()
  const signalled = firstOf(SIGNALS, over.signal)
  try {
    const { simulator, served, secured, description, close } = await startServer(name, flags, {
      clock: { mode: 'live' },
      mutant: await mutantOf(flags),
      log: createRequestLog({ level: flags.log ?? defaultLogLevel() }),
      onReload: (message) => process.stdout.write(message),
    })
    const announced = { description, hasToken: flags.controlToken !== undefined, secured }
    process.stdout.write(announcement(simulator, served, announced) + descriptionLines(simulator, served.url))
    // An input that is read keeps the process alive, so do not read it before the server has started.
    const signal = await Promise.race(flags.stopWithStdin === true ? [signalled, endOfInput()] : [signalled])
    // A second signal must not interrupt the shutdown: npm forwards signals that the terminal has already sent.
    for (const each of SIGNALS) process.on(each, ignore)
    const draining = parseDuration(flags.drain ?? '0s') ?? 0
    if (signal === 'SIGTERM' && draining > 0) await drain(served, flags.drain ?? '', draining)
    await close()
    if (flags.stopWithStdin === true) process.stdin.destroy()
  } finally {
    over.abort()
    for (const each of SIGNALS) process.off(each, ignore)
  }
}

/** Ends the command if there is no such mutant. */
async function mutantOf({ mutant, mutantReached }: ServeCommandFlags): Promise<Mutant | undefined> {
  if (mutant === undefined) return undefined
  const { reportingMutant } = await import('../../adapters/shared/environment-mutant.ts')
  return reportingMutant(mutant, mutantReached).catch((error: unknown) => {
    throw error instanceof TypeError ? new ToolFailure(2, `--${error.message}`) : error
  })
}

/** Resolves with the first of these signals; never after `until`. */
function firstOf(signals: readonly NodeJS.Signals[], until: AbortSignal): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const name of signals)
      once(process, name, { signal: until }).then(
        () => resolve(name),
        () => {},
      )
  })
}

/** Keeps serving with a failing health check until the time is over or SIGINT arrives. */
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
  // An error of the input ends it, too.
  return new Promise((resolve) => void process.stdin.once('error', resolve).once('end', resolve).resume())
}
