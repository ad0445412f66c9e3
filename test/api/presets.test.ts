/** A preset chooses its alternatives in whichever way it is named, and loses to what is chosen beside it. */
import type { ChosenAlternatives } from '../../src/index.ts'
import { describe, expect, test } from 'vitest'
import { assumptions, checkAlternatives } from '../../src/api/framework/assumptions.ts'
import { presets, withPreset } from '../../src/api/ledger/presets.ts'
import { readConfig } from '../../src/model/records/world/config.ts'
import { type CallOptions, type Client, startClient } from '../support/client.ts'
import { type Witness, witnesses } from './witnesses.ts'

const control: CallOptions = { headers: { 'x-sim-control': '1' } }
const chosenBy = (preset: string) => ({
  config: { assumptions: { preset } as ChosenAlternatives },
})
const scenarioWith = (preset: string) => ({ name: 'chosen', extends: ['demo'], ...chosenBy(preset) })

async function shown(client: Client, { before = [], call, then = [], look }: Witness): Promise<unknown> {
  let last = undefined
  for (const step of [...before, call, ...then])
    if (typeof step === 'string') client.simulator.clock.advance(step)
    else last = await client.call(...step)
  if (last === undefined) throw new Error('a witness calls something')
  return look(last)
}

const members = [...presets].flatMap(([preset, { alternatives }]) =>
  Object.entries(alternatives).map(([id, value]) => ({ preset, id, value })),
)

/** A witness of each alternative that a preset chooses, which needs no configuration of its own. */
const cases = members.map(({ preset, id, value }) => {
  const witness = witnesses.find((one) => one.id === id && (one.value ?? one.alternative) === value)
  if (witness === undefined) throw new Error(`${id} ${value} has no witness`)
  return [preset, id, witness] as const
})

describe('a preset', () => {
  test('holds alternatives of the ledger, and says what it is for', () => {
    expect(presets.size).toBeGreaterThan(0)
    for (const { description, alternatives } of presets.values()) {
      expect(description).toMatch(/^[A-Z].*\.$/)
      expect(checkAlternatives(alternatives)).toEqual([])
      for (const [id, value] of Object.entries(alternatives))
        expect(assumptions.find((entry) => entry.id === id)?.default).not.toBe(value)
    }
  })

  test.each(cases)('%s chooses its alternative of %s: by a scenario', async (preset, _id, witness) => {
    const client = await startClient({ scenario: scenarioWith(preset) })
    expect(await shown(client, witness)).toEqual(witness.otherwise)
  })

  test.each(cases)('%s chooses its alternative of %s: by an option', async (preset, _id, witness) => {
    const client = await startClient({ scenario: 'demo', ...chosenBy(preset) })
    expect(await shown(client, witness)).toEqual(witness.otherwise)
  })

  test.each(cases)('%s chooses its alternative of %s: by the control API', async (preset, id, witness) => {
    const client = await startClient()
    const reply = await client.call('POST', '/_sim/scenario', { ...control, body: scenarioWith(preset) })
    expect(reply.status, reply.text).toBe(200)
    expect(await shown(client, witness)).toEqual(witness.otherwise)
    const { items } = (await client.get(`/_sim/assumptions?id=${id}`)).body
    expect(items[0].inForce).toBe(witness.value ?? witness.alternative)
  })

  test.each(cases)('%s loses to what is chosen of %s beside it', async (preset, id, witness) => {
    const usual = assumptions.find((entry) => entry.id === id)?.default ?? ''
    const beside = await startClient({
      scenario: 'demo',
      config: { assumptions: { preset, [id]: usual } as ChosenAlternatives },
    })
    expect(await shown(beside, witness)).toEqual(witness.usual)
    const over = { scenario: scenarioWith(preset), config: { assumptions: { [id]: usual } } }
    expect(await shown(await startClient(over), witness)).toEqual(witness.usual)
  })

  test('stands in the configuration of an exported world as it was chosen, and is in force after an import', async () => {
    const [preset, , witness] = cases[0] ?? []
    if (preset === undefined || witness === undefined) throw new Error('no preset')
    const client = await startClient({ scenario: scenarioWith(preset) })
    const { body } = await client.get('/_sim/export')
    expect(JSON.stringify(body)).toContain(`"assumptions":{"preset":"${preset}"}`)
    const other = await startClient()
    const imported = await other.call('POST', '/_sim/import', { ...control, body })
    expect(imported.status, imported.text).toBeLessThan(300)
    expect(readConfig(other.simulator.world.system).assumptions).toEqual({ preset })
    expect(await shown(other, witness)).toEqual(witness.otherwise)
  })

  test('is listed by the control API beside the ledger', async () => {
    const { body } = await (await startClient()).get('/_sim/assumptions')
    expect(body.presets).toEqual([...presets].map(([name, preset]) => ({ name, ...preset })))
  })
})

test('alternatives of a preset stand below those that are chosen one by one', () => {
  const [{ preset, id, value }] = members as [(typeof members)[number]]
  expect(withPreset({ A04: 'clamp' })).toEqual({ A04: 'clamp' })
  expect(withPreset({ preset })).toMatchObject({ [id]: value })
  expect(withPreset({ preset, [id]: 'else', A04: 'clamp' })).toMatchObject({ [id]: 'else', A04: 'clamp' })
  expect(withPreset({ preset })).not.toHaveProperty('preset')
})

describe('an unknown preset is refused with the nearest name', () => {
  test.each([
    [
      { preset: 'earlier-client' },
      "no preset 'earlier-client' of assumptions: did you mean 'earlier-clients'?",
    ],
    [
      { preset: 'nonsense' },
      "no preset 'nonsense' of assumptions: it is one of earlier-clients, reqsim-0.1, reqsim-0.2",
    ],
    [{ preset: 'constructor' }, "no preset 'constructor'"],
    [{ presets: 'earlier-clients' }, "assumption 'presets' is not in the ledger: did you mean 'preset'?"],
  ])('%j', async (chosen, message) => {
    const config = { assumptions: chosen as Readonly<Record<string, string>> }
    const refused = expect.objectContaining({ message: expect.stringContaining(message) })
    await expect(startClient({ scenario: 'demo', config })).rejects.toEqual(refused)
    const scenario = { name: 'chosen', extends: ['demo'], config }
    await expect(startClient({ scenario })).rejects.toEqual(refused)
    const reply = await (await startClient()).call('POST', '/_sim/scenario', { ...control, body: scenario })
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(message)])
  })
})
