/** Commands whose output cannot be written, and a server that may open few files. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { compileCache } from '../support/compile-cache.ts'
import { temporaryFolder } from '../support/folder.ts'
import { announced, json, serveProcess, startWithFiles } from './cli.ts'

const { write } = temporaryFolder()

async function has(url: string, user: string): Promise<unknown> {
  return (await json(`${url}/_sim/state/user?name=${user}`))['total']
}

test.each(['stderr', 'stdout'] as const)(
  'a server whose %s is closed outlives a watched file that is broken, and one that is loaded',
  async (stream) => {
    const file = write('watched.yaml', 'extends: [demo]\n')
    const { url, command } = await serveProcess(file, '--watch')
    command.process[stream]?.destroy()
    write('watched.yaml', 'extends: [dem\n')
    await delay(1000)
    write('watched.yaml', 'extends: [demo]\nworld: { users: [{ name: first }] }\n')
    await expect.poll(() => has(url, 'first')).toBe(1)
    expect((await command.stop()).code).toBe(0)
  },
)

describe.skipIf(!existsSync('/dev/full'))('with a full disk under the standard output', () => {
  const NO_SPACE = /^reqsim: the standard output cannot be written: ENOSPC: [^\n]*\n$/

  test.each([
    ['list', 'operations'],
    ['openapi', 'wiki'],
    ['serve', '--help'],
  ])('%s %s ends with one line and exit code 1', (...args) => {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(process.execPath, ['src/cli/main.ts', ...args], {
      env: { ...compileCache },
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    })
    closeSync(full)
    expect([status, stderr]).toEqual([1, expect.stringMatching(NO_SPACE)])
  })

  test('a server says so in one line and serves on', async () => {
    const port = await freePort()
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, ['src/cli/main.ts', 'serve', '--port', String(port)], {
      env: { ...compileCache },
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    const ended = once(child, 'close')
    let errors = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text))
    try {
      await expect.poll(() => errors).toMatch(NO_SPACE)
      expect(await has(`http://127.0.0.1:${port}`, 'alice')).toBe(1)
      child.kill('SIGTERM')
      expect(await ended).toEqual([1, null])
      expect(errors).toMatch(NO_SPACE)
    } finally {
      child.kill('SIGKILL')
    }
  })
})

test('the first control request of a server without a file descriptor left is answered, and a later one carried out', async () => {
  const { url, command } = await announced(startWithFiles(32, ['serve', 'demo', '--port', '0']))
  const port = Number(new URL(url).port)
  const connections = await Promise.all(Array.from({ length: 40 }, () => open(port)))
  const [first] = connections
  await expect.poll(() => connections.some(({ socket }) => socket.destroyed)).toBe(true)
  const health = 'GET /_sim/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
  first?.socket.write(health)
  await expect.poll(() => first?.received()).toMatch(/^HTTP\/1\.1 503 [^]*ulimit -n/)
  for (const { socket } of connections) if (socket !== first?.socket) socket.destroy()
  const askAgain = () => {
    first?.socket.write(health)
    return first?.received()
  }
  await expect
    .poll(askAgain, { timeout: 20_000, interval: 500 })
    .toMatch(/HTTP\/1\.1 200 [^]*"scenario":"demo"/)
  const { code, errors } = await command.stop()
  expect(code).toBe(0)
  expect(new Set(errors.split('\n'))).toEqual(
    new Set([expect.stringMatching(/^reqsim: no file descriptor is left .* \(EMFILE\)/), '']),
  )
})

interface Connection {
  readonly socket: Socket
  received(): string
}

/** A connection, as soon as the machine has made it; the server may close it at once. */
async function open(port: number): Promise<Connection> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  socket.on('error', () => {})
  await once(socket, 'connect')
  return { socket, received: () => text }
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
