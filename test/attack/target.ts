/** A server in a process of its own, with a small heap: exhausting it crashes the server. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { compileCache } from '../support/compile-cache.ts'
import type { Load } from './probe.ts'

/** The heap of the server in mebibytes. */
const HEAP = 256

export interface Target {
  readonly port: number
  /** The most memory that it held, and the longest time that it was blocked, since the last call. */
  load(): Promise<Load>
  /** The wall milliseconds that a health check takes, on a new connection. */
  health(): Promise<number>
  /** How it ended; undefined while it runs. */
  ended(): string | undefined
  stop(): Promise<void>
}

/** Starts `reqsim serve demo` on a free port of loopback. */
export async function startTarget(): Promise<Target> {
  const child = fork('src/cli/main.ts', ['serve', 'demo', '--port', '0'], {
    execArgv: [`--max-old-space-size=${HEAP}`, '--import', './test/attack/probe.ts'],
    env: { ...process.env, ...compileCache },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  let ended: string | undefined
  child.once('exit', (code, signal) => {
    ended = `${signal ?? `exit code ${code}`}: ${output.slice(-2000)}`
  })
  const port = await new Promise<number>((resolve, reject) => {
    const hear = (text: unknown): void => {
      output = `${output}${String(text)}`.slice(-10_000)
      const [, found] = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output) ?? []
      if (found !== undefined) resolve(Number(found))
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', () => reject(new Error(`the server ended with ${ended}`)))
  })
  return {
    port,
    load: () => ask(child),
    health: () => health(port),
    ended: () => ended,
    async stop() {
      if (ended !== undefined) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

/** Asks the server's process for its load; rejects if it has ended. */
async function ask(child: ChildProcess): Promise<Load> {
  if (!child.connected) throw new Error('the server has ended')
  const stop = new AbortController()
  const gone = once(child, 'exit', stop).then(() => Promise.reject(new Error('the server has ended')))
  try {
    const message = once(child, 'message', stop)
    child.send('load')
    const [load] = (await Promise.race([message, gone])) as [Load]
    return load
  } finally {
    gone.catch(() => {})
    stop.abort()
  }
}

function health(port: number): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: '/_sim/health', agent: false }, (answer) => {
      answer.resume()
      answer.once('end', () =>
        answer.statusCode === 200
          ? resolve(performance.now() - began)
          : reject(new Error(`health is ${answer.statusCode}`)),
      )
    })
    sent.once('error', reject)
    sent.end()
  })
}
