/** Extending and merging scenario files, and worlds that come out the same however they were written. */
import { describe, expect, test } from 'vitest'
import { buildWorld } from '../../src/scenario/seed/build.ts'
import { resolveScenario } from '../../src/scenario/resolve.ts'
import { readScenarioText } from '../../src/scenario/format/text.ts'
import {
  problemsOf,
  problemsOfText,
  resolveObject,
  resolveText,
  SMALL_WORLD,
  textOf,
  worldOfText,
} from './support.ts'

const BASE = `${SMALL_WORLD}
  requirements:
    - { id: 10, space: ENG, key: A, page: Start, text: First, properties: { Priority: High } }
    - { space: ENG, key: B, text: Second }
`

describe('merging', () => {
  test('a later entry changes the fields that it gives', async () => {
    const { world } = await resolveText(
      'extends: [base]\nworld: { requirements: [{ space: ENG, key: B, text: Changed }] }',
      { base: BASE },
    )
    expect(world.requirements).toEqual([
      { id: 10, space: 'ENG', key: 'A', page: 'Start', text: 'First', properties: { Priority: 'High' } },
      { space: 'ENG', key: 'B', text: 'Changed' },
    ])
  })

  test('an entry is identified by its id too, which may then rename it', async () => {
    const { world } = await resolveText('extends: [base]\nworld: { requirements: [{ id: 10, key: AA }] }', {
      base: BASE,
    })
    expect(world.requirements?.map(({ key }) => key)).toEqual(['AA', 'B'])
  })

  test('an entry is changed by one file after the other, by its key, its id and its new key', async () => {
    const middle = 'extends: [base]\nworld: { requirements: [{ id: 10, key: AA, text: Middle }] }'
    const upper =
      'extends: [middle]\nworld: { requirements: [{ space: ENG, key: AA, properties: { Priority: Low } }] }'
    const text = 'extends: [upper]\nworld: { requirements: [{ id: 10, text: Top }, { space: ENG, key: A }] }'
    const { world } = await resolveText(text, { base: BASE, middle, upper })
    expect(world.requirements).toEqual([
      { id: 10, space: 'ENG', key: 'AA', page: 'Start', text: 'Top', properties: { Priority: 'Low' } },
      { space: 'ENG', key: 'B', text: 'Second' },
      { space: 'ENG', key: 'A' },
    ])
    const again = 'extends: [middle]\nworld: { requirements: [{ id: 10, text: X }, { id: 10, text: Y }] }'
    expect(await problemsOfText(again, { base: BASE, middle })).toEqual([
      expect.stringContaining('appears twice in this file: entry 1 is the same'),
    ])
  })

  test('a key may be written with what it is in', async () => {
    const text = 'extends: [base]\nworld: { requirements: [{ space: wiki/ENG, key: B, text: Changed }] }'
    const { world } = await resolveText(text, { base: BASE })
    expect(world.requirements).toHaveLength(2)
  })

  test('new entries go to the end, in the order of the files', async () => {
    const text = 'extends: [one, base]\nworld: { users: [{ name: cid }] }'
    const { world } = await resolveText(text, { base: BASE, one: 'world: { users: [{ name: bob }] }' })
    expect(world.users?.map(({ name }) => name)).toEqual(['bob', 'ann', 'cid'])
  })

  test('remove takes an entry out, and it may come back anew', async () => {
    const removing = 'extends: [base]\nworld: { requirements: [{ space: ENG, key: A, remove: true }] }'
    const { world } = await resolveText(removing, { base: BASE })
    expect(world.requirements?.map(({ key }) => key)).toEqual(['B'])
    const again = 'extends: [removing]\nworld: { requirements: [{ space: ENG, key: A }] }'
    const back = await resolveText(again, { base: BASE, removing })
    expect(back.world.requirements).toEqual([
      { space: 'ENG', key: 'B', text: 'Second' },
      { space: 'ENG', key: 'A' },
    ])
  })

  test('different ids are different entries', async () => {
    const text = 'extends: [base]\nworld: { requirements: [{ id: 11, space: ENG, key: A, status: DELETED }] }'
    const { world } = await resolveText(text, { base: BASE })
    expect(world.requirements).toHaveLength(3)
  })

  test('regions are apart', async () => {
    const text = 'extends: [base]\nworld: { us: { users: [{ name: ann, displayName: Ann of us }] } }'
    const { world } = await resolveText(text, { base: BASE })
    expect(world.users).toEqual([{ name: 'ann', organizations: [{ organization: 'Acme' }] }])
    expect(world.us?.users).toEqual([{ name: 'ann', displayName: 'Ann of us' }])
  })

  test('the head merges field by field, generators add up, name and description are not inherited', async () => {
    const base = `${SMALL_WORLD}
name: base
description: Of the base
seed: 7
clock: { mode: auto, speed: 2 }
config: { strict: true, auth: { anonymousAs: ann }, assumptions: {} }
generate: [{ requirements: 1, space: ENG, prefix: X- }]`
    const text =
      'extends: [base]\nclock: { speed: 3 }\nconfig: { rateLimit: off }\ngenerate: [{ requirements: 2, space: ENG, prefix: Y- }]'
    expect(await resolveText(text, { base })).toMatchObject({
      name: 'test',
      seed: 7,
      clock: { start: '2026-01-05T09:00:00Z', mode: 'auto', speed: 3 },
      config: { strict: true, rateLimit: 'off', auth: { anonymousAs: 'ann' }, assumptions: {} },
      generate: [{ prefix: 'X-' }, { prefix: 'Y-' }],
    })
    expect((await resolveText(text, { base })).description).toBeUndefined()
  })

  test('a file that is extended twice counts once', async () => {
    const files = {
      base: `${SMALL_WORLD}\ngenerate: [{ requirements: 1, space: ENG, prefix: X- }]`,
      a: 'extends: [base]',
      b: 'extends: [base]',
    }
    expect((await resolveText('extends: [a, b, base]', files)).generate).toHaveLength(1)
  })

  test('a ready scenario can be extended', async () => {
    const { world } = await resolveText(
      'extends: [demo]\nworld: { spaces: [{ key: OPS, name: Renamed }, { key: LAB, remove: true }], requirements: [{ key: SEC-001, remove: true }] }',
    )
    expect(world.spaces?.map(({ name }) => name)).toEqual(['Engineering', 'Renamed'])
  })

  test('resolving what is resolved changes nothing', async () => {
    const resolved = await resolveText('extends: [demo]')
    expect(await resolveObject(resolved)).toEqual(resolved)
  })
})

