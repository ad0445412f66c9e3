// The executable as its users run it: copied alone into an empty folder, with no Node on the path and no environment.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { bundledPackages, compiledPackages, consolePackages } from '../../scripts/bundled.ts'
import { pinnedVersion } from '../../scripts/executable/node-binary.ts'
import { VERSION } from '../../src/version.ts'
import { run as runFromSource } from '../cli/cli.ts'
import { project, run } from '../package/packed.ts'
import { createBox } from './empty-box.ts'

const { folder, file } = inject('executable')
const box = createBox(file)
afterAll(() => box.remove())

const SCENARIO = `name: contract
extends: [demo]
timeline:
  - { note: reads, as: alice, call: GET /api/applications/101, expect: { status: 200, body: { id: 101 } } }
  - { note: waits, advance: 3m }
`
box.write('contract.yaml', SCENARIO)
box.write('wrong.yaml', SCENARIO.replace('status: 200', 'status: 404'))
box.write('broken.yaml', SCENARIO.replace('extends: [demo]', 'extends: [dema]'))

describe('what is built', () => {
  it('is one file, with checksums, licences and a bill of materials', () => {
    expect(readdirSync(folder).toSorted()).toEqual(
      ['SHA256SUMS', basename(file), 'reqsim.cdx.json', 'third-party-licences.txt'].toSorted(),
    )
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')
    expect(sums.map((line) => line.slice(66))).toEqual(
      readdirSync(folder)
        .filter((name) => name !== 'SHA256SUMS')
        .toSorted(),
    )
    for (const line of sums) {
      const content = readFileSync(join(folder, line.slice(66)))
      expect(line.slice(0, 64)).toBe(createHash('sha256').update(content).digest('hex'))
    }
  })

  it('carries the licences of Node and of every package that is built in', async () => {
    const { code, out } = await box.run(['licences'])
    expect(code).toBe(0)
    expect(out).toBe(readFileSync(join(folder, 'third-party-licences.txt'), 'utf8'))
    const heads = out.split('\n').map((line) => line.replace(/ \d+\.\d+\.\d+$/, ''))
    const packages = [
      ...bundledPackages,
      ...compiledPackages,
      ...consolePackages,
      'yaml',
      'hucre',
      'json-schema-faker',
    ]
    expect(heads).toEqual(expect.arrayContaining(packages))
    expect(out).toContain(`Node.js ${pinnedVersion()}\n`)
  })

  it('has a bill of materials that CycloneDX 1.6 accepts, with Node and every package', async () => {
    const bill = join(folder, 'reqsim.cdx.json')
    const validate = `
      import { readFileSync } from 'node:fs'
      import { createRequire } from 'node:module'
      const { Spec, Validation } = createRequire(process.cwd() + '/')('@cyclonedx/cyclonedx-library')
      const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
      const text = readFileSync(process.argv[1], 'utf8')
      const spoilt = text.replace('"specVersion": "1.6"', '"specVersion": 1.6')
      console.log(JSON.stringify([await validator.validate(text), (await validator.validate(spoilt))?.length]))`
    const args = ['--input-type=module', '--eval', validate, bill]
    const { stdout, stderr } = await run(process.execPath, args, join(project, 'test/package/tools'))
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual([null, expect.any(Number)])

    const { metadata, components } = JSON.parse(readFileSync(bill, 'utf8')) as {
      metadata: { component: object }
      components: { purl: string; cpe?: string; components?: { name: string }[] }[]
    }
    expect(metadata.component).toMatchObject({ name: 'reqsim', version: VERSION, type: 'application' })
    const node = components.find(({ purl }) => purl === `pkg:generic/node@${pinnedVersion()}`)
    expect(node?.cpe).toBe(`cpe:2.3:a:nodejs:node.js:${pinnedVersion()}:*:*:*:*:*:*:*`)
    expect(node?.components?.map(({ name }) => name)).toEqual(expect.arrayContaining(['v8', 'openssl', 'uv']))
    const notices = readFileSync(join(folder, 'third-party-licences.txt'), 'utf8')
    const packages = components.flatMap(({ purl }) => /^pkg:npm\/(.+)@(.+)$/.exec(purl) ?? [])
    expect(packages.length).toBeGreaterThan(3 * bundledPackages.length)
    for (const { purl } of components.filter((each) => each !== node)) {
      const [, name = '', version = ''] = /^pkg:npm\/(.+)@(.+)$/.exec(purl) ?? []
      expect(notices).toContain(`${decodeURIComponent(name)} ${version}\n`)
    }
  })
})

