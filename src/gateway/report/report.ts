/**
 * The report: what the exchanges exercised, and how much undocumented behaviour they relied on. The kinds of evidence are
 * separate columns and are never added up; responses that a fault affected prove nothing.
 */
import type { Assumption, AssumptionId } from '../../api/framework/assumptions.ts'
import {
  choicesOf,
  compareAssumptionIds,
  type Degree,
  degreeOf,
  type Evidence,
  isSelectedBy,
} from '../../api/ledger/entry.ts'
import { chosenAlternative, loadedAssumption } from '../../api/framework/ledger.ts'
import type { IndexedOperation } from '../../api/operation-index.ts'
import type { OperationHead, Provenance, Stability } from '../../api/framework/operation.ts'
import type { InterfaceName } from '../../api/framework/interfaces.ts'
import type { WorldConfig } from '../../model/records/world/config.ts'
import { machines } from '../../model/machine-list.ts'
import { compareCodePoints } from '../../world/order.ts'
import type { DescriptionReport, GeneratedReport } from './described.ts'
import type { OperationEvidence, ReportBuilder } from './builder.ts'
import type { FeatureReport, PermissionReport, RightReport, UnknownReport, UnmatchedReport } from './parts.ts'
import { rightsPart } from './rights.ts'

export interface OperationReport {
  readonly operation: string
  readonly interface: InterfaceName
  readonly stability: Stability
  readonly provenance: Provenance
  /** Exchanges that no fault affected, and their responses by status. */
  readonly exercised: number
  readonly statuses: Readonly<Record<string, number>>
  /** The number of the first successful responses that match the declared schema, and of those that do not. */
  readonly validated: number
  readonly invalid: number
  /** The number of exchanges that changed records. */
  readonly stateful: number
  /** The number of exchanges that a fault affected. They prove nothing. */
  readonly faulted: number
  /** Exchanges that a rate limit refused, or would have refused. */
  readonly rateLimited: number
  /** Declared statuses that no response had. */
  readonly gaps: readonly number[]
}

/** The use of a class of operations. */
export interface ClassReport<C extends string> {
  readonly class: C
  /** The number of operations, and of exercised ones. */
  readonly operations: number
  readonly exercised: number
  readonly exchanges: number
}

export interface AssumptionReport {
  readonly id: AssumptionId
  readonly title: string
  readonly provenance: 'observed' | 'assumed'
  /** True if it shapes every operation of an interface, so that nearly every client relies on it. */
  readonly general: boolean
  /** The number of exchanges that it shaped. */
  readonly times: number
  /** The behaviour of the simulator, and the name of the alternative in force. */
  readonly behaviour: string
  readonly inForce: string
  /** The degree of the least certain fact of `evidence`; absent without evidence. */
  readonly degree?: Degree
  /** The facts that support the behaviour in force; absent if there are none. */
  readonly evidence?: readonly Evidence[]
  /** The other alternatives. */
  readonly otherwise: readonly OtherChoice[]
}

export interface OtherChoice {
  readonly value: string
  readonly behaviour: string
  /** The degree of this behaviour; absent without evidence. */
  readonly degree?: Degree
}

export interface MachineReport {
  readonly machine: string
  readonly states: readonly { readonly state: string; readonly visited: boolean }[]
  readonly transitions: readonly {
    readonly from: string
    readonly event: string
    readonly to: string
    /** The number of exchanges and moves of the clock that made the transition. */
    readonly times: number
  }[]
}

export interface Report {
  readonly exchanges: number
  /**
   * The number of exchanges that a fault affected. No other number includes them, except the column `faulted` of operations.
   */
  readonly faulted: number
  /** The number of exchanges that matched no operation. */
  readonly unmatched: number
  /** The first 100 of them by method and path; absent if there are none. */
  readonly unmatchedRequests?: readonly UnmatchedReport[]
  /** The number of defects of the simulator. */
  readonly defects: number
  readonly operations: readonly OperationReport[]
  readonly stabilities: readonly ClassReport<Stability>[]
  readonly provenances: readonly ClassReport<Provenance>[]
  /** Unknown parameters and fields in requests, with the number of times. */
  readonly unknown: readonly UnknownReport[]
  readonly assumptions: readonly AssumptionReport[]
  /** Features reported by clients, by user and feature; absent if there are none. */
  readonly features?: readonly FeatureReport[]
  /**
   * The permission rules in the order of the operations, and who was allowed and refused them: the first 5,000 pairs of
   * operation and user. Absent in reports of earlier versions.
   */
  readonly permissions?: readonly PermissionReport[]
  readonly rights?: readonly RightReport[]
  /** Exchanges that a rate limit refused, or would have refused. */
  readonly rateLimited: number
  readonly machines: readonly MachineReport[]
  /**
   * Exchanges whose responses were generated from schemas of your own OpenAPI. No other number includes them. Absent without a
   * description.
   */
  readonly generated?: readonly GeneratedReport[]
  /** The differences between your own OpenAPI descriptions and the simulator. */
  readonly descriptions?: readonly DescriptionReport[]
}

/** The classes of operations, in the order of reports. */
export const STABILITIES: readonly Stability[] = [
  'public',
  'stable',
  'internal',
  'experimental',
  'deprecated',
  'unstated',
]
export const PROVENANCES: readonly Provenance[] = ['documented', 'observed', 'assumed']

/**
 * Creates the report over these operations, in the order of their declaration. `config` has the alternatives in force, and
 * `descriptions` the results of OpenAPI descriptions of the real service, if there are any.
 */
