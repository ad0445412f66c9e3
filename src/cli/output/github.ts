/** A command on GitHub: annotations on the error output, and the summary of the job. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type GithubRun, githubRun } from '../../adapters/github/github-run.ts'
import { foldedLines, type GithubFailure, reportOnGithub } from '../../adapters/github/report.ts'
import { redactText } from '../../gateway/journal/redact-text.ts'
import { repeatsReplacer, SHORTEST_SECRET } from '../../gateway/journal/secret-repeats.ts'
import { reportMarkdown } from '../../gateway/report/markdown.ts'
import type { Report } from '../../gateway/report/report.ts'
import { reportSummary } from '../../gateway/report/tables.ts'
import type { AnnotationLevel, Place } from '../../adapters/github/annotation.ts'

/** A failure as a command knows it. */
export interface CommandFailure {
  readonly title: string
  readonly error: string
  readonly explanation?: readonly string[]
  /** `file:line:column`, `file:line` or a file, from the working directory. */
  readonly place?: string | undefined
}

export interface CommandRun {
  readonly heading: string
  readonly failures: readonly CommandFailure[]
  /** The level of the annotations of failures. Default: error. */
  readonly level?: AnnotationLevel
  /** The exceeded thresholds, a sentence each. */
  readonly problems?: readonly string[]
  /** What else the summary of the job says. */
  readonly notes?: readonly string[]
  /** The report, of which the summary has the figures, and all of it folded. */
  readonly report?: Report
  /** The end of what a command printed, without credentials. */
  readonly output?: string | undefined
  /** Credentials that the texts may repeat. */
  readonly secrets?: readonly string[]
}

/** True in a job of GitHub Actions. */
export function isOnGithub(): boolean {
  return githubRun(process.env) !== undefined
}

/** Annotations name files below it. */
export function checkoutFolder(): string {
  return process.env['GITHUB_WORKSPACE'] ?? process.cwd()
}

/** Nothing outside of GitHub Actions. */
export function tellGithub(run: CommandRun): void {
  const github = githubRun(process.env)
  if (github === undefined) return
  const { heading, failures, level, problems = [], notes = [], report, output = '', secrets = [] } = run
  const replace = repeatsReplacer(new Set(secrets.filter(({ length }) => length >= SHORTEST_SECRET)))
  const clean = (text: string) => replace(redactText(text))
  const cleanProblems = problems.map(clean)
  reportOnGithub(
    github,
    {
      heading: clean(heading),
      failures: failures.map((failure) => cleanFailure(failure, clean, github)),
      problems: cleanProblems,
      notes: notes.map(clean),
      ...(report === undefined ? {} : { figures: reportSummary(report) }),
      folded: [
        ...foldedLines('The end of the output', output.trim() === '' ? [] : [clean(output).trimEnd()]),
        ...(report === undefined
          ? []
          : [{ title: 'Report', markdown: replace(reportMarkdown(report, cleanProblems)) }]),
      ],
    },
    { ...(level === undefined ? {} : { level }), print: (line) => process.stderr.write(`${line}\n`) },
  )
}

function cleanFailure(
  { title, error, explanation = [], place }: CommandFailure,
  clean: (text: string) => string,
  github: GithubRun,
): GithubFailure {
  return {
    title: clean(title),
    error: clean(error),
    explanation: explanation.map(clean),
    place: place === undefined ? undefined : placeOf(place, github),
  }
}

function placeOf(text: string, github: GithubRun): Place | undefined {
  const [, file = text, line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(text) ?? []
  return github.placeOf(process.cwd(), file, numberOf(line), numberOf(column))
}

/** The path of a file that a problem of a scenario names: from the working directory, or from the scenario's own folder. */
export function problemPath(scenario: string, file: string): string {
  return existsSync(file) ? file : join(dirname(scenario), file)
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits)
}
