// The package for Go, compiled and run with Debian's packages, and what docs/go.md shows of it.

import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { serve } from '../../src/adapters/node.ts'
import { createSimulator } from '../../src/index.ts'
import { blocksOf, missingLine, pathOf, readPage } from '../docs/support/pages.ts'
import { describeWithPrograms } from './toolchain.ts'
import { type Ended, makeWorkplace, root, written } from './workplace.ts'

const PAGE = 'docs/go.md'
const CLIENT = 'clients/go/reqsim.go'
/** Nothing is downloaded; what was compiled is kept, because the standard library takes a while. */
const GO = {
  GOFLAGS: '-mod=mod',
  GOPROXY: 'off',
  GOTOOLCHAIN: 'local',
  GOCACHE: resolve('node_modules/.cache/go'),
}

it('the package is of the version of the simulator', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  expect(readFileSync(join(root, CLIENT), 'utf8')).toContain(`const Version = "${version}"`)
})

describeWithPrograms('the package for Go', ['go', 'gofmt'], () => {
  const place = makeWorkplace()
  /** Runs tests of the page, or those that hold the package to its promises. */
  const run = (
    program: 'page' | 'checks',
    tests: string,
    variables?: Readonly<Record<string, string>>,
  ): Promise<Ended> => place.run([`./${program}.test`, '-test.v', '-test.run', tests], variables)

  beforeAll(async () => {
    place.write('go.mod', 'module example.com/drones\n\ngo 1.19\n')
    for (const folder of ['reqsim', 'checks']) mkdirSync(join(place.folder, folder))
    copyFileSync(join(root, CLIENT), join(place.folder, 'reqsim/reqsim.go'))
    copyFileSync(join(root, 'test/languages/go/checks_test.go'), join(place.folder, 'checks/checks_test.go'))
    for (const block of blocksOf(PAGE, 'go')) place.write(pathOf(block) ?? 'unnamed.go', `${block.text}\n`)
    for (const [name, path] of Object.entries({ page: '.', checks: './checks' })) {
      const { code, output } = await place.run(['go', 'test', '-c', '-o', `${name}.test`, path], GO)
      if (code !== 0) throw new Error(output)
    }
  }, 180_000)

  it('is vetted and formatted, as are the tests of the page', async () => {
    expect(await place.run(['gofmt', '-l', '.'])).toEqual({ code: 0, output: '' })
    expect(await place.run(['go', 'vet', './...'], GO)).toEqual({ code: 0, output: '' })
  })

  describe('docs/go.md', () => {
    let ended: Ended
    beforeAll(async () => {
      ended = await run('page', '.')
    })

    it('has tests that pass, but for one', () => {
      expect(ended.output.match(/^--- PASS/gm), ended.output).toHaveLength(4)
      expect(ended.output.match(/^--- FAIL.*/gm)).toEqual([
        expect.stringContaining('TestReadsAMissingRequirement'),
      ])
      expect(ended.code).toBe(1)
    })

    it('shows what the failed test logs', async () => {
      const [shown] = blocksOf(PAGE, 'text')
      const { output } = await place.run(['./page.test', '-test.run', 'TestReadsAMissingRequirement'])
      expect(missingLine(shown?.text ?? 'nothing', output), output).toBeUndefined()
    })

    it('names each field and method of a world', () => {
      const source = readFileSync(join(root, CLIENT), 'utf8')
      const methods = [...source.matchAll(/^func \(\w \*(?:World|Faults)\) ([A-Z]\w*)\(/gm)].map(
        ([, name = '']) => name,
      )
      const page = readPage(PAGE)
      expect(methods.length).toBeGreaterThan(15)
      expect(methods.filter((name) => !page.includes(`${name}(`))).toEqual([])
    })

    it('starts a server for each choice of options, and each ends', async () => {
      expect(await place.endedServers()).toBe(3)
    })
  })

  it('begins a module with a first test that passes', async () => {
    place.write('begun/go.mod', 'module example.com/begun\n\ngo 1.19\n')
    const lines = ['cd begun', 'reqsim init --runner go', 'gofmt -l .', 'go vet ./...', 'go test ./reqsim']
    const { code, output } = await place.run(['sh', '-ec', lines.join('\n')], GO)
    expect(code, output).toBe(0)
    expect(output).toMatch(
      /^wrote reqsim\/scenario\.schema\.json\nwrote \.gitignore\n\nNext:\n(?: {2}.*\n)+ok \t?/m,
    )
    // `init` itself, and the server of the tests.
    expect(await place.endedServers()).toBe(2)
  })

  it('keeps its promises to tests that run in parallel, 300 of them with a world each', async () => {
    place.write(
      'own.yaml',
      'name: own\nextends: [demo]\nclock: { mode: auto }\nworld: { users: [{ name: zoe }] }\n',
    )
    const foreign = createServer((_request, response) => response.end('{"version":"9.0.0"}')).listen(
      0,
      '127.0.0.1',
    )
    await once(foreign, 'listening')
    const { port } = foreign.address() as AddressInfo
    const { code, output } = await run('checks', '.', {
      OWN_SCENARIO: join(place.folder, 'own.yaml'),
      FOREIGN_URL: `http://127.0.0.1:${port}`,
    })
    foreign.close()
    expect(code, output).toBe(0)
    expect(output.match(/^ +--- PASS: TestEachTestHasAWorldOfItsOwn/gm)).toHaveLength(300)
    // Four that run, and two that cannot start.
    expect(await place.endedServers()).toBe(6)
  })

  it('logs the requests of a test that panics, and the output of a server that dies', async () => {
    const panic = await run('checks', 'TestPanic', { FAIL_ON_PURPOSE: '1' })
    expect(panic.output).toMatch(
      /failed in the world TestPanic-\w+\n\s+\S+ #1 alice: GET .* → 200[^]*panic: on purpose/,
    )
    const dying = await run('checks', 'TestDyingServer', { FAIL_ON_PURPOSE: '1' })
    expect(dying.output).toMatch(
      /no server responds at http:[^]*' ended with signal: killed\n\s+reqsim listening on/,
    )
    expect(await place.endedServers()).toBe(2)
  })

  it('uses the server at REQSIM_URL, and leaves it as it was', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    const served = await serve(simulator, { controlToken: 'secret-token' })
    const variables = {
      REQSIM_URL: `${served.url}/_world/of-somebody/`,
      REQSIM_CONTROL_TOKEN: 'secret-token',
    }
    const { output } = await run('page', '.', variables)
    const refused = await run('page', 'TestReadsARequirement', { ...variables, REQSIM_CONTROL_TOKEN: '' })
    await served.close()
    expect(output.match(/^--- PASS/gm), output).toHaveLength(3)
    expect(output).toContain('failed in the world TestReadsAMissingRequirement-')
    expect(output).toMatch(
      /has the scenario "demo", not "outage": start it with this scenario, or unset REQSIM_URL/,
    )
    expect((await simulator.worlds.list()).map(({ name }) => name)).toEqual(['default'])
    expect(simulator.journal.entries({ world: 'default' })).toEqual([])
    expect(refused.output).toMatch(/POST \/_sim\/worlds: .*token/)
    expect(await place.endedServers()).toBe(0)
  })

  it('trusts the authority in REQSIM_CA_FILE', async () => {
    const server = place.start(['reqsim', 'serve', '--port', '0', '--tls', '--tls-ca', 'authority.pem'])
    await written(server, 'console')
    const [, url = ''] = /listening on (\S+)/.exec(server.output()) ?? []
    // The client of the page uses the authorities of Go.
    const variables = { REQSIM_URL: url, REQSIM_CA_FILE: 'authority.pem', SSL_CERT_FILE: 'authority.pem' }
    const { code, output } = await run('page', 'TestReadsARequirement', variables)
    const untrusted = await run('page', 'TestReadsARequirement', { REQSIM_URL: url })
    server.process.kill()
    await server.ended
    expect(code, output).toBe(0)
    expect(untrusted.output).toMatch(/no server responds at https:\S+ \(.*certificate/)
    expect(await place.endedServers()).toBe(1)
  })

  it('ends the server when the test program is killed', async () => {
    const started = place.start(['./checks.test', '-test.run', 'TestEndless'], { FAIL_ON_PURPOSE: '1' })
    await written(started, 'waiting in TestEndless-')
    started.process.kill('SIGKILL')
    await started.ended
    expect(await place.endedServers()).toBe(1)
  })

  it('passes the mutant of reqsim mutate on to its server', async () => {
    const used = join(place.folder, 'used.txt')
    const variables = { REQSIM_MUTANT: 'none', REQSIM_MUTANT_REACHED: used }
    const { code, output } = await run('page', 'TestReadsARequirement', variables)
    expect(code, output).toBe(0)
    expect(readFileSync(used, 'utf8').split('\n')).toContain('wiki.requirement.read')
    expect(await place.endedServers()).toBe(1)
  })

  it('starts the command of REQSIM_COMMAND, whose words may be quoted', async () => {
    const command = `'${process.execPath}' --no-warnings "${root}/src/cli/main.ts"`
    const { code, output } = await run('page', 'TestReadsARequirement', { REQSIM_COMMAND: command })
    expect(code, output).toBe(0)
    expect(await place.endedServers()).toBe(0)
  })
})
