/** Runs the command that the arguments name, and returns its exit code. */
import { CommanderError } from 'commander'
import { ExitStatus } from './exec/exit-status.ts'
import { ToolFailure } from '../replay/failure.ts'
import { visibleLines } from '../replay/text.ts'
import { createProgram } from './program.ts'

export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    const { own, words } = splitCommand(args)
    const program = createProgram(process.env, words)
    if (args.length === 0) program.help({ error: true })
    await program.parseAsync(own, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof ExitStatus) return error.code
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof ToolFailure)) throw error
    process.stderr.write(`reqsim: ${visibleLines(error.message)}\n`)
    // With 1, the command has written what failed.
    if (error.exitCode !== 1) await annotateEnd(args, error)
    return error.exitCode
  }
}

/** On GitHub: a command that could not begin has no summary of its own. */
async function annotateEnd(args: readonly string[], { message }: ToolFailure): Promise<void> {
  const { problemPath, tellGithub } = await import('./output/github.ts')
  const title = `reqsim ${args[0] ?? ''}`
  const [, file = '', line] = /^(\S+\.(?:ya?ml|json))(:\d+:\d+)/.exec(message) ?? []
  const scenario = args.find((word) => word.endsWith(file)) ?? file
  const place = line === undefined ? undefined : problemPath(scenario, file) + line
  tellGithub({ heading: title, failures: [{ title, error: message, place }] })
}

/** These commands run another one. */
const RUNNERS: readonly (string | undefined)[] = ['audit', 'exec', 'explore', 'mutate']

/** The words after `--` are the command of one of them, with flags of its own. `audit` can do without. */
function splitCommand(args: readonly string[]): { own: readonly string[]; words: readonly string[] } {
  if (!RUNNERS.includes(args[0])) return { own: args, words: [] }
  const at = args.indexOf('--')
  const own = at === -1 ? args : args.slice(0, at)
  const words = at === -1 ? [] : args.slice(at + 1)
  if (words.length === 0 && args[0] !== 'audit' && !own.some((word) => word === '-h' || word === '--help'))
    throw new ToolFailure(
      2,
      `${args[0]} has no command: write it after --, as in reqsim ${args[0]} demo -- pytest`,
    )
  return { own, words }
}
