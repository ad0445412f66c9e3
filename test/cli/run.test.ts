/** `reqsim run`: what it writes, and how it ends. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { run, startProcess } from './cli.ts'

const folder = temporaryFolder()
const file = (name: string, timeline: string): string =>
  folder.write(`${name}.yaml`, `name: ${name}\nextends: [demo]\n${timeline}`)

const good = file(
  'good',
  `timeline:
  - { step: read, as: alice, call: GET /api/applications/101, save: { id: $.id }, note: Alice reads }
  - { step: wait, advance: 3m }
  - { as: alice, call: "GET /api/applications/\${id}" }
`,
)
const bad = file(
  'bad',
  `timeline:
  - { advance: 1s }
  - fork:
      steps:
        - { as: alice, call: GET /api/applications/101, expect: { body: { id: 102, name: "<#\\u0007>" } } }
        - { advance: 1d }
  - { advance: 1d }
`,
)
const silent = file('silent', '')

describe('on a terminal', () => {
  test('every step, with its virtual time, and what is left', async () => {
    const { code, out, errors } = await run(['run', good, '--until', 'wait', '--seed', 'seven'])
    expect([code, errors]).toEqual([0, ''])
    expect(out).toBe(
      [
        `good (${good}), seed seven`,
        '  09:00:00.000 ✓ read: GET /api/applications/101 as alice → 200',
        '                 Alice reads',
        '  09:00:00.000 ✓ wait: advance 3m',
        '  it is 2026-01-05T09:03:00.000Z, 1 step is left',
        '',
        '2 steps passed',
        '',
      ].join('\n'),
    )
  })

  test('a failure with its place, what differs, and the request; then the end', async () => {
    const { code, out, errors } = await run(['run', good, bad])
    expect(code).toBe(1)
    expect(errors).toBe('reqsim: 4 steps passed, 2 failed, 2 skipped\n')
    expect(out).toContain(`at ${bad}:7:11 timeline[1].fork.steps[0]\n`)
    expect(out).toContain('$.id: expected 102, got 101\n')
    expect(out).toContain('curl -H "authorization: Bearer $TOKEN_OF_ALICE"')
    expect(out).not.toContain('tok-alice')
    expect(out).toMatch(/- advance 1d\n/)
  })
})

describe('tap', () => {
  test('a test for each step, those of forks among them', async () => {
    const { code, out } = await run(['run', good, bad, '--reporter', 'tap'])
    expect(code).toBe(1)
    const lines = out.split('\n')
    expect(lines[0]).toBe('TAP version 14')
    expect(lines.filter((line) => /^(?:not )?ok/.test(line))).toEqual([
      'ok 1 - good: read: GET /api/applications/101 as alice → 200',
      'ok 2 - good: wait: advance 3m',
      'ok 3 - good: GET /api/applications/${id} as alice → 200',
      'ok 4 - bad: advance 1s',
      'not ok 5 - bad: fork of 2 steps',
      'not ok 6 - bad: GET /api/applications/101 as alice → 200',
      'ok 7 - bad: advance 1d # SKIP an earlier step failed',
      'ok 8 - bad: advance 1d # SKIP an earlier step failed',
    ])
    expect(lines.at(-2)).toBe('1..8')
    expect(out).toContain(`  at: ${JSON.stringify(`${bad}:7:11 timeline[1].fork.steps[0]`)}\n`)
  })

  test('is the same in two processes', async () => {
    const args = ['run', good, bad, '--reporter', 'tap']
    const [one, two] = await Promise.all([run(args), startProcess(args, { TZ: 'Asia/Tokyo' }).finished])
    expect(one.out).toBe(two.out)
  })
})

test('junit: cases with virtual times, and text that XML can hold', async () => {
  const { code, out } = await run(['run', good, bad, '--reporter', 'junit'])
  expect(code).toBe(1)
  expect(out).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="reqsim" tests="8" failures="2" /,
  )
  expect(out).toContain('name="timeline[1] wait: advance 3m" time="180.000"/>')
  expect(out).toContain('<skipped message="an earlier step failed"/>')
  expect(out).toContain("$.name: expected '&lt;#\ufffd&gt;'")
  expect(out).not.toContain('\u0007')
})

describe('wrong usage', () => {
  test.each([
    [['run'], /missing required argument 'scenarios'/],
    [['run', good, '--reporter', 'html'], /'html' is invalid\. Allowed choices are tty, tap, junit/],
    [
      ['run', good, '--until', 'wiat'],
      /--until: no step 'wiat' in the timeline of '.*good\.yaml'; did you mean 'wait'\?/,
    ],
    [['run', silent], /'.*silent\.yaml' has no timeline to run/],
    [['run', good, silent], /'.*silent\.yaml' has no timeline to run/],
    [['run', 'dmo'], /no ready scenario 'dmo'; did you mean 'demo'\?/],
    [['run', join(folder.path, 'absent.yaml')], /there is no file/],
  ])('%j', async (args, message) => {
    const { code, out, errors } = await run(args)
    expect([code, out]).toEqual([2, ''])
    expect(errors).toMatch(message)
  })

  test('reports a file with problems, and runs nothing', async () => {
    const faulty = file('faulty', 'timeline:\n  - { as: alic, call: GET /api/applications/101 }\n')
    const { code, out, errors } = await run(['run', good, faulty])
    expect([code, out]).toEqual([1, ''])
    expect(errors).toMatch(/faulty\.yaml:4:7 timeline\[0\]\.as: no user 'alic'; did you mean 'alice'\?/)
  })
})

test('a scenario with a live clock is run by hand', async () => {
  const live = file('live', 'clock: { mode: live }\ntimeline:\n  - { advance: 1s }\n  - { advance: 1s }\n')
  const { code, out } = await run(['run', live])
  expect(code).toBe(0)
  expect(out).toContain('it is 2026-01-05T09:00:02.000Z\n')
})
