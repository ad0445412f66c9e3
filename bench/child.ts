/** Child processes of the benchmark: each runs one file with the same Node, and is ended by the process that started it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

/** How long a server may take until it listens, in milliseconds. */
const PATIENCE = 90_000

/** The path of a file of this folder. */
export const fileOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

interface Start {
  readonly flags?: readonly string[]
  readonly parameters?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

function start(path: string, { flags = [], parameters = [], environment = {} }: Start): ChildProcess {
  return spawn(process.execPath, [...flags, path, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
}

/** Runs a file to its end; answers what it printed, read as JSON. */
export async function runChild<T>(
  file: string,
  flags: readonly string[] = [],
  parameters: readonly string[] = [],
): Promise<T> {
  const child = start(fileOf(file), { flags, parameters })
  let printed = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${file} ended with code ${code}`)
  return JSON.parse(printed) as T
}

/** A server in a process of its own. */
export interface Server {
  readonly url: string
  stop(): Promise<void>
}

/** Starts a file that prints `{"url": …}` on one line once it listens, and waits for that. */
export async function startServer(file: string, parameters: readonly string[]): Promise<Server> {
  const child = start(fileOf(file), { parameters })
  for await (const text of child.stdout?.setEncoding('utf8') ?? []) {
    const { url } = JSON.parse(String(text)) as { url: string }
    return serverOf(child, url)
  }
  throw new Error(`${file} ${parameters.join(' ')} ended before it listened`)
}

export interface Started extends Server {
  /** Milliseconds from the start of the process until it took a connection. */
  readonly took: number
}

/**
 * Starts a command that listens on a port that it is told, and waits until it takes connections. Rejects when it ends
 * before, or takes longer than a minute and a half.
 */
export async function startCommand(
  path: string,
  parametersFor: (port: number) => readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const port = await freePort()
  const began = performance.now()
  const child = start(path, { parameters: parametersFor(port), environment })
  child.stdout?.resume()
  while (!(await takesConnections(port))) {
    const late = performance.now() - began > PATIENCE
    if (late || child.exitCode !== null || child.signalCode !== null) {
      child.kill('SIGKILL')
      throw new Error(`${path} ${late ? 'took too long to listen' : 'ended before it listened'}`)
    }
  }
  const took = performance.now() - began
  return { ...serverOf(child, `http://127.0.0.1:${port}`), took }
}

function serverOf(child: ChildProcess, url: string): Server {
  return {
    url,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill()
      const timer = setTimeout(() => child.kill('SIGKILL'), 3000)
      await ended
      clearTimeout(timer)
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Whether something listens; when not, a millisecond goes by. */
async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const taken = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  socket.destroy()
  if (!taken) await new Promise((resolve) => setTimeout(resolve, 1))
  return taken
}
