/** Formats instants, durations and numbers, always in UTC and English. */
export { countText } from '../../world/count-text.ts'
export { dateText, durationText, momentText, timeText } from '../../world/time/time-text.ts'

/** `message` or `messages`, for a count that is shown apart from the noun. */
export function nounText(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many
}
