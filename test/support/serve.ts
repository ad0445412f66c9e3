/** Servers that end with the test, or with the suite or file, that starts them. */
import { afterAll, onTestFinished } from 'vitest'
import { serve, type Servable, type Served, type ServeOptions } from '../../src/adapters/node.ts'

export async function serveForTest(simulator: Servable, options: ServeOptions = {}): Promise<Served> {
  const served = await serve(simulator, options)
  onTestFinished(() => served.close())
  return served
}

export async function serveForSuite(simulator: Servable, options: ServeOptions = {}): Promise<Served> {
  const served = await serve(simulator, options)
  afterAll(() => served.close())
  return served
}
