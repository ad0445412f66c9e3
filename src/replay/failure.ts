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

/**
 * `cannot read 'x.trace': no such file or directory (ENOENT)`: the path stands once, although the error of Node repeats it.
 */
export function fileProblem(action: 'read' | 'write', file: string, error: unknown): string {
  return `cannot ${action} ${quoted(file)}: ${reasonOf(error)}`
}

// `ENOENT: no such file or directory, open 'x.trace'`, `EISDIR: illegal operation on a directory, read`
const SYSTEM_ERROR = /^(E[A-Z0-9]+): ([^,']+)(?:, \w+(?: '.*')?)?$/s

/** The reason of an error, without the path that a message names already. */
export function reasonOf(error: unknown): string {
  const { message } = error as Error
  const [, code, reason] = SYSTEM_ERROR.exec(message) ?? []
  return reason === undefined ? message : `${reason} (${code})`
}
