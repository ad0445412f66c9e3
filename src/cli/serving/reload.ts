/** `reqsim serve --watch`: reloads a scenario file when it changes, and keeps the last valid world if the file has errors. */
import type { Simulator } from '../../simulator/simulator.ts'
import { ToolFailure } from '../../replay/failure.ts'
import { openAt } from './open-at.ts'
import { checkSteps } from '../check-steps.ts'
import { visible, visibleLines } from '../../replay/text.ts'
import { isScenarioPath } from '../../scenario/ready/ready.ts'
import { type NamedScenario, readScenario } from '../scenario.ts'
import { watchFiles } from './watch.ts'

/** The last valid scenario and its files. */
export interface WatchedFiles {
  readonly files: ReadonlySet<string>
  /** The resolved scenario as text, so that a change without effect does not reload it. */
  readonly text: string
}

/** Ends the command if the scenario is not a file, because only files can be watched. */
export function checkWatchable(name: string): void {
  if (!isScenarioPath(name))
    throw new ToolFailure(2, '--watch takes a scenario file, not the name of a ready scenario')
}

export interface WatchOptions {
  /** The path of the scenario. */
  readonly name: string
  readonly simulator: Simulator
  readonly first: WatchedFiles
  readonly until: string | undefined
  /** Adds what the flags add to the scenario. */
  readonly extend: (scenario: NamedScenario) => NamedScenario
  /** Receives the message that the scenario was loaded again. */
  readonly onReload: (message: string) => void
}

/** Watches the files of the scenario. Returns a function that stops it. */
export function watchScenario({ name, simulator, first, until, extend, onReload }: WatchOptions): () => void {
  let good = first
  const watching = watchFiles(reload)
  watching.follow(good.files)
  return () => watching.close()

  async function reload(): Promise<void> {
    const files = new Set<string>()
    try {
      const { scenario } = extend(await readScenario(name, (path) => files.add(path)))
      const text = JSON.stringify(scenario)
      if (text === good.text) return
      if (until !== undefined && typeof scenario === 'object')
        checkSteps(name, scenario.timeline ?? [], until)
      await simulator.load(scenario)
      good = { files, text }
      if (until !== undefined) await openAt(simulator, until)
      onReload(`reqsim reloaded ${visible(name)}: ${simulator.clock.now()}\n`)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      process.stderr.write(
        `reqsim: ${visible(name)} was not reloaded, the last valid world stays: ${visibleLines(reason)}\n`,
      )
    } finally {
      // An invalid file may refer to other files than before, so both sets are watched.
      watching.follow(new Set([...good.files, ...files]))
    }
  }
}
