// The same calls give the same bytes from source, from the package, from the executable and from the container's entry command.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { bundleProgram } from '../../scripts/executable/bundle.ts'
import { embed } from '../../scripts/executable/embed.ts'
import { nodeFor } from '../../scripts/executable/node-binary.ts'
import { hostPlatform } from '../../scripts/executable/platforms.ts'
import { openHttpDoor } from '../doors/support/http-door.ts'
import { freePort, project, run } from '../package/packed.ts'
import { environment, last, listIn } from './dockerfile.ts'
import { callEverything, type Outcome } from './session.ts'

const packed = inject('packed')
const { file } = inject('executable')
const folder = mkdtempSync(join(tmpdir(), 'reqsim-same-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Each way to start the command line: a program and the arguments before the command's own, with its variables. */
const WAYS: Readonly<
  Record<string, readonly [command: readonly string[], environment: Record<string, string>]>
> = {
  source: [[process.execPath, join(project, 'src/cli/main.ts')], {}],
  package: [[process.execPath, join(packed.consumer, 'node_modules/.bin/reqsim')], {}],
  executable: [[file], {}],
  container: [
    [file, ...listIn(last('ENTRYPOINT')).slice(1)],
    // The control API of a container that listens on all addresses needs a token.
    { ...environment, REQSIM_HOST: '127.0.0.1' },
  ],
}
const others = Object.keys(WAYS).filter((name) => name !== 'source')

function start(way: string, args: readonly string[]) {
  const [[program = '', ...first], variables] = WAYS[way] ?? [[], {}]
  const child = spawn(program, [...first, ...args], { cwd: folder, env: variables })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

describe('served', () => {
  let port: number
  const outcomes = new Map<string, Outcome & { readonly trace: string }>()

  // All listen at the same port in turn, since responses name their own address.
  const outcomeOf = async (way: string) => {
    const known = outcomes.get(way)
    if (known !== undefined) return known
    port ??= await freePort()
    const server = start(way, ['serve', 'demo', '--clock', 'manual', '--port', String(port)])
    await once(createInterface(server.stdout), 'line')
    const door = openHttpDoor({ port, close: () => Promise.resolve() })
    const called = await callEverything(door.send)
    const trace = await door.send({ method: 'GET', path: '/_sim/trace', headers: {} })
    await door.close()
    expect(trace.status).toBe(200)
    const outcome = { ...called, trace: trace.body }
    outcomes.set(way, outcome)
    server.kill('SIGTERM')
    await once(server, 'exit')
    return outcome
  }

  it('every operation is called, and most succeed', async () => {
    const { responses, report } = await outcomeOf('source')
    const good = responses.filter((line) => /: 2\d\d /.test(line))
    expect(good.length).toBeGreaterThan(responses.length / 3)
    expect(responses.filter((line) => /: 5\d\d /.test(line))).toEqual([])
    expect(JSON.parse(report)).toHaveProperty('operations')
  })

  it.each(others)('%s returns the bytes of the source', async (way) => {
    const expected = await outcomeOf('source')
    const actual = await outcomeOf(way)
    expect(actual.responses).toEqual(expected.responses)
    expect(actual.world === expected.world).toBe(true)
    expect(actual.report).toBe(expected.report)
    expect(actual.trace === expected.trace).toBe(true)
  })
})

describe('reports', () => {
  const scenario = join(folder, 'contract.yaml')
  const reportOf = async (way: string) => {
    const report = join(folder, `${way}.json`)
    const child = start(way, ['run', scenario, 'permissions', '--report', report])
    expect(await once(child, 'exit')).toEqual([0, null])
    const merged = start(way, ['report', report, '--format', 'markdown'])
    return [readFileSync(report, 'utf8'), await text(merged.stdout)]
  }

  it.each(others)('of scenarios are the same bytes from %s', async (way) => {
    const calls = '[{ as: alice, call: GET /api/applications/101 }, { advance: 3m }]'
    writeFileSync(scenario, `name: contract\nextends: [demo]\ntimeline: ${calls}\n`)
    const [json, markdown] = await reportOf('source')
    expect(JSON.parse(json ?? '')).toHaveProperty('operations')
    expect(markdown).toContain('standalone')
    expect(await reportOf(way)).toEqual([json, markdown])
  })
})

describe('reports of a command', () => {
  const script = `for (const [name, path] of [['WIKI', '/rest/reqs/1/baseline/ENG'], ['API', '/applications/101']]) {
    const headers = { authorization: 'Bearer ' + process.env.REQSIM_TOKEN_ALICE }
    const { status } = await fetch(process.env['REQSIM_' + name + '_URL'] + path, { headers })
    if (status !== 200) process.exit(9)
  }`
  const command = [process.execPath, '--input-type=module', '-e', script]
  const reportOf = async (way: string) => {
    const report = join(folder, `exec-${way}.json`)
    const child = start(way, ['exec', '--port', '0', '--report', report, '--', ...command])
    expect(await once(child, 'exit')).toEqual([0, null])
    return readFileSync(report, 'utf8')
  }

  it.each(others)('are the same bytes from %s', async (way) => {
    const expected = await reportOf('source')
    expect(JSON.parse(expected)).toMatchObject({ exchanges: 2 })
    expect(await reportOf(way)).toBe(expected)
  })
})

describe('a scenario in one page', () => {
  const pageOf = async (way: string) => {
    const child = start(way, ['bundle', 'release-freeze', '--until', 'frozen', '--out', '-'])
    const [page] = await Promise.all([text(child.stdout), once(child, 'exit')])
    return page
  }

  // Packing the package has built what the source reads.
  it.each(others)('is the same from %s', async (way) => {
    const expected = await pageOf('source')
    expect(expected.length).toBeGreaterThan(1_000_000)
    expect((await pageOf(way)) === expected).toBe(true)
  })
})

it('the session of the determinism test has the same digest inside the Node of the executable', async () => {
  const session = 'test/determinism.session.ts'
  const builder = await nodeFor(hostPlatform())
  const { file: main } = await bundleProgram(project, session, folder)
  const program = join(folder, 'session')
  embed(builder, { main, node: builder, output: program, useCodeCache: false })
  const [source, embedded] = await Promise.all([
    run(process.execPath, [session, 'none', 'snapshot'], project),
    run(program, ['none', 'snapshot'], folder, { TZ: 'Pacific/Chatham', LC_ALL: 'tr_TR.UTF-8' }),
  ])
  expect(source).toMatchObject({ exitCode: 0, stderr: '' })
  expect(source.stdout).toMatch(/^\d+ [0-9a-f]{64}\n\[\{/)
  expect(embedded).toEqual(source)
})
