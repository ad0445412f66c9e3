/** Runs any command: one process for each mutant, with a server of its own. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { createSimulator } from '../../index.ts'
import type { ServiceMutant } from '../../mutate/mutant.ts'
import { NO_MUTANT, operationWatch } from '../../mutate/observed.ts'
import { RecordedExchanges } from '../../mutate/recorded.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { CommandFailed } from '../explore/quiet-command.ts'
import { servedCommands } from '../explore/served-commands.ts'
import type { MutantResult, MutationRunner } from './runner.ts'

export interface CommandRunnerOptions {
  /** A ready scenario or the path of a file. */
  readonly scenario: string
  /** How many commands run at a time. */
  readonly jobs: number
  /** The environment variables of the flags, which are not for a server that the command starts. */
  readonly flagVariables: readonly string[]
}

/** A mutant has this many times the duration of the first run, and at least so many milliseconds. */
const TIMES_AS_LONG = 5
const SHORTEST_LIMIT = 5000
/** A signal of a terminal ends the command a little before this process notices it; in milliseconds. */
const SIGNAL_DELAY = 250
const BY_SIGNAL = [130, 143]

/** How a command ended. `reached` is what tests wrote that start simulators themselves. */
interface Ended {
  readonly error: CommandFailed | undefined
  readonly output: string
  readonly reached: readonly string[]
}

export async function openCommand(
  words: readonly string[],
  { scenario: name, jobs, flagVariables }: CommandRunnerOptions,
): Promise<MutationRunner> {
  const { scenario, mode, withServer } = await servedCommands(name, flagVariables)
  // A client that polls gets its result without waiting.
  const clock = mode === undefined ? { clock: { mode: 'auto' as const } } : {}
  const base = await createSimulator({ scenario, ...clock })
  const folder = mkdtempSync(join(tmpdir(), 'reqsim-mutate-'))
  const command = words.join(' ')
  const recorded = new RecordedExchanges()
  /** Exchanges of simulators that tests start themselves are not recorded. */
  let hasOthers = false
  let limit = Infinity
  let runs = 0

  /** Rejects with ToolFailure if the command cannot be run or a server cannot start. */
  async function runWith(sim: Simulator, mutant: string, signal: AbortSignal): Promise<Ended> {
    const file = join(folder, `${++runs}.txt`)
    const environment = { REQSIM_MUTANT: mutant, REQSIM_MUTANT_REACHED: file }
    let error: CommandFailed | undefined
    let output = ''
    try {
      output = (await withServer(sim, { name: 'command', words, signal }, environment)).output
    } catch (caught) {
      if (!(caught instanceof CommandFailed)) throw caught
      error = caught
      output = caught.output
    }
    return { error, output, reached: linesOf(file) }
  }

  /** Undefined if it was stopped before it had a result. */
  async function tryMutant(mutant: ServiceMutant, stop: AbortSignal): Promise<MutantResult | undefined> {
    // Most mutants of responses change a field that no response of the run has.
    if (!hasOthers && !recorded.mayReach(mutant))
      return { id: mutant.id, status: 'not-reached', coveredBy: [] }
    const sim = base.fork({ mutant })
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), limit)
    const ended = await runWith(sim, mutant.id, AbortSignal.any([stop, late.signal])).finally(() =>
      clearTimeout(timer),
    )
    if (ended.error !== undefined && mayBeSignalled(ended.error)) await delay(SIGNAL_DELAY)
    if (stop.aborted) return undefined
    const isReached = (sim.mutant?.reached ?? 0) > 0 || ended.reached.length > 0
    return resultOf(mutant.id, command, { ...ended, isReached, isLate: late.signal.aborted })
  }

  return {
    async base(stop) {
      const operations = new Set<string>()
      const sim = base.fork({
        mutant: operationWatch(
          (operation) => void operations.add(operation),
          (call, entry) => recorded.note(call, entry),
        ),
      })
      const begin = performance.now()
      const { error, output, reached } = await runWith(sim, NO_MUTANT, stop)
      const milliseconds = performance.now() - begin
      if (error !== undefined && mayBeSignalled(error)) await delay(SIGNAL_DELAY)
      limit = Math.max(SHORTEST_LIMIT, TIMES_AS_LONG * milliseconds)
      hasOthers = reached.length > 0
      const all = [...new Set([...operations, ...reached])].toSorted()
      const tests = [{ test: command, operations: all, milliseconds }]
      return { passed: error === undefined, output: stripVTControlCharacters(output), tests, milliseconds }
    },
    async run(mutants, onResult, stop) {
      const queue = mutants.values()
      const worker = async () => {
        for (const mutant of queue) {
          if (stop.aborted) return
          const result = await tryMutant(mutant, stop)
          if (result !== undefined) onResult(result)
        }
      }
      await Promise.all(Array.from({ length: jobs }, worker))
    },
    close: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  }
}

function resultOf(
  id: string,
  command: string,
  { error, isReached, isLate }: Ended & { readonly isReached: boolean; readonly isLate: boolean },
): MutantResult {
  const how = isLate
    ? 'it took five times as long as without a mutant'
    : error && stripVTControlCharacters(error.message)
  if (!isReached) {
    const message = `the command failed although the mutant changed nothing; does it always pass? ${how ?? ''}`
    return { id, status: 'not-reached', coveredBy: [], ...(error === undefined ? {} : { message }) }
  }
  if (error === undefined) return { id, status: 'survived', coveredBy: [command] }
  return {
    id,
    status: isLate ? 'timeout' : 'killed',
    killedBy: command,
    coveredBy: [command],
    ...(how === undefined ? {} : { message: how }),
  }
}

function mayBeSignalled({ code }: CommandFailed): boolean {
  return code === null || BY_SIGNAL.includes(code)
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}
