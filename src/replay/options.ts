/** The options of a replay. */
import type { Address } from '../api/framework/surface.ts'

export const REPLAY_REPORTERS = ['tty', 'json', 'junit'] as const
export type ReplayReporterName = (typeof REPLAY_REPORTERS)[number]

/** A base address of the recording: what is below it was sent to this interface. */
export interface BaseFlag {
  /** Without a trailing slash. */
  readonly url: string
  readonly address: Address
}

/** Who stands for a caller of the recording. */
export interface CallerFlag {
  /** The caller as the archive has it; undefined stands for all that no other flag names. */
  readonly caller: string | undefined
  readonly user: string
}
