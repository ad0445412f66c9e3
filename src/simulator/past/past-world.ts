/** Past worlds are read-only. */
import { conflict } from '../../model/errors.ts'
import type { Refusal } from '../../model/refusal.ts'

/** Refuses a write to a past world. */
export function pastIsReadOnly(name: string): Refusal {
  const fork = `fork it: POST /_sim/worlds {"name": "…", "from": "${name}"}`
  return conflict('world', name, 'is in the past and read-only', fork)
}
