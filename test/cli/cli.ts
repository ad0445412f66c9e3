/** Runs the command line from source, as a process of its own. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { compileCache } from '../support/compile-cache.ts'

export interface Finished {
  readonly code: number | null
  readonly out: string
  readonly errors: string
}

export interface Running {
  readonly process: ChildProcess
  /** What was written to the standard output so far. */
  out(): string
  /** The match of a pattern in the standard output, as soon as there is one; rejects when the process ends before. */
  seen(pattern: RegExp): Promise<RegExpExecArray>
  readonly finished: Promise<Finished>
}

/** Starts a command; the environment is empty but for what is given, and where compiled code is kept. */
export function start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Running {
  return follow(
    spawn(process.execPath, ['src/cli/main.ts', ...args], { env: { ...compileCache, ...environment } }),
  )
}

/** Starts a command that may have at most so many files and connections open. */
export function startWithFiles(files: number, args: readonly string[]): Running {
  const script = `ulimit -n ${files}; exec "$0" "$@"`
  const command = [process.execPath, 'src/cli/main.ts', ...args]
  return follow(spawn('sh', ['-c', script, ...command], { env: { ...compileCache } }))
}

function follow(child: ChildProcessWithoutNullStreams): Running {
  let out = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const finished = once(child, 'close').then(([code]) => ({ code: code as number | null, out, errors }))
  return {
    process: child,
    out: () => out,
    finished,
    async seen(pattern) {
      for (;;) {
        const found = pattern.exec(out)
        if (found !== null) return found
        const ended = await Promise.race([once(child.stdout, 'data').then(() => undefined), finished])
        if (ended !== undefined) throw new Error(`ended with ${ended.code}: ${ended.out}${ended.errors}`)
      }
    },
  }
}

/** Runs a command to its end. */
export function run(
  args: readonly string[],
  environment?: Readonly<Record<string, string>>,
): Promise<Finished> {
  return start(args, environment).finished
}
