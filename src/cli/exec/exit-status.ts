/** The end of a command with an exit code of its own and without a message. */
export class ExitStatus extends Error {
  readonly code: number

  constructor(code: number) {
    super(`exit code ${code}`)
    this.code = code
  }
}
