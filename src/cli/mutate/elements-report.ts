/** The report in the open schema for mutation testing: an operation is a file, whose source is its example with its response. */
import type {
  FileResult,
  MutantResult,
  MutationTestResult,
  TestFileDefinitionDictionary,
} from 'mutation-testing-report-schema'
import { operationIndex } from '../../api/operation-index.ts'
import type { MutationReport, ReportedMutant } from '../output/mutate-schema.ts'
import { type ExampleExchange, exampleExchanges } from './example-exchange.ts'
import { survivorSentence } from './sentences.ts'

const STATUSES = {
  killed: 'Killed',
  timeout: 'Timeout',
  survived: 'Survived',
  'not-reached': 'NoCoverage',
} as const

/** Colours of scores without a threshold: from the higher one green, below the lower one red. */
const THRESHOLDS = { high: 80, low: 60 }

export async function elementsReport(
  report: MutationReport,
  threshold = THRESHOLDS.high,
): Promise<MutationTestResult> {
  const exampleOf = await exampleExchanges()
  const files: Record<string, FileResult> = {}
  for (const { place } of report.places) {
    const own = report.mutants.filter((mutant) => mutant.place === place)
    const isOperation = operationIndex.some(({ id }) => id === place)
    files[place] = isOperation ? operationFile(await exampleOf(place), own) : sentencesFile(place, own)
  }
  return {
    schemaVersion: '2',
    thresholds: { high: threshold, low: Math.min(THRESHOLDS.low, threshold) },
    framework: { name: 'reqsim mutate' },
    files,
    testFiles: testFiles(report),
  }
}

function operationFile({ lines, status }: ExampleExchange, mutants: readonly ReportedMutant[]): FileResult {
  const lineOf = ({ group, field }: ReportedMutant): number => {
    const shown = field === undefined ? -1 : lines.findIndex((line) => line.field === field)
    if (shown !== -1) return shown
    return group === 'response' || group === 'permission' ? status : 0
  }
  return fileOf(
    lines.map(({ text }) => text),
    mutants.map((mutant) => [mutant, lineOf(mutant)]),
  )
}

/** What is no operation has no example: each mutant has a line of its own. */
function sentencesFile(place: string, mutants: readonly ReportedMutant[]): FileResult {
  return fileOf(
    [place, ...mutants.map(({ sentence }) => sentence)],
    mutants.map((mutant, index) => [mutant, index + 1]),
  )
}

function fileOf(
  lines: readonly string[],
  placed: readonly (readonly [mutant: ReportedMutant, line: number])[],
): FileResult {
  return {
    language: 'json',
    source: `${lines.join('\n')}\n`,
    mutants: placed.map(([mutant, line]) => mutantOf(mutant, line, lines[line] ?? '')),
  }
}

function mutantOf(mutant: ReportedMutant, line: number, text: string): MutantResult {
  const { id, kind, status, sentence, hint, killedBy, coveredBy, message } = mutant
  const indent = text.length - text.trimStart().length
  return {
    id,
    mutatorName: kind,
    status: STATUSES[status],
    description: sentence,
    statusReason:
      status === 'survived' ? `${survivorSentence(mutant)} To notice it: ${hint}` : (message ?? ''),
    coveredBy: [...coveredBy],
    ...(killedBy === undefined ? {} : { killedBy: [killedBy] }),
    location: {
      start: { line: line + 1, column: indent + 1 },
      end: { line: line + 1, column: Math.max(text.length, indent + 1) + 1 },
    },
  }
}

/** Test runners begin the name of a test with that of its file. */
function testFiles({ mutants }: MutationReport): TestFileDefinitionDictionary {
  const names = mutants.flatMap(({ coveredBy, killedBy }) => [
    ...coveredBy,
    ...(killedBy === undefined ? [] : [killedBy]),
  ])
  const byFile = Map.groupBy(
    new Set(names),
    (name) => (name.includes(' > ') ? name.split(' > ', 1)[0] : '') as string,
  )
  return Object.fromEntries(
    [...byFile].map(([file, tests]) => [
      file === '' ? 'command' : file,
      { tests: tests.map((name) => ({ id: name, name: file === '' ? name : name.slice(file.length + 3) })) },
    ]),
  )
}
