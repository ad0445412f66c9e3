/** A server of the demo world, for the time that one row needs it. */
import { serve } from '../../src/adapters/node.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { addressesOf } from './program.ts'

export interface Demo {
  readonly simulator: Simulator
  readonly url: string
  /** The addresses, as `reqsim exec` names them. */
  readonly environment: Readonly<Record<string, string>>
}

export async function withDemo<T>(use: (demo: Demo) => Promise<T>): Promise<T> {
  const simulator = await createSimulator({ scenario: 'demo' })
  const served = await serve(simulator)
  try {
    return await use({ simulator, url: served.url, environment: addressesOf(served) })
  } finally {
    await served.close()
  }
}
