// A suite that knows no simulator, with `reqsim/vitest/setup` in its configuration and nothing else changed.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type SuiteHandler, suiteFiles } from '../../support/handwritten-suite.ts'
import { blocksOf } from '../../docs/support/pages.ts'
import { makeProject, withNativeSource } from '../../docs/support/project.ts'

const project = await makeProject(['vitest', 'msw', 'axios'])

const CONFIG = withNativeSource(`import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    setupFiles: ['reqsim/vitest/setup', './test/setup.ts'],
    provide: { reqsim: { base: { wiki: 'https://wiki.example.com' }, as: 'alice' } },
    reporters: ['default', 'reqsim/vitest/reporter'],
  },
})`)

async function writeSuite(removed: readonly SuiteHandler[]): Promise<void> {
  for (const [path, text] of Object.entries(suiteFiles({ files: 2, removed })))
    await project.write(path, text)
}

beforeAll(() => project.write('vitest.config.ts', CONFIG))

describe('a suite with handlers for all its requests', () => {
  it('passes, and sends nothing to the simulator', async () => {
    await writeSuite([])
    const { code, output } = await project.run('npx vitest run')
    expect(code, output).toBe(0)
    expect(output).toMatch(/Tests +20 passed \(20\)/)
    expect(output).toMatch(/reqsim, 0 tests with sim:\n {2}Requests +0\n/)
  })
})

describe('a suite whose handlers are removed', () => {
  it('passes with the simulator, as the user of the configuration, and with a fork for each test', async () => {
    await writeSuite(['read', 'list', 'write'])
    const { code, output } = await project.run('npx vitest run')
    expect(code, output).toBe(0)
    expect(output).toMatch(/Tests +20 passed \(20\)/)
    // Two tests of each file have handlers for all that they call.
    expect(output).toMatch(/reqsim, 16 tests with sim:\n {2}Requests +22\n/)
  })

  it('shows the requests of a test whose mock was wrong, and writes its trace', async () => {
    await writeSuite(['baseline'])
    const { code, output } = await project.run('npx vitest run area-0')
    expect(code).toBe(1)
    expect(output).toMatch(/Tests +1 failed \| 9 passed \(10\)/)
    expect(output).toContain(
      "reqsim, in 'has the snapshot of a baseline':\n  #1 2026-01-05T09:00:00.000Z alice: GET https://wiki.example.com/rest/reqs/1/baseline/ENG/1 → 200",
    )
    const [, trace = ''] = /trace: (\S+) /.exec(output) ?? []
    expect(existsSync(join(project.folder, trace))).toBe(true)
    const shown = await project.run(`npx reqsim show ${trace} --text`)
    expect(shown.output).toContain('has the snapshot of a baseline')
  })

  it('passes in one process for all files too', async () => {
    await writeSuite(['read', 'list', 'write'])
    const { code, output } = await project.run('npx vitest run --no-isolate --no-file-parallelism')
    expect(code, output).toBe(0)
    expect(output).toMatch(/reqsim, 16 tests with sim:\n {2}Requests +22\n/)
  })
})

const ALONE = `import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const WIKI = 'https://wiki.example.com/rest/reqs/1/requirement2/ENG/'
const text = async (key: string): Promise<string> => (await (await fetch(WIKI + key)).json()).htmlExcerpt
const save = (key: string, htmlExcerpt: string) =>
  fetch(WIKI + key, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: 'Bearer nobody-knows-it' },
    body: JSON.stringify({ htmlExcerpt }),
  })

beforeAll(() => save('REQ-003', 'Saved for all tests.'))

test('responds without a server of the suite', async () => {
  expect(await text('REQ-003')).toBe('Saved for all tests.')
  await save('REQ-003', 'Saved by one test.')
})
test('has what beforeAll saved', async () => {
  expect(await text('REQ-003')).toBe('Saved for all tests.')
})

describe.concurrent('at the same time', () => {
  for (const name of ['one', 'two', 'three'])
    test(name, async ({ expect }) => {
      await save('REQ-001', name)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(await text('REQ-001')).toBe(name)
    })
})

describe('with a server of its own', () => {
  const server = setupServer(http.get(WIKI + 'REQ-002', () => HttpResponse.json({ htmlExcerpt: 'handled' })))
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterAll(() => server.close())
  test('responds itself first', async () => {
    expect(await text('REQ-002')).toBe('handled')
    expect(await text('REQ-003')).toBe('Saved for all tests.')
  })
})

test('responds after that server has closed', async () => {
  expect(await text('REQ-002')).not.toBe('handled')
})
test('names an address that it does not know', async () => {
  await expect(fetch('http://127.0.0.1:2/confluence/rest/reqs/1/requirement2/ENG')).rejects.toThrow()
})
`

