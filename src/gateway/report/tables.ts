/** The report as tables of plain text: what its page and its Markdown both show. */
import { provenanceText } from '../../api/ledger/entry.ts'
import { countDifferences, type DescriptionReport, type DifferenceValue, isLacking } from './described.ts'
import type { ClassReport, OtherChoice, Report } from './report.ts'
import { countText } from '../../world/count-text.ts'

export interface ReportTable {
  readonly title: string
  /** What the figures mean, in a sentence. */
  readonly explanation: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** What is said where there is no row. */
  readonly empty: string
}

/** What a reader wants to know first, one line each. */
export function reportSummary(report: Report): readonly (readonly [name: string, value: string])[] {
  const used = report.operations.filter(({ exercised }) => exercised > 0).length
  const entries = new Map(report.assumptions.map(({ id, general }) => [id, general]))
  const leaned = [...entries.values()].filter((general) => !general).length
  return [
    ['Exchanges', String(report.exchanges)],
    ['Operations exercised', `${used} of ${report.operations.length}`],
    ['Assumptions leaned on', `${leaned}, and ${countText(entries.size - leaned, 'general one')}`],
    ['Names that nothing reads', String(report.unknown.length)],
    ['Exchanges without an operation', String(report.unmatched)],
    ['Refused by a rate limit, or would have been', String(report.rateLimited)],
    ['Struck by a fault', String(report.faulted)],
    ['Defects of the simulator', String(report.defects)],
    ...describedSummary(report),
  ]
}

function describedSummary({ generated = [], descriptions }: Report): (readonly [string, string])[] {
  if (descriptions === undefined) return []
  const lacking = countLacking(descriptions)
  return [
    ['Answered from a schema', String(generated.reduce((sum, { times }) => sum + times, 0))],
    [
      'Differences from your own OpenAPI',
      `${countAll(descriptions)}, and ${countText(lacking, 'operation')} that it lacks`,
    ],
  ]
}

function countAll(descriptions: readonly DescriptionReport[]): number {
  return descriptions.reduce((sum, description) => sum + countDifferences(description), 0)
}

function countLacking(descriptions: readonly DescriptionReport[]): number {
  return descriptions.reduce((sum, { lacking }) => sum + lacking, 0)
}

/** The tables, in the order in which they are shown. */
export function reportTables(report: Report): readonly ReportTable[] {
  return [
    assumptionTable(report),
    unknownTable(report),
    classTable(
      'Use by stability',
      'How the service classes the operations that were used.',
      report.stabilities,
    ),
    classTable(
      'Use by provenance',
      'Where the operations that were used are known from.',
      report.provenances,
    ),
    operationTable(report),
    machineTable(report),
    ...(report.features === undefined ? [] : [featureTable(report)]),
    ...(report.descriptions === undefined ? [] : [generatedTable(report), differenceTable(report)]),
  ]
}

function assumptionTable({ assumptions }: Report): ReportTable {
  return {
    title: 'Assumptions leaned on',
    explanation:
      'Choices of the simulator that shaped answers, because the service does not say. Check these against the real service, or run the tests under the other choice.',
    columns: ['Entry', 'What was done', 'Known how', 'Answers', 'What another choice would change'],
    rows: assumptions
      .toSorted((a, b) => Number(a.general) - Number(b.general))
      .map(({ id, title, behaviour, provenance, degree, evidence = [], general, times, otherwise }) => [
        id,
        `${title}: ${behaviour}`,
        [
          provenanceText(provenance, degree) + (general ? ', general' : ''),
          ...new Set(evidence.map(({ shownBy }) => shownBy)),
        ].join('; '),
        String(times),
        otherwise.map((choice) => `${choiceText(choice)}: ${choice.behaviour}`).join(' '),
      ]),
    empty: 'None.',
  }
}

function choiceText({ value, degree }: OtherChoice): string {
  return degree === undefined ? value : `${value} (${degree})`
}

function unknownTable({ unknown }: Report): ReportTable {
  return {
    title: 'Sent, and read by nothing',
    explanation: 'Parameters and fields that the operations do not declare: often a misspelt name.',
    columns: ['Operation', 'Kind', 'Name', 'Times'],
    rows: unknown.map(({ operation, kind, name, times }) => [operation, kind, name, String(times)]),
    empty: 'Nothing.',
  }
}

