/** Carries out attacks one after the other, and checks the server's load against their limits. */
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { type Attack, ATTACKS, type Effort } from './attacks.ts'
import { startTarget, type Target } from './target.ts'

export interface Outcome {
  readonly name: string
  readonly credential: boolean
  /** Mebibytes and milliseconds, the most that were seen. */
  readonly memory: number
  readonly heap: number
  readonly delay: number
  /** The time of the slowest answer to `GET /_sim/health` meanwhile. */
  readonly health: number
  readonly complaints: readonly string[]
}

/** The heap of the server is limited to 256 MiB; with more than this it is about to crash. */
const MOST_HEAP = 230
const CREDENTIAL = 'tok-alice'
/** Milliseconds between two health checks, and after which one has failed, even on a slow machine. */
const HEALTH_EVERY = 100
const HEALTH_WITHIN = 60_000

/** How many times longer everything takes now than on an idle machine. */
const stretch = (): number => Math.max(1, (loadavg()[0] as number) / availableParallelism())

/** All attacks, without a credential, and for a thorough run also with one. */
export async function* runAttacks(effort: Effort): AsyncGenerator<Outcome> {
  let target = await startTarget()
  try {
    for (const attack of ATTACKS) {
      const again = effort.thorough && attack.anonymous !== true
      for (const credential of again ? [undefined, CREDENTIAL] : [undefined]) {
        yield await outcomeOf(attack, target, credential, effort)
        if (!effort.thorough && target.ended() === undefined) continue
        await target.stop()
        target = await startTarget()
      }
    }
  } finally {
    await target.stop()
  }
}

async function outcomeOf(
  attack: Attack,
  target: Target,
  credential: string | undefined,
  effort: Effort,
): Promise<Outcome> {
  const complaints: string[] = []
  let load = { memory: NaN, heap: NaN, delay: NaN }
  const watch = watchHealth(target)
  try {
    await target.load()
    complaints.push(...(await attack.run(target, credential, effort)))
    load = await target.load()
  } catch (error) {
    complaints.push(error instanceof Error ? error.message : String(error))
  }
  const health = await watch.stop()
  const ended = target.ended()
  if (ended !== undefined) complaints.push(`the server ended: ${ended}`)
  if (health.failed !== undefined) complaints.push(`a health check failed: ${health.failed}`)
  const bounds = [
    ['memory', load.memory, attack.memory],
    ['heap', load.heap, MOST_HEAP],
    ...(effort.thorough
      ? [
          ['delay', load.delay, attack.delay * stretch()],
          ['health', health.slowest, 2 * attack.delay * stretch()],
        ]
      : []),
  ] as [string, number, number][]
  for (const [what, seen, most] of bounds)
    if (seen > most) complaints.push(`${what} ${Math.round(seen)} is more than ${Math.round(most)}`)
  return {
    name: attack.name,
    credential: credential !== undefined,
    ...load,
    health: health.slowest,
    complaints,
  }
}

/** Checks the server's health repeatedly, each time on a new connection. */
function watchHealth(target: Target): { stop(): Promise<{ slowest: number; failed?: string }> } {
  const stopped = new AbortController()
  let slowest = 0
  let failed: string | undefined
  const calling = (async () => {
    while (!stopped.signal.aborted && failed === undefined) {
      const late = delay(HEALTH_WITHIN, 'late' as const, { ref: false })
      const took = await Promise.race([target.health(), late]).catch((error: unknown) => String(error))
      if (typeof took === 'number') slowest = Math.max(slowest, took)
      else failed = took
      await delay(HEALTH_EVERY)
    }
  })()
  return {
    async stop() {
      stopped.abort()
      await calling
      return failed === undefined ? { slowest } : { slowest, failed }
    },
  }
}
