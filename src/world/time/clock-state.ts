/** The state of the virtual clock, which a world and its snapshots hold. */

/** How the clock moves: by hand, by itself when a client waits, or with the wall clock. */
export const CLOCK_MODES = ['manual', 'auto', 'live'] as const
export type ClockMode = (typeof CLOCK_MODES)[number]

/** The state of a clock. */
export interface ClockState {
  /** The current instant, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number
  /** The instant at which the world began; periodic jobs are aligned to it. */
  readonly start: number
  readonly mode: ClockMode
  /** Virtual milliseconds for each wall millisecond in live mode. */
  readonly speed: number
}

/** The fastest that a live clock runs, in virtual milliseconds for each wall millisecond: beyond, a tick would skip days. */
export const MAXIMUM_SPEED = 1_000_000

/** True for a speed that a clock can run at. */
export function isSpeed(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= MAXIMUM_SPEED
}
