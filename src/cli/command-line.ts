/** Runs the command that the arguments name, and returns its exit code. */
import { CommanderError } from 'commander'
import { ToolFailure } from '../replay/failure.ts'
import { visibleLines } from '../replay/text.ts'
import { createProgram } from './program.ts'

export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    const program = createProgram()
    if (args.length === 0) program.help({ error: true })
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof ToolFailure)) throw error
    process.stderr.write(`reqsim: ${visibleLines(error.message)}\n`)
    return error.exitCode
  }
}
