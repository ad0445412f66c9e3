/** The most common faults, which the console and the tools in a page add by one click. */
import type { FaultInput } from './fault.ts'

export interface FaultPreset {
  readonly title: string
  readonly fault: FaultInput
}

export const FAULT_PRESETS: readonly FaultPreset[] = [
  { title: '503 twice', fault: { status: 503, times: 2 } },
  { title: '429 with Retry-After', fault: { status: 429, headers: { 'Retry-After': '30' }, times: 1 } },
  { title: 'Drop the connection', fault: { drop: true, times: 1 } },
  { title: 'Slow responses', fault: { latency: '3s' } },
  { title: 'Truncated body', fault: { truncate: '50%', times: 1 } },
  { title: 'Tracker down for 10 minutes', fault: { outage: 'tracker', for: '10m' } },
  { title: 'Freezing fails at 40 %', fault: { freeze: '*', at: 40, times: 1 } },
  { title: 'A write is lost', fault: { mutate: 'lost-write' } },
  { title: 'A message fails', fault: { queue: '*', answer: 'FAILED', times: 1 } },
]
