// A failed test of Playwright showed the first 300 characters of its journal: reporters for terminals cut attachments.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type RunningInfo, simulatorFixtures } from '../../src/adapters/playwright.ts'
import type { Simulator } from '../../src/index.ts'

/** What the fixture prints of a test that ends with `status`. */
async function printed(status: string, run: (sim: Simulator) => Promise<unknown>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'playwright-failure-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => print.mockRestore())
  const info: RunningInfo = {
    status,
    expectedStatus: 'passed',
    titlePath: ['writes.spec.ts', 'a suite', 'writes'],
    outputPath: (name) => join(folder, name),
    attach: () => Promise.resolve(),
  }
  const [sim] = simulatorFixtures.sim
  await sim(
    {
      context: { route: () => Promise.resolve() },
      baseURL: undefined,
      simulatorOptions: {},
      simulatorRoutes: {},
    },
    async (simulator) => void (await run(simulator)),
    info,
  )
  return print.mock.calls
    .map(([text]) => String(text))
    .join('')
    .trimEnd()
}

test('a failed test prints all its requests, and how its trace is opened', async () => {
  const url = 'http://wiki.sim/rest/reqs/1/requirement2/ENG/REQ-001'
  const text = await printed('timedOut', async (sim) => {
    const headers = { Authorization: 'Bearer tok-bob' }
    for (let call = 0; call < 5; call++) await sim.fetch(url, { headers })
    await sim.fetch(url, { method: 'DELETE', headers })
  })
  const [heading, ...lines] = text.split('\n')
  expect(heading).toBe("reqsim, in 'writes':")
  expect(lines[5]).toMatch(/#6 .* bob: DELETE .* → 403/)
  expect(lines[6]).toContain("user 'bob' may not edit space 'ENG'")
  expect(lines.at(-1)).toMatch(/^ {2}trace: (\S+\.trace) \(npx reqsim show \1\)$/)
  expect(text).not.toContain('tok-bob')
})

test('a failed test says that no request reached the simulator', async () => {
  expect(await printed('failed', () => Promise.resolve())).toContain('no request reached the simulator')
})

test('a test that passes prints nothing', async () => {
  expect(await printed('passed', (sim) => sim.fetch('/api'))).toBe('')
})
