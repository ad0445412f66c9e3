/** Runs a command of an exploration: collects its output instead of printing it, and ends it with the run. */
import { spawn } from 'node:child_process'
import { quoted, ToolFailure } from '../../replay/failure.ts'
import { processTree, signalAll } from '../exec/process-tree.ts'
import { errorLine, type Streams } from './error-line.ts'

export interface QuietCommand {
  /** What it is called in errors. */
  readonly name: 'command' | 'check'
  /** The program with its arguments, or one line for the shell. */
  readonly words: readonly string[] | string
  readonly env: NodeJS.ProcessEnv
  /** Ends the command. */
  readonly signal: AbortSignal
  readonly stdin?: string
  /** Texts that differ between runs, such as the address of the server, with what stands for each. */
  readonly stable?: Readonly<Record<string, string>>
}

export interface Printed extends Streams {
  /** The end of both, in the order in which they arrived. */
  readonly output: string
}

/** The command ended with an exit code other than 0, or by a signal. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  /** null if a signal ended it. */
  readonly code: number | null
  readonly printed: Printed

  constructor(what: QuietCommand['name'], code: number | null, how: string, printed: Printed) {
    const line = errorLine(printed)
    super(`the ${what} ended with ${how}${line === '' ? '' : `: ${line}`}`)
    this.code = code
    this.printed = printed
  }

  get output(): string {
    return this.printed.output
  }
}

/** Characters of its output, from the end. */
const KEPT_OUTPUT = 4000
/** Characters of each stream, from the beginning. */
const KEPT_STREAM = 1_000_000
/** How a shell ends if it cannot run a command. */
const SHELL_FAILURES = [126, 127] as const

/** Resolves when the command has succeeded. Rejects with CommandFailed, or with ToolFailure if it cannot be started. */
export function runQuietly(command: QuietCommand): Promise<Printed> {
  const { name, words, env, signal, stdin, stable = {} } = command
  const isLine = typeof words === 'string'
  const [file = '', ...args] = isLine ? [words] : words
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      env,
      shell: isLine,
      stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    })
    const kept = { stdout: '', stderr: '', output: '' }
    for (const stream of ['stdout', 'stderr'] as const) {
      const source = child[stream]
      source?.setEncoding('utf8')
      source?.on('data', (chunk: string) => {
        kept[stream] = (kept[stream] + chunk).slice(0, KEPT_STREAM)
        kept.output = (kept.output + chunk).slice(-KEPT_OUTPUT)
      })
    }
    // A command that does not read its input may have closed it.
    child.stdin?.on('error', () => {})
    child.stdin?.end(stdin)
    const end = () => {
      if (child.pid !== undefined) signalAll(processTree(child.pid), 'SIGKILL')
    }
    signal.addEventListener('abort', end, { once: true })
    child.once('error', (error: NodeJS.ErrnoException) => {
      const code = error.code === 'ENOENT' ? 127 : 126
      reject(new ToolFailure(code, `${quoted(file)} cannot be run: ${error.message}`))
    })
    child.once('close', (code, signalName) => {
      signal.removeEventListener('abort', end)
      const printed = {
        stdout: stableText(kept.stdout, stable),
        stderr: stableText(kept.stderr, stable),
        output: stableText(kept.output, stable),
      }
      if (code === 0) return resolve(printed)
      const how = signalName === null ? `exit code ${code}` : `signal ${signalName}`
      const failed = new CommandFailed(name, code, how, printed)
      const unusable = isLine ? SHELL_FAILURES.find((each) => each === code) : undefined
      if (unusable === undefined) return reject(failed)
      return reject(new ToolFailure(unusable, `${quoted(file)} cannot be run: ${failed.message}`))
    })
  })
}

function stableText(text: string, stable: Readonly<Record<string, string>>): string {
  return Object.entries(stable).reduce((before, [from, to]) => before.replaceAll(from, () => to), text)
}
