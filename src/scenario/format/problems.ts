/** What is wrong with a scenario: every problem at once, each with its place. */

/** A place within a value: the names and positions that lead to it. */
export type Path = readonly (string | number)[]

/** One thing that is wrong. */
export interface ScenarioProblem {
  /** The file, or its stand-in if the scenario is an object. */
  readonly file: string
  /** Line and column, from 1; absent if the scenario was not read from a text. */
  readonly line?: number
  readonly column?: number
  /** The place within the file, such as `world.users[2].name`; empty for the file itself. */
  readonly path: string
  /** What is wrong, and what would be right. */
  readonly message: string
  /** The valid name that was probably meant. */
  readonly nearest?: string
}

/** More problems than this are not listed. */
export const MAXIMUM_PROBLEMS = 200

/** A scenario that cannot be used; the message lists every problem, one a line. */
export class ScenarioError extends Error {
  readonly problems: readonly ScenarioProblem[]
  constructor(problems: readonly ScenarioProblem[]) {
    const listed = problems.slice(0, MAXIMUM_PROBLEMS)
    super(listed.map(problemLine).join('\n'))
    this.name = 'ScenarioError'
    this.problems = listed
  }
}

/** A problem as one line: `file:line:column path: message`. */
export function problemLine(problem: ScenarioProblem): string {
  const place =
    problem.line === undefined ? problem.file : `${problem.file}:${problem.line}:${problem.column ?? 1}`
  const path = problem.path === '' ? '' : ` ${problem.path}`
  return `${place}${path}: ${problem.message}`
}

/** A path as people write it: `world.users[2].name`. */
export function pathText(path: Path): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else if (/^[A-Za-z_$][\w$-]*$/.test(part)) text += text === '' ? part : `.${part}`
    else text += `[${JSON.stringify(part.slice(0, 100))}]`
  }
  return text
}

/** The position of a path in the text of a file, from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A scenario as it came in: a plain value, and for text the way from a path to its position. */
export interface ScenarioSource {
  /** The file or its stand-in; two sources of the same name are the same file. */
  readonly file: string
  readonly value: unknown
  readonly locate?: (path: Path) => Position | undefined
  /** True for the ready scenarios, which were checked when they were compiled. */
  readonly trusted?: boolean
  /** Where `value` is a part of the file: from a path into it to that into the file. */
  readonly original?: (path: Path) => Path
}

/** A path into the value of a source as one into its file. */
export function pathInFile(source: ScenarioSource, path: Path): Path {
  return source.original?.(path) ?? path
}

/** A problem at a place of a source. */
export function problemAt(
  source: ScenarioSource,
  path: Path,
  message: string,
  nearest?: string,
): ScenarioProblem {
  const place = pathInFile(source, path)
  return {
    file: source.file,
    ...source.locate?.(place),
    path: pathText(place),
    message: nearest === undefined ? message : `${message}; did you mean '${nearest}'?`,
    ...(nearest === undefined ? {} : { nearest }),
  }
}
