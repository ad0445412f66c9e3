/** A folder in which a test compiles and runs programs of another language, with this source as the command `reqsim`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect } from 'vitest'
import { compileCache } from '../support/compile-cache.ts'

export const root = resolve(import.meta.dirname, '../..')

export interface Ended {
  readonly code: number | null
  /** Standard and error output. */
  readonly output: string
}

export interface Started {
  readonly process: ChildProcess
  /** What the program has written so far. */
  output(): string
  readonly ended: Promise<Ended>
}

type Variables = Readonly<Record<string, string>>

export interface Workplace {
  readonly folder: string
  write(path: string, text: string): void
  start(command: readonly string[], variables?: Variables): Started
  run(command: readonly string[], variables?: Variables): Promise<Ended>
  /** How many servers were started since the last call; fails unless all of them have ended, or soon do. */
  endedServers(): Promise<number>
}

/** Makes the folder; it is removed after all tests of the file. */
export function makeWorkplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'reqsim-languages-'))
  const bin = join(folder, 'bin')
  const servers = join(folder, 'servers.txt')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(bin)
  const cache = compileCache.NODE_COMPILE_CACHE
  writeFileSync(
    join(bin, 'reqsim'),
    `#!/bin/sh\necho $$ >> '${servers}'\nNODE_COMPILE_CACHE='${cache}' exec '${process.execPath}' '${root}/src/cli/main.ts' "$@"\n`,
    { mode: 0o755 },
  )
  const { PATH = '', HOME = folder } = process.env
  const environment = { PATH: [bin, PATH].join(delimiter), HOME, LANG: 'C.UTF-8' }
  const startIn = (command: readonly string[], variables: Variables = {}): Started => {
    const [program = '', ...words] = command
    const child = spawn(program, words, { cwd: folder, env: { ...environment, ...variables } })
    let output = ''
    const note = (text: string) => (output += text)
    child.stdout.setEncoding('utf8').on('data', note)
    child.stderr.setEncoding('utf8').on('data', note)
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
    return { process: child, output: () => output, ended }
  }
  return {
    folder,
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    },
    start: startIn,
    run: (command, variables) => startIn(command, variables).ended,
    async endedServers() {
      const ids = existsSync(servers) ? readFileSync(servers, 'utf8').trim().split('\n').map(Number) : []
      rmSync(servers, { force: true })
      await expect.poll(() => ids.filter(isRunning), { timeout: 10_000 }).toEqual([])
      return ids.length
    },
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch {
    return false
  }
}

/** Resolves when the program has written a text; rejects if it ends before. */
export async function written(started: Started, text: string): Promise<void> {
  while (!started.output().includes(text)) {
    const ended = await Promise.race([started.ended, wait(50)])
    if (ended !== undefined) throw new Error(`it ended before it wrote '${text}':\n${ended.output}`)
  }
}
