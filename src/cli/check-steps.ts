/** Checks of a timeline before a command runs it. */
import type { TimelineStep } from '../scenario/format/timeline.ts'
import { stepNames } from '../scenario/timeline/titles.ts'
import { nearestName } from '../world/nearest.ts'
import { ToolFailure, quoted } from '../replay/failure.ts'

/** Ends the command if there is no timeline, or no step with this name. */
export function checkSteps(name: string, timeline: readonly TimelineStep[], until: string | undefined): void {
  if (timeline.length === 0) throw new ToolFailure(2, `${quoted(name)} has no timeline to run`)
  const names = stepNames(timeline)
  if (until === undefined || names.includes(until)) return
  const nearest = nearestName(until, names)
  const known = names.length === 0 ? 'no step has a name' : `the steps are ${names.slice(0, 50).join(', ')}`
  const suggestion = nearest === undefined ? known : `did you mean ${quoted(nearest)}?`
  throw new ToolFailure(
    2,
    `--until: no step ${quoted(until)} in the timeline of ${quoted(name)}; ${suggestion}`,
  )
}
