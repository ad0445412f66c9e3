/** What the last run of an integration met, where it could send nothing: its messages do not tell, as none was tried. */
import type { ServerEvent } from '../../state/store.ts'
import { timeText } from '../../words/text.ts'
import { SYNCHRONISE } from '../../words/job-names.ts'

/**
 * `The run at 09:03:00 tried none: nothing answers at …`, of events in their order; undefined where the last run that says
 * so met another obstacle than the one that is there now.
 */
export function lastRunText(
  events: readonly Pick<ServerEvent, 'type' | 'at' | 'data'>[],
  obstacle: string,
): string | undefined {
  const run = events.findLast(
    ({ type, data }) =>
      type === 'job' &&
      data['kind'] === SYNCHRONISE &&
      typeof data['outcome'] === 'string' &&
      data['outcome'].includes(`none went, ${obstacle}`),
  )
  return run === undefined ? undefined : `The run at ${timeText(run.at)} tried none: ${obstacle}`
}
