// The report of mutants as text, Markdown, JUnit, and in the open schema for reports of mutation testing.

import { Ajv } from 'ajv'
import { schema } from 'mutation-testing-report-schema'
import { beforeEach, describe, expect, it } from 'vitest'
import { elementsReport } from '../../../src/cli/mutate/elements-report.ts'
import { htmlReport } from '../../../src/cli/mutate/html.ts'
import { mutationReport, thresholdProblem } from '../../../src/cli/mutate/report.ts'
import type { MutantResult } from '../../../src/cli/mutate/runner.ts'
import { mutationMarkdown, reportJunit, reportText } from '../../../src/cli/mutate/texts.ts'
import type { MutationReport } from '../../../src/cli/output/mutate-schema.ts'
import { made } from './made.ts'

const read = { id: 'wiki.requirement.read' }
const write = { id: 'wiki.requirement.write' }

const mutants = [
  made(write, 'effect', 'lost-write', { sentence: 'reported success and wrote nothing' }),
  made(write, 'effect', 'applied-twice'),
  made(read, 'permission', 'refused'),
  { ...made(read, 'response', 'field-missing'), field: 'key' },
  made(read, 'response', 'status-200'),
  { ...made({ id: 'queue' }, 'time', 'message-late'), sentence: 'a message <b> came late' },
]
const tests = ['a.test.ts > writes', 'a.test.ts > reads', 'b.test.ts > x', 'b.test.ts > y']
const statuses: readonly Omit<MutantResult, 'id'>[] = [
  { status: 'survived', coveredBy: tests },
  { status: 'killed', killedBy: tests[0]!, coveredBy: tests.slice(0, 1), message: 'expected 1 to be 2' },
  { status: 'timeout', killedBy: tests[1]!, coveredBy: tests.slice(1, 2) },
  { status: 'not-reached', coveredBy: [] },
]

function reportOf(count: number, ended: MutationReport['ended'] = 'budget'): MutationReport {
  const results = new Map(
    statuses
      .slice(0, count)
      .map((result, index) => [mutants[index]!.id, { id: mutants[index]!.id, ...result }]),
  )
  const run = { command: 'npx vitest run', scenario: 'demo', seed: '1', ended, tests: 4 }
  return mutationReport({ ...run, used: [read.id, write.id], mutants, results, kept: new Set() })
}

let report: MutationReport
beforeEach(() => {
  report = reportOf(4)
})

