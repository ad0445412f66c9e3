/** The options of a replay. */
import type { Address } from '../api/framework/interfaces.ts'

export const REPLAY_REPORTERS = ['tty', 'json', 'junit'] as const
export type ReplayReporterName = (typeof REPLAY_REPORTERS)[number]

/** A base address of the recording, and its interface. */
export interface BaseFlag {
  /** Without a trailing slash. */
  readonly url: string
  readonly address: Address
}

/** The user for a caller of the recording. */
export interface CallerFlag {
  /** The caller in the archive; undefined for all callers without another flag. */
  readonly caller: string | undefined
  readonly user: string
}
