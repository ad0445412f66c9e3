/** Starts the server of `serve` and `exec`: loads the scenario with the flags, opens its timeline, and listens. */
import { present } from '../../model/input/present.ts'
import type { RequestLog } from '../../adapters/node/request-log.ts'
import { serve, ServeError, type Served } from '../../adapters/node.ts'
import type { Report } from '../../gateway/report/report.ts'
import { createSimulator } from '../../index.ts'
import { OpenApiError, problemText } from '../../openapi-import/problems.ts'
import { ToolFailure } from '../../replay/failure.ts'
import { ScenarioError, type ScenarioProblem } from '../../scenario/format/problems.ts'
import type { ResolvedScenario } from '../../scenario/format/format.ts'
import type { Mutant } from '../../simulator/mutation.ts'
import type { ForkOptions, Simulator } from '../../simulator/simulator.ts'
import { checkSteps } from '../check-steps.ts'
import type { ClockFlag } from '../flags/flags.ts'
import { descriptionsOf } from '../flags/openapi.ts'
import type { ServeFlags } from '../flags/serve.ts'
import { fail, type NamedScenario, readScenario } from '../scenario.ts'
import { reportDefect } from './defect.ts'
import { openAt } from './open-at.ts'
import { endSpanExport, startSpanExport } from './otlp.ts'
import { type PreparedTls, prepareTls, writeAuthority } from './tls.ts'
import { checkWatchable, type WatchedFiles, watchScenario } from './reload.ts'

export interface StartOptions {
  /** The clock if neither the flag nor the scenario sets one. */
  readonly clock: ClockFlag
  /** Returns the scenario with additions, or the same object without any. */
  readonly extend?: (scenario: ResolvedScenario) => ResolvedScenario
  /** Whether all worlds and the report begin at the step of `--until`, instead of the default world alone. */
  readonly beginsAtStep?: boolean
  /** Receives the message that the scenario was loaded again. */
  readonly onReload: (message: string) => void
  /** Gets the exchanges of the server; `close` ends it. */
  readonly log?: RequestLog
  /** A mistake that the simulator makes. */
  readonly mutant?: Mutant | undefined
  /** Receives each report that a reset or another scenario deletes. */
  readonly onReportDiscarded?: (report: Report) => void
}

export interface Started {
  readonly simulator: Simulator
  readonly served: Served
  /** The certificate; undefined for HTTP. */
  readonly secured: PreparedTls | undefined
  /** The scenario with all additions. */
  readonly scenario: ResolvedScenario
  /** The description of the scenario. */
  readonly description: string | undefined
  /** Stops watching files and closes the server. */
  close(): Promise<void>
}

/** Ends the command with a ToolFailure if the scenario cannot be used, or if the server cannot listen. */
export async function startServer(name: string, flags: ServeFlags, options: StartOptions): Promise<Started> {
  if (flags.watch === true) checkWatchable(name)
  const spans = flags.otlp === undefined ? undefined : await startSpanExport(flags.otlp)
  const files = new Set<string>()
  const openapi = descriptionsOf(flags)
  const extend = (named: NamedScenario) => extended(named, flags, options)
  const named = extend(await readScenario(name, (path) => files.add(path)))
  // The flag overrides the scenario, and the scenario overrides the default of the command.
  const clock = flags.clock ?? (named.mode === undefined ? options.clock : undefined)
  const { mutant, onReportDiscarded } = options
  const created = await createSimulator({
    scenario: named.scenario,
    ...(clock === undefined ? {} : { clock }),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    ...(openapi.length === 0 ? {} : { openapi }),
    worlds: {
      ...(flags.worldIdle === undefined ? {} : { idle: flags.worldIdle }),
      ...(flags.worldMaximum === undefined ? {} : { maximum: flags.worldMaximum }),
    },
    ...present({ mutant, onReportDiscarded }),
  }).catch((error: unknown) => failToLoad(error, named.resolved, flags))
  const traced: ForkOptions = spans === undefined ? {} : { intercept: spans.intercept }
  const loaded = spans === undefined ? created : created.fork(traced)
  const simulator = await opened(loaded, name, flags, options, traced)
  const secured = await prepareTls(flags, flags)
  const served = await listen(simulator, flags, secured)
  await publish(secured, served)
  spans?.watch(simulator)
  options.log?.watch(simulator)
  const watched: WatchedFiles = { files, text: flags.watch === true ? JSON.stringify(named.scenario) : '' }
  const unwatch =
    flags.watch === true
      ? watchScenario({
          name,
          simulator,
          first: watched,
          until: flags.until,
          extend,
          onReload: options.onReload,
        })
      : undefined
  return {
    simulator,
    served,
    secured,
    scenario: named.resolved,
    description: named.description,
    async close() {
      unwatch?.()
      await served.close()
      await options.log?.close()
      if (spans !== undefined) await endSpanExport(spans)
    },
  }
}

async function opened(
  simulator: Simulator,
  name: string,
  { until }: ServeFlags,
  { beginsAtStep = false }: StartOptions,
  traced: ForkOptions,
): Promise<Simulator> {
  if (until === undefined) return simulator
  checkSteps(name, simulator.timeline, until)
  await openAt(simulator, until)
  return beginsAtStep ? simulator.fork(traced) : simulator
}

/** A ready scenario without additions keeps its name: it is loaded without the code that checks scenarios. */
function extended(named: NamedScenario, { fault = [] }: ServeFlags, { extend }: StartOptions): NamedScenario {
  const resolved = extend?.(named.resolved) ?? named.resolved
  if (fault.length === 0)
    return resolved === named.resolved ? named : { ...named, scenario: resolved, resolved }
  const scenario = { ...resolved, faults: [...(resolved.faults ?? []), ...fault] }
  return { ...named, scenario, resolved: scenario }
}

/** Problems of faults from flags name the flag instead of a place in the scenario. */
function failToLoad(error: unknown, { faults = [] }: ResolvedScenario, { fault = [] }: ServeFlags): never {
  if (error instanceof OpenApiError)
    throw new ToolFailure(1, error.problems.map(problemText).join('\nreqsim: '))
  if (!(error instanceof ScenarioError)) return fail(error)
  const first = faults.length - fault.length
  return fail(
    new ScenarioError(
      error.problems.map((problem) => {
        const [, position, rest = ''] = /^faults\[(\d+)\]\.?(.*)$/.exec(problem.path) ?? []
        const number = Number(position) - first
        return number >= 0 ? problemOfFlag(problem, number, rest) : problem
      }),
    ),
  )
}

function problemOfFlag({ message }: ScenarioProblem, number: number, path: string): ScenarioProblem {
  return { file: `--fault (number ${number + 1})`, path, message }
}

async function publish(secured: PreparedTls | undefined, served: Served): Promise<void> {
  try {
    if (secured?.authority !== undefined) writeAuthority(secured.authority)
  } catch (error) {
    await served.close()
    throw error
  }
}

async function listen(
  simulator: Simulator,
  flags: ServeFlags,
  secured: PreparedTls | undefined,
): Promise<Served> {
  try {
    const { port, host, allowHost, corsOrigin, controlToken } = flags
    return await serve(simulator, {
      port,
      host,
      ...present({ allowHost, corsOrigin, controlToken }),
      tls: secured?.tls,
      onDefect: reportDefect,
    })
  } catch (error) {
    if (error instanceof ServeError) throw new ToolFailure(1, error.message)
    throw error
  }
}
