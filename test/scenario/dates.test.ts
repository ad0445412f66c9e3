/** A date without a time was taken for an instant in some places and refused in others: it means midnight in UTC in all. */
import { describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'

const MIDNIGHT = '2026-02-01T00:00:00.000Z'

const control = async (sim: Simulator, path: string, body: object) => {
  const response = await sim.fetch(`/_sim${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Sim-Control': '1' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return JSON.parse(text) as Record<string, unknown>
}

const iso = (instant: number | undefined) => new Date(instant ?? Number.NaN).toISOString()

/** Every place that reads an instant: what it makes of one, as ISO 8601. */
const places: Readonly<Record<string, (instant: string) => Promise<unknown>>> = {
  'the start of a clock, as an option': async (start) =>
    (await createSimulator({ clock: { start } })).clock.now(),
  'the start of a clock, in a scenario': async (start) =>
    (await createSimulator({ scenario: { extends: ['empty'], clock: { start } } })).clock.now(),
  'the end of a token, in a scenario': async (expires) => {
    const world = { tokens: [{ user: 'alice', name: 'one more', value: 'tok-more', expires }] }
    const sim = await createSimulator({ scenario: { extends: ['demo'], world } })
    return iso(sim.state('token', { name: 'one more' })[0]?.expiresAt)
  },
  'where a step moves the clock to': async (to) => {
    const sim = await createSimulator({ scenario: { extends: ['demo'], timeline: [{ advance: { to } }] } })
    await sim.run()
    return sim.clock.now()
  },
  'the beginning of an outage': async (from) =>
    (await createSimulator()).faults.add({ outage: 'tracker', from }).from,
  'where the library moves the clock to': async (to) => {
    const sim = await createSimulator()
    sim.clock.advanceTo(to)
    return sim.clock.now()
  },
  'where the control API moves the clock to': async (to) =>
    (await control(await createSimulator(), '/clock/advance', { to }))['now'],
  'the end of a token, over the control API': async (expiresAt) => {
    const token = { user: 'alice', name: 'more', expiresAt }
    return (await control(await createSimulator(), '/tokens', token))['expiresAt']
  },
}

describe.each(Object.entries(places))('%s', (_name, read) => {
  test('takes a date for its midnight in UTC', async () => {
    expect(await read('2026-02-01')).toBe(MIDNIGHT)
    expect(await read('2026-02-01T01:00:00+01:00')).toBe(MIDNIGHT)
  })

  test.each(['2026-02-01T09:00:00', '2026-02-30', '2026-02', '20260201'])(
    'refuses %s, which says no instant',
    async (text) => {
      await expect(read(text)).rejects.toThrow(text)
    },
  )
})
