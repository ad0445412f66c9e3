/** The server of the packed package, until the test has finished. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { Packed } from './packed.ts'

export async function serveInstalled({ consumer }: Packed): Promise<{ url: string; server: ChildProcess }> {
  const shell = join(consumer, 'node_modules/.bin/reqsim')
  const server = spawn(process.execPath, [shell, 'serve', 'demo', '--port', '0'], { cwd: consumer })
  onTestFinished(() => void server.kill('SIGKILL'))
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string]
  return { url: /^reqsim listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1] ?? line, server }
}
