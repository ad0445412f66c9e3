// The extension for JUnit 5, compiled and run with Debian's packages, and what docs/java.md shows of it.

import { copyFileSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { serve } from '../../src/adapters/node.ts'
import { createSimulator } from '../../src/index.ts'
import { blocksOf, missingLine, pathOf, readPage } from '../docs/support/pages.ts'
import { describeWithPrograms } from './toolchain.ts'
import { type Ended, makeWorkplace, root, written } from './workplace.ts'

const PAGE = 'docs/java.md'
const CLIENT = 'clients/java/ReqsimExtension.java'
const CONSOLE = '/usr/share/java/junit-platform-console-standalone.jar'
/** Compiling less makes short runs faster. */
const RUN = ['java', '-XX:TieredStopAtLevel=1', '-jar', CONSOLE, '-cp', 'classes'].concat([
  '--disable-banner',
  '--disable-ansi-colors',
  '--details=tree',
])
const LIBRARIES = [
  'junit-jupiter-api',
  'junit-jupiter-params',
  'junit-platform-commons',
  'apiguardian-api',
  'opentest4j',
]
  .map((name) => `/usr/share/java/${name}.jar`)
  .join(':')

it('the extension is of the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  expect(readFileSync(join(root, CLIENT), 'utf8')).toContain(`String VERSION = "${version}";`)
})

