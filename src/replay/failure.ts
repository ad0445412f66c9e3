/** The error that ends a command: one line and an exit code. */

/** 1: an expectation or validation failed, or a resource was not available; 2: wrong usage. */
export type ExitCode = 1 | 2

export class ToolFailure extends Error {
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Quotes a text of the user, truncated at 100 characters. */
export function quoted(text: string): string {
  return `'${text.length > 100 ? `${text.slice(0, 100)}…` : text}'`
}