describe('alone in an empty folder', () => {
  it('prints its version, and nothing else', async () => {
    expect(await box.run(['--version'])).toEqual({ code: 0, out: `${VERSION}\n`, errors: '' })
  })

  it('ignores what the environment tells Node', async () => {
    const environment = {
      NODE_OPTIONS: '--no-such-flag --require ./absent.js',
      NODE_PATH: '/absent',
      NODE_PENDING_DEPRECATION: '1',
    }
    expect(await box.run(['--version'], environment)).toEqual({ code: 0, out: `${VERSION}\n`, errors: '' })
  })

  it('takes no flags of Node', async () => {
    const { code, errors } = await box.run(['--inspect', 'list', 'machines'])
    expect([code, errors]).toEqual([2, "reqsim: unknown option '--inspect'\n"])
  })

  it.each([
    [['--help']],
    [['list', 'scenarios']],
    [['list', 'operations']],
    [['list', 'assumptions']],
    [['list', 'machines']],
    [['openapi', 'hosted-tracker']],
    [['serve', 'dema']],
  ])('prints the same as from source: %s', async (args) => {
    const { code, out, errors } = await runFromSource(args)
    expect(await box.run(args)).toEqual({ code, out, errors })
  })

  it('checks scenario files, and those of scenarios inside it', async () => {
    expect(await box.run(['validate', 'contract.yaml', 'wrong.yaml'])).toMatchObject({ code: 0, errors: '' })
    const { code, out } = await box.run(['validate', 'broken.yaml'])
    expect([code, out]).toEqual([
      1,
      "broken.yaml:2:11 extends[0]: no ready scenario 'dema'; did you mean 'demo'?\n",
    ])
  })

  it('runs a scenario, and fails when an expectation does', async () => {
    const good = await box.run(['run', 'contract.yaml', '--reporter', 'tap'])
    expect(good).toMatchObject({ code: 0, errors: '' })
    expect(good.out).toContain('ok 1')
    const bad = await box.run(['run', 'wrong.yaml', '--reporter', 'tap'])
    expect(bad.code).toBe(1)
    expect(bad.out).toContain('not ok 1')
  })

  it('generates data', async () => {
    const scenario =
      'extends: [demo]\ngenerate: [{ requirements: 20, space: OPS, prefix: OPS- }]\ntimeline: [{ advance: 1s }]\n'
    box.write('generated.yaml', scenario)
    expect(await box.run(['run', 'generated.yaml'])).toMatchObject({ code: 0, errors: '' })
  })

  it('writes a scenario with its schema where there is no npm project', async () => {
    const { code, out } = await box.run(['init', '.'], {}, box.writable)
    expect([code, readdirSync(join(box.writable, 'reqsim')).toSorted()]).toEqual([
      0,
      ['first.scenario.yaml', 'scenario.schema.json'],
    ])
    expect(out).toContain('\n  reqsim serve reqsim/first.scenario.yaml ')
    expect(out).toContain('\n  reqsim init --runner pytest ')
    expect(await box.run(['validate', 'reqsim/first.scenario.yaml'], {}, box.writable)).toMatchObject({
      code: 0,
    })
  })
})

