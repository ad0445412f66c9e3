/** Every alternative of the ledger changes what it says, in whichever way it is chosen; so does every setting of a world. */
import { describe, expect, test } from 'vitest'
import { assumptions } from '../../src/api/assumptions.ts'
import { readConfig, writeConfig } from '../../src/model/config.ts'
import { type CallOptions, type Client, clientOf, type Reply, startClient } from '../support/client.ts'
import { type Witness, witnesses } from './witnesses.ts'

const demo = (await startClient()).simulator

/** A fork of the demo world with a choice of its own, or with none. */
function forkWith({ id, config, alternative, value = alternative }: Witness, chosen: boolean): Client {
  const fork = demo.fork()
  const before = readConfig(fork.world.system)
  writeConfig(fork.world.system, { ...before, ...config, assumptions: chosen ? { [id]: value } : {} })
  return clientOf(fork)
}

async function follow(client: Client, steps: NonNullable<Witness['before']>): Promise<Reply | undefined> {
  let last: Reply | undefined
  for (const step of steps) {
    if (typeof step === 'string') client.simulator.clock.advance(step)
    else {
      last = await client.call(...step)
      expect(last.status, last.text).toBeLessThan(300)
    }
  }
  return last
}

/** What the exchange shows, and the assumptions that it leans on. */
async function witnessed(client: Client, { before = [], call, then = [], look }: Witness) {
  await follow(client, before)
  const [method, path, options = {}] = call
  const explained: CallOptions = { ...options, headers: { ...options.headers, 'x-sim-explain': '1' } }
  const reply = await client.call(method, path, explained)
  const leansOn = reply.headers['X-Sim-Assumptions']?.split(',') ?? []
  return { shown: look((await follow(client, then)) ?? reply), leansOn }
}

describe.each(witnesses.map((witness) => [`${witness.id} ${witness.alternative}`, witness] as const))(
  '%s',
  (_name, witness) => {
    test('is not in force unless it is chosen', async () => {
      const { shown, leansOn } = await witnessed(forkWith(witness, false), witness)
      expect(shown).toEqual(witness.usual)
      expect(leansOn).toContain(witness.id)
    })

    test('changes the answer', async () => {
      const { shown, leansOn } = await witnessed(forkWith(witness, true), witness)
      expect(shown).toEqual(witness.otherwise)
      expect(leansOn).toContain(witness.id)
      expect(shown).not.toEqual(witness.usual)
    })
  },
)

test('every alternative of the ledger has a witness, and no witness is of another', () => {
  const alternatives = assumptions.flatMap(({ id, alternatives: named }) =>
    named.map(({ value }) => `${id} ${value}`),
  )
  const named = [...new Set(witnesses.map(({ id, alternative }) => `${id} ${alternative}`))]
  expect(named.toSorted()).toEqual(alternatives.toSorted())
})
