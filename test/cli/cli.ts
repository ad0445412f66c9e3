/** Runs the command line from source: in this process, or as a process of its own where signals, streams or limits matter. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { onTestFinished } from 'vitest'
import { runCommandLine } from '../../src/cli/command-line.ts'
import { compileCache } from '../support/compile-cache.ts'

export interface Finished {
  readonly code: number | null
  readonly out: string
  readonly errors: string
}

export interface Running {
  /** What was written to the standard output so far. */
  out(): string
  /** What was written to the error output so far. */
  errors(): string
  /** The match of a pattern in the standard output, as soon as there is one; rejects when the command ends before. */
  seen(pattern: RegExp): Promise<RegExpExecArray>
  /** Sends SIGTERM unless the command has ended. */
  stop(): Promise<Finished>
  readonly finished: Promise<Finished>
}

export interface RunningProcess extends Running {
  readonly process: ChildProcess
}

type Environment = Readonly<Record<string, string>>

/** Starts a command in this process; its environment is empty but for what is given. */
export function start(args: readonly string[], environment: Environment = {}): Running {
  const captured = captureOutput()
  const outer = process.env
  process.env = { ...environment }
  let hasEnded = false
  const finished = runCommandLine(args)
    .finally(() => {
      hasEnded = true
      process.env = outer
      captured.restore()
    })
    .then((code) => ({ code, out: captured.out(), errors: captured.errors() }))
  return {
    out: captured.out,
    errors: captured.errors,
    finished,
    seen: (pattern) => firstMatch(pattern, captured.out, captured.changes, finished),
    stop() {
      if (!hasEnded) process.emit('SIGTERM')
      return finished
    },
  }
}

/** Runs a command to its end, in this process. */
export function run(args: readonly string[], environment?: Environment): Promise<Finished> {
  return start(args, environment).finished
}

/** Starts a command as a process; its environment is empty but for what is given, and where compiled code is kept. */
export function startProcess(args: readonly string[], environment: Environment = {}): RunningProcess {
  return follow(
    spawn(process.execPath, ['src/cli/main.ts', ...args], { env: { ...compileCache, ...environment } }),
  )
}

/**
 * Starts a command as a process that belongs to no terminal, like one of a CI server. `imported` is a module that it loads first.
 */
export function startWithoutTerminal(args: readonly string[], imported?: string): RunningProcess {
  const first = imported === undefined ? [] : ['--import', imported]
  return follow(
    spawn(process.execPath, [...first, 'src/cli/main.ts', ...args], {
      detached: true,
      env: { ...compileCache, PATH: process.env['PATH'] ?? '' },
    }),
  )
}

/** Starts a command as a process that may have at most so many files and connections open. */
export function startWithFiles(files: number, args: readonly string[]): RunningProcess {
  const script = `ulimit -n ${files}; exec "$0" "$@"`
  const command = [process.execPath, 'src/cli/main.ts', ...args]
  return follow(spawn('sh', ['-c', script, ...command], { env: { ...compileCache } }))
}

function follow(child: ChildProcessWithoutNullStreams): RunningProcess {
  let out = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const finished = once(child, 'close').then(([code]) => ({ code: code as number | null, out, errors }))
  return {
    process: child,
    out: () => out,
    errors: () => errors,
    finished,
    seen: (pattern) => firstMatch(pattern, () => out, child.stdout, finished),
    stop() {
      child.kill('SIGTERM')
      return finished
    },
  }
}

export interface Serving<Command extends Running> {
  readonly url: string
  readonly command: Command
}

/** Serves on a free port in this process, until the test has finished. */
export function serve(args: readonly string[], environment?: Environment): Promise<Serving<Running>> {
  return announced(start(['serve', ...args], { REQSIM_PORT: '0', ...environment }))
}

/** Serves on a free port as a process, until the test has finished. */
export function serveProcess(...args: readonly string[]): Promise<Serving<RunningProcess>> {
  return announced(startProcess(['serve', ...args, '--port', '0']))
}

/** A server that has announced itself; it is stopped when the test has finished. */
export async function announced<Command extends Running>(command: Command): Promise<Serving<Command>> {
  onTestFinished(async () => void (await command.stop()))
  const [, url = ''] = await command.seen(/^reqsim listening on (\S+)\n/)
  await command.seen(/Try: .*\n/)
  return { url, command }
}

/** The JSON that an address returns. */
export async function json(url: string, init?: RequestInit): Promise<Record<string, unknown>> {
  return (await (await fetch(url, init)).json()) as Record<string, unknown>
}

async function firstMatch(
  pattern: RegExp,
  out: () => string,
  changes: EventEmitter,
  finished: Promise<Finished>,
): Promise<RegExpExecArray> {
  for (;;) {
    const found = pattern.exec(out())
    if (found !== null) return found
    const ended = await Promise.race([once(changes, 'data').then(() => undefined), finished])
    if (ended !== undefined) throw new Error(`ended with ${ended.code}: ${ended.out}${ended.errors}`)
  }
}

/** Takes what this process writes to its standard streams, until it is restored. */
function captureOutput() {
  const { stdout, stderr } = process
  const [writeOut, writeError] = [stdout.write, stderr.write]
  const changes = new EventEmitter()
  let out = ''
  let errors = ''
  stdout.write = (text) => {
    out += String(text)
    return changes.emit('data')
  }
  stderr.write = (text) => {
    errors += String(text)
    return true
  }
  return {
    changes,
    out: () => out,
    errors: () => errors,
    restore() {
      stdout.write = writeOut
      stderr.write = writeError
    },
  }
}