it.each([
  ['pytest', 'reqsim.py', 'clients/python/reqsim.py'],
  ['go', 'reqsim/reqsim.go', 'clients/go/reqsim.go'],
  ['junit', 'src/test/java/reqsim/ReqsimExtension.java', 'clients/java/ReqsimExtension.java'],
])('writes the client for %s', async (runner, path, source) => {
  const folder = join(box.writable, `with-${runner}`)
  mkdirSync(folder)
  // The box runs the executable as another user.
  chmodSync(folder, 0o777)
  writeFileSync(join(folder, 'go.mod'), 'module example.com/hello\n')
  expect(await box.run(['init', '.', '--runner', runner], {}, folder)).toMatchObject({ code: 0, errors: '' })
  expect(readFileSync(join(folder, path), 'utf8')).toBe(readFileSync(source, 'utf8'))
})

describe('a server', () => {
  it('serves interfaces and console, is healthy, and ends within a second of SIGTERM', async () => {
    const server = box.start(['serve', '--port', '0'])
    let errors = ''
    server.stderr.on('data', (part) => (errors += String(part)))
    const [line = ''] = await box.firstLines(server)
    const url = line.replace('reqsim listening on ', '')
    const page = await fetch(`${url}/_sim/`, { headers: { Accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([
      200,
      readFileSync(join(project, 'src/console/index.html'), 'utf8'),
    ])
    for (const name of ['console.js', 'console.css']) {
      const part = await fetch(`${url}/_sim/${name}`)
      expect([part.status, (await part.text()).length]).toEqual([200, expect.any(Number)])
    }
    expect(await box.run(['health', '--url', url])).toMatchObject({ code: 0, errors: '' })
    server.kill('SIGTERM')
    expect(await once(server, 'exit', { signal: AbortSignal.timeout(1000) })).toEqual([0, null])
    expect(errors).toBe('')
    expect(await box.run(['health', '--url', url])).toMatchObject({ code: 1 })
  })

  it('makes its own certificate', async () => {
    const server = box.start(['serve', '--port', '0', '--tls'])
    const [line = ''] = await box.firstLines(server)
    const url = line.replace('reqsim listening on ', '')
    expect(url).toMatch(/^https:/)
    expect(await box.run(['health', '--url', url])).toMatchObject({ code: 0, errors: '' })
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
  })
})

describe('exec', () => {
  const health = './reqsim health --url "$REQSIM_URL"'

  it('runs a command with the addresses and tokens of a server, and ends with its exit code', async () => {
    const script = `${health} && test "$REQSIM_TOKEN_ALICE" = tok-alice && exit 7`
    const { code, errors } = await box.run(['exec', '--', '/bin/sh', '-c', script])
    expect(code, errors).toBe(7)
    expect(errors).toMatch(/^reqsim: listening on http:/)
  })

  it('gives the command the authority of its certificate', async () => {
    const script = `test -s "$REQSIM_CA_FILE" && ${health}`
    const args = ['exec', '--tls', '--tls-ca', join(box.writable, 'ca.pem'), '--', '/bin/sh', '-c', script]
    const { code, errors } = await box.run(args)
    expect(code, errors).toBe(0)
    expect(errors).toMatch(/^reqsim: listening on https:/)
  })

  it('reports a command that does not exist, and a scenario that does not', async () => {
    expect((await box.run(['exec', '--', '/absent'])).code).toBe(127)
    expect((await box.run(['exec', 'dmo', '--', '/bin/true'])).code).toBe(3)
  })
})

describe('mcp', () => {
  it('offers its tools, with the SDK inside', async () => {
    const server = box.start(['mcp', 'demo'])
    const messages = createInterface(server.stdout)[Symbol.asyncIterator]()
    const ask = async (id: number, method: string, params: object): Promise<unknown> => {
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
      return JSON.parse(String((await messages.next()).value))
    }
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    expect(await ask(1, 'initialize', hello)).toMatchObject({
      id: 1,
      result: { serverInfo: { name: 'reqsim', version: VERSION } },
    })
    server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    const moved = await ask(2, 'tools/call', { name: 'advance_clock', arguments: { by: '3m' } })
    expect(moved).toMatchObject({
      id: 2,
      result: { structuredContent: { now: '2026-01-05T09:03:00.000Z' } },
    })
    server.stdin.end()
    expect(await once(server, 'exit')).toEqual([0, null])
  })
})
