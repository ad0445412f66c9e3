/** The process of a command that `reqsim exec` runs: its streams, signals and end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { setTimeout as delay } from 'node:timers/promises'
import { quoted, ToolFailure } from '../../replay/failure.ts'
import { processTree, signalAll } from './process-tree.ts'

export interface RunningCommand {
  /** The end of what the command printed so far; empty if it is not captured. */
  output(): string
  /**
   * Resolves with the exit code when the command has ended: 128 and the number of the signal if one ended it, and also if it
   * reports success although a signal interrupted it. Rejects with ToolFailure if it could not start: 127 or 126.
   */
  readonly ended: Promise<number>
  /** Ends the command and everything that it started, by force if it does not end in time. */
  end(): Promise<void>
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
/** A terminal sends these to every process in its foreground, including the command. */
const SENT_BY_TERMINAL: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGHUP']

/** Wall-clock milliseconds. */
const TIMES = {
  /** Signals within this time count as one: npm forwards signals that the terminal has already sent. */
  same: 250,
  /** A further signal within this time kills the command. */
  again: 10_000,
  /** The time between SIGTERM and SIGKILL. */
  grace: 2000,
  /** The time for what an ended command printed to be passed on. */
  flush: 1000,
} as const

export interface CommandSettings {
  /** Keep the end of what the command prints. Its terminals stay terminals, and what it prints there is not kept. */
  readonly capture?: boolean
  /** What the command prints goes to the standard error: the standard output is that of this process alone. */
  readonly toStandardError?: boolean
}

/** Starts a command with the streams of this process. Signals to this process are forwarded to the command until it has ended. */
export function runCommand(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  { capture = false, toStandardError = false }: CommandSettings = {},
): RunningCommand {
  const [file = '', ...args] = words
  const output = new CapturedOutput()
  const streamFor = (stream: NodeJS.WriteStream) => (capture && !stream.isTTY ? 'pipe' : 'inherit')
  // Listen before the start: a signal may arrive before this process runs its next line.
  const signals = passSignals(() => child)
  let child: ChildProcess
  try {
    child = spawn(file, args, {
      env,
      stdio: ['inherit', toStandardError ? 2 : streamFor(process.stdout), streamFor(process.stderr)],
    })
  } catch (error) {
    // Some errors are thrown instead of emitted, such as a null character in a word.
    signals.stop()
    throw startFailure(words, error as NodeJS.ErrnoException)
  }
  const passedOn = Promise.all([
    output.pass(child.stdout, process.stdout),
    output.pass(child.stderr, process.stderr),
  ])
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) reject(startFailure(words, error))
    })
    child.once('exit', (code, signal) => {
      // What the command left running may keep its streams open.
      const printed = Promise.race([passedOn, delay(TIMES.flush, undefined, { ref: false })])
      void printed.then(() => resolve(exitCodeOf(code, signal, signals.received())))
    })
  }).finally(() => signals.stop())
  return {
    ended,
    output: () => output.text(),
    async end() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      const tree = processTree(child.pid)
      signalAll(tree, 'SIGTERM')
      await Promise.race([ended, delay(TIMES.grace, undefined, { ref: false })])
      signalAll(tree, 'SIGKILL')
      await ended
    },
  }
}

/** Characters that are kept, from the end. */
const KEPT_OUTPUT = 16_000

/** Passes the output of a command on, and keeps its end. */
class CapturedOutput {
  #text = ''

  text(): string {
    return this.#text.slice(-KEPT_OUTPUT)
  }

  /** Resolves when the stream has ended. */
  async pass(from: Readable | null, to: NodeJS.WriteStream): Promise<void> {
    if (from === null) return
    const decoder = new StringDecoder('utf8')
    from.on('data', (chunk: Buffer) => {
      this.#text += decoder.write(chunk)
      if (this.#text.length > 2 * KEPT_OUTPUT) this.#text = this.text()
    })
    from.pipe(to, { end: false })
    await new Promise<void>((resolve) => {
      from.once('close', resolve)
    })
  }
}

function startFailure(words: readonly string[], { code, message }: NodeJS.ErrnoException): ToolFailure {
  const [file = ''] = words
  if (code !== 'ENOENT' && code !== 'ENOTDIR')
    return new ToolFailure(126, `${quoted(file)} cannot be run: ${message}`)
  return new ToolFailure(127, `${quoted(file)} was not found${hintFor(words)}`)
}

function hintFor(words: readonly string[]): string {
  const [file = ''] = words
  if (words.length === 1 && file.includes(' '))
    return ': write the words of the command one by one, as in reqsim exec -- npm test'
  if (process.platform === 'win32')
    return ': start a .cmd or .bat file through cmd, as in reqsim exec -- cmd /c npm test'
  if (/[/\\]/.test(file)) return ', or the interpreter that its first line names'
  return ' on the PATH'
}

function exitCodeOf(
  code: number | null,
  signal: NodeJS.Signals | null,
  interrupted: NodeJS.Signals | undefined,
): number {
  if (signal !== null) return 128 + constants.signals[signal]
  // An interrupted run is not a success.
  if (code === 0 && interrupted !== undefined) return 128 + constants.signals[interrupted]
  return code ?? 1
}

/** Forwards signals to the command. */
function passSignals(command: () => ChildProcess) {
  const isInTerminal = hasTerminal()
  let first: NodeJS.Signals | undefined
  let latest = -Infinity
  let over = false
  const onSignal = (signal: NodeJS.Signals): void => {
    if (over) return
    const now = performance.now()
    const since = now - latest
    if (since < TIMES.same) return
    latest = now
    first ??= signal
    const child = command()
    if (since < TIMES.again) signalAll(processTree(child.pid ?? 0), 'SIGKILL')
    else if (!isInTerminal || !SENT_BY_TERMINAL.includes(signal)) child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  return {
    /** The first signal. */
    received: () => first,
    /** A late copy of a signal that ended the command does not end this process. */
    stop() {
      over = true
      const off = (): void => SIGNALS.forEach((signal) => process.off(signal, onSignal))
      setTimeout(off, TIMES.same).unref()
    },
  }
}

/** Whether this process belongs to a terminal, even if none of its streams is one. */
function hasTerminal(): boolean {
  if (process.platform === 'win32') return true
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
