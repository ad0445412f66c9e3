// The Dockerfile, as far as it can be tried without Docker: what it copies is there, and what it starts works from the
// packed package for an ordinary user, with the variables that it sets.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { freePort, project, run } from './packed.ts'

interface Instruction {
  readonly name: string
  readonly rest: string
}

const instructions: Instruction[] = readFileSync(join(project, 'Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ name: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }))
const last = (name: string): string => instructions.findLast((each) => each.name === name)?.rest ?? ''
const listIn = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[]

const ignored = readFileSync(join(project, '.dockerignore'), 'utf8').split('\n')
const PREFIX = '/opt/reqsim/'

describe('building', () => {
  it('copies what is there, and does not ignore it', () => {
    const copied = instructions
      .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'))
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1))
    expect(copied).not.toEqual([])
    for (const path of copied) expect(existsSync(join(project, path)), path).toBe(true)
    expect(copied.filter((path) => ignored.includes(path))).toEqual([])
  })

  it('packs the same files from what is not ignored', async () => {
    const names = new Set(ignored.filter((line) => line !== '' && !/^#|\*/.test(line)))
    const context = mkdtempSync(join(tmpdir(), 'reqsim-context-'))
    try {
      for (const name of readdirSync(project)) {
        if (names.has(name) || name === 'node_modules' || name.endsWith('.tgz')) continue
        cpSync(join(project, name), join(context, name), {
          recursive: true,
          filter: (path) => !path.endsWith('.generated.ts'),
        })
      }
      symlinkSync(join(project, 'node_modules'), join(context, 'node_modules'))
      const { exitCode, stdout, stderr } = await run('npm', ['pack', '--json'], context)
      expect(exitCode, stderr).toBe(0)
      const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as { files: { path: string }[] }[]
      const missing = packed?.files.filter(({ path }) => !existsSync(join(inject('packed').installed, path)))
      expect(packed?.files.length).toBeGreaterThan(100)
      expect(missing).toEqual([])
    } finally {
      rmSync(context, { recursive: true, force: true })
    }
  })

  it('uses the Node that everything is tested with', () => {
    const major = process.versions.node.split('.')[0]
    const images = instructions.filter(({ name }) => name === 'FROM').map(({ rest }) => rest.split(' ')[0])
    expect(images).toEqual([`node:${major}-slim`, `node:${major}-slim`])
  })
})

describe('running', () => {
  const environment = Object.fromEntries(
    last('ENV')
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  )
  let image: string
  let port: string
  let server: ChildProcess
  let lines: string[]

  // The folder of the image, where another user than the one that built it can read it.
  beforeAll(async () => {
    image = mkdtempSync(join(tmpdir(), 'reqsim-image-'))
    port = String(await freePort())
    cpSync(join(inject('packed').consumer, 'node_modules'), join(image, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !/node_modules\/(?:msw|@types)$/.test(path),
    })
    chmodSync(image, 0o755)
    const [command = ''] = listIn(last('ENTRYPOINT'))
    if (!command.startsWith(PREFIX)) throw new Error(`the command ${command} is not below ${PREFIX}`)
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    server = spawn(process.execPath, [join(image, command.slice(PREFIX.length)), ...listIn(last('CMD'))], {
      cwd: image,
      env: { ...environment, REQSIM_PORT: port, REQSIM_CONTROL_TOKEN: 'choose-your-own' },
      stdio: ['ignore', 'pipe', 'inherit'],
      ...nobody,
    })
    lines = []
    const output = createInterface(server.stdout!)
    output.on('line', (line) => lines.push(line))
    await once(output, 'line')
  })

  afterAll(() => {
    server.kill('SIGKILL')
    rmSync(image, { recursive: true, force: true })
  })

  const healthCheck = (at: string) => {
    const [, ...args] = listIn(last('HEALTHCHECK'))
    return run(process.execPath, args, image, { REQSIM_PORT: at })
  }

  it('is not done by root', () => {
    const position = (name: string) => instructions.findLastIndex((each) => each.name === name)
    expect(last('USER')).toBe('node')
    expect(position('USER')).toBeLessThan(position('ENTRYPOINT'))
    expect(position('USER')).toBeGreaterThan(position('RUN'))
  })

  it('listens for others, at the port that is exposed', () => {
    expect(lines[0]).toBe(`reqsim listening on http://0.0.0.0:${port}`)
    expect(environment).toEqual({ REQSIM_HOST: '0.0.0.0', REQSIM_PORT: last('EXPOSE') })
  })

  it('is healthy when it answers, and not when nothing does', async () => {
    expect(await healthCheck(port)).toMatchObject({ exitCode: 0 })
    expect(await healthCheck('1')).toMatchObject({ exitCode: 1 })
  })

  it('opens the control API to the token alone', async () => {
    const advance = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/_sim/clock/advance`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Sim-Control': '1', ...headers },
        body: '{"by":"3m"}',
      })
    expect((await advance({})).status).toBe(401)
    expect((await advance({ Authorization: 'Bearer choose-your-own' })).status).toBe(200)
  })

  it('ends within a second of being stopped', async () => {
    server.kill('SIGTERM')
    expect(await once(server, 'exit', { signal: AbortSignal.timeout(1000) })).toEqual([0, null])
  })
})
