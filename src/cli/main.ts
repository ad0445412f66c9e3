/** The command line: reads the arguments, runs the command that they name, and ends with its exit code. */
import { CommanderError } from 'commander'
import { CommandFailure } from './failure.ts'
import { createProgram } from './program.ts'
import { visibleLines } from './reporters/reporter.ts'

/** Runs the command that the arguments name; answers the exit code. */
async function run(args: readonly string[]): Promise<number> {
  try {
    const program = createProgram()
    if (args.length === 0) program.help({ error: true })
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof CommandFailure)) throw error
    process.stderr.write(`reqsim: ${visibleLines(error.message)}\n`)
    return error.exitCode
  }
}

// A reader that stops early (such as head) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const exitCode = await run(process.argv.slice(2))
if (exitCode !== 0) process.exitCode = exitCode
