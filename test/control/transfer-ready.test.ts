import { expect, test } from 'vitest'
import { importCheckedWorld } from '../../src/control/world-import.ts'
import { createSimulator } from '../../src/index.ts'
import { exportWorld } from '../../src/world/transfer.ts'

test.each(['demo', 'empty', 'permissions', 'rate-limited'])(
  'an export of the scenario %s is imported without a change',
  async (scenario) => {
    const { world } = await createSimulator({ scenario })
    const text = JSON.stringify(exportWorld(world))
    expect(JSON.stringify(exportWorld(importCheckedWorld(world.schema, JSON.parse(text))))).toBe(text)
  },
)

test('scenarios are loaded by name and as objects; what is wrong with one is said, problem by problem', async () => {
  const simulator = await createSimulator({ scenario: 'empty' })
  const load = async (body: unknown) => {
    const headers = { 'content-type': 'application/json', 'x-sim-control': '1' }
    const answer = await simulator.exchange({
      method: 'POST',
      url: '/_sim/scenario',
      headers,
      body: JSON.stringify(body),
    })
    return {
      status: answer.status,
      body: JSON.parse(answer.body as string) as { message: string; errors: string[]; scenario: string },
    }
  }
  expect(await load({ name: 'demo' })).toMatchObject({ status: 200, body: { scenario: 'demo' } })
  expect(await load({ name: 'own', world: { organizations: [{ id: 1, name: 'Mine' }] } })).toMatchObject({
    status: 200,
    body: { scenario: 'own' },
  })
  const unknown = await load({ name: 'dmo' })
  expect(unknown).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/did you mean 'demo'/) },
  })
  const wrong = await load({ name: 'own', wrld: {}, clock: { mode: 'fast' } })
  expect(wrong.status).toBe(400)
  expect(wrong.body.errors.length).toBeGreaterThan(1)
  const reading = await load({
    name: 'own',
    extends: ['../../../etc/passwd', '/etc/passwd', 'file:///etc/passwd', 'http://127.0.0.1:1/x'],
  })
  expect(reading.status).toBe(400)
})
