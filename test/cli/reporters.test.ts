/** Reporters of `reqsim run`: texts of scenarios and answers reached the terminal as they were. */
import { expect, test } from 'vitest'
import { createJsonReporter } from '../../src/cli/reporters/json.ts'
import { createTapReporter } from '../../src/cli/reporters/tap.ts'
import { createTtyReporter } from '../../src/cli/reporters/tty.ts'
import type { StepResult } from '../../src/scenario/timeline/timeline.ts'

const HOSTILE = 'a\u001b[2J\u0000\u009b1m\r\u202e\nok 2 - b # SKIP \\'
const STEP: StepResult = {
  path: 'timeline[0]',
  name: HOSTILE,
  note: `${HOSTILE}\nsecond`,
  verb: 'call',
  title: HOSTILE,
  outcome: 'failed',
  begin: '2026-01-05T09:00:00.000Z',
  elapsed: 0,
  failures: [HOSTILE],
  differences: [],
  curl: HOSTILE,
}
const SCENARIO = { source: 's.yaml', name: HOSTILE, seed: HOSTILE, placeOf: () => HOSTILE }

test.each([
  ['tty', createTtyReporter, 1 + 1 + 3 + 3],
  ['tap', createTapReporter, 1 + 1 + 1 + 6],
])('%s', (_name, create, lines) => {
  let text = ''
  const reporter = create((part) => (text += part))
  reporter.begin?.()
  reporter.beginScenario(SCENARIO, 1)
  reporter.step(STEP, SCENARIO)
  // Colours are the reporter's own; the test writes to no terminal.
  expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
  expect(text.trimEnd().split('\n')).toHaveLength(lines)
  expect(text).not.toMatch(/^ok 2/m)
  expect(text).toContain('\\u001b[2J')
})

test('the reporter for JSON has each scenario with its steps, and where each of them stands', () => {
  let text = ''
  const reporter = createJsonReporter((part) => (text += part))
  const inner: StepResult = { ...STEP, path: 'timeline[0].fork.steps[0]', name: 'inner', outcome: 'passed' }
  const outer: StepResult = { ...STEP, name: 'outer', verb: 'fork', steps: [inner] }
  const now = '2026-01-05T09:00:01.000Z'
  const result = { scenario: 'any', ok: false, now, left: 2, steps: [outer] }
  for (const name of ['one', 'two']) {
    const scenario = { source: `${name}.yaml`, name, seed: '7', placeOf: (path: string) => `${name} ${path}` }
    reporter.beginScenario(scenario, 2)
    reporter.step(outer, scenario)
    reporter.endScenario(result, scenario)
  }
  expect(text).toBe('')
  reporter.end({ passed: 1, failed: 1, skipped: 2 })
  const scenario = (name: string) => ({
    source: `${name}.yaml`,
    name,
    seed: '7',
    ok: false,
    now: '2026-01-05T09:00:01.000Z',
    left: 2,
    steps: [
      {
        ...outer,
        at: `${name} timeline[0]`,
        steps: [{ ...inner, at: `${name} timeline[0].fork.steps[0]` }],
      },
    ],
  })
  expect(JSON.parse(text)).toEqual({
    scenarios: [scenario('one'), scenario('two')],
    passed: 1,
    failed: 1,
    skipped: 2,
  })
})
