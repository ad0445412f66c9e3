/** Why a tool ends without a result: one clear line and an exit code. */

/** 1: an expectation or a validation failed, or the machine refused; 2: wrong usage. */
export type ExitCode = 1 | 2

export class ToolFailure extends Error {
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

/** A text of the user's, cut at 100 characters and quoted. */
export function quoted(text: string): string {
  return `'${text.length > 100 ? `${text.slice(0, 100)}…` : text}'`
}
