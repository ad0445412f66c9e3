/** What a run says on GitHub: an annotation for each failure, and the summary of the job. */
import { visible } from '../../replay/text.ts'
import { countText } from '../../world/count-text.ts'
import type { TraceFailure } from '../shared/trace-failure.ts'
import type { Annotation, AnnotationLevel, Place } from './annotation.ts'
import type { GithubRun } from './github-run.ts'
import { type Folded, preformatted } from './job-summary.ts'

/** A failure; no text has a credential. */
export interface GithubFailure {
  readonly title: string
  readonly error: string
  /** Lines that explain the error. */
  readonly explanation?: readonly string[]
  readonly place?: Place | undefined
}

export interface GithubReport {
  readonly heading: string
  readonly failures: readonly GithubFailure[]
  /** The exceeded thresholds, a sentence each. */
  readonly problems?: readonly string[]
  /** What else the summary says. */
  readonly notes?: readonly string[]
  readonly figures?: readonly (readonly [name: string, value: string])[]
  readonly folded?: readonly Folded[]
}

export interface GithubOutput {
  /** Of failures; `notice` if another reporter annotates them as errors. */
  readonly level?: AnnotationLevel
  /** Prints a line. */
  readonly print: (line: string) => void
}

/** Prints the annotations of a run, and appends to the summary of the job. */
export function reportOnGithub(github: GithubRun, report: GithubReport, output: GithubOutput): void {
  const { heading, failures, problems = [], notes = [], figures = [], folded = [] } = report
  const { level = 'error', print } = output
  const all: readonly Annotation[] = [
    ...failures.map((failure) => ({
      level,
      title: failure.title,
      message: messageOf(failure),
      place: failure.place,
    })),
    ...problems.map((message) => ({ level: 'error' as const, title: 'reqsim: a threshold', message })),
  ]
  // A runner may not have ended its line.
  for (const line of github.annotations(all)) print(`\n${line}`)
  const problem = github.summarise({
    heading,
    failures: failures.map((failure) => ({
      title: failure.title,
      url: failure.place === undefined ? undefined : github.urlOf(failure.place),
      error: failure.error,
      details: messageOf(failure),
    })),
    notes: [...problems, ...notes],
    figures,
    folded,
  })
  if (problem !== undefined) print(`reqsim: ${visible(problem)}`)
}

function messageOf({ error, explanation = [] }: GithubFailure): string {
  return [error, ...(explanation.length === 0 ? [] : ['', ...explanation])].join('\n')
}

/** A failed run by what its trace says; `path` is that of the trace. */
export function failureOfTrace(
  { failure, exchanges }: TraceFailure,
  place: Place | undefined,
  path: string | undefined,
): GithubFailure {
  const { title = failure.file ?? 'a test', error } = failure
  return { title, error, explanation: [...exchanges, ...traceHint(path)], place }
}

function traceHint(path: string | undefined): readonly string[] {
  return path === undefined ? [] : ['', `trace: ${path} (npx reqsim show ${path})`]
}

/** The heading of a runner: `reqsim: 1 failure in 3 tests with a simulator`. */
export function failuresText(failures: number, tests: number): string {
  return `reqsim: ${countText(failures, 'failure')} in ${countText(tests, 'test')} with a simulator`
}

/** Lines as a folded text; none without lines. */
export function foldedLines(title: string, lines: readonly string[]): readonly Folded[] {
  return lines.length === 0 ? [] : [{ title, markdown: preformatted(lines.join('\n')) }]
}
