/** Programs of the pinned folders and of Python, each in a process of its own and for a limited time. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Served } from '../../src/adapters/node.ts'

/** Debian's Python has Debian's packages; another one may come first on the path. */
export const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'
const MINUTE = 60_000

/** The addresses by the names that `reqsim exec` gives them. */
export function addressesOf({ url }: Pick<Served, 'url'>): Readonly<Record<string, string>> {
  return {
    REQSIM_URL: url,
    REQSIM_API_URL: `${url}/api`,
    REQSIM_WIKI_URL: `${url}/wiki`,
    REQSIM_TRACKER_URL: `${url}/tracker`,
  }
}

/** Starts `http/clients.mjs` or `python/clients.py`, by its path from this folder. */
export function startProgram(
  program: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  const file = resolve(import.meta.dirname, program)
  return spawn(program.endsWith('.py') ? PYTHON : process.execPath, [file, ...parameters], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** What a program prints until it ends. Throws for one that fails, or that takes more than a minute. */
export async function outputOf(child: ChildProcess): Promise<string> {
  const timer = setTimeout(() => child.kill('SIGKILL'), MINUTE)
  let stdout = ''
  let stderr = ''
  child.stderr?.on('data', (data: Buffer) => (stderr += String(data)))
  child.stdout?.on('data', (data: Buffer) => (stdout += String(data)))
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with code ${code}: ${stdout}${stderr}`)
  return stdout
}

/** Runs a program to its end; returns what it printed, as JSON. */
export async function runProgram(
  program: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<unknown> {
  return JSON.parse(await outputOf(startProgram(program, parameters, environment)))
}
