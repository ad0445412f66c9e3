// A server that is told to stop while it works, and clients that leave it alone with what they began.

import { spawn } from 'node:child_process'
import { Agent, get as httpGet } from 'node:http'
import { mkdirSync, mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, test as base } from 'vitest'
import { sendRaw } from '../doors/support/raw-http.ts'
import { type RunningProcess, startProcess } from './cli.ts'

interface Server {
  readonly url: string
  readonly port: number
  readonly command: RunningProcess
}

const test = base.extend<{
  /** Starts a server that is killed after the test. */
  serve(...args: readonly string[]): Promise<Server>
  /** Connects, sends bytes, and leaves the connection alone until the end of the test; what comes back is not read. */
  sendAndStay(port: number, text: string): Promise<Socket>
}>({
  serve: async ({ task: _task }, use) => {
    const running: RunningProcess[] = []
    await use(async (...args) => {
      const command = startProcess(['serve', ...args, '--port', '0'])
      running.push(command)
      const [, url = ''] = await command.seen(/^reqsim listening on (\S+)\n/)
      await command.seen(/Try: .*\n/)
      return { url, port: Number(new URL(url).port), command }
    })
    for (const { process: child, finished } of running) {
      child.kill('SIGKILL')
      await finished
    }
  },
  sendAndStay: async ({ task: _task }, use) => {
    const sockets: Socket[] = []
    await use(async (port, text) => {
      const socket = connect(port, '127.0.0.1')
      sockets.push(socket)
      socket.on('error', () => {}).pause()
      await new Promise((resolve) => socket.once('connect', resolve))
      socket.write(text)
      return socket
    })
    for (const socket of sockets) socket.destroy()
  },
})

const ALICE = { authorization: 'Bearer tok-alice' }
const PAGE = '/wiki/rest/reqs/1/baseline/ENG'

