/** Standard streams that cannot be written: the command continues and reports it once, if it can. */

/**
 * Keeps the process running if a standard stream cannot be written. The exit code is 1 unless the reader only stopped early.
 */
export function surviveLostOutput(): void {
  let reported = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that stops early, such as head, is not an error.
    if (error.code === 'EPIPE' || reported) return
    reported = true
    process.exitCode = 1
    process.stderr.write(`reqsim: the standard output cannot be written: ${error.message}\n`)
  })
  // There is no other stream to report it.
  process.stderr.on('error', () => {})
}
