/** Describes a run of a synchronisation in a sentence. */
import { countText, durationText, nounText, timeText } from '../../words/text.ts'

/** `The clock moved 3 min to 09:03:00: 2 of 2 messages were sent.` Counts are of messages that waited before and after. */
export function synchronisedText(how: {
  readonly before: string
  readonly at: string
  readonly waited: number
  readonly left: number
  readonly obstacle: string | undefined
}): string {
  const { before, at, waited, left, obstacle } = how
  const moved = Date.parse(at) - Date.parse(before)
  const clockText =
    moved > 0 ? `The clock moved ${durationText(moved)} to ${timeText(at)}` : `At ${timeText(at)}`
  if (waited === 0) return `${clockText}: no message waited.`
  const went = Math.max(0, waited - left)
  const why = went === 0 && obstacle !== undefined ? `, ${obstacle}` : ''
  return `${clockText}: ${went} of ${countText(waited, 'message')} ${nounText(waited, 'was', 'were')} sent${why}.`
}
