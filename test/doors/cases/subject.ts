/** The simulator that all doors are tested with: the demo on a clock that stands still. */
import { createSimulator } from '../../../src/index.ts'

export function createSubject(): ReturnType<typeof createSimulator> {
  return createSimulator({ scenario: 'demo', clock: { mode: 'manual' } })
}
