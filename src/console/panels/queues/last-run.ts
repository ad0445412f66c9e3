/** The obstacle of the last run that could send nothing. The messages do not show it, as none was tried. */
import type { ServerEvent } from '../../../control/responses/events.ts'
import { timeText } from '../../words/text.ts'
import { SYNCHRONISE_JOB } from '../../../model/records/world/job-kinds.ts'

/**
 * Finds the last run without any attempt in a list of events in order: `The run at 09:03:00 sent none: …`. Undefined if that
 * run had another obstacle than the present one.
 */
export function lastRunText(events: readonly ServerEvent[], obstacle: string): string | undefined {
  const run = events.findLast(
    ({ type, data }) =>
      type === 'job' &&
      data.kind === SYNCHRONISE_JOB &&
      data.outcome?.includes(`none went, ${obstacle}`) === true,
  )
  return run === undefined ? undefined : `The run at ${timeText(run.at)} sent none: ${obstacle}`
}
