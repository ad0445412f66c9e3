/** What is wrong with a description of the real service: every problem at once, each with its place. */

/** One thing that is wrong, or that is passed over. */
export interface DescriptionProblem {
  /** The file, or what stands for it where a description is given as an object. */
  readonly file: string
  /** A JSON pointer to the place, such as `/paths/~1widgets/get`; empty for the whole description. */
  readonly pointer: string
  /** What is wrong, and what would be right. */
  readonly message: string
}

/** More problems than this are not listed. */
export const MAXIMUM_PROBLEMS = 50
/** Pointers are cut at so many characters: names in them come from the file. */
const LONGEST_POINTER = 300

/** A description that cannot be used; the message lists every problem, one a line. */
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

/** The JSON pointer that these names lead along (RFC 6901). */
export function pointerOf(names: readonly string[]): string {
  const text = names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return text.length > LONGEST_POINTER ? `${text.slice(0, LONGEST_POINTER)}…` : text
}
