/** The job of GitHub Actions that runs this process: its annotations and its summary. */
import { appendFileSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { reasonOf } from '../../replay/failure.ts'
import { type Annotation, annotationLines, type Place } from './annotation.ts'
import { type JobSummary, jobSummaryMarkdown } from './job-summary.ts'

/** The variables that GitHub sets. */
export type GithubEnvironment = Readonly<Record<string, string | undefined>>

export interface GithubRun {
  /** A line of a file that is absolute or from `root`; undefined for one outside of the checkout. */
  placeOf(root: string, file: string, line?: number, column?: number): Place | undefined
  /** The address of a line; undefined without a repository and commit. */
  urlOf(place: Place): string | undefined
  /** The lines to print. */
  annotations(all: readonly Annotation[]): readonly string[]
  /** Appends to the summary of the job, if it has one. Returns why that is impossible. */
  summarise(summary: JobSummary): string | undefined
}

/** Undefined outside of GitHub Actions. */
export function githubRun(environment: GithubEnvironment): GithubRun | undefined {
  if (environment['GITHUB_ACTIONS'] !== 'true') return undefined
  const { GITHUB_WORKSPACE: workspace = '', GITHUB_STEP_SUMMARY: file = '' } = environment
  return {
    placeOf(root, path, line, column) {
      const absolute = resolve(root, path)
      const place = relative(workspace === '' ? root : workspace, absolute).replaceAll('\\', '/')
      if (place === '' || place.startsWith('../') || isAbsolute(place)) return undefined
      return {
        file: place,
        ...(line === undefined ? {} : { line }),
        ...(column === undefined ? {} : { column }),
      }
    },
    urlOf: (place) => urlOf(environment, place),
    annotations: annotationLines,
    summarise(summary) {
      if (file === '') return undefined
      try {
        appendFileSync(file, jobSummaryMarkdown(summary))
        return undefined
      } catch (error) {
        return `the summary of the job could not be written: ${reasonOf(error)}`
      }
    },
  }
}

function urlOf(environment: GithubEnvironment, { file, line }: Place): string | undefined {
  const {
    GITHUB_SERVER_URL: server = '',
    GITHUB_REPOSITORY: repository = '',
    GITHUB_SHA: commit = '',
  } = environment
  const isKnown =
    /^https?:\/\/[\w.:-]+$/.test(server) &&
    /^[\w.-]+\/[\w.-]+$/.test(repository) &&
    /^[\da-f]{7,64}$/.test(commit)
  if (!isKnown) return undefined
  const path = file
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()).replaceAll(/[()*!']/g, hexadecimal))
    .join('/')
  return `${server}/${repository}/blob/${commit}/${path}${line === undefined ? '' : `#L${line}`}`
}

/** Of the characters that `encodeURIComponent` leaves and Markdown reads. */
function hexadecimal(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
