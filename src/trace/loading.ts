/** Traces are written on first use, because most tests write none. */
import type { TracePart } from '../simulator/control-host.ts'
import { latePart } from '../world/once.ts'

export const tracePart: TracePart = latePart(() => import('./write.ts'))
