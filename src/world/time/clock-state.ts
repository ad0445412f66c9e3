/** The state of the virtual clock, which a world and its snapshots hold. */

/** By hand, by itself while a client waits, or with the wall clock. */
export const CLOCK_MODES = ['manual', 'auto', 'live'] as const
export type ClockMode = (typeof CLOCK_MODES)[number]

export interface ClockState {
  /** The current instant, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number
  /** Periodic jobs are aligned to this instant. */
  readonly start: number
  readonly mode: ClockMode
  /** Virtual milliseconds for each wall millisecond in live mode. */
  readonly speed: number
}

/** At higher speeds, a tick would skip days. */
export const MAXIMUM_SPEED = 1_000_000

export function isSpeed(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= MAXIMUM_SPEED
}
