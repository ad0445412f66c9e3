/** Runs a command of an exploration: collects its output instead of printing it, and ends it with the run. */
import { spawn } from 'node:child_process'
import { quoted, ToolFailure } from '../../replay/failure.ts'
import { processTree, signalAll } from '../exec/process-tree.ts'

export interface QuietCommand {
  readonly words: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Ends the command. */
  readonly signal: AbortSignal
}

/** The command ended with an exit code other than 0. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  /** The end of what it printed. */
  readonly output: string

  constructor(how: string, output: string) {
    super(`the command ended with ${how}`)
    this.output = output
  }
}

/** Characters of its output, from the end. */
const KEPT_OUTPUT = 4000

/** Resolves when the command has succeeded. Rejects with CommandFailed, or with ToolFailure if it cannot be started. */
export function runQuietly({ words, env, signal }: QuietCommand): Promise<void> {
  const [file = '', ...args] = words
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-KEPT_OUTPUT)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const end = () => {
      if (child.pid !== undefined) signalAll(processTree(child.pid), 'SIGKILL')
    }
    signal.addEventListener('abort', end, { once: true })
    child.once('error', (error: NodeJS.ErrnoException) => {
      const code = error.code === 'ENOENT' ? 127 : 126
      reject(new ToolFailure(code, `${quoted(file)} cannot be run: ${error.message}`))
    })
    child.once('close', (code, name) => {
      signal.removeEventListener('abort', end)
      if (code === 0) resolve()
      else reject(new CommandFailed(name === null ? `exit code ${code}` : `signal ${name}`, output))
    })
  })
}
