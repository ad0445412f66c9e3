/** `reqsim serve`: a scenario on an HTTP port until SIGTERM or SIGINT. */
import { serve, ServeError, type Served } from '../adapters/node.ts'
import { createSimulator } from '../index.ts'
import type { Simulator } from '../simulator.ts'
import { announcement } from './announcement.ts'
import { CommandFailure } from './failure.ts'
import type { ClockFlag } from './flags.ts'
import { fail, readScenario } from './scenario.ts'

export interface ServeFlags {
  readonly port: number
  readonly host: string
  readonly clock?: ClockFlag
  readonly seed?: string
  readonly allowHost?: readonly string[]
  readonly corsOrigin?: readonly string[]
  readonly controlToken?: string
  readonly worldIdle?: string
}

/** Serves until a signal; answers when every connection is closed. */
export async function runServe(name: string, flags: ServeFlags): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
  const simulator = await load(name, flags)
  const served = await listen(simulator, flags)
  process.stdout.write(announcement(simulator, served, flags.controlToken !== undefined))
  await stopped
  await served.close()
}

async function load(name: string, flags: ServeFlags): Promise<Simulator> {
  const { scenario, mode } = await readScenario(name)
  // The flag wins over the scenario, and the scenario over the clock of a server, which is live.
  const clock = flags.clock ?? (mode === undefined ? { mode: 'live' as const } : undefined)
  try {
    return await createSimulator({
      scenario,
      ...(clock === undefined ? {} : { clock }),
      ...(flags.seed === undefined ? {} : { seed: flags.seed }),
      ...(flags.worldIdle === undefined ? {} : { worlds: { idle: flags.worldIdle } }),
    })
  } catch (error) {
    return fail(error)
  }
}

async function listen(simulator: Simulator, flags: ServeFlags): Promise<Served> {
  try {
    return await serve(simulator, { ...flags, onDefect: reportDefect })
  } catch (error) {
    if (error instanceof ServeError) throw new CommandFailure(1, error.message)
    throw error
  }
}

function reportDefect(error: unknown): void {
  process.stderr.write(
    `reqsim: defect: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
}
