/** How a command may fail: with an exit code, or with a text on its error stream. */
import { CommandFailed } from './quiet-command.ts'

export type MayFail = { readonly exitCode: number } | { readonly marker: string }

export function mayFailWith(allowed: readonly MayFail[]): (error: unknown) => boolean {
  return (error) =>
    error instanceof CommandFailed &&
    allowed.some((each) =>
      'exitCode' in each ? each.exitCode === error.code : error.printed.stderr.includes(each.marker),
    )
}
