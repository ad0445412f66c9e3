/** What is wrong with a file, in plain words, with its place: format and references. */
import { describe, expect, test } from 'vitest'
import { sectionSchemas } from '../../src/scenario/format/format.ts'
import { SECTION_NAMES, SECTIONS } from '../../src/scenario/format/sections.ts'
import { problemsOf, problemsOfText, resolveObject, SMALL_WORLD } from './support.ts'

describe('the format', () => {
  test.each([
    ['sead: 1', "1:1 sead: no field 'sead'; did you mean 'seed'?"],
    ['world:\n  usrs: []', "2:3 world.usrs: no field 'usrs'; did you mean 'users'?"],
    [
      'world:\n  users:\n    - { name: ann, displayname: Ann }',
      "3:20 world.users[0].displayname: no field 'displayname'; did you mean 'displayName'?",
    ],
    ['storyline: []', /^1:1 storyline: no field 'storyline': it takes \$schema, name, /],
    ['seed: [1]', '1:1 seed: must be a whole number or text, not a list'],
    ['name:', '1:1 name: must be text, not nothing'],
    ['name: 7', "1:1 name: must be text, not '7'"],
    ['- 1', '1:1: must be a map of fields, not a list'],
    ['', '1:1: must be a map of fields, not nothing'],
    [
      'clock: { mode: manul }',
      "1:10 clock.mode: must be manual or auto or live, not 'manul'; did you mean 'manual'?",
    ],
    ['clock: { start: yesterday }', /^1:10 clock\.start: must be an instant such as/],
    ['clock: { speed: 0 }', "1:10 clock.speed: must be more than 0, not '0'"],
    ['world: { pages: [{ id: 0 }] }', "1:20 world.pages[0].id: must be at least 1, not '0'"],
    [
      'world: { pages: [{ id: 9007199254740991 }] }',
      "1:20 world.pages[0].id: must be at most 2251799813685248, not '9007199254740991'",
    ],
    ['world: { users: [{ name: "" }] }', "1:20 world.users[0].name: must have at least 1 character, not ''"],
    [
      'config: { assumptions: { A999: x } }',
      /^1:26 config\.assumptions\.A999: assumption 'A999' is not in the ledger: it goes from A01 to A\d+, and reqsim list assumptions lists it$/,
    ],
    ['config: { auth: { anonymousAs: bob } }', "1:19 config.auth.anonymousAs: no user 'bob'"],
    ['generate: [{ requirements: 5, space: X }]', '1:12 generate[0].prefix: is required: must be text'],
    [
      'world: { us: { spaces: [{ kee: 1 }] } }',
      "1:27 world.us.spaces[0].kee: no field 'kee'; did you mean 'key'?",
    ],
  ])('%j', async (text, problem) => {
    const problems = await problemsOfText(text)
    expect(problems).toEqual([expect.stringMatching(/^test\.yaml:/)])
    const message = problems[0]?.slice('test.yaml:'.length)
    if (typeof problem === 'string') expect(message).toBe(problem)
    else expect(message).toMatch(problem)
  })

  test('lists every problem at once', async () => {
    const text = 'sead: 1\nclock: { mode: x, stat: y }\nworld:\n  users: [{ nam: a }, { id: -1 }]\n'
    expect(await problemsOfText(text)).toHaveLength(5)
  })

  test('stops listing somewhere', async () => {
    const users = Array.from({ length: 5000 }, () => ({ nam: 'x' }))
    expect(await problemsOf(() => resolveObject({ world: { users } }))).toHaveLength(200)
  })

  test('cuts long values', async () => {
    const [line] = await problemsOf(() => resolveObject({ clock: { mode: 'x'.repeat(5000) } }))
    expect(line?.length).toBeLessThan(300)
  })

  test('objects have no positions', async () => {
    expect(await problemsOf(() => resolveObject({ sead: 1 }))).toEqual([
      "scenario sead: no field 'sead'; did you mean 'seed'?",
    ])
  })

  test.each([undefined, null, 1, 'demo', [], () => 1])('%j is no scenario', async (value) => {
    expect(await problemsOf(() => resolveObject(value))).toEqual([
      expect.stringMatching(/^scenario: (?:is required: )?must be a map of fields/),
    ])
  })
})

describe('hostile objects', () => {
  test.each([
    '{"__proto__": {"name": "x"}}',
    '{"world": {"__proto__": {"users": []}}}',
    '{"world": {"requirements": [{"properties": {"__proto__": "x"}}]}}',
  ])('%s names __proto__', async (text) => {
    expect(await problemsOf(() => resolveObject(JSON.parse(text)))).toEqual([
      expect.stringContaining("'__proto__' cannot be used as a name"),
    ])
    expect(await problemsOfText(text)).toEqual([
      expect.stringContaining("'__proto__' cannot be used as a name"),
    ])
    expect(({} as Record<string, unknown>).name).toBeUndefined()
  })

  test('constructor, prototype and toString are names like any other', async () => {
    const text = `${SMALL_WORLD}
  requirements:
    - { space: ENG, key: constructor, properties: { constructor: a, prototype: b, toString: c } }
  externalProperties: [{ site: wiki, name: valueOf, dataType: TEXT }]
generate: [{ requirements: 2, space: ENG, prefix: hasOwnProperty, text: '{toString}', lists: { toString: [x] } }]`
    expect(await problemsOfText(text)).toEqual([])
    const unknown = `${SMALL_WORLD}
  requirements: [{ space: toString, key: a, external: { valueOf: 1 } }]`
    expect(await problemsOfText(unknown)).toEqual([expect.stringContaining("no space 'toString'")])
  })

  test('nesting without end', async () => {
    const circle: Record<string, unknown> = { name: 'x' }
    circle.world = circle
    expect(await problemsOf(() => resolveObject(circle))).not.toEqual([])
    let deep: unknown = 1
    for (let depth = 0; depth < 10_000; depth++) deep = { world: deep }
    expect(await problemsOf(() => resolveObject(deep))).toEqual([
      expect.stringContaining('nested more than 64 deep'),
    ])
  })
})