describe('the setup', () => {
  it('serves a suite without a server, concurrent tests, and servers that come and go', async () => {
    await project.write('test/alone.test.ts', ALONE)
    const [sample] = blocksOf('docs/setups.md', 'ts')
    await project.write('test/page.test.ts', sample?.text ?? '')
    const { code, output } = await project.run('npx vitest run alone page')
    expect(code, output).toBe(0)
    expect(output).toMatch(/Tests +9 passed \(9\)/)
    expect(output).toContain(
      "reqsim: GET http://127.0.0.1:2/confluence/rest/reqs/1/requirement2/ENG is not simulated, as 'base' does not name its address; in the options of reqsim: { base: { wiki: 'http://127.0.0.1:2/confluence' } }",
    )
  })

  it('lets the handlers respond in an audit, and says which of them are needed', async () => {
    await writeSuite([])
    const { code, output } = await project.run('npx reqsim audit -- npx vitest run area-0')
    expect(code, output).toBe(0)
    expect(output).toMatch(/Tests +10 passed \(10\)/)
    expect(output).toContain(
      'safe to remove: PUT https://wiki.example.com/rest/reqs/1/requirement2/ENG/:key (test/mocks.ts:',
    )
    expect(output).toContain(
      "  status: 200 instead of 503\n  needs a fault: sim.faults.add({ operation: 'wiki.requirement.read', status: 503, body: {\"oops\":true} })\n  in 'shows an error of the service'\n",
    )
    expect(output).toContain('7 handlers, 14 calls: 1 safe to remove, 5 differ, 1 not called\n')
  })

  it('leaves a server alone that listened before it', async () => {
    await writeSuite(['list', 'write'])
    await project.write(
      'test/listens.ts',
      `import { server } from './mocks.ts'\nserver.listen({ onUnhandledFrame: 'error' })`,
    )
    await project.write(
      'listens.config.ts',
      CONFIG.replace(
        /setupFiles: .*/,
        "setupFiles: ['./test/listens.ts', 'reqsim/vitest/setup'],\n    sequence: { setupFiles: 'list' },",
      ),
    )
    const { code, output } = await project.run(
      "npx vitest run -c listens.config.ts area-0 -t 'reads with|snapshot|lists'",
    )
    expect(code, output).toBe(0)
    expect(output).toMatch(/reqsim, 1 test with sim:\n {2}Requests +1\n/)
  })

  it.each([
    [{ scenari: 'demo' }, /reqsim\.config\.json must not have 'scenari': did you mean 'scenario'\?/],
    [{ credentials: 'any' }, /credentials must be 'accept' or 'check', not 'any'/],
    [{ base: { wiki: 'wiki.example.com' } }, /base\.wiki: 'wiki\.example\.com' is not a valid address/],
  ])('refuses %j from a file', async (options, message) => {
    await project.write(
      'bad.config.ts',
      `export default { test: { setupFiles: ['reqsim/vitest/setup'], root: '.' } }`,
    )
    await project.write('reqsim.config.json', JSON.stringify(options))
    const { code, output } = await project.run('npx vitest run -c bad.config.ts alone')
    expect(code).toBe(1)
    expect(output).toMatch(message)
  })
})