export function createReport(
  builder: ReportBuilder,
  operations: readonly IndexedOperation[],
  config: WorldConfig,
  descriptions?: readonly DescriptionReport[],
): Report {
  const reports = operations.map((operation) => operationReport(operation, builder.evidenceOf(operation)))
  return {
    exchanges: builder.exchanges,
    faulted: builder.faulted,
    unmatched: builder.unmatched,
    ...unmatchedReports([...builder.unmatchedRequests.values()]),
    defects: builder.defects,
    operations: reports,
    ...classReports(reports),
    unknown: [...builder.unknown.values()].toSorted(compareUnknown),
    assumptions: [...builder.assumptions]
      .sort(([a], [b]) => compareAssumptionIds(a, b))
      .map(([id, times]) => assumptionReport(loadedAssumption(id), times, chosenAlternative(config, id))),
    ...featureReports([...builder.features.values()]),
    ...rightsPart(operations, (id) => builder.operations.get(id)),
    rateLimited: builder.rateLimited,
    machines: machines.map(({ id, machine }) =>
      machineReport(
        id,
        machine.states,
        machine.transitions.map(({ from, event, to }) => ({
          from,
          event,
          to,
          times: builder.timesTaken(id, from, event, to),
        })),
      ),
    ),
    ...(descriptions && { generated: generatedReports(builder.generated), descriptions }),
  }
}

function generatedReports(counted: ReportBuilder['generated']): GeneratedReport[] {
  return [...counted]
    .toSorted(([a], [b]) => compareCodePoints(a, b))
    .map(([operation, statuses]) => ({
      operation,
      times: [...statuses.values()].reduce((sum, times) => sum + times, 0),
      statuses: Object.fromEntries(statuses),
    }))
}

function operationReport(operation: OperationHead, evidence: OperationEvidence | undefined): OperationReport {
  const { id, interface: name, stability, provenance, success, refusals = {} } = operation
  const seen = evidence?.statuses ?? new Map<number, number>()
  // In ascending order, so that errors follow successes.
  const declared = [success.status, ...Object.keys(refusals).map(Number)]
  return {
    operation: id,
    interface: name,
    stability,
    provenance,
    exercised: evidence?.exercised ?? 0,
    statuses: Object.fromEntries(seen),
    validated: evidence?.validated ?? 0,
    invalid: evidence?.invalid ?? 0,
    stateful: evidence?.stateful ?? 0,
    faulted: evidence?.faulted ?? 0,
    rateLimited: evidence?.rateLimited ?? 0,
    gaps: [...new Set(declared)].filter((status) => !seen.has(status)),
  }
}

/** Use of operations by stability and by provenance. */
export function classReports(
  reports: readonly OperationReport[],
): Pick<Report, 'stabilities' | 'provenances'> {
  return {
    stabilities: classesOf(reports, STABILITIES, ({ stability }) => stability),
    provenances: classesOf(reports, PROVENANCES, ({ provenance }) => provenance),
  }
}

function classesOf<C extends string>(
  reports: readonly OperationReport[],
  classes: readonly C[],
  classOf: (report: OperationReport) => C,
): ClassReport<C>[] {
  return classes.map((name) => {
    const members = reports.filter((report) => classOf(report) === name)
    return {
      class: name,
      operations: members.length,
      exercised: members.filter(({ exercised }) => exercised > 0).length,
      exchanges: members.reduce((sum, { exercised }) => sum + exercised, 0),
    }
  })
}

/** Features by user and name; absent if there are none. */
export function featureReports(features: readonly FeatureReport[]): Pick<Report, 'features'> {
  if (features.length === 0) return {}
  return {
    features: features.toSorted(
      (a, b) => compareCodePoints(a.user, b.user) || compareCodePoints(a.feature, b.feature),
    ),
  }
}

/** Unmatched requests by path and method; absent if there are none. */
export function unmatchedReports(requests: readonly UnmatchedReport[]): Pick<Report, 'unmatchedRequests'> {
  if (requests.length === 0) return {}
  return {
    unmatchedRequests: requests.toSorted(
      (a, b) => compareCodePoints(a.path, b.path) || compareCodePoints(a.method, b.method),
    ),
  }
}

/** Unknown names by operation, kind and name. */
export function compareUnknown(a: UnknownReport, b: UnknownReport): number {
  return (
    compareCodePoints(a.operation, b.operation) ||
    compareCodePoints(a.kind, b.kind) ||
    compareCodePoints(a.name, b.name)
  )
}

/** An entry of the ledger with the alternative in force. */
export function assumptionReport(entry: Assumption, times: number, inForce: string): AssumptionReport {
  const choices = choicesOf(entry)
  const { behaviour, evidence = [] } = choices.find((choice) => isSelectedBy(choice, inForce)) ?? entry
  return {
    id: entry.id,
    title: entry.title,
    provenance: entry.provenance,
    general: entry.general,
    times,
    behaviour,
    inForce,
    ...withDegree(evidence),
    ...(evidence.length === 0 ? {} : { evidence: evidence.map((fact) => ({ ...fact })) }),
    otherwise: choices
      .filter((choice) => !isSelectedBy(choice, inForce))
      .map((choice) => ({
        value: choice.value,
        behaviour: choice.behaviour,
        ...withDegree(choice.evidence),
      })),
  }
}

function withDegree(evidence: readonly Evidence[] | undefined): { readonly degree?: Degree } {
  const degree = degreeOf(evidence)
  return degree === undefined ? {} : { degree }
}

/** A state is visited if a transition from or to it was taken. */
export function machineReport(
  machine: string,
  states: readonly string[],
  transitions: MachineReport['transitions'],
): MachineReport {
  const made = transitions.filter(({ times }) => times > 0)
  return {
    machine,
    states: states.map((state) => ({
      state,
      visited: made.some(({ from, to }) => from === state || to === state),
    })),
    transitions,
  }
}
