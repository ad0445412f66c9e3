/** Milliseconds of real time to write the trace of a failed test. The longest past takes some seconds. */
export const TRACE_TIMEOUT = 60_000
