/** Chooses what runs a command. */
import { type CommandRunnerOptions, openCommand } from './command-runner.ts'
import type { MutationRunner } from './runner.ts'

export function openRunner(words: readonly string[], options: CommandRunnerOptions): Promise<MutationRunner> {
  return openCommand(words, options)
}
