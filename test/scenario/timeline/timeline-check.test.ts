/** What is wrong with a timeline is told before it runs, all of it, by line and column. */
import { describe, expect, test } from 'vitest'
import { problemsOfText, resolveText } from '../support.ts'

function problems(steps: string): Promise<string[]> {
  return problemsOfText(`name: story\nextends: [demo]\ntimeline:\n${steps}`)
}

test('a valid timeline is kept as it is, and absent if there is none', async () => {
  const { timeline } = await resolveText('extends: [demo]\ntimeline:\n  - { advance: 3m, note: Wait }\n')
  expect(timeline).toEqual([{ advance: '3m', note: 'Wait' }])
  expect(await resolveText('extends: [demo]\ntimeline: []\n')).not.toHaveProperty('timeline')
})

test('the timeline of an extended scenario is not inherited', async () => {
  const base = 'name: base\nextends: [demo]\ntimeline:\n  - { advance: 1d }\n'
  const files = { 'base.yaml': base }
  expect(await resolveText('extends: [base.yaml]\n', files)).not.toHaveProperty('timeline')
  const own = await resolveText('extends: [base.yaml]\ntimeline:\n  - { advance: 2d }\n', files)
  expect(own.timeline).toEqual([{ advance: '2d' }])
})

describe('shape', () => {
  const verbs = 'call, advance, edit, view, fault, fork'
  test.each([
    ['{ cal: GET /x }', `: needs a verb: ${verbs}; did you mean 'call'?`],
    ['{}', `: needs a verb: ${verbs}`],
    ['7', `: must be a map with one verb (${verbs}), not '7'`],
    ['{ call: GET /x, advance: 3m }', ': has 2 verbs (call, advance): make a step of each'],
    ['{ call: GET /api, expcet: {} }', ".expcet: no field 'expcet'; did you mean 'expect'?"],
    [
      '{ advance: 3m, expectation: 7 }',
      ".expectation: no field 'expectation': it takes step, heading, note, show, advance",
    ],
    [
      '{ advance: 7 }',
      ".advance: must be {to: instant}, {jobs: number}, or a duration such as '10s', '3m' or 'PT3M', not '7'",
    ],
    ['{ advance: { jobs: 0 } }', ".advance.jobs: must be at least 1, not '0'"],
    [
      '{ call: GET /api, expect: { status: 2x } }',
      ".expect.status: must be a status such as 200 or 2xx, not '2x'",
    ],
    ['{ fork: { steps: [{ fork: { steps: [] } }] } }', '.fork.steps[0].fork: a fork cannot contain a fork'],
    [
      '{ fork: { steps: [{ advanc: 3m }] } }',
      `.fork.steps[0]: needs a verb: ${verbs}; did you mean 'advance'?`,
    ],
    [
      '{ edit: { page: 4001, define: [{ ky: REQ-1 }] } }',
      ".edit.define[0].ky: no field 'ky'; did you mean 'key'?",
    ],
    [
      '{ fault: { status: 503, latency: 7 } }',
      ".fault.latency: must be a duration such as '10s', '3m' or 'PT3M', of at most 10 minutes, not '7'",
    ],
    ['{ fault: { statsu: 503 } }', ".fault.statsu: no field 'statsu'; did you mean 'status'?"],
  ])('%s', async (step, problem) => {
    const found = await problems(`  - ${step}\n`)
    expect(found.map((line) => line.replace(/^test\.yaml:4:\d+ timeline\[0\]/, ''))).toContain(problem)
  })
})

