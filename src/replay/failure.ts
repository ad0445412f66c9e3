/** The error that ends a command: one line and an exit code. */

/**
 * 1: an expectation or validation failed, or a resource was not available; 2: wrong usage. Of `exec` also 3: the server could
 * not start, or it died; 126 and 127: the command could not be run, or was not found.
 */
export type ExitCode = 1 | 2 | 3 | 126 | 127

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
