/** How users extend `test` of `reqsim/vitest`: what should compile does, and an unused `@ts-expect-error` is an error. Never called. */
import { it, test as base } from '../../src/adapters/vitest.ts'
import type { Simulator, SimulatorOptions } from '../../src/index.ts'

export function optionsOfAFile(): void {
  const test = base.extend({ simulatorOptions: { scenario: 'outage' } })
  test.override({ simulatorOptions: { config: { rateLimit: 'enforce' } } })
  test.override('simulatorOptions', { seed: 7 })
  test('has the declared types', ({ sim, simulatorOptions, expect }) => {
    const both: [Simulator, SimulatorOptions] = [sim, simulatorOptions]
    expect(both).toHaveLength(2)
  })
  it.extend('simulatorOptions', { scenario: 'outage' }).override({ simulatorOptions: { seed: 7 } })

  // @ts-expect-error
  base.extend({ simulatorOptions: { scenario: 'outtage' } })
  // @ts-expect-error
  base.extend({ simulatorOptions: { scenaro: 'outage' } })
  // @ts-expect-error
  test.override({ simulatorOptions: { scenaro: 'outage' } })
  // @ts-expect-error
  base.extend('simulatorOptions', { scenario: 'outtage' })
}

export function moreFixtures(): void {
  const test = base.extend<{ address: string; port: number }>({
    address: async ({ sim, port }, use) => {
      await use(`http://${sim.scenario.name}:${port}`)
    },
    port: [4010, { auto: true }],
  })
  const failing = test.extend({ simulatorOptions: { scenario: 'outage' } })
  failing.override({ simulatorOptions: { seed: 7 }, address: 'http://wiki.sim' })
  failing('has all', ({ sim, address, port, expect }) => {
    expect([sim.clock.now(), address.length, port.toFixed()]).toHaveLength(3)
  })
  failing('takes options', { timeout: 5 }, async ({ sim, expect }) => {
    expect(sim.version.length).toBe(5)
  })
  failing.for([1, 2])('is called for %i', (number, { sim, expect }) => {
    expect(sim.scenario.seed).toBe(number.toFixed())
  })
  failing.beforeEach(({ address, sim }) => {
    sim.clock.advance(address.length)
  })
  failing.concurrent('runs beside others', ({ port, expect }) => {
    expect(port.toFixed()).toBe('4010')
  })
  // @ts-expect-error
  failing.override({ port: 'http' })

  const named = failing
    .extend('user', async ({ sim }) => sim.scenario.name)
    .extend('tries', { scope: 'file' }, () => 3)
    .extend('role', 'admin')
  named('has what the functions return', ({ user, tries, role, address, expect }) => {
    expect([user.length, tries.toFixed(), role.length, address.length]).toHaveLength(4)
  })
}
