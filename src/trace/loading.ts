/** Traces are written and opened on first use, because most tests do neither. */
import type { TracePart } from '../simulator/control-host.ts'
import { latePart } from '../world/once.ts'

export const tracePart: TracePart = latePart(() => import('./part.ts'))
