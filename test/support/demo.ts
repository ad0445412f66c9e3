/** The demo world of the test that runs. */
import type { TableDefinition } from '../../src/world/store/table.ts'
import { expect } from 'vitest'
import type { SimulatorOptions } from '../../src/index.ts'
import { type Client, startClient } from './client.ts'

export let client: Client

export const startDemo = async (options?: SimulatorOptions) => {
  client = await startClient(options)
}
export const region = () => client.simulator.world.region('eu')
export const tableOf = <R extends object, I extends string>(of: TableDefinition<R, I>) => region().table(of)
/** A reply with this status, and a message that contains `mention`. */
export const refused = (status: number, mention: string) => ({
  status,
  body: { message: expect.stringContaining(mention) },
})
