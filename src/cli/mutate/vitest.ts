/** Runs the tests of a Vitest command with mutants: each mutant runs the tests that reach it, many in one process. */
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { reasonOf, ToolFailure } from '../../replay/failure.ts'
import type { BaseRun, MutantResult, Request, Response } from '../../adapters/vitest/mutate/messages.ts'

/** The least version whose tests can be run again for each mutant. */
const LEAST_VITEST = [4, 1] as const
/** What starts Vitest without more: words before it that change nothing. */
const LAUNCHERS = [['npx'], ['pnpm'], ['pnpm', 'exec'], ['yarn'], ['yarn', 'run'], ['bunx'], []]

/** A mutant by its id, with the operations that reach it; any may without them. */
export interface MutantToTry {
  readonly id: string
  readonly operations?: readonly string[]
}

export interface VitestMutation {
  /** Runs the tests without a mutant. Its result does not count if `stop` is aborted, which ends it. */
  base(stop?: AbortSignal): Promise<BaseRun>
  /**
   * Tries the mutants and calls `onResult` for each, in their order, some at a time. Resolves when all have a result, or soon
   * after `stop` is aborted.
   */
  run(
    mutants: readonly MutantToTry[],
    onResult: (result: MutantResult) => void,
    stop?: AbortSignal,
  ): Promise<void>
  /** Ends what still runs. */
  close(): Promise<void>
}

/** The arguments of Vitest in the words of a command; undefined if they do more than run its tests. */
export function vitestArguments(words: readonly string[]): readonly string[] | undefined {
  for (const launcher of LAUNCHERS) {
    const [command, ...rest] = words.slice(launcher.length)
    if (command !== 'vitest' || launcher.some((word, index) => words[index] !== word)) continue
    return ['watch', 'dev', 'bench', 'list', 'init', 'related'].includes(rest[0] ?? '') ? undefined : rest
  }
  return undefined
}

/**
 * Opens Vitest in the folder `cwd`. Rejects with an Error whose message says why the command must be run once for each mutant
 * instead: it is none of Vitest, Vitest is too old, or its configuration has what this cannot replace.
 */
export async function openVitest(
  words: readonly string[],
  cwd: string,
  { jobs }: { readonly jobs: number },
): Promise<VitestMutation> {
  const found = vitestArguments(words)
  if (found === undefined) throw new Error(`'${words.join(' ')}' is no run of Vitest`)
  const host = startHost(hostFile(cwd), cwd)
  try {
    await host.ask({ kind: 'open', words: found, jobs }, ['opened'])
  } catch (error) {
    await host.close()
    throw error
  }
  return {
    async base(stop) {
      const response = await host.ask({ kind: 'base' }, ['base'], { stop }).catch(ended)
      if (response?.kind === 'base') return response.base
      return { passed: false, output: '', tests: [], milliseconds: 0 }
    },
    async run(mutants, onResult, stop) {
      const planned = mutants.map(({ id, operations }) => ({ id, ...(operations && { operations }) }))
      await host.ask({ kind: 'run', mutants: planned }, ['done'], { stop, onResult }).catch(ended)
    },
    close: host.close,
  }
}

function ended(error: unknown): never {
  throw new ToolFailure(3, `Vitest could not go on: ${reasonOf(error)}`)
}

/** The file that runs Vitest, of the package that the tests import. */
function hostFile(cwd: string): string {
  const { resolve } = createRequire(join(cwd, 'package.json'))
  const [major = 0, minor = 0] = versionOfVitest(cwd).split('.').map(Number)
  const [leastMajor, leastMinor] = LEAST_VITEST
  if (major < leastMajor || (major === leastMajor && minor < leastMinor))
    throw new Error(`Vitest ${major}.${minor} is too old: it must be ${LEAST_VITEST.join('.')} or newer`)
  try {
    return resolve('reqsim/vitest/mutate')
  } catch {
    throw new Error(`no package reqsim is installed in ${cwd}`)
  }
}

function versionOfVitest(cwd: string): string {
  const { resolve } = createRequire(join(cwd, 'package.json'))
  try {
    return (JSON.parse(readFileSync(resolve('vitest/package.json'), 'utf8')) as { version: string }).version
  } catch {
    throw new Error(`no package vitest is installed in ${cwd}`)
  }
}

interface Waiting {
  readonly onResult?: ((result: MutantResult) => void) | undefined
  readonly stop?: AbortSignal | undefined
}

interface Host {
  /** Resolves with a response of these kinds; with undefined if `stop` is aborted, which ends the host. */
  ask(request: Request, kinds: readonly Response['kind'][], waiting?: Waiting): Promise<Response | undefined>
  close(): Promise<void>
}

/** What the host prints last, for the message about its end. */
const PRINTED = 2000

function startHost(file: string, cwd: string): Host {
  const child = fork(file, [], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: environment(),
    execArgv: [],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(-PRINTED)))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    async ask(request, kinds, { onResult, stop } = {}) {
      stop?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Response | undefined>()
      const onMessage = (response: Response): void => {
        if (response.kind === 'result') onResult?.(response.result)
        else if (response.kind === 'error') reject(new Error(response.message))
        else if (kinds.includes(response.kind)) resolve(response)
      }
      const onExit = (): void => reject(new Error(`Vitest ended: ${printed.trim()}`))
      const onStop = (): void => {
        resolve(undefined)
        disconnect(child)
      }
      child.on('message', onMessage).once('exit', onExit)
      stop?.addEventListener('abort', onStop, { once: true })
      child.send(request)
      try {
        return await promise
      } finally {
        child.off('message', onMessage).off('exit', onExit)
        stop?.removeEventListener('abort', onStop)
      }
    },
    async close() {
      disconnect(child)
      await ended
    },
  }
}

/** The host ends its workers and itself. */
function disconnect(child: ChildProcess): void {
  if (child.connected) child.disconnect()
}

/** Vitest must not take itself for a part of another run. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
}

export type { BaseRun, MutantResult, TestUse } from '../../adapters/vitest/mutate/messages.ts'