describe('the report of mutants', () => {
  it('as text has the survivors in sentences, then tables and the score', () => {
    expect(reportText(report))
      .toBe(`Your tests would not notice 1 of 3 mistakes of the service that they reached.

1. Your tests would not notice if wiki.requirement.write reported success and wrote nothing.
   To notice it: look at wiki.requirement.write
   Reached by: a.test.ts > writes; a.test.ts > reads; b.test.ts > x; and 1 more
   Mutant: wiki.requirement.write:effect:lost-write

Operation               Score  Killed  Too long  Survived  Not reached
wiki.requirement.read   100 %  0       1         0         1
wiki.requirement.write  50 %   1       0         1         0

Group       Score  Killed  Too long  Survived  Not reached
effect      50 %   1       0         1         0
permission  100 %  0       1         0         0
response    –      0       0         0         1

Score 66.6 %: of 3 reached mutants, the tests noticed 2, 1 of them by taking too long. 1 mutant changed nothing in the run. 2 mutants had no turn: the budget was used up.
`)
  })

  it('as Markdown has the same, and nothing of a name is markup', () => {
    expect(mutationMarkdown(report, 'the score is 66.6 %, below --threshold 80'))
      .toBe(`# Mistakes of the service

**the score is 66.6 %, below --threshold 80**

Your tests would not notice 1 of 3 mistakes of the service that they reached.

1. **Your tests would not notice if wiki.requirement.write reported success and wrote nothing.**
   - To notice it: look at wiki.requirement.write
   - Reached by: a.test.ts &#62; writes; a.test.ts &#62; reads; b.test.ts &#62; x; and 1 more
   - Mutant: wiki.requirement.write:effect:lost-write

| Operation | Score | Killed | Too long | Survived | Not reached |
| --- | --- | --- | --- | --- | --- |
| wiki.requirement.read | 100 % | 0 | 1 | 0 | 1 |
| wiki.requirement.write | 50 % | 1 | 0 | 1 | 0 |

| Group | Score | Killed | Too long | Survived | Not reached |
| --- | --- | --- | --- | --- | --- |
| effect | 50 % | 1 | 0 | 1 | 0 |
| permission | 100 % | 0 | 1 | 0 | 0 |
| response | – | 0 | 0 | 0 | 1 |

Score 66.6 %: of 3 reached mutants, the tests noticed 2, 1 of them by taking too long. 1 mutant changed nothing in the run. 2 mutants had no turn: the budget was used up.
`)
  })

  it('as JUnit XML has a failure for a survivor, and skips what was not reached', () => {
    expect(reportJunit(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="reqsim mutate" tests="4" failures="1" errors="0" skipped="1">
  <testsuite name="wiki.requirement.read" tests="2" failures="0" errors="0" skipped="1">
    <testcase classname="wiki.requirement.read" name="wiki.requirement.read:permission:refused"/>
    <testcase classname="wiki.requirement.read" name="wiki.requirement.read:response:field-missing">
      <skipped message="it changed no response and no record"/>
    </testcase>
  </testsuite>
  <testsuite name="wiki.requirement.write" tests="2" failures="1" errors="0" skipped="0">
    <testcase classname="wiki.requirement.write" name="wiki.requirement.write:effect:lost-write">
      <failure message="Your tests would not notice if wiki.requirement.write reported success and wrote nothing.">Your tests would not notice if wiki.requirement.write reported success and wrote nothing.&#10;To notice it: look at wiki.requirement.write&#10;Reached by: a.test.ts &gt; writes; a.test.ts &gt; reads; b.test.ts &gt; x; and 1 more&#10;Mutant: wiki.requirement.write:effect:lost-write</failure>
    </testcase>
    <testcase classname="wiki.requirement.write" name="wiki.requirement.write:effect:applied-twice"/>
  </testsuite>
</testsuites>
`)
  })

  it('lists the first 40 survivors, and counts the others', () => {
    const many = Array.from({ length: 43 }, (_, index) => ({
      ...mutants[0]!,
      id: `${read.id}:effect:m${index}`,
    }))
    const results = new Map(
      many.map(({ id }) => [id, { id, status: 'survived' as const, coveredBy: ['pytest'] }]),
    )
    const run = { command: 'pytest', scenario: 'demo', seed: '1', ended: 'all' as const, tests: 1, used: [] }
    const all = mutationReport({ ...run, mutants: many, results, kept: new Set() })
    for (const text of [reportText(all), mutationMarkdown(all)]) {
      expect(text.match(/To notice it/g)).toHaveLength(40)
      expect(text).toContain('\n\nAnd 3 more survivors: --html and --json have all of them.\n\n')
    }
  })

  it('of tests that reach nothing has no score, and says so', () => {
    const { score, left } = reportOf(0, 'interrupted')
    expect([score, left]).toEqual([null, 6])
    expect(reportText(reportOf(0, 'interrupted'))).toBe(
      'Your tests reached no mistake of the service.\n\nNo score: no mutant was reached. 6 mutants had no turn: the run was interrupted.\n',
    )
  })

  it('is below a threshold even if it would be equal when rounded', () => {
    expect(thresholdProblem(report, undefined)).toBeUndefined()
    expect(thresholdProblem(report, 66.6)).toBeUndefined()
    expect(thresholdProblem(report, 66.7)).toBe('the score is 66.6 %, below --threshold 66.7')
    expect(thresholdProblem(reportOf(0), 1)).toBe(
      'no mutant was reached, so there is no score for --threshold 1',
    )
  })
})

describe('the report in the open schema', () => {
  it('is valid', async () => {
    const ajv = new Ajv({ strict: false, validateFormats: false })
    const { $schema: _draft, ...document } = schema as Record<string, unknown>
    const validate = ajv.compile(document)
    validate(await elementsReport(report))
    expect(validate.errors).toBeNull()
  })

  it('has an operation as a file with its example, and a mutant at the line that it changes', async () => {
    const { files, thresholds } = await elementsReport(report, 70)
    expect(thresholds).toEqual({ high: 70, low: 60 })
    expect(Object.keys(files)).toEqual(['wiki.requirement.read', 'wiki.requirement.write'])
    const { source, mutants: found } = files['wiki.requirement.read']!
    const lines = source.split('\n')
    expect(lines[0]).toMatch(/^GET http:\/\/wiki\.sim\/rest\/reqs\/1\/requirement2\/ENG\/REQ-001/)
    const lineOf = (kind: string) =>
      lines[found.find(({ mutatorName }) => mutatorName === kind)!.location.start.line - 1]
    expect(lineOf('field-missing')).toBe('  "key": "REQ-001",')
    expect(lineOf('refused')).toBe('200')
    expect(files['wiki.requirement.write']!.mutants.map(({ location }) => location.start.line)).toEqual([
      1, 1,
    ])
  })

  it('gives what is no operation a line for each mutant', async () => {
    const late = mutants[5]!
    const results = new Map([[late.id, { id: late.id, status: 'survived' as const, coveredBy: ['pytest'] }]])
    const run = { command: 'pytest', scenario: 'demo', seed: '1', ended: 'all' as const, tests: 1, used: [] }
    const queued = mutationReport({ ...run, mutants: [late], results, kept: new Set() })
    const { files, testFiles } = await elementsReport(queued)
    expect(files['queue']).toMatchObject({ source: 'queue\na message <b> came late\n' })
    expect(files['queue']!.mutants[0]!.location.start).toEqual({ line: 2, column: 1 })
    expect(testFiles).toEqual({ command: { tests: [{ id: 'pytest', name: 'pytest' }] } })
    const html = await htmlReport(queued)
    expect(html).toContain('a message \\u003Cb> came late')
    expect(html.includes('message <b>')).toBe(false)
  })
})
