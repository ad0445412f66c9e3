/** Standard streams that cannot be written: the command goes on, and reports it in one line if it can. */

/** Keeps the process alive when a standard stream cannot be written; the exit code is 1 unless the reader only stopped. */
export function surviveLostOutput(): void {
  let reported = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that stops early (such as head) is no failure.
    if (error.code === 'EPIPE' || reported) return
    reported = true
    process.exitCode = 1
    process.stderr.write(`reqsim: the standard output cannot be written: ${error.message}\n`)
  })
  // There is no other place to report it.
  process.stderr.on('error', () => {})
}
