// A requirement that was shown before is shown as it is now, whatever changed meanwhile and in whichever world.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applications } from '../../src/model/applications/records.ts'
import { readConfig, writeConfig } from '../../src/model/config.ts'
import { containers } from '../../src/model/containers/records.ts'
import { externalPropertyMetadata, requirements } from '../../src/model/requirements/records.ts'
import { grants, users } from '../../src/model/users/records.ts'
import type { World } from '../../src/world/world.ts'
import { type Client, clientOf, startClient } from '../support/client.ts'

const LIST = '/api/applications/101/projects/1001/variants/current/requirements'
const OPS = 1002

/** What changes something that a requirement shows, or who may see it. */
const changes: Readonly<Record<string, (world: World, number: number) => void>> = {
  page(world, number) {
    world
      .region('eu')
      .table(containers)
      .update(1101, { name: `Page ${number}` })
  },
  site(world, number) {
    world
      .region('eu')
      .table(applications)
      .update(101, { baseUrl: `https://wiki${number}.test` })
  },
  metadata(world, number) {
    const table = world.region('eu').table(externalPropertyMetadata)
    if (number === 0) table.remove(7001)
    else table.put({ id: 7001, applicationId: 101, name: `Cost ${number}`, dataType: 'DECIMAL' })
  },
  value(world, number) {
    const externalProperties = number === 0 ? [] : [{ metadataId: 7001, value: number }]
    world.region('eu').table(requirements).update(6001, { externalProperties })
  },
  text(world, number) {
    world
      .region('eu')
      .table(requirements)
      .update(6002, { text: `Text ${number}` })
  },
  // To the project of another space, which bob may read or not.
  origin(world, number) {
    world
      .region('eu')
      .table(requirements)
      .update(6003, { originContainerId: [1101, OPS, 999_999, undefined][number] as number })
  },
  grant(world) {
    const store = world.region('eu')
    const userId = store.table(users).find('name', ['bob'])?.id as number
    if (!store.table(grants).remove(`${OPS}:${userId}`))
      store.table(grants).insert({ containerId: OPS, userId, level: 'read' })
  },
}

type Step = readonly [kind: string, number: number]
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.tuple(
    fc.constantFrom(...Object.keys(changes), 'fork', 'back', 'snapshot', 'restore'),
    fc.integer({ min: 0, max: 3 }),
  ),
  { minLength: 1, maxLength: 8 },
)

/** Texts that a caller is shown, each beside the same as it is shown with references, which is never remembered. */
async function shownAndAnew(client: Client): Promise<[shown: string, anew: string][]> {
  const pairs: [string, string][] = []
  for (const token of ['tok-alice', 'tok-bob']) {
    for (const flags of ['includeOriginLinks=true', 'includeOriginLinks=false']) {
      const shown = await client.get(`${LIST}?${flags}`, { token })
      const anew = await client.get(`${LIST}?${flags}&includeReferenceLinks=true`, { token })
      for (const item of anew.body.items) delete item.referenceLinks
      const one = await client.get(`${LIST}/REQ-003?${flags}`, { token })
      pairs.push([shown.text, JSON.stringify(anew.body)], [one.text, JSON.stringify(anew.body.items[2])])
    }
  }
  return pairs
}

test('property: what was shown before is no older than what is shown for the first time', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const worlds = [await startClient()]
      let kept = (worlds[0] as Client).simulator.snapshot()
      await shownAndAnew(worlds[0] as Client)
      for (const [kind, number] of taken) {
        const client = worlds.at(-1) as Client
        const { simulator } = client
        if (kind === 'fork') worlds.push(clientOf(simulator.fork()))
        else if (kind === 'back') worlds.unshift(worlds.pop() as Client)
        else if (kind === 'snapshot') kept = simulator.snapshot()
        else if (kind === 'restore') simulator.restore(kept)
        else changes[kind]?.(simulator.world, number)
        const pairs = await shownAndAnew(worlds.at(-1) as Client)
        for (const [shown, anew] of pairs) expect(shown).toBe(anew)
      }
    }),
    { numRuns: 10 },
  )
})

test('where it comes from is shown to none who may not read that, whoever was shown it just before', async () => {
  const client = await startClient()
  const { world } = client.simulator
  changes['origin']?.(world, 1)
  const read = async (token: string) => (await client.get(`${LIST}/REQ-003`, { token })).body
  const whole = await read('tok-alice')
  expect(whole).toHaveProperty('originLinks')
  for (const mayRead of [false, true, false]) {
    for (let again = 0; again < 2; again++) {
      expect(await read('tok-alice')).toEqual(whole)
      const own = await read('tok-bob')
      if (mayRead) expect(own).toEqual(whole)
      else expect(own).not.toEqual(whole)
    }
    changes['grant']?.(world, 0)
  }
})

test('null for what it lacks, where that is chosen, comes and goes with the choice', async () => {
  const client = await startClient()
  const { world } = client.simulator
  world
    .region('eu')
    .table(requirements)
    .update(6003, { originContainerId: undefined as never })
  const config = readConfig(world.system)
  const read = async () => (await client.get(`${LIST}/REQ-003`)).body
  const absent = await read()
  expect(absent).not.toHaveProperty('originContainerId')
  writeConfig(world.system, { ...config, assumptions: { A21: 'null' } })
  expect(await read()).toMatchObject({ key: 'REQ-003', originContainerId: null, referenceLinks: null })
  writeConfig(world.system, config)
  expect(await read()).toEqual(absent)
})

test('more requirements than there are places at first are shown as well', async () => {
  const many = { requirements: 5000, space: 'OPS', prefix: 'OPS-', text: 'Number {number}' }
  const client = await startClient({ scenario: { extends: ['demo'], generate: [many] } })
  const path = LIST.replace('/1001/', `/${OPS}/`)
  for (let round = 0; round < 3; round++) {
    for (let offset = 0; offset < 5000; offset += 200) {
      const { body } = await client.get(`${path}?limit=200&offset=${offset}`)
      const texts = body.items.map((item: { text: string }) => item.text)
      expect(texts).toEqual(Array.from({ length: 200 }, (_, position) => `Number ${offset + position + 1}`))
    }
  }
})
