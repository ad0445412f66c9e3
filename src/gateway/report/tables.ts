/** The report as tables of plain text: what its page and its Markdown both show. */
import { provenanceText } from '../../api/ledger/entry.ts'
import { countDifferences, type DescriptionReport, type DifferenceValue, isLacking } from './described.ts'
import type { PermissionReport, RightReport } from './parts.ts'
import type { ClassReport, OtherChoice, Report } from './report.ts'
import { countText } from '../../world/count-text.ts'

/** The user of a call without a valid credential. */
export const ANONYMOUS = '(none)'

export interface ReportTable {
  readonly title: string
  /** What the figures mean, in a sentence. */
  readonly explanation: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The text in place of an empty table. */
  readonly empty: string
}

/** What a reader wants to know first, one line each. */
export function reportSummary(report: Report): readonly (readonly [name: string, value: string])[] {
  const used = report.operations.filter(({ exercised }) => exercised > 0).length
  const entries = new Map(report.assumptions.map(({ id, general }) => [id, general]))
  const reliedOn = [...entries.values()].filter((general) => !general).length
  return [
    ['Requests', String(report.exchanges)],
    ['Operations exercised', `${used} of ${report.operations.length}`],
    ['Assumptions relied on', `${reliedOn}, plus ${entries.size - reliedOn} general`],
    ['Unknown parameters and fields', String(report.unknown.length)],
    ['Requests that match no operation', String(report.unmatched)],
    ...permissionSummary(report),
    ['Over the rate limit', String(report.rateLimited)],
    ['Affected by a fault', String(report.faulted)],
    ['Defects of the simulator', String(report.defects)],
    ...describedSummary(report),
  ]
}

function permissionSummary({ permissions }: Report): (readonly [string, string])[] {
  if (permissions === undefined) return []
  const used = permissions.filter(isExercised)
  const refused = used.filter((rule) => rule.refused > 0)
  return [
    [
      'Permission rules exercised',
      `${used.length} of ${permissions.length}, ${refused.length} of them refused`,
    ],
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
    ...(report.unmatchedRequests === undefined ? [] : [unmatchedTable(report)]),
    classTable(
      'Use by stability',
      'The stability of the operations that were used, as the service documents it.',
      report.stabilities,
    ),
    classTable('Use by provenance', 'How the operations that were used are known.', report.provenances),
    operationTable(report),
    ...(report.permissions === undefined ? [] : [permissionTable(report), rightTable(report)]),
    machineTable(report),
    ...(report.features === undefined ? [] : [featureTable(report)]),
    ...(report.descriptions === undefined ? [] : [generatedTable(report), differenceTable(report)]),
  ]
}

function assumptionTable({ assumptions }: Report): ReportTable {
  return {
    title: 'Assumptions relied on',
    explanation:
      'Behaviour that the simulator assumes because the service does not document it. Check it against the real service, or run the tests with an alternative.',
    columns: ['Assumption', 'Behaviour', 'Evidence', 'Responses', 'Alternatives'],
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
    title: 'Unknown parameters and fields',
    explanation: 'Parameters and fields that the operations do not declare: often a misspelt name.',
    columns: ['Operation', 'Kind', 'Name', 'Did you mean', 'Times'],
    rows: unknown.map(({ operation, kind, name, suggestion = '', times }) => [
      operation,
      kind,
      name,
      suggestion,
      String(times),
    ]),
    empty: 'Nothing.',
  }
}