describe('references of steps', () => {
  const read = 'call: GET /api/applications/101'
  const duration = (text: string) => `must be a duration such as '10s', '3m' or 'PT3M', not '${text}'`
  const noPath = (text: string) => `a path begins with '$', such as $.items[0].key, unlike '${text}'`
  const noPlaceholder = (text: string) =>
    `'${text}' is not a placeholder: write \${name}, or $\${ for the text itself`
  test.each([
    [
      'call: GET /wikki/rest',
      ".call: nothing is served at '/wikki/rest'; there are /api, /eu/api, /us/api, /wiki, /tracker, /eu/wiki, /us/wiki, /eu/tracker, /us/tracker, /_sim; did you mean '/wiki'?",
    ],
    [
      'call: GET /wiki/rest/reqs/1/taskz/status/1',
      ".call: no operation at 'GET /wiki/rest/reqs/1/taskz/status/1'; did you mean 'GET /wiki/rest/reqs/1/tasks/status/{taskId}'?",
    ],
    [
      'call: DELETE /api/applications/101?x=1',
      ".call: '/api/applications/101?x=1' does not take DELETE: it takes GET, HEAD",
    ],
    ['call: FETCH /api', ".call: must begin with a method, unlike 'FETCH /api': did you mean 'PATCH'?"],
    ['call: GET api', '.call: needs a path on the one port after GET, such as /api/applications/101'],
    ['call: GET /api/a b', '.call: the path has a space: write it %20, or + in a query'],
    ['call: POST /_sim/timeline/run', '.call: a timeline cannot run timelines'],
    [`as: alic, call: GET /api/applications/101`, ".as: no user 'alic'; did you mean 'alice'?"],
    [`as: uma, call: GET /api/applications/101`, ".as: no user 'uma'"],
    ['as: bob, call: GET /us/api/applications/901', ".as: no user 'bob' in region us"],
    [`as: alice, token: tok-bob, call: GET /api/applications/101`, ".token: give 'as' or 'token', not both"],
    ['as: alic, view: { page: 4001 }', ".as: no user 'alic'; did you mean 'alice'?"],
    ['view: { page: Flight contol }', ".view.page: no page 'Flight contol'; did you mean 'Flight control'?"],
    ['view: { page: 4009 }', ".view.page: no page '4009'; did you mean '4000'?"],
    ['view: { page: Power, space: OPS }', ".view.page: no page 'Power'"],
    ['view: { page: Power, space: EGN }', ".view.space: no space 'EGN'; did you mean 'ENG'?"],
    ['edit: { page: Power }', '.edit: changes nothing: give title, define, undefine, content or links'],
    [
      'edit: { page: Power, content: [], undefine: [REQ-007] }',
      ".edit.content: replaces everything that the page defines: give either 'content', or 'define' and 'undefine'",
    ],
    ['advance: 3 minutes', `.advance: ${duration('3 minutes')}`],
    [
      'advance: { to: 2026-02-01T09:00 }',
      ".advance.to: must be an instant such as 2026-01-05T09:00:00Z, or a date, which means midnight UTC, not '2026-02-01T09:00'",
    ],
    [`${read}, until: { every: soon }`, `.until.every: ${duration('soon')}`],
    ['fault: { remove: outage }', ".fault.remove: no earlier step 'outage' adds a fault"],
    ['fault: { operation: wiki.requirement.serch, status: 503 }', '.fault.operation: '],
    [
      `${read}, save: { 1st: $.id }`,
      `.save["1st"]: a value's name is 1 to 64 letters, digits, '_' or '-' and begins with a letter, unlike '1st'`,
    ],
    [`${read}, show: { response: [id] }`, `.show.response[0]: ${noPath('id')}`],
    [
      `${read}, show: { changes: [basline] }`,
      ".show.changes[0]: no table 'basline'; did you mean 'baseline'?",
    ],
    [`${read}, show: { machine: basline }`, '.show.machine: '],
    [
      `${read}, show: { record: { number: 2 } }`,
      ".show.record: selects a record of a state machine: give 'machine' too",
    ],
    [`${read}, save: { id: id }`, `.save.id: ${noPath('id')}`],
    [
      `${read}, expect: { path: { "$.a[": 1 } }`,
      ".expect.path[\"$.a[\"]: expected [0], [-1], [*] or ['name'] at character 4 of '$.a['",
    ],
    [`${read}, expect: { absent: [x] }`, `.expect.absent[0]: ${noPath('x')}`],
    ['call: "GET /api/applications/${app}"', ".call: no earlier step saves a value as 'app'"],
    ['call: "GET /api/applications/${a b}"', `.call: ${noPlaceholder('${a b}')}`],
    ['call: GET /api/applications/101, body: { deep: [ "${x" ] }', `.body.deep[0]: ${noPlaceholder('${x')}`],
  ])('%s', async (step, problem) => {
    const found = await problems(`  - { ${step} }\n`)
    expect(found.map((line) => line.replace(/^test\.yaml:4:\d+ timeline\[0\]/, ''))).toContainEqual(
      expect.stringContaining(problem),
    )
  })

  test('names of steps are unique, inside forks too', async () => {
    const found = await problems(
      '  - { step: one, advance: 1d }\n  - { fork: { steps: [{ step: one, advance: 1d }] } }\n',
    )
    expect(found).toEqual([
      "test.yaml:5:25 timeline[1].fork.steps[0].step: the name 'one' is taken by an earlier step (step 1)",
    ])
  })

  test('values that a fork saves are unknown after it; values saved before are known inside', async () => {
    const found = await problems(`
  - { call: GET /api/applications/101, save: { app: $.id } }
  - fork:
      steps:
        - { call: "GET /api/applications/\${app}", save: { inner: $.id } }
        - { call: "GET /api/applications/\${inner}" }
  - { call: "GET /api/applications/\${iner}" }
  - { call: "GET /api/applications/\${ap}" }
`)
    expect(found).toEqual([
      expect.stringMatching(/timeline\[2\]\.call: no earlier step saves a value as 'iner'$/),
      expect.stringMatching(
        /timeline\[3\]\.call: no earlier step saves a value as 'ap'; did you mean 'app'\?$/,
      ),
    ])
  })

  test('all at once, with what is wrong with the rest of the file', async () => {
    const text =
      'extends: [demo]\nconfig: { auth: { anonymousAs: nobody } }\ntimeline:\n  - { as: alic, call: GET /apy }\n  - { advance: x }\n'
    const found = await problemsOfText(text)
    expect(found).toEqual([
      "test.yaml:2:19 config.auth.anonymousAs: no user 'nobody'",
      expect.stringMatching(/^test\.yaml:4:17 timeline\[0\]\.call: nothing is served/),
      expect.stringMatching(/^test\.yaml:4:7 timeline\[0\]\.as: no user 'alic'/),
      expect.stringMatching(/^test\.yaml:5:7 timeline\[1\]\.advance: must be a duration/),
    ])
  })
})

describe('valid steps', () => {
  test.each([
    '- { as: alice, call: GET /api/applications/101 }',
    '- { token: tok-app101, call: GET /api/applications/current }',
    '- { as: uma, call: GET /us/api/applications/901 }',
    '- { as: alice, call: "GET /eu/wiki/rest/search?q=key" }',
    '- { as: alice, call: GET /eu/tracker/rest/reqs/1/issuelinks/DRN-1 }',
    '- { call: DELETE /api/applications/101, expect: { status: 405 } }',
    '- { call: GET /_sim/queues }',
    '- { edit: { page: 4001, title: Flying } }\n  - { view: { page: Flying } }',
    '- { step: down, fault: { outage: tracker } }\n  - { fault: { remove: down } }\n  - { fault: { clear: true } }',
    '- { call: GET /api/applications/101, expect: { body: { name: "$${name}" } } }',
    '- { call: GET /api/applications/101, save: { app: $.id } }\n  - { call: "GET /api/applications/${app}/baselines", expect: { status: 4xx } }',
  ])('%s', async (steps) => {
    const found = await problems(`  ${steps}\n`)
    expect(found.filter((line) => !line.includes('/baselines'))).toEqual([])
  })
})