describe('refuses', () => {
  test.each<[string, Record<string, string>, string]>([
    [
      'a circle',
      { a: 'extends: [b]', b: 'extends: [a]' },
      'b:1:11 extends[0]: extends itself: test.yaml → a → b → a',
    ],
    ['itself', { 'test.yaml': '' }, 'test.yaml:1:11 extends[0]: extends itself: test.yaml → test.yaml'],
  ])('%s', async (_what, files, problem) => {
    expect(await problemsOfText(`extends: [${Object.keys(files)[0]}]`, files)).toEqual([problem])
  })

  test('an unknown name, with the nearest', async () => {
    expect(await problemsOfText('extends: [dmeo]')).toEqual([
      "test.yaml:1:11 extends[0]: no ready scenario 'dmeo'; did you mean 'demo'?",
    ])
  })

  test('chains without end', async () => {
    let count = 0
    const load = async () => readScenarioText(`extends: [next${count}]`, `file${count++}`)
    const lines = await problemsOf(() => resolveScenario(readScenarioText('extends: [x]', 'test.yaml'), load))
    expect(lines).toEqual([expect.stringContaining('more than 20 files deep')])
  })

  test('problems of extended files, in their own lines', async () => {
    const lines = await problemsOfText('extends: [one, two]', { one: 'sead: 1', two: '\nseed: []' })
    expect(lines).toEqual([
      "one:1:1 sead: no field 'sead'; did you mean 'seed'?",
      'two:2:1 seed: must be a whole number or text, not a list',
    ])
  })

  test('removing what is not there, with the nearest', async () => {
    const text = 'extends: [base]\nworld: { users: [{ name: anne, remove: true }] }'
    expect(await problemsOfText(text, { base: BASE })).toEqual([
      "test.yaml:2:18 world.users[0]: nothing to remove: no earlier entry has name 'anne'; did you mean 'ann'?",
    ])
  })

  test('the same entry twice in one file', async () => {
    expect(await problemsOfText('world: { users: [{ name: ann }, { name: ann }] }')).toEqual([
      'test.yaml:1:33 world.users[1]: appears twice in this file: entry 1 is the same',
    ])
  })

  test('an entry that may be several', async () => {
    const text = 'extends: [demo, more]\nworld: { spaces: [{ key: ENG, name: Which }] }'
    const more = 'world: { spaces: [{ site: contoso-wiki, key: ENG, name: Other }] }'
    expect(await problemsOfText(text, { more })).toEqual([
      expect.stringContaining('world.spaces[0]: matches several entries'),
    ])
  })

  test('entries that stay incomplete', async () => {
    expect(await problemsOfText('world: { sites: [{ name: wiki, type: JIRA }] }')).toEqual([
      "test.yaml:1:18 world.sites[0]: 'baseUrl' is missing",
      "test.yaml:1:18 world.sites[0]: 'organization' is missing",
    ])
  })

  test('a reference that a later file breaks, at its place in the earlier file', async () => {
    const text = 'extends: [base]\nworld:\n  pages: [{ title: Start, remove: true }]'
    expect(await problemsOfText(text, { base: BASE })).toEqual([
      expect.stringMatching(/^base:10:\d+ world\.requirements\[0\]\.page: no page of space 'ENG' 'Start'$/),
    ])
  })
})