function unmatchedTable({ unmatchedRequests = [] }: Report): ReportTable {
  return {
    title: 'Requests that match no operation',
    explanation: 'The service returns 404 or 405 for them: often a wrong prefix, or another interface.',
    columns: ['Method', 'Path', 'Nearest', 'Times'],
    rows: unmatchedRequests.map(({ method, path, nearest, times }) => [
      method,
      path,
      nearest.join(', '),
      String(times),
    ]),
    empty: 'None.',
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
    columns: ['Class', 'Exercised', 'Of', 'Requests'],
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
      'Exercised: requests that no fault affected. Validated: first responses that match their schema. Stateful: requests that wrote records. Faulted: requests that a fault affected, which are no evidence. Never seen: declared statuses that were never returned.',
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
        row.invalid === 0 ? String(row.validated) : `${row.validated}, ${row.invalid} invalid`,
        String(row.stateful),
        String(row.faulted),
        statusText(row.statuses),
        row.exercised === 0 ? '' : row.gaps.join(', '),
      ]),
    empty: 'None.',
  }
}

const isExercised = ({ allowed, refused }: PermissionReport): boolean => allowed + refused > 0

/** What exchanges did not show of a permission rule: empty if they showed both. */
export function neverText({ allowed, refused }: Pick<PermissionReport, 'allowed' | 'refused'>): string {
  if (allowed + refused === 0) return 'exercised'
  return allowed === 0 ? 'allowed' : refused === 0 ? 'refused' : ''
}

function permissionTable({ permissions = [] }: Report): ReportTable {
  return {
    title: 'Permission rules',
    explanation:
      'The permissions that operations require, and how often a caller had them and lacked them. A rule that was never refused is tested from one side only. Requests that a fault affected count as no evidence.',
    columns: ['Interface', 'Permission', 'Operations', 'Allowed', 'Refused', 'Never'],
    rows: permissions.map((rule) => [
      rule.interface,
      rule.permission,
      String(rule.operations),
      String(rule.allowed),
      String(rule.refused),
      neverText(rule),
    ]),
    empty: 'None.',
  }
}

/** Rights that a page shows; the data has more. */
const SHOWN_RIGHTS = 500

function rightTable({ permissions = [], rights = [] }: Report): ReportTable {
  const counted = (rows: readonly Pick<RightReport, 'allowed' | 'refused'>[]) =>
    rows.reduce((sum, { allowed, refused }) => sum + allowed + refused, 0)
  const more = rights.length > SHOWN_RIGHTS ? ` The first ${SHOWN_RIGHTS} of ${rights.length}.` : ''
  const left = counted(permissions) - counted(rights)
  const others = left === 0 ? '' : ` ${countText(left, 'request')} of further users are not listed.`
  return {
    title: 'Permissions by operation and user',
    explanation: `Who was allowed and refused what. ${ANONYMOUS} stands for calls without a valid credential.${more}${others}`,
    columns: ['Operation', 'Permission', 'User', 'Allowed', 'Refused'],
    rows: rights
      .slice(0, SHOWN_RIGHTS)
      .map(({ operation, permission, user = ANONYMOUS, allowed, refused }) => [
        operation,
        permission,
        user,
        String(allowed),
        String(refused),
      ]),
    empty: 'None.',
  }
}

function featureTable({ features = [] }: Report): ReportTable {
  return {
    title: 'Features reported by clients',
    explanation: 'Telemetry by user. The simulator counts it and sends it nowhere.',
    columns: ['User', 'Feature', 'Times'],
    rows: features.map(({ user, feature, times }) => [user, feature, String(times)]),
    empty: 'None.',
  }
}

function generatedTable({ generated = [] }: Report): ReportTable {
  return {
    title: 'Answered from a schema',
    explanation:
      'Operations of your own OpenAPI description that the simulator does not model. It generates their responses from the schemas, and counts them nowhere else.',
    columns: ['Operation', 'Requests', 'Statuses'],
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
  const others = lacking === 0 ? '' : ` It also lacks ${countText(lacking, 'operation')} of the simulator.`
  return {
    title: 'Differences from your own OpenAPI',
    explanation: `Where your own description differs from the simulator. Your description may be right.${more}${others}`,
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
    explanation: 'States that a record entered or left, and transitions that were taken.',
    columns: ['Machine', 'States', 'States never visited', 'Transitions', 'Transitions taken'],
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
