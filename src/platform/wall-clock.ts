/** The wall clock of the platform, for worlds in live mode; it never jumps. */

/** Milliseconds since the process or page began. */
export function wallClock(): number {
  return performance.now()
}
