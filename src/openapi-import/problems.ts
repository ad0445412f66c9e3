/** The problems of an OpenAPI description: all at once, each with its position. */

/** A problem, or a part that was skipped. */
export interface DescriptionProblem {
  /** The file, or the name of a description that was passed as an object. */
  readonly file: string
  /** A JSON pointer to the position, such as `/paths/~1widgets/get`; empty for the whole description. */
  readonly pointer: string
  /** The problem, and how to correct it. */
  readonly message: string
}

/** The maximum number of listed problems. */
export const MAXIMUM_PROBLEMS = 50
/** The maximum length of a pointer, because names in it come from the file. */
const MAXIMUM_POINTER_LENGTH = 300

/** The error for a description that cannot be used. The message lists every problem, one per line. */
export class OpenApiError extends Error {
  readonly problems: readonly DescriptionProblem[]
  constructor(problems: readonly DescriptionProblem[]) {
    super(problems.map(problemText).join('\n'))
    this.name = 'OpenApiError'
    this.problems = problems
  }
}

/** A problem as one line: `file#/pointer: message`. */
export function problemText({ file, pointer, message }: DescriptionProblem): string {
  return `${file}${pointer === '' ? '' : `#${pointer}`}: ${message}`
}

/** The JSON pointer of these names (RFC 6901). */
export function pointerOf(names: readonly string[]): string {
  const text = names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return text.length > MAXIMUM_POINTER_LENGTH ? `${text.slice(0, MAXIMUM_POINTER_LENGTH)}…` : text
}
