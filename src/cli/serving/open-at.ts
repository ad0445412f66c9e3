/** `reqsim serve --until`: starts a scenario in the middle of its timeline. */
import type { Simulator } from '../../simulator/simulator.ts'
import { ToolFailure } from '../../replay/failure.ts'
import { withInner } from '../reporters/reporter.ts'

/** Runs the timeline up to a step. Ends the command if a step fails. */
export async function openAt(simulator: Simulator, until: string): Promise<void> {
  const { ok, steps } = await simulator.run({ until })
  if (ok) return
  const failed = steps
    .flatMap((step) => [...withInner(step)])
    .filter(({ outcome, steps: inner }) => outcome === 'failed' && inner === undefined)
  const lines = failed.map(({ path, title, failures }) => `${path} ${title}: ${failures.join('; ')}`)
  throw new ToolFailure(1, `the timeline does not reach '${until}': ${lines.join('\nreqsim: ')}`)
}
