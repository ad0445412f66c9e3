// A linter of descriptions, with the strict form of its recommended rules, finds nothing but what is listed here.

import { afterAll, expect, test } from 'vitest'
import { serveDemo, DESCRIBED } from './served.ts'
import { runTool } from './tool.ts'

const demo = await serveDemo()
afterAll(() => demo.close())

/** The service documents these paths with a slash at their end (service §4.2, §4.6). The set is exact. */
const WIKI = [
  'no-path-trailing-slash #/paths/~1rest~1reqs~11~1key-suggestions~1{spaceKey}~1',
  'no-path-trailing-slash #/paths/~1rest~1reqs~11~1templates~1{spaceKey}~1',
  'no-path-trailing-slash #/paths/~1rest~1reqs~11~1traceability~1{spaceKey}~1',
]
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = { wiki: WIKI, 'hosted-wiki': WIKI }

interface Problem {
  readonly ruleId: string
  readonly location: readonly { readonly pointer: string }[]
}

async function problemsOf(file: string): Promise<string[]> {
  const parameters = ['lint', file, '--extends=recommended-strict', '--format=json', '--max-problems=1000']
  const { stdout, stderr } = await runTool('redocly', parameters, demo.folder)
  if (!stdout.startsWith('{')) throw new Error(`${stdout}\n${stderr}`)
  const { problems } = JSON.parse(stdout) as { readonly problems: readonly Problem[] }
  return problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)
}

test.each(DESCRIBED)('the description of %s has no fault', async (surface) => {
  expect(await problemsOf(demo.descriptions[surface].file)).toEqual(EXCEPTIONS[surface] ?? [])
})
