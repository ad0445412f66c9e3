/** Names in scenarios and in the control API have the rule of the interfaces (A265): trimmed, without control characters, unique afterwards. */
import { expect, test } from 'vitest'
import { createSimulator, type ScenarioObject } from '../../src/index.ts'

const start = (world: ScenarioObject['world']) =>
  createSimulator({
    scenario: { name: 'names', extends: ['demo'], ...(world === undefined ? {} : { world }) },
  })

test('a name is trimmed, and so are references to it', async () => {
  const sim = await start({
    baselines: [{ space: 'ENG', number: 9, name: 'Release 9\n' }],
    pages: [
      { space: 'ENG', title: ' Landing gear\n' },
      { space: 'ENG', title: 'Wheels', parent: 'Landing gear ' },
    ],
    types: [{ space: 'ENG', name: '\tWheel ', pattern: 'WHL-{000}' }],
    users: [{ name: ' zoe ', displayName: 'Zoe\n' }],
    sessions: [{ user: 'zoe ', value: 'sess-zoe' }],
  })
  expect(sim.state('baseline', { number: 9 })).toMatchObject([{ name: 'Release 9' }])
  expect(sim.state('container', { name: 'Landing gear' })).toHaveLength(1)
  expect(sim.state('requirementType', { name: 'Wheel' })).toHaveLength(1)
  expect(sim.state('user', { name: 'zoe' })).toMatchObject([{ displayName: 'Zoe' }])
})

test('names that only blanks around them tell apart are the same', async () => {
  const baselines = [
    { space: 'ENG', number: 8, name: 'Release 9' },
    { space: 'ENG', number: 9, name: 'Release 9\n' },
  ]
  await expect(start({ baselines })).rejects.toThrow(
    /world\.baselines\[1\]\.name: the baseline name '.*\/ENG\/Release 9' is used by another entry/,
  )
})

test('a name with a control character is an error of its entry', async () => {
  await expect(start({ baselines: [{ space: 'ENG', number: 9, name: 'Release\t9' }] })).rejects.toThrow(
    'world.baselines[0].name: a name has no control characters, such as a line break or a tab: leave out U+0009',
  )
})

test('titles of pages and names of rules are trimmed where people give them', async () => {
  const sim = await createSimulator()
  expect((await sim.pages.save(4001, { title: ' Flight\n' })).title).toBe('Flight')
  const rule = { containerId: 1001, kind: 'MANDATORY_PROPERTY', property: ' Category ' } as const
  expect(await sim.rules.create({ ...rule, name: 'Has one\n' })).toMatchObject({
    name: 'Has one',
    property: 'Category',
  })
  await expect(sim.rules.create({ ...rule, name: 'Has one ' })).rejects.toMatchObject({ kind: 'CONFLICT' })
  await expect(sim.pages.save(4001, { title: 'Fl\u0007ight' })).rejects.toThrow('leave out U+0007')
})
