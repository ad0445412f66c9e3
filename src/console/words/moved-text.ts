/** Describes the jobs that ran while the clock moved. */
import { jobName } from './job-names.ts'
import { countText, timeText } from './text.ts'

/** The response of `POST /clock/advance`. */
export interface Moved {
  /** The first jobs that ran. */
  readonly fired: readonly FiredJob[]
  readonly firedTotal: number
  readonly failedTotal: number
}

interface FiredJob {
  readonly kind: string
  readonly at: string
  readonly outcome?: string
  readonly failed?: boolean
}

/** `3 jobs ran`, or with the first failure `3 jobs ran, 1 failed: Synchronisation at 09:03:00, 2 to the tracker: none went, …`. */
export function movedText({ fired, firedTotal, failedTotal }: Moved): string {
  if (firedTotal === 0) return 'No job was due'
  const ran = `${countText(firedTotal, 'job')} ran`
  if (failedTotal === 0) return ran
  const failed = firedTotal === 1 ? `${ran} and failed` : `${ran}, ${failedTotal} failed`
  const first = fired.find((job) => job.failed === true)
  if (first === undefined) return failed
  const outcome = first.outcome === undefined ? '' : `, ${first.outcome}`
  return `${failed}: ${jobName(first.kind)} at ${timeText(first.at)}${outcome}`
}
