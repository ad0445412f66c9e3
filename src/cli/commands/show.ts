/** `reqsim show`: opens a trace: serves its world with its past, or prints its steps. */
import { readFileSync } from 'node:fs'
import { serve } from '../../adapters/node.ts'
import { openTrace, type Trace, TraceError } from '../../adapters/trace.ts'
import { fileProblem, quoted, ToolFailure } from '../../replay/failure.ts'
import { visible } from '../../replay/text.ts'
import { countText } from '../../world/count-text.ts'
import { fail } from '../scenario.ts'
import { listenToSignals } from '../serving/signals.ts'
import { stepJson, stepText, summaryText, traceJson, traceText } from '../output/trace.ts'

export interface ShowFlags {
  readonly port: number
  /** The number of the step to print. */
  readonly step?: number
  readonly json?: boolean
  /** Print the summary and the steps instead of serving. */
  readonly text?: boolean
}

/** Prints why the run failed, then serves until a signal, unless the flags ask for a step, text or JSON. */
export async function runShow(file: string, { port, step, json, text }: ShowFlags): Promise<void> {
  const trace = await readTraceFile(file)
  if (step !== undefined) {
    checkStep(trace, step)
    process.stdout.write(json === true ? stepJson(trace, step) : stepText(trace, step))
    return
  }
  if (json === true) {
    process.stdout.write(traceJson(trace))
    return
  }
  if (text === true) {
    process.stdout.write(traceText(trace))
    return
  }
  const served = await serve(trace.simulator, { port }).catch(fail)
  const signals = listenToSignals()
  try {
    process.stdout.write(summaryText(trace) + announcement(trace, served.url))
    await signals.stopped
  } finally {
    await served.close()
    signals.dispose()
  }
}

async function readTraceFile(file: string): Promise<Trace> {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new ToolFailure(2, fileProblem('read', file, error))
  }
  try {
    return await openTrace(bytes)
  } catch (error) {
    if (error instanceof TraceError) throw new ToolFailure(2, `${quoted(file)}: ${visible(error.message)}`)
    return fail(error)
  }
}

function checkStep({ missing, steps }: Trace, step: number): void {
  const last = missing + steps.length
  if (step > missing && step <= last) return
  const there = steps.length === 0 ? 'it has no steps' : `it has steps ${missing + 1} to ${last}`
  throw new ToolFailure(2, `--step: the trace has no step ${step}: ${there}`)
}

function announcement({ scenario, version, steps, missing, notes, failure }: Trace, url: string): string {
  const last = missing + steps.length
  return [
    `reqsim listening on ${url}`,
    '',
    `A trace of scenario ${visible(scenario.name)}, seed ${visible(scenario.seed)}: ${countText(steps.length, 'step')}, written by reqsim ${visible(version)}`,
    ...notes.map((note) => `note: ${visible(note)}`),
    '',
    failure === undefined
      ? `Open ${url}/_sim/ to see the world at any step.`
      : `Open ${url}/_sim/ to see the failure, and the world at any step.`,
    `The world 'default' is as it was after the last step, 'default@${Math.max(missing, last - 1)}' one step before:`,
    `  curl ${url}/_sim/past`,
    `  curl -H 'X-Sim-World: default@${Math.max(missing, last - 1)}' ${url}/_sim/state/requirement`,
    '',
    '',
  ].join('\n')
}
