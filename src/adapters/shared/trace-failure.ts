/** What the trace of a failed run says about the failure, without credentials. */
import type { FailedRun } from '../../simulator/past/failed-run.ts'
import { exchangeLines, traceSummary } from '../../trace/summary.ts'
import { openTrace, type Trace } from '../trace.ts'

export interface TraceFailure {
  readonly failure: FailedRun
  /** The last exchange before it, and suspicious steps. */
  readonly exchanges: readonly string[]
}

/** Undefined for a trace that does not say why the run failed. Rejects with TraceError for bytes that are no trace. */
export async function readTraceFailure(bytes: Uint8Array): Promise<TraceFailure | undefined> {
  const trace = await openTrace(bytes)
  const { failure } = trace
  return failure === undefined ? undefined : { failure, exchanges: exchangeLines(trace, lastBody(trace)) }
}

/** The summary of an opened trace; empty if there is nothing to say. */
export function traceLines(trace: Trace): readonly string[] {
  return traceSummary(trace, lastBody(trace))
}

function lastBody(trace: Trace): string {
  const { lastExchange } = trace
  return lastExchange === undefined ? '' : String(trace.step(lastExchange).answer?.body ?? '')
}
