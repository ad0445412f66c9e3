/** Chooses what runs a command: Vitest itself, which runs many mutants in one process, or a process for each mutant. */
import { visibleLines } from '../../replay/text.ts'
import { type CommandRunnerOptions, openCommand } from './command-runner.ts'
import type { MutationRunner } from './runner.ts'
import { openVitest, vitestArguments } from './vitest.ts'

export async function openRunner(
  words: readonly string[],
  options: CommandRunnerOptions,
): Promise<MutationRunner> {
  if (vitestArguments(words) === undefined) return openCommand(words, options)
  try {
    return withFallback(await openVitest(words, process.cwd(), options), words, options)
  } catch (error) {
    say(`${reasonOf(error)}, and so each mutant runs the whole command`)
    return openCommand(words, options)
  }
}

/** Tests of Vitest that use no fixture of reqsim may call a server, like every other command. */
function withFallback(
  vitest: MutationRunner,
  words: readonly string[],
  options: CommandRunnerOptions,
): MutationRunner {
  let runner = vitest
  return {
    async base(stop) {
      const first = await runner.base(stop)
      const usesFixture = first.tests.some(({ operations }) => operations.length > 0)
      if (!first.passed || usesFixture || stop.aborted) return first
      await runner.close()
      runner = await openCommand(words, options)
      return runner.base(stop)
    },
    run: (mutants, onResult, stop) => runner.run(mutants, onResult, stop),
    close: () => runner.close(),
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function say(message: string): void {
  process.stderr.write(`reqsim: ${visibleLines(message)}\n`)
}