describeWithPrograms('the JUnit extension', ['java', 'javac', CONSOLE], () => {
  const place = makeWorkplace()
  const run = (classes: readonly string[], variables?: Readonly<Record<string, string>>): Promise<Ended> =>
    place.run([...RUN, ...classes.flatMap((name) => ['--select-class', name])], variables)
  let compiled: Ended

  beforeAll(async () => {
    const sources = [CLIENT, ...globSync('test/languages/java/*.java', { cwd: root })]
    mkdirSync(join(place.folder, 'tests'))
    for (const path of sources) copyFileSync(join(root, path), join(place.folder, 'tests', basename(path)))
    for (const block of blocksOf(PAGE, 'java', 'properties'))
      place.write(basename(pathOf(block) ?? 'unnamed').replace(/^(?=.*java$)/, 'tests/'), block.text)
    const files = globSync('tests/*.java', { cwd: place.folder })
    const flags = ['--release', '11', '-Xlint:all', '-Werror', '-d', 'classes', '-cp', LIBRARIES]
    compiled = await place.run(['javac', ...flags, ...files])
  }, 180_000)

  it('compiles for Java 11 without warnings, as do the files of the page', () => {
    expect(compiled).toEqual({ code: 0, output: '' })
  })

  describe('docs/java.md', () => {
    let ended: Ended
    beforeAll(async () => {
      ended = await run(['RequirementsClientTest', 'OutageTest'])
    })

    it('has tests that pass, but for one', () => {
      expect(ended.output).toMatch(/\b4 tests successful\b/)
      expect(ended.output).toMatch(/\b1 tests failed\b/)
      expect(ended.output).toContain('readsAMissingRequirement() ✘ the wiki returned 404')
      expect(ended.code).toBe(1)
    })

    it.each(blocksOf(PAGE, 'text'))('shows what the failed test prints', ({ text }) => {
      expect(missingLine(text, ended.output), ended.output).toBeUndefined()
    })

    it('names each address and method of a world', () => {
      const source = readFileSync(join(root, CLIENT), 'utf8')
      const world = source.slice(source.indexOf('class Reqsim '), source.indexOf('class ControlException'))
      const methods = new Set(
        [...world.matchAll(/^ {4,6}public \S.* (\w+)\(/gm)].map(([, name = '']) => name),
      )
      const page = readPage(PAGE)
      const missing = [...methods].filter((name) => !page.includes(`${name}(`))
      expect(methods.size).toBeGreaterThan(25)
      expect(missing).toEqual(
        ['name', 'usHostedWikiUrl', 'usHostedTrackerUrl', 'clock', 'faults'].filter((name) =>
          missing.includes(name),
        ),
      )
    })

    it('starts a server for each choice of options, and each ends', async () => {
      expect(await place.endedServers()).toBe(2)
    })
  })

  it('begins a project with a first test that passes', async () => {
    const [, , ...flags] = RUN
    const lines = [
      'mkdir begun',
      'cd begun',
      'reqsim init --runner junit',
      `javac --release 11 -Xlint:all -Werror -d classes -cp ${LIBRARIES} src/test/java/reqsim/*.java`,
      ['java', ...flags, '--select-class', 'reqsim.FirstTest'].join(' '),
    ]
    const { code, output } = await place.run(['sh', '-ec', lines.join('\n')])
    expect(code, output).toBe(0)
    expect(output).toMatch(/\b3 tests successful\b/)
    // `init` itself, and the server of the tests.
    expect(await place.endedServers()).toBe(2)
  })

  it('gives 300 tests that run in parallel a world each, on one server', async () => {
    const parallel = readFileSync(join(place.folder, 'junit-platform.properties'), 'utf8')
    place.write('classes/junit-platform.properties', parallel)
    const { code, output } = await run(['ExtensionTest'])
    expect(code, output).toBe(0)
    expect(output).toMatch(/\b314 tests successful\b/)
    expect(output).not.toContain('failed in the world')
    expect(await place.endedServers()).toBe(1)
  })

  it('has options for other servers, and refuses those that it cannot use', async () => {
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
    const { code, output } = await run(['OptionsTest'], {
      OWN_SCENARIO: join(place.folder, 'own.yaml'),
      FOREIGN_URL: `http://127.0.0.1:${port}`,
    })
    foreign.close()
    expect(code, output).toBe(0)
    // Three that run, and one whose scenario does not exist.
    expect(await place.endedServers()).toBe(4)
  })

  it('prints the latest lines of failed tests, and nothing of others', async () => {
    const { code, output } = await run(['FailingTest', 'BeforeAllTest', 'DyingServerTest'])
    expect(code).toBe(1)
    const shown = [
      'reqsim: showsFaultsJobsAndEdits(Reqsim) failed in the world FailingTest.showsFaultsJobsAndEdits-…',
      '  2026-01-05T09:00:00Z world edited PUT /issues/{id} /issues/30001 …',
      '  2026-01-05T09:03:00Z job 1, integration.synchronise: 2 to the tracker: 2 DONE',
      '  2026-01-05T09:03:00Z #1 alice: GET /wiki/rest/reqs/1/requirement2/ENG/REQ-001 → 503 (wiki.requirement.read, by fault 1)',
      '  2026-01-05T09:03:00Z #2 nobody: GET /api/aplications → 404 (no operation)',
      "      no operation at 'GET /aplications'…",
      '  2026-01-05T09:03:00Z #3 alice: GET /wiki/rest/reqs/1/requirement2/ENG?limt=1 → 200, ignored: query limt (did you mean limit?) (wiki.requirement.search)',
      '  2026-01-05T09:03:00Z #4 eve: GET /wiki/rest/reqs/1/requirement2/ENG/REQ-001 → 403 (wiki.requirement.read)',
    ]
    const [edits, latest] = ['showsFaultsJobsAndEdits', 'showsTheLatestLines'].map((name) =>
      output.slice(output.indexOf(`reqsim: ${name}(`)),
    )
    expect(missingLine(shown.join('\n'), edits ?? ''), output).toBeUndefined()
    expect(latest).toMatch(/^reqsim: .*\(5 earlier lines omitted\)\n {2}\S+ #6 bob: GET/)
    expect(output).not.toContain('reqsim: showsNothing')
    expect(output).toContain('take the parameter Reqsim in the test, in @BeforeEach or in @AfterEach')
    expect(output).toMatch(
      /no server responds at http:\S+ \(.*--seed dies' ended with exit code 137\n {2}reqsim listening on/,
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
    const { output } = await run(['RequirementsClientTest', 'OutageTest'], variables)
    const refused = await run(['RequirementsClientTest'], { ...variables, REQSIM_CONTROL_TOKEN: '' })
    await served.close()
    expect(output).toMatch(/\b3 tests successful\b/)
    expect(output).toContain('failed in the world RequirementsClientTest.readsAMissingRequirement-')
    expect(output).toMatch(
      /has the scenario 'demo', not 'outage': start it with this scenario, or unset REQSIM_URL/,
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
    const variables = { REQSIM_URL: url, REQSIM_CA_FILE: 'authority.pem' }
    const { code, output } = await run(['TrustTest'], variables)
    const untrusted = await run(['TrustTest'], { REQSIM_URL: url })
    server.process.kill()
    await server.ended
    expect(code, output).toBe(0)
    expect(untrusted.output).toMatch(/no server responds at https:\S+ \(.*PKIX/)
    expect(await place.endedServers()).toBe(1)
  })

  it('ends the server when the JVM is killed', async () => {
    const started = place.start([...RUN, '--select-class', 'EndlessTest'])
    await written(started, 'waiting in EndlessTest.waits-')
    started.process.kill('SIGKILL')
    await started.ended
    expect(await place.endedServers()).toBe(1)
  })

  it('passes the mutant of reqsim mutate on to its server', async () => {
    const used = join(place.folder, 'used.txt')
    const variables = { REQSIM_MUTANT: 'none', REQSIM_MUTANT_REACHED: used }
    const { output } = await run(['RequirementsClientTest'], variables)
    expect(output).toMatch(/\b3 tests successful\b/)
    expect(readFileSync(used, 'utf8').split('\n')).toContain('wiki.requirement.read')
    expect(await place.endedServers()).toBe(1)
  })

  it('starts the command of REQSIM_COMMAND, whose words may be quoted', async () => {
    const command = `'${process.execPath}' --no-warnings "${root}/src/cli/main.ts"`
    const { output } = await run(['RequirementsClientTest'], { REQSIM_COMMAND: command })
    expect(output).toMatch(/\b3 tests successful\b/)
    expect(await place.endedServers()).toBe(0)
  })
})
