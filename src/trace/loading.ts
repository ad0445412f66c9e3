/** Traces, and the mistakes that faults name, are loaded on first use, because most tests need neither. */
import { loadSchemas } from '../api/framework/zod.ts'
import type { TracePart } from '../simulator/control-host.ts'
import type { MutationPart } from '../simulator/mutating-faults.ts'
import { latePart } from '../world/once.ts'

/** One part for both: traces compute exchanges with such mistakes again, and a page loads fewer files. */
export const tracePart: TracePart & MutationPart = latePart(async () => {
  // Mistakes in responses are made in what their schemas declare.
  await loadSchemas()
  return import('./part.ts')
})