async function write(url: string, path: string, body: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-sim-control': '1' }
  const answer = await fetch(`${url}/_sim${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.status
}

describe.concurrent('SIGTERM', () => {
  test('under load: earlier requests get complete responses, and the process ends', async ({
    expect,
    serve,
  }) => {
    const server = await serve('demo')
    const agent = new Agent({ keepAlive: true })
    let stopped = false
    const outcomes: string[] = []
    const ask = () =>
      new Promise<string>((resolve) => {
        const when = stopped ? 'after' : 'before'
        const request = httpGet(server.url + PAGE, { agent, headers: ALICE }, (answer) => {
          let length = 0
          answer.on('data', (part: Buffer) => (length += part.length))
          answer.on('error', () => resolve(`${when}: broken`))
          answer.on('end', () => {
            const whole = Number(answer.headers['content-length']) === length && answer.complete
            resolve(`${when}: ${whole ? 'whole' : 'cut'}`)
          })
        })
        // A new connection may be refused; one that had answers before is told that there will be no other.
        request.on('error', () => resolve(`${when}: ${request.reusedSocket ? 'broken' : 'refused'}`))
      })
    // They go on for as long as the server takes requests: without an end of its own, it would have none.
    const callers = Array.from({ length: 16 }, async () => {
      for (let outcome = 'whole'; outcome.endsWith('whole');) {
        outcome = await ask()
        outcomes.push(outcome)
      }
    })
    await expect.poll(() => outcomes.length).toBeGreaterThan(10 * callers.length)
    stopped = true
    const { code, errors } = await server.command.stop()
    await Promise.all(callers)
    agent.destroy()
    expect([code, errors]).toEqual([0, ''])
    const kinds = new Set(outcomes)
    expect(
      [...kinds].filter((kind) => !['before: whole', 'after: whole', 'after: refused'].includes(kind)),
    ).toEqual([])
  })

  test('while an answer waits on purpose: it comes', async ({ expect, serve }) => {
    const server = await serve('demo', '--clock', 'live')
    expect(await write(server.url, '/faults', { operation: 'wiki.baseline.list', latency: '400ms' })).toBe(
      201,
    )
    const waiting = fetch(server.url + PAGE, { headers: ALICE })
    await delay(150)
    const { code } = await server.command.stop()
    expect((await waiting).status).toBe(200)
    expect(code).toBe(0)
  })

  test.for([
    ['sent half a request', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n'],
    [
      'sent half a body',
      'POST /_sim/reset HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nX-Sim-Control: 1\r\nContent-Length: 100\r\n\r\n{',
    ],
    ['sent nothing', ''],
    ['listens to events, and does not read', 'GET /_sim/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
    ['asked much, and does not read', 'GET /_sim/export HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(20)],
  ])('while a client %s: the process ends', async ([, text = ''], { expect, serve, sendAndStay }) => {
    const server = await serve('demo')
    for (let count = 0; count < 5; count++) await sendAndStay(server.port, text)
    await delay(200)
    const { code, errors } = await server.command.stop()
    expect([code, errors]).toEqual([0, ''])
  })

  test('a second signal cut it short, as npm sends one', async ({ expect, serve, sendAndStay }) => {
    const server = await serve('demo')
    await sendAndStay(server.port, 'GET / HTTP/1.1\r\n')
    const child = server.command.process
    child.kill('SIGINT')
    setTimeout(() => child.kill('SIGINT'), 50)
    setTimeout(() => child.kill('SIGTERM'), 100)
    const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve) =>
      child.once('exit', (ended, by) => resolve({ code: ended, signal: by })),
    )
    expect([code, signal]).toEqual([0, null])
  })
})

describe.concurrent('--stop-with-stdin', () => {
  test('the server ends with its input, and finishes the response that it owes', async ({
    expect,
    serve,
  }) => {
    const { url, command } = await serve('demo', '--clock', 'live', '--stop-with-stdin')
    expect(await write(url, '/faults', { operation: 'wiki.baseline.list', latency: '400ms' })).toBe(201)
    const waiting = fetch(url + PAGE, { headers: ALICE })
    await delay(150)
    command.process.stdin?.end()
    expect((await waiting).status).toBe(200)
    expect(await command.finished).toMatchObject({ code: 0, errors: '' })
  })

  test('the server ends when the process that started it is killed', async ({ expect }) => {
    const server = ['src/cli/main.ts', 'serve', 'demo', '--port', '0', '--stop-with-stdin']
    const streams = { stdio: ['pipe', 'inherit', 'inherit'] }
    const script = `child_process.spawn(process.execPath, ${JSON.stringify(server)}, ${JSON.stringify(streams)})`
    const parent = spawn(process.execPath, ['--eval', script])
    let out = ''
    parent.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    await expect.poll(() => /^reqsim listening on (\S+)\n/.exec(out)?.[1]).toBeDefined()
    const url = /^reqsim listening on (\S+)\n/.exec(out)?.[1] ?? ''
    expect((await fetch(`${url}/_sim/health`)).status).toBe(200)
    parent.kill('SIGKILL')
    await expect
      .poll(() =>
        fetch(`${url}/_sim/health`).then(
          () => 'up',
          () => 'down',
        ),
      )
      .toBe('down')
  })

  test('a server that cannot start does not wait for its input', async ({ expect }) => {
    const command = startProcess(['serve', 'demoo', '--stop-with-stdin'])
    expect(await command.finished).toMatchObject({
      code: 2,
      errors: expect.stringContaining("did you mean 'demo'"),
    })
  })

  test('without the flag, the end of the input changes nothing', async ({ expect, serve }) => {
    const { url, command } = await serve('demo')
    command.process.stdin?.end()
    await delay(300)
    expect((await fetch(`${url}/_sim/health`)).status).toBe(200)
    expect((await command.stop()).code).toBe(0)
  })
})

describe.concurrent('clients that do not finish what they began', () => {
  const HEAD = `Host: 127.0.0.1\r\nAuthorization: Bearer tok-admin\r\nContent-Type: application/json\r\n`
  /** A request that makes an integration of its own, with a head of 150 characters or more. */
  function creation(count: number): { readonly head: string; readonly body: string } {
    const url = `http://a${count}.test`
    const body = JSON.stringify({ label: `x${count}`, displayUrl: url, rpcUrl: url, endpoint: url })
    const line = 'POST /wiki/rest/reqs/1/integration HTTP/1.1\r\n'
    return { head: `${line}${HEAD}Content-Length: ${body.length}\r\n\r\n`, body }
  }

  test('affect nobody else: complete requests run once, the rest never run', async ({
    expect,
    serve,
    sendAndStay,
  }) => {
    const { url, port, command } = await serve('demo')
    const total = async () => {
      const answer = await fetch(`${url}/_sim/state/integration?limit=0`)
      return ((await answer.json()) as { readonly total: number }).total
    }
    const before = await total()
    // They vanish in the middle of the head, of the body, and before the answer; or stay without a word.
    for (let count = 0; count < 20; count++) {
      const { head, body } = creation(count)
      for (const text of [head.slice(0, 60), head + body.slice(0, 30), head + body])
        (await sendAndStay(port, text)).end()
      const broken = await sendAndStay(port, head + body.slice(0, 30))
      broken.resetAndDestroy()
      await sendAndStay(port, head + body.slice(0, -1))
      await sendAndStay(port, 'GET /_sim/export HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(5))
    }
    await expect.poll(total).toBe(before + 20)
    expect((await fetch(url + PAGE, { headers: ALICE })).status).toBe(200)
    expect(await sendRaw(port, `GET ${PAGE} HTTP/1.1\r\n${HEAD}Connection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 200 /,
    )
    const journal = (await (await fetch(`${url}/_sim/journal?method=POST`)).json()) as { total: number }
    expect(journal.total).toBe(20)
    const { code, errors } = await command.stop()
    expect([code, errors]).toEqual([0, ''])
  })
})

describe.concurrent('--watch', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reqsim-process-'))
  const scenarios = join(folder, 'scenarios')
  const file = join(scenarios, 'watched.yaml')
  const text = (user: string) => `extends: [demo]\nworld: { users: [{ name: ${user} }] }\n`

  test('outlives a file that is half written, a folder or gone, and the folder of it gone', async ({
    expect,
    serve,
  }) => {
    mkdirSync(scenarios)
    writeFileSync(file, text('first'))
    const { url, command } = await serve(file, '--watch')
    const has = async (user: string) => {
      const answer = await fetch(`${url}/_sim/state/user?name=${user}`)
      return ((await answer.json()) as { readonly total: number }).total
    }
    const becomes = async (user: string): Promise<void> => {
      await expect.poll(() => has(user)).toBe(1)
    }
    await becomes('first')

    const whole = text('second')
    for (let length = 0; length < whole.length; length += 7) {
      writeFileSync(file, whole.slice(0, length))
      await delay(20)
    }
    writeFileSync(file, whole)
    await becomes('second')

    unlinkSync(file)
    mkdirSync(file)
    await expect.poll(() => command.errors()).toMatch(/not reloaded.*(?:there is no file|is not a file)/)
    expect(await has('second')).toBe(1)
    rmSync(file, { recursive: true })
    writeFileSync(file, text('third'))
    await becomes('third')

    rmSync(scenarios, { recursive: true })
    await delay(300)
    expect(await has('third')).toBe(1)
    mkdirSync(scenarios)
    writeFileSync(`${file}~`, text('fourth'))
    renameSync(`${file}~`, file)
    await becomes('fourth')

    for (let count = 0; count < 100; count++)
      writeFileSync(file, count % 2 === 0 ? 'extends: [de' : text(`n${count}`))
    writeFileSync(file, text('last'))
    await becomes('last')
    const { code } = await command.stop()
    expect(code).toBe(0)
    rmSync(folder, { recursive: true })
  })
})
