/** The line of a command's output that says what went wrong. */

/** What a command printed. */
export interface Streams {
  readonly stdout: string
  readonly stderr: string
}

const MAXIMUM_CHARACTERS = 200
/** The most likely first. Of several lines, the last one counts: it is the error that nobody caught. */
const ERRORS = [
  // JavaScript, Python and Java name the class of an error; pytest writes an E before it.
  /^(?:E\s+|Caused by: |Exception in thread "[^"]*" )?[\w.$]*(?:Error|Exception|Failure)\b(?:\s\[\w+\])?(?::|$)/,
  /^(?:panic|fatal|error|fail(?:ed|ure)?)\b/i,
]
/** What Node prints after every error. */
const LAST_WORDS = /^Node\.js v\d/

/** Empty if the command printed nothing. The error stream counts first. */
export function errorLine({ stderr, stdout }: Streams): string {
  const streams = [stderr, stdout].map((text) =>
    text.split('\n').filter((line) => line.trim() !== '' && !LAST_WORDS.test(line)),
  )
  for (const lines of streams)
    for (const pattern of ERRORS) {
      const found = lines.findLast((line) => pattern.test(line))
      if (found !== undefined) return shortened(found)
    }
  return shortened(streams.find((lines) => lines.length > 0)?.at(-1) ?? '')
}

function shortened(line: string): string {
  const text = line.trim()
  return text.length > MAXIMUM_CHARACTERS ? `${text.slice(0, MAXIMUM_CHARACTERS)}…` : text
}
