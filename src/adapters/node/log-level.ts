/** Which exchanges the request log has a line for. */
import { quoted } from '../../model/input/refusal.ts'

/** `errors` logs statuses of 400 and more, lost responses, and what is notable. */
export const LOG_LEVELS = ['off', 'errors', 'all'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** The level for a program with this standard error: `all` on a terminal, else `off`. */
export function defaultLogLevel(): LogLevel {
  return process.stderr.isTTY === true ? 'all' : 'off'
}

/** Throws TypeError for anything but a level. */
export function checkLogLevel(level: unknown): void {
  if (level !== undefined && !LOG_LEVELS.includes(level as LogLevel))
    throw new TypeError(`log must be one of ${LOG_LEVELS.join(', ')}, not ${quoted(String(level))}`)
}
