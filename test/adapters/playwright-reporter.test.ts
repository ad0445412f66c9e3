/** The reporter of `reqsim/playwright/reporter`, with what Playwright passes to it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import ReqsimReporter from '../../src/adapters/playwright/reporter.ts'
import { createSimulator } from '../../src/index.ts'
import { temporaryFolder } from '../support/folder.ts'
import { BLOB, githubVariables, readAnnotations, readRows } from '../support/github.ts'

const { path: folder } = temporaryFolder()
const SUMMARY = `${folder}/summary.md`

test('it is a reporter of Playwright that leaves the terminal to others', () => {
  expectTypeOf<ReqsimReporter>().toExtend<Reporter>()
  expect(new ReqsimReporter().printsToStdio()).toBe(false)
})

/** What a test leaves: its last result, and the trace of its simulator. */
async function failedTest(title: string, isTraced = true): Promise<[TestCase, TestResult]> {
  const sim = await createSimulator()
  await sim.fetch('http://wiki.sim/rest/reqs/1/requirment2/ENG', {
    headers: { Authorization: 'Bearer tok-alice' },
  })
  const failure = {
    runner: 'playwright',
    title: `pages > ${title}`,
    error: 'expected 404 to be 200\nsent tok-alice',
  }
  const path = `${folder}/app/test-results/${title}/reqsim.trace`
  mkdirSync(`${folder}/app/test-results/${title}`, { recursive: true })
  writeFileSync(path, await sim.trace('default', { failure }))
  const file = `${folder}/app/tests/pages.spec.ts`
  const result = {
    status: 'failed',
    errors: [{ message: 'expected 404 to be 200', location: { file, line: 12, column: 5 } }],
    attachments: isTraced ? [{ name: 'reqsim trace', path, contentType: 'application/gzip' }] : [],
  } as unknown as TestResult
  const outcome = () => 'unexpected' as const
  const location = { file, line: 10, column: 1 }
  return [
    {
      title,
      location,
      outcome,
      titlePath: () => ['', 'chromium', 'pages.spec.ts', 'pages', title],
    } as unknown as TestCase,
    result,
  ]
}

async function report(tests: readonly [TestCase, TestResult][], reporters: readonly string[] = []) {
  let output = ''
  const { write } = process.stdout
  const outer = process.env
  const restore = () => {
    process.stdout.write = write
    process.env = outer
  }
  onTestFinished(restore)
  process.env = githubVariables(folder, SUMMARY)
  process.stdout.write = (text) => {
    output += String(text)
    return true
  }
  const reporter = new ReqsimReporter()
  const reporter0 = reporters.map((name) => [name, undefined])
  reporter.onBegin({
    configFile: `${folder}/app/playwright.config.ts`,
    rootDir: `${folder}/app/tests`,
    reporter: reporter0,
  } as unknown as FullConfig)
  for (const [each, result] of tests) reporter.onTestEnd(each, result)
  await reporter.onEnd()
  restore()
  return readAnnotations(output)
}

test('on GitHub, a failed test is annotated at the line that threw, with its last exchange and its trace', async () => {
  const passed = [{ outcome: () => 'expected' }, { attachments: [] }] as unknown as [TestCase, TestResult]
  const annotations = await report([await failedTest('searches'), passed])
  expect(annotations).toEqual([
    {
      command: 'error',
      properties: { file: 'app/tests/pages.spec.ts', line: '12', col: '5', title: 'pages > searches' },
      message: expect.stringMatching(
        /^expected 404 to be 200\nsent \{token:eu:\d+\}\n\nLast exchange before the failure\n {2}step 1 {2}GET \/rest\/reqs\/1\/requirment2\/ENG as alice → 404/,
      ) as unknown,
    },
  ])
  expect(annotations[0]?.message).toMatch(/\n\ntrace: \S+reqsim\.trace \(npx reqsim show \S+\)$/)
  const summary = readFileSync(SUMMARY, 'utf8')
  expect(summary).toMatch(/^## reqsim: 1 failure in 2 tests with a simulator\n/)
  expect(readRows(summary)).toEqual([
    [`[pages &#62; searches](${BLOB}/app/tests/pages.spec.ts#L12)`, 'expected 404 to be 200'],
  ])
  expect(summary).not.toContain('tok-alice')
})

test('beside the reporter of Playwright for GitHub, it adds notices instead of a second error', async () => {
  const annotations = await report([await failedTest('reads')], ['github', 'html'])
  expect(annotations.map(({ command }) => command)).toEqual(['notice'])
})

test('a test without a simulator is left to other reporters', async () => {
  expect(await report([await failedTest('alone', false)])).toEqual([])
})
