// The Dockerfile, as far as it can be tried without Docker: what it copies is there, it builds the executable (setup.ts), and
// what it starts works from an empty folder for a user without rights, with the variables that it sets.

import { type ChildProcessWithoutNullStreams, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { freePort, project } from '../package/packed.ts'
import { buildCommand, environment, instructions, last, listIn } from './dockerfile.ts'
import { type Box, createBox } from './empty-box.ts'

const PATH_IN_IMAGE = '/usr/local/bin/reqsim'
const text = (name: string, part: string) =>
  instructions.find((each) => each.name === name && each.rest.includes(part))?.rest ?? ''

describe('building', () => {
  it('copies what is there, and does not ignore it', () => {
    const ignored = readFileSync(join(project, '.dockerignore'), 'utf8').split('\n')
    const copied = instructions
      .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'))
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1))
    expect(copied).not.toEqual([])
    for (const path of copied) expect(existsSync(join(project, path)), path).toBe(true)
    expect(copied.filter((path) => ignored.includes(path))).toEqual([])
  })

  it('builds with the Node that everything is tested with, on the system that it runs on', () => {
    const [build, base] = instructions.filter(({ name }) => name === 'FROM').map(({ rest }) => rest)
    const major = process.versions.node.split('.')[0]
    expect(build).toBe(`node:${major}-bookworm-slim AS build`)
    expect(base).toBe('debian:bookworm-slim')
  })

  it('copies the one executable that its command builds', () => {
    expect(buildCommand).toBe('npm run build:exe -- host')
    const [, folder, begin] = /--from=build \/build\/(\S+)\/(\S+)\* /.exec(text('COPY', '--from')) ?? []
    const { folder: built, file } = inject('executable')
    expect(built.endsWith(`/${folder}`)).toBe(true)
    expect(file.slice(built.length + 1).startsWith(begin ?? '?')).toBe(true)
    expect(text('COPY', '--from').endsWith(` ${PATH_IN_IMAGE}`)).toBe(true)
  })

  it('has every library that the executable loads', () => {
    // Packages of debian:bookworm-slim.
    const base = /^(?:linux-vdso|ld-linux[\w-]*|libc|libdl|libm|libpthread|libstdc\+\+|libgcc_s)\.so\.\d+$/
    const installed: Readonly<Record<string, string>> = { 'libatomic.so.1': 'libatomic1' }
    const loaded = execFileSync('ldd', [inject('executable').file], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.trim().split(' ')[0]?.split('/').at(-1) ?? '')
    expect(loaded).toContain('libc.so.6')
    const packages = loaded.filter((name) => !base.test(name)).map((name) => installed[name] ?? name)
    const [, line = ''] = /--no-install-recommends ([a-z0-9 -]+) &&/.exec(text('RUN', 'rm -rf')) ?? []
    expect(packages).toEqual(line.split(' '))
  })
})

describe('running', () => {
  let box: Box
  let port: string
  let server: ChildProcessWithoutNullStreams
  let lines: string[]

  beforeAll(async () => {
    box = createBox(inject('executable').file)
    port = String(await freePort())
    server = box.start(listIn(last('CMD')), {
      ...environment,
      REQSIM_PORT: port,
      REQSIM_CONTROL_TOKEN: 'choose-your-own',
    })
    lines = await box.firstLines(server)
  })

  afterAll(() => {
    server.kill('SIGKILL')
    box.remove()
  })

  const healthCheck = (at: string) => {
    const [, ...args] = listIn(last('HEALTHCHECK'))
    return box.run(args, { ...environment, REQSIM_PORT: at })
  }

  it('is that of the executable, for the server and the health check', () => {
    expect(listIn(last('ENTRYPOINT'))).toEqual([PATH_IN_IMAGE])
    expect(listIn(last('HEALTHCHECK'))[0]).toBe(PATH_IN_IMAGE)
  })

  it('is not done by root, and by a number, as Kubernetes wants to see it', () => {
    const position = (name: string) => instructions.findLastIndex((each) => each.name === name)
    expect(last('USER')).toMatch(/^[1-9]\d+:[1-9]\d+$/)
    expect(position('USER')).toBeLessThan(position('ENTRYPOINT'))
    expect(position('USER')).toBeGreaterThan(position('RUN'))
  })

  it('listens for others, at the port that is exposed', () => {
    expect(lines[0]).toBe(`reqsim listening on http://0.0.0.0:${port}`)
    expect(environment).toEqual({ REQSIM_HOST: '0.0.0.0', REQSIM_PORT: last('EXPOSE') })
  })

  it('is healthy when it responds, and not when nothing does', async () => {
    expect(await healthCheck(port)).toMatchObject({ code: 0 })
    expect(await healthCheck('1')).toMatchObject({ code: 1 })
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
