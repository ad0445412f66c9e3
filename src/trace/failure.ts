/** A trace file that cannot be opened. The message says what is wrong and what to do. */
export class TraceError extends Error {
  override readonly name = 'TraceError'
}
