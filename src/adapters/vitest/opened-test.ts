/** A test with a simulator of its own: what it prints and writes when it fails, and what it reports. */
import type { TestContext } from 'vitest'
import { countsOf } from '../../gateway/report/counts.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { failureOutput, recordRun } from '../shared/journal-lines.ts'
import { canWriteFiles, deleteStaleTrace, passFailureOn, traceOf, writeTraceBytes } from './trace-file.ts'
import { tryOf } from './tries.ts'

type Task = TestContext['task']

export interface TestSettings {
  readonly traceFolder: string
  /** What the reporter of the run needs; undefined without it. */
  readonly reporting: 'counts' | 'failures' | undefined
}

export interface OpenedTest {
  readonly sim: Simulator
  /** Prints what happened and writes the trace. `notes` follow the lines of the run. */
  failed(notes?: readonly string[]): Promise<void>
  finished(): void
  /** Leaves the counts for the reporter. */
  report(): void
}

/** A fork for a test. A try with a mutant is silent. */
export function openTest(base: Simulator, task: Task, settings: TestSettings): OpenedTest {
  const { mutant, isSilent = false } = tryOf(task) ?? {}
  if (isSilent) {
    const sim = base.fork({ ...(mutant && { mutant }) })
    return { sim, failed: async () => {}, finished() {}, report() {} }
  }
  const { traceFolder, reporting } = settings
  const sims: Simulator[] = []
  const sim = base.fork({
    ...(reporting !== undefined && { onFork: (fork: Simulator) => void sims.push(fork) }),
    ...(mutant && { mutant }),
  })
  sims.push(sim)
  const run = recordRun(sim)
  return {
    sim,
    async failed(notes = []) {
      const lines = run()
      const written = await keepFailure(sim, task, {
        folder: lines.length === 0 ? '' : traceFolder,
        isReported: reporting === 'failures',
      })
      if (written.length === 0) deleteStaleTrace(task, traceFolder)
      // Vitest prints it next to the test, in every pool and in browsers.
      console.error(failureOutput(task.name, lines, [...notes, ...written]))
    },
    finished() {
      if (task.result?.state === 'pass') deleteStaleTrace(task, traceFolder)
    },
    report() {
      if (reporting === undefined) return
      // A test that is run again counts with its last attempt.
      task.meta.reqsim = { ...task.meta.reqsim, reports: sims.map((each) => countsOf(each.report())) }
      const { descriptions = [] } = task.file.meta.reqsim ?? {}
      const added = sim.descriptions.filter((each) => !descriptions.includes(each))
      if (added.length > 0)
        task.file.meta.reqsim = { ...task.file.meta.reqsim, descriptions: [...descriptions, ...added] }
    },
  }
}

/**
 * Writes the trace of a failed test, and passes on to the reporter what it says; a test fails for its own reason, never for that
 * of its trace. Returns the line that names the trace.
 */
async function keepFailure(
  sim: Simulator,
  task: Task,
  { folder, isReported }: { readonly folder: string; readonly isReported: boolean },
): Promise<readonly string[]> {
  const isWritten = folder !== '' && canWriteFiles()
  if (!isWritten && !isReported) return []
  try {
    const bytes = await traceOf(sim, task)
    if (isReported) await passFailureOn(bytes, task)
    const path = isWritten ? writeTraceBytes(bytes, task, folder) : undefined
    if (path === undefined) return []
    task.meta.reqsim = { ...task.meta.reqsim, trace: path }
    return [`trace: ${path} (npx reqsim show ${path})`]
  } catch (error) {
    return [`the trace could not be written: ${error instanceof Error ? error.message : String(error)}`]
  }
}