function classTable(
  title: string,
  explanation: string,
  classes: readonly ClassReport<string>[],
): ReportTable {
  return {
    title,
    explanation,
    columns: ['Class', 'Exercised', 'Of', 'Exchanges'],
    rows: classes
      .filter(({ operations }) => operations > 0)
      .map((row) => [row.class, String(row.exercised), String(row.operations), String(row.exchanges)]),
    empty: 'None.',
  }
}

function statusText(statuses: Readonly<Record<string, number>>): string {
  return Object.entries(statuses)
    .map(([status, times]) => `${status} × ${times}`)
    .join(', ')
}

function operationTable({ operations }: Report): ReportTable {
  return {
    title: 'Operations',
    explanation:
      'Kinds of evidence, side by side: exchanges; first answers that met their schema; exchanges that wrote records; exchanges that a fault struck, which are no evidence; statuses that were answered, and declared ones that never were.',
    columns: [
      'Operation',
      'Class',
      'Exercised',
      'Validated',
      'Stateful',
      'Faulted',
      'Statuses',
      'Never seen',
    ],
    rows: operations
      .filter(({ exercised, faulted }) => exercised > 0 || faulted > 0)
      .map((row) => [
        row.operation,
        `${row.stability}, ${row.provenance}`,
        String(row.exercised),
        row.invalid === 0 ? String(row.validated) : `${row.validated}, ${row.invalid} not`,
        String(row.stateful),
        String(row.faulted),
        statusText(row.statuses),
        row.exercised === 0 ? '' : row.gaps.join(', '),
      ]),
    empty: 'None.',
  }
}

function featureTable({ features = [] }: Report): ReportTable {
  return {
    title: 'Features that clients told of',
    explanation: 'What they sent as telemetry, by user. It was counted here and sent nowhere.',
    columns: ['User', 'Feature', 'Times'],
    rows: features.map(({ user, feature, times }) => [user, feature, String(times)]),
    empty: 'None.',
  }
}

function generatedTable({ generated = [] }: Report): ReportTable {
  return {
    title: 'Answered from a schema',
    explanation:
      'Operations of your own OpenAPI that the simulator does not model. Their answers were made up from its schemas: they are no evidence, and in no other figure.',
    columns: ['Operation', 'Exchanges', 'Statuses'],
    rows: generated.map(({ operation, times, statuses }) => [operation, String(times), statusText(statuses)]),
    empty: 'None.',
  }
}

/** Differences that a page shows; the data has more. */
const SHOWN_DIFFERENCES = 500

function differenceTable({ descriptions = [] }: Report): ReportTable {
  const all = descriptions
    .flatMap(({ differences }) => differences)
    .filter((difference) => !isLacking(difference))
  const more = all.length > SHOWN_DIFFERENCES ? ` The first ${SHOWN_DIFFERENCES} of ${all.length}.` : ''
  const lacking = countLacking(descriptions)
  const besides =
    lacking === 0 ? '' : ` Besides, it lacks ${countText(lacking, 'operation')} of the simulator.`
  return {
    title: 'Differences from your own OpenAPI',
    explanation: `What your own description says otherwise than the simulator: it may be right, and the simulator wrong.${more}${besides}`,
    columns: ['Operation', 'Place', 'Kind', 'Simulator', 'Description'],
    rows: all
      .slice(0, SHOWN_DIFFERENCES)
      .map(({ operation, place, kind, ours, theirs }) => [
        operation,
        place,
        kind,
        differenceText(ours),
        differenceText(theirs),
      ]),
    empty: 'None.',
  }
}

/** What one side has, for readers; a dash where it has nothing. */
export function differenceText(value: DifferenceValue): string {
  if (value === null) return '–'
  return typeof value === 'object' ? value.join(', ') : String(value)
}

function machineTable({ machines }: Report): ReportTable {
  return {
    title: 'State machines',
    explanation: 'States that something came to or left, and transitions that were made.',
    columns: ['Machine', 'States', 'States never visited', 'Transitions', 'Transitions made'],
    rows: machines.map(({ machine, states, transitions }) => {
      const visited = states.filter((state) => state.visited)
      const missed = states.filter((state) => !state.visited)
      const made = transitions.filter(({ times }) => times > 0)
      return [
        machine,
        `${visited.length} of ${states.length}`,
        missed.map(({ state }) => state).join(', '),
        `${made.length} of ${transitions.length}`,
        made.map(({ from, event, to, times }) => `${from} ${event} ${to} × ${times}`).join(', '),
      ]
    }),
    empty: 'None.',
  }
}
