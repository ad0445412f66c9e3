/** The command line: reads the arguments, runs the command that they name, and ends with its exit code. */
import { setFlagsFromString } from 'node:v8'
import { CommanderError } from 'commander'
import { ToolFailure } from '../replay/failure.ts'
import { surviveLostOutput } from './output/lost-output.ts'
import { createProgram } from './program.ts'
import { visibleLines } from '../replay/text.ts'

/** Runs the command that the arguments name; answers the exit code. */
async function run(args: readonly string[]): Promise<number> {
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

// V8 learns where to put objects of a kind from how the first of them fare, for good. Where requests come while it is still
// busy with a large world that was just made, it learns that all they leave behind lasts: in one of ten starts, each
// collection of young memory took 15 ms from then on instead of 1, and a quarter of the answers a second was lost.
// A V8 that did not know the flag any more would complain at every start.
if (Number.parseInt(process.versions.v8) <= 14) setFlagsFromString('--no-allocation-site-pretenuring')

surviveLostOutput()

const exitCode = await run(process.argv.slice(2))
if (exitCode !== 0) process.exitCode = exitCode
