/** Child processes of the bench: each runs one file of this folder with the same Node. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

function start(file: string, flags: readonly string[], parameters: readonly string[]): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url))
  return spawn(process.execPath, [...flags, path, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Runs a file to its end; answers what it printed, read as JSON. */
export async function runChild<T>(
  file: string,
  flags: readonly string[] = [],
  parameters: readonly string[] = [],
): Promise<T> {
  const child = start(file, flags, parameters)
  let printed = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${file} ended with code ${code}`)
  return JSON.parse(printed) as T
}

/** A server in a process of its own. */
export interface Server {
  readonly url: string
  stop(): void
}

/** Starts a file that prints `{"url": …}` on one line once it listens, and waits for that. */
export async function startServer(file: string, parameters: readonly string[]): Promise<Server> {
  const child = start(file, [], parameters)
  for await (const text of child.stdout?.setEncoding('utf8') ?? []) {
    const { url } = JSON.parse(String(text)) as { url: string }
    return { url, stop: () => void child.kill() }
  }
  throw new Error(`${file} ${parameters.join(' ')} ended before it listened`)
}
