/** Faults through `setupServer`, whatever the version of MSW. */
import nodeHttp from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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

  test.each([
    ['before the work', { drop: true }, 0],
    ['after the work', { drop: true, performed: true }, 1],
  ] as const)(
    'a dropped connection, %s, has its code for node:http too, and nothing is printed',
    async (_when, fault, work) => {
      const simulator = await createSimulator({ scenario: 'demo' })
      simulator.faults.add(fault)
      server.use(...handlers(simulator, { base: BASE }))
      const printed = (['error', 'warn'] as const).map((method) => vi.spyOn(console, method))
      const headers = { Authorization: 'Bearer tok-alice', 'Content-Type': 'application/json' }
      const outcome = await new Promise((resolve) => {
        nodeHttp
          .request(BASE + READ, { method: 'PUT', headers }, () => resolve('a response'))
          .on('error', resolve)
          .end('{"htmlExcerpt":"The drone shall drop."}')
      })
      expect(outcome).toMatchObject({ code: 'ECONNRESET' })
      expect(printed.flatMap(({ mock }) => mock.calls)).toEqual([])
      for (const spy of printed) spy.mockRestore()
      expect(simulator.journal.entries().filter(({ stateful }) => stateful === true)).toHaveLength(work)
    },
  )
}
