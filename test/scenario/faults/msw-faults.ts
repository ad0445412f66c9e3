/** Faults through `setupServer`, whatever the version of MSW. */
import nodeHttp from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handlers } from '../../../src/adapters/msw.ts'
import { createSimulator } from '../../../src/index.ts'
import type { MswServer } from '../../doors/cases/msw-cases.ts'
import { faultyDoorTests } from './doors.ts'
import { READ } from './faulty.ts'

const BASE = 'http://localhost:3998/sim'

export function mswFaultTests(name: string, setupServer: () => MswServer): void {
  const server = setupServer()
  beforeAll(() => server.listen({ onUnhandledRequest: 'error', onUnhandledFrame: 'error' }))
  afterAll(() => server.close())
  faultyDoorTests(name, {
    async open(simulator) {
      server.resetHandlers()
      server.use(...handlers(simulator, { base: BASE }))
      return (path, init) => fetch(BASE + path, init)
    },
  })

  test('a dropped connection is an error for node:http too', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    simulator.faults.add({ drop: true })
    server.use(...handlers(simulator, { base: BASE }))
    const outcome = await new Promise((resolve) => {
      nodeHttp.get(BASE + READ, () => resolve('an answer')).on('error', resolve)
    })
    expect(outcome).toBeInstanceOf(Error)
  })
}
