/** Starts the demo with a timeline. */
import { createSimulator, type Simulator } from '../../../src/index.ts'

export async function story(
  timeline: readonly object[],
  more: Readonly<Record<string, unknown>> = {},
): Promise<Simulator> {
  return createSimulator({ scenario: { name: 'story', extends: ['demo'], timeline, ...more } as never })
}
