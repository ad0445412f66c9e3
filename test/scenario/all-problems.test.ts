/** Every problem of a scenario is told at once, and none that only follows from another. */
import { expect, test } from 'vitest'
import { problemsOf, problemsOfText, resolveObject, SMALL_WORLD } from './support.ts'

test('one unknown field hid what the other parts of the scenario refer to', async () => {
  const text = `extends: [nosuch]
clock: { mode: manuel, start: yesterday }
world:
  tokens: [{ user: ann, name: t, value: tok-ann-1, expires: soon }]
faults: [{ operation: wiki.nosuch, status: 503 }]
timeline:
  - { call: GET /api/nosuch, expect: { statuss: 200 } }
  - { advance: 3 minutes }
`
  expect(await problemsOfText(text)).toEqual([
    expect.stringMatching(/^test.yaml:2:10 clock.mode: must be manual or auto or live/),
    expect.stringMatching(/^test.yaml:7:40 timeline\[0\].expect.statuss: no field/),
    expect.stringMatching(/^test.yaml:1:11 extends\[0\]: no ready scenario 'nosuch'/),
    expect.stringMatching(/^test.yaml:4:52 world.tokens\[0\].expires: must be an instant/),
    expect.stringMatching(/^test.yaml:2:24 clock.start: must be an instant/),
    expect.stringMatching(/^test.yaml:5:12 faults\[0\].operation: no operation 'wiki.nosuch'/),
    expect.stringMatching(/^test.yaml:7:7 timeline\[0\].call: no operation at 'GET \/api\/nosuch'/),
    expect.stringMatching(/^test.yaml:8:7 timeline\[1\].advance: must be a duration/),
  ])
})

test('one __proto__ hid all other faults', async () => {
  const text = `sead: 1
timeline:
  - { call: GET /api/nosuch, save: { __proto__: $ } }
  - { call: GET /api/applications/101, headers: { __proto__: x } }
  - { as: nobody, call: GET /api/applications/101 }
`
  expect(await problemsOfText(text)).toEqual([
    expect.stringContaining('timeline[0].save.__proto__'),
    expect.stringContaining('timeline[1].headers.__proto__'),
    expect.stringContaining("no field 'sead'"),
    expect.stringContaining("timeline[0].call: no operation at 'GET /api/nosuch'"),
    expect.stringContaining("timeline[2].as: no user 'nobody'"),
  ])
})

test('a reference to an invalid entry is no second problem', async () => {
  const text = `${SMALL_WORLD}
  tokens:
    - { user: bob, name: t, value: tok-bob-1 }
    - { user: nobody, name: t, value: tok-nobody }
  requirements:
    - { space: OPS, key: A/1 }
    - { space: ENG, key: REQ-1, statuss: DELETED }
    - { space: ENG, key: REQ-1 }
  links: [{ issue: DRN-1, requirement: ENG/REQ-1 }]
  us: { organizations: [{ name: Acme }], users: [{ nam: bob }] }
timeline:
  - { cal: GET /api/applications/101, save: { task: $.x }, step: begin }
  - { step: begin, as: bob, call: 'GET /api/applications/\${task}' }
  - { step: begin, call: 'GET /api/applications/\${tsk}' }
  - { fault: { remove: begin } }
`
    .replace('users: [{ name: ann', 'users: [{ nam: bob }, { name: ann')
    .replace('spaces: [', 'spaces: [{ site: wiki, key: OPS, name: Operations, extendedMod: true }, ')
  const problems = await problemsOfText(text)
  const expected = [
    "world.users[0].nam: no field 'nam'",
    "world.us.users[0].nam: no field 'nam'",
    'world.spaces[0].extendedMod: no field',
    'world.requirements[1].statuss: no field',
    'timeline[0]: needs a verb',
    "world.tokens[1].user: no user 'nobody'",
    "timeline[2].step: the name 'begin' is taken by an earlier step (step 2)",
    "timeline[2].call: no earlier step saves a value as 'tsk'",
  ]
  for (const part of expected) expect(problems).toContainEqual(expect.stringContaining(part))
  expect(problems).toHaveLength(expected.length)
})

test('entries with fields missing do not hide what others refer to', async () => {
  const text = `${SMALL_WORLD}
  tokens: [{ user: ann, value: tok-ann-1 }, { user: bob, name: t, value: tok-bob-1 }]
  spaces: [{ site: wiki, key: OPS }]
  pages: [{ space: OPS, title: Plan }, { space: ENG, title: Plan, parent: Nowhere }]
`
    .replace(
      '  spaces: [{ site: wiki, key: ENG, name: Engineering }]\n  pages: [{ space: ENG, title: Start }]\n',
      '',
    )
    .replace('[{ site: wiki, key: OPS }]', '[{ site: wiki, key: OPS }, { site: wiki, key: ENG, name: Eng }]')
  expect(await problemsOfText(text)).toEqual([
    expect.stringContaining("world.tokens[0]: 'name' is missing"),
    expect.stringContaining("world.spaces[0]: 'name' is missing"),
    expect.stringContaining("world.tokens[1].user: no user 'bob'"),
    expect.stringContaining("world.pages[1].parent: no page of space 'ENG' 'Nowhere'"),
  ])
})

test('an entry that another file completes is not reported as incomplete while that file is invalid', async () => {
  const files = {
    base: 'world: { users: [{ name: ann }], organizations: [{ name: Acme, titel: x }], sites: [{ name: wiki, type: CONFLUENCE, baseUrl: https://w.test, organization: Acme, titel: x }] }',
  }
  const text = 'extends: [base]\nworld: { sites: [{ name: wiki, selfHosted: true }, { name: other }] }'
  const problems = await problemsOfText(text, files)
  expect(problems.filter((line) => line.startsWith('test.yaml'))).toEqual(
    ['type', 'baseUrl', 'organization'].map((field) =>
      expect.stringContaining(`world.sites[1]: '${field}' is missing`),
    ),
  )
  expect(problems.filter((line) => line.startsWith('base'))).toHaveLength(2)
})

test('an entirely invalid entry is reported alone', async () => {
  expect(await problemsOf(() => resolveObject([1]))).toHaveLength(1)
  expect(await problemsOf(() => resolveObject({ timeline: 'x', world: 1, extends: 'demo' }))).toHaveLength(3)
})
