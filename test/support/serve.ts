/** Servers that end with the test that starts them. */
import { onTestFinished } from 'vitest'
import { serve, type Servable, type Served, type ServeOptions } from '../../src/adapters/node.ts'

export async function serveForTest(simulator: Servable, options: ServeOptions = {}): Promise<Served> {
  const served = await serve(simulator, options)
  onTestFinished(() => served.close())
  return served
}
