// What a terminal shows of the requests of serve and exec, and what it shows when a command fails.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { codeBlocks } from '../docs/support/code-blocks.ts'
import { readPage } from '../docs/support/pages.ts'
import { run, serveProcess, startProcess } from './cli.ts'

const PATH = process.env['PATH'] ?? ''
const ALICE = { Authorization: 'Bearer tok-alice', 'Content-Type': 'application/json' }
const REQUIREMENT = '/wiki/rest/reqs/1/requirement2/ENG/REQ-001'

const write = (url: string, body: object) =>
  fetch(url + REQUIREMENT, { method: 'PUT', headers: ALICE, body: JSON.stringify(body) })

describe('reqsim serve', () => {
  test('printed no request', async () => {
    const { url, command } = await serveProcess('--log', 'all', '--clock', 'manual')
    await write(url, { html: 'x' })
    await fetch(`${url}/wiki/rest/reqs/1/requirment2/ENG`, { headers: ALICE })
    command.process.kill('SIGTERM')
    const { code, errors, out } = await command.finished
    const [written, missed] = errors.split('\n')
    expect(code).toBe(0)
    expect(written).toBe(
      `#1 2026-01-05T09:00:00.000Z alice: PUT ${REQUIREMENT} → 200, ignored: body html (did you mean htmlExcerpt?) (wiki.requirement.write)`,
    )
    expect(missed).toContain('→ 404 (no operation), nearest: GET /rest/reqs/1/requirement2/{spaceKey}')
    expect(out).not.toContain('#1')
  })

  test('prints none without a terminal, unless its variable says so', async () => {
    const quiet = await serveProcess()
    await write(quiet.url, { html: 'x' })
    quiet.command.process.kill('SIGTERM')
    expect((await quiet.command.finished).errors).toBe('')
    const loud = startProcess(['serve', '--port', '0'], { REQSIM_LOG: 'errors' })
    const [, url = '', link] = await loud.seen(/^reqsim listening on (\S+)\nconsole at (\S+)\n/)
    expect(link).toBe(`${url}/_sim/`)
    await loud.seen(/Try: .*\n/)
    await write(url, { htmlExcerpt: 'x' })
    await write(url, { html: 'x' })
    loud.process.kill('SIGTERM')
    expect((await loud.finished).errors.split('\n')).toEqual([expect.stringMatching(/^#2 .*ignored/), ''])
  })

  test('goes on, and ends, though nobody reads its log', async () => {
    const { url, command } = await serveProcess('--log', 'all')
    const { stderr } = command.process
    stderr?.removeAllListeners('data').pause()
    let answered = 0
    for (let round = 0; round < 60; round++)
      answered += (await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/api/applications/101`))))
        .length
    expect(answered).toBe(3000)
    const begin = performance.now()
    command.process.kill('SIGTERM')
    await once(command.process, 'exit')
    expect(performance.now() - begin).toBeLessThan(3000)
    stderr?.resume()
  })
})

describe('reqsim exec', () => {
  const script = (code: number) => `
    const headers = { Authorization: 'Bearer ' + process.env.REQSIM_TOKEN_ALICE, 'Content-Type': 'application/json' }
    const wiki = process.env.REQSIM_WIKI_URL + '/rest/reqs/1'
    const body = JSON.stringify({ html: 'x' })
    await fetch(wiki + '/requirement2/ENG/REQ-001', { method: 'PUT', headers, body })
    for (const call of [1, 2]) await fetch(wiki + '/requirment2/ENG', { headers })
    process.exit(${code})`
  const exec = (code: number, ...flags: readonly string[]) =>
    run(['exec', ...flags, '--', process.execPath, '--input-type=module', '-e', script(code)], { PATH })

  const EXPLAINED = `reqsim: 2 requests matched no operation:
reqsim:   GET /wiki/rest/reqs/1/requirment2/ENG × 2 (nearest: GET /rest/reqs/1/requirement2/{spaceKey})
reqsim: 1 name that the command sent had no effect:
reqsim:   field 'html' of wiki.requirement.write (did you mean htmlExcerpt?)
reqsim: to see each request with its response, run this again with --traces reqsim-traces, and open the file with reqsim show
`

  test('left a failed command without a word about its requests', async () => {
    const { code, errors } = await exec(4)
    expect(code).toBe(4)
    expect(errors.slice(errors.indexOf('\n') + 1)).toBe(EXPLAINED)
    const [sample] = codeBlocks(readPage('docs/exec.md')).filter(({ language }) => language === 'text')
    expect(EXPLAINED).toContain(sample?.text.trim())
  })

  test('prints the requests of a failed command, if they are logged', async () => {
    const { errors } = await exec(4, '--log', 'all')
    expect(errors).toContain(
      '\nreqsim: 3 logged requests:\nreqsim:   #1 2026-01-05T09:00:00.000Z alice: PUT ',
    )
    expect(errors).toContain(EXPLAINED)
  })

  test('says nothing of a command that succeeds', async () => {
    const { code, errors } = await exec(0, '--log', 'all')
    expect([code, errors.trimEnd().split('\n').length]).toEqual([0, 1])
  })

  test('names the paths that exceed a threshold', async () => {
    const { code, errors } = await exec(0, '--max-unmatched', '1')
    expect(code).toBe(1)
    expect(errors).toContain(
      'reqsim: 2 requests that match no operation, more than the maximum of 1: GET /wiki/rest/reqs/1/requirment2/ENG × 2 (nearest: GET /rest/reqs/1/requirement2/{spaceKey})\nreqsim: to see each request',
    )
  })
})

test('the plugin for Vite printed no request', async () => {
  const plugin = resolve('src/adapters/vite.ts')
  const script = `
    import { createServer } from 'vite'
    import { reqsim } from ${JSON.stringify(plugin)}
    const vite = await createServer({ configFile: false, root: ${JSON.stringify(resolve('test/support'))}, logLevel: 'silent', plugins: [reqsim({ log: 'all', as: 'alice' })], optimizeDeps: { noDiscovery: true }, server: { port: 0, host: '127.0.0.1', watch: null } })
    await vite.listen()
    await fetch('http://127.0.0.1:' + vite.httpServer.address().port + '/sim/wiki/rest/reqs/1/requirement2/ENG?limt=1')
    await new Promise((done) => setTimeout(done, 200))
    await vite.close()`
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH },
  })
  expect(stderr).toMatch(
    /^#1 \S+ alice: GET \S+\/requirement2\/ENG → 200, ignored: query limt \(did you mean limit\?\)/m,
  )
})