describe('building', () => {
  test('YAML, JSON and an object make the same world', async () => {
    const { value } = readScenarioText(BASE, 'x')
    const fromYaml = await worldOfText(BASE)
    const fromJson = await worldOfText(JSON.stringify(value))
    const fromObject = await buildWorld(await resolveObject(value))
    expect(textOf(fromJson)).toBe(textOf(fromYaml))
    expect(textOf(fromObject)).toBe(textOf(fromYaml))
  })

  test('explicit ids stay, the others follow above them in order of appearance', async () => {
    const world = await worldOfText(
      'world: { organizations: [{ name: a }, { id: 5, name: b }, { name: c }] }',
    )
    const { stores } = JSON.parse(textOf(world)) as {
      stores: { eu: { organization: { id: number; name: string }[] } }
    }
    expect(stores.eu.organization.map(({ id, name }) => `${id} ${name}`)).toEqual(['5 b', '6 a', '7 c'])
    expect(world.region('eu').last('organization')).toBe(7)
  })

  test('a start that is no instant is a problem, also if it was set after the checks', async () => {
    const scenario = await resolveText(SMALL_WORLD)
    expect(await problemsOf(() => buildWorld({ ...scenario, clock: { start: 'soon' } }))).toEqual([
      expect.stringContaining(
        "clock.start: must be an instant such as 2026-01-05T09:00:00Z, or a date, which means midnight UTC, not 'soon'",
      ),
    ])
  })

  test('generated keys that are taken are a problem, not a crash', async () => {
    const text = `${SMALL_WORLD}  requirements: [{ space: ENG, key: X-2 }]\ngenerate: [{ requirements: 3, space: ENG, prefix: X- }]`
    expect(await problemsOf(() => worldOfText(text))).toEqual([
      expect.stringContaining('two records conflict'),
    ])
  })
})
