/** The job: where a file is in the checkout and on GitHub, and the file of its summary. */
import { mkdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { githubRun } from '../../../src/adapters/github/github-run.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { BLOB, githubVariables } from '../../support/github.ts'

const { path: folder } = temporaryFolder()
const variables = githubVariables('/checkout', `${folder}/summary.md`)
const summary = { heading: 'reqsim', failures: [], notes: [], figures: [] }

test('outside of GitHub Actions there is none', () => {
  expect(githubRun({})).toBeUndefined()
  expect(githubRun({ ...variables, GITHUB_ACTIONS: 'false' })).toBeUndefined()
})

test('a file is relative to the checkout, also that of a project below it', () => {
  const run = githubRun(variables)
  expect(run?.placeOf('/checkout/app', 'test/a.test.ts', 3, 4)).toEqual({
    file: 'app/test/a.test.ts',
    line: 3,
    column: 4,
  })
  expect(run?.placeOf('/checkout/app', '/checkout/lib/b.ts')).toEqual({ file: 'lib/b.ts' })
  expect(run?.placeOf('/checkout', '/elsewhere/b.ts', 1)).toBeUndefined()
})

test('without a checkout it is relative to the project', () => {
  const run = githubRun({ GITHUB_ACTIONS: 'true' })
  expect(run?.placeOf('/app', '/app/a.ts', 1)).toEqual({ file: 'a.ts', line: 1 })
  expect(run?.urlOf({ file: 'a.ts', line: 1 })).toBeUndefined()
})

test('the address of a line escapes what Markdown and addresses read', () => {
  const run = githubRun(variables)
  expect(run?.urlOf({ file: 'test/a (1)#?[x].ts', line: 7 })).toBe(
    `${BLOB}/test/a%20%281%29%23%3F%5Bx%5D.ts#L7`,
  )
  const hostile = { ...variables, GITHUB_REPOSITORY: 'o/r) [x](https://evil.example' }
  expect(githubRun(hostile)?.urlOf({ file: 'a.ts' })).toBeUndefined()
})

test('summaries are appended, and a file that cannot be written is named', () => {
  const run = githubRun(variables)
  expect([run?.summarise(summary), run?.summarise(summary)]).toEqual([undefined, undefined])
  expect(readFileSync(`${folder}/summary.md`, 'utf8')).toBe('## reqsim\n\n## reqsim\n\n')
  mkdirSync(`${folder}/taken`)
  const other = githubRun({ ...variables, GITHUB_STEP_SUMMARY: `${folder}/taken` })
  expect(other?.summarise(summary)).toMatch(/^the summary of the job could not be written: .* \(EISDIR\)$/)
  expect(githubRun({ GITHUB_ACTIONS: 'true' })?.summarise(summary)).toBeUndefined()
})
