/** Describes the jobs that ran while the clock moved. */
import type { ClockAdvance } from '../../control/responses/worlds.ts'
import { jobName } from './job-names.ts'
import { countText, timeText } from './text.ts'

/** `3 jobs ran`, or with the first failure `3 jobs ran, 1 failed: Synchronisation at 09:03:00, 2 to the tracker: none went, …`. */
export function movedText({ fired, firedTotal, failedTotal }: Omit<ClockAdvance, 'now'>): string {
  if (firedTotal === 0) return 'No job was due'
  const ran = `${countText(firedTotal, 'job')} ran`
  if (failedTotal === 0) return ran
  const failed = firedTotal === 1 ? `${ran} and failed` : `${ran}, ${failedTotal} failed`
  const first = fired.find((job) => job.failed === true)
  if (first === undefined) return failed
  const outcome = first.outcome === undefined ? '' : `, ${first.outcome}`
  return `${failed}: ${jobName(first.kind)} at ${timeText(first.at)}${outcome}`
}
