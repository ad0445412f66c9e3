/** A run with mutants on GitHub: a warning for each survivor, and the summary of the job. */
import { checkoutFolder, type CommandFailure, tellGithub } from '../output/github.ts'
import type { MutationReport } from '../output/mutate-schema.ts'
import { placeInOutput } from '../output/place-in-output.ts'
import { survivorsOf } from './report.ts'
import { scoreSentences, survivorLines, survivorSentence } from './sentences.ts'
import { reportHeading } from './texts.ts'

/** Survivors are errors if the score is too low, else warnings. */
export function annotateSurvivors(report: MutationReport, problem: string | undefined): void {
  const failures = survivorsOf(report).map((mutant): CommandFailure => ({
    title: `reqsim mutate: ${mutant.id}`,
    error: survivorSentence(mutant),
    explanation: survivorLines(mutant),
    // Test runners begin the name of a test with that of its file.
    place: mutant.coveredBy
      .map((test) => placeInOutput(`${test.split(' ', 1)[0]}:1`, checkoutFolder()))
      .find((place) => place !== undefined),
  }))
  tellGithub({
    heading: reportHeading(report),
    failures,
    level: problem === undefined ? 'warning' : 'error',
    problems: problem === undefined ? [] : [problem],
    notes: [scoreSentences(report)],
  })
}