describe('references', () => {
  const requirement = (fields: string) => `requirements: [{ space: ENG, key: A, ${fields} }]`
  const cases: [string, string][] = [
    ['tokens: [{ user: anne, name: t, value: v }]', "tokens[0].user: no user 'anne'; did you mean 'ann'?"],
    [
      'accountLinks: [{ user: ann, site: wikki }]',
      "accountLinks[0].site: no site 'wikki'; did you mean 'wiki'?",
    ],
    [
      'projects: [{ site: wiki, key: P, name: P }]',
      "projects[0].site: site 'wiki' is of type CONFLUENCE, but must be JIRA",
    ],
    [
      'requirements: [{ space: ENGG, key: A }]',
      "requirements[0].space: no space 'ENGG'; did you mean 'ENG'?",
    ],
    [
      requirement('page: Strat'),
      "requirements[0].page: no page of space 'ENG' 'Strat'; did you mean 'Start'?",
    ],
    [requirement('variant: Next'), "requirements[0].variant: no variant of 'ENG' 'Next'"],
    [
      requirement('external: { Cost: 1 }'),
      "requirements[0].external.Cost: no external property of the site 'Cost'",
    ],
    [
      requirement('dependencies: [{ to: EN/B }]'),
      "requirements[0].dependencies[0].to: no space 'EN'; did you mean 'ENG'?",
    ],
    [
      'testCaseLinks: [{ requirement: ENG/AB, testCase: T, status: PASS }]\n  requirements: [{ space: ENG, key: ABC }]',
      "testCaseLinks[0].requirement: no requirement 'AB' in space 'ENG'; did you mean 'ABC'?",
    ],
    ['requirements: [{ key: A }]', "requirements[0]: needs either 'space' or 'workspace'"],
    [
      requirement('status: ARCHIVED'),
      "requirements[0].status: ARCHIVED and 'baseline' go together: give both or neither",
    ],
    [
      requirement('status: MOVED'),
      "requirements[0].status: MOVED and 'movedTo' go together: give both or neither",
    ],
    [
      'tokens: [{ user: ann, name: t, value: v, expires: soon }]',
      "tokens[0].expires: must be an instant such as 2026-01-05T09:00:00Z, or a date, which means midnight UTC, not 'soon'",
    ],
    [
      'linkRequests: [{ application: wiki, organization: Akme, createdBy: ann }]',
      "linkRequests[0].organization: no organization 'Akme'; did you mean 'Acme'?",
    ],
    [
      'requirements: [{ id: 1, space: ENG, key: A }, { id: 2, space: ENG, key: A }]',
      "requirements[1].key: the key of a live requirement (Current) 'wiki/ENG/A' is used by another entry of requirements",
    ],
    [
      'files: [{ workspace: W, name: f, container: 5 }]\n  workspaces: [{ site: ws, key: W, name: W, container: 5 }]\n  externalProperties: []',
      "files[0].container: the container id '5' is used by another entry of workspaces",
    ],
  ]
  test.each(cases)('%s', async (sections, problem) => {
    const workspace = ', { name: ws, type: STANDALONE, baseUrl: https://ws.acme.test, organization: Acme }]'
    const text = `${SMALL_WORLD.replace('organization: Acme }]\n  spaces', `organization: Acme }${workspace}\n  spaces`)}  ${sections}\n`
    const lines = await problemsOfText(text)
    expect(lines).toEqual([expect.stringContaining(`world.${problem}`)])
    expect(lines[0]).toMatch(/^test\.yaml:\d+:\d+ /)
  })

  test('pages cannot be below themselves', async () => {
    const text = `${SMALL_WORLD.replace('title: Start }', 'title: Start, parent: B }, { space: ENG, title: B, parent: Start }')}`
    expect(await problemsOfText(text)).toEqual([
      expect.stringContaining('world.pages[0].parent: a page cannot be below itself'),
      expect.stringContaining('world.pages[1].parent: a page cannot be below itself'),
    ])
  })

  test('a link to a generated requirement is good, one beyond it is not', async () => {
    const text = (key: string) => `${SMALL_WORLD}
  testCaseLinks: [{ requirement: ENG/${key}, testCase: T, status: PASS }]
generate: [{ requirements: 50, space: ENG, prefix: G- }]`
    expect(await problemsOfText(text('G-50'))).toEqual([])
    expect(await problemsOfText(text('G-51'))).toHaveLength(1)
    expect(await problemsOfText(text('G-7'))).toHaveLength(1)
  })

  test('several unknown names at once, each with its line', async () => {
    const text = `${SMALL_WORLD}  sessions:
    - { user: a1, value: x }
    - { user: b2, value: y }
  requirements:
    - { space: NOPE, key: A }
`
    const lines = await problemsOfText(text)
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'test.yaml:9:9',
      'test.yaml:10:9',
      'test.yaml:12:9',
    ])
  })
})

test('the sections, their required fields and the format agree', () => {
  expect([...SECTION_NAMES].toSorted()).toEqual(Object.keys(sectionSchemas).toSorted())
  for (const section of SECTION_NAMES) {
    const required = Object.entries(sectionSchemas[section].shape).flatMap(([name, schema]) =>
      schema.safeParse(undefined).success ? [] : [name],
    )
    expect([section, ...SECTIONS[section].required].toSorted()).toEqual([section, ...required].toSorted())
  }
})
