/**
 * The report: what the exchanges so far exercised, and how far they leaned on what is not documented. Several kinds of
 * evidence stand side by side and are never summed up into one figure; what a fault shaped is no evidence at all.
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
import type { InterfaceName } from '../../api/framework/surface.ts'
import type { WorldConfig } from '../../model/world/config.ts'
import { machines } from '../../model/machines.ts'
import { compareCodePoints } from '../../world/order.ts'
import type { DescriptionReport, GeneratedReport } from './described.ts'
import type { OperationEvidence, ReportBuilder } from './builder.ts'
import type { FeatureReport, UnknownReport } from './parts.ts'

export interface OperationReport {
  readonly operation: string
  readonly interface: InterfaceName
  readonly stability: Stability
  readonly provenance: Provenance
  /** Exchanges that no fault affected, and their responses by status. */
  readonly exercised: number
  readonly statuses: Readonly<Record<string, number>>
  /** Of the first successful answers, those that met the declared schema, and those that did not. */
  readonly validated: number
  readonly invalid: number
  /** Exchanges that wrote records. */
  readonly stateful: number
  /** Exchanges that a fault shaped: no evidence of anything. */
  readonly faulted: number
  /** Exchanges that a rate limit refused, or would have refused. */
  readonly rateLimited: number
  /** Declared statuses that no exchange was answered with. */
  readonly gaps: readonly number[]
}

/** Use of one class of operations. */
export interface ClassReport<C extends string> {
  readonly class: C
  /** Operations that there are, and those of them that were exercised. */
  readonly operations: number
  readonly exercised: number
  readonly exchanges: number
}

export interface AssumptionReport {
  readonly id: AssumptionId
  readonly title: string
  readonly provenance: 'observed' | 'assumed'
  /** It shapes every operation of an interface, so that hardly a client does without it. */
  readonly general: boolean
  /** Exchanges that it shaped. */
  readonly times: number
  /** What the simulator did, and the name of that choice. */
  readonly behaviour: string
  readonly inForce: string
  /** The degree of the least certain fact of `evidence`; absent without evidence. */
  readonly degree?: Degree
  /** The facts that support the behaviour in force; absent if there are none. */
  readonly evidence?: readonly Evidence[]
  /** What each other choice would change. */
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
    /** Exchanges and moves of the clock that made it. */
    readonly times: number
  }[]
}

export interface Report {
  readonly exchanges: number
  /** Exchanges that a fault shaped: in no other figure but the column of this name. */
  readonly faulted: number
  /** Exchanges that matched no operation. */
  readonly unmatched: number
  /** Defects of the simulator. */
  readonly defects: number
  readonly operations: readonly OperationReport[]
  readonly stabilities: readonly ClassReport<Stability>[]
  readonly provenances: readonly ClassReport<Provenance>[]
  /** Parameters and fields that were sent and that nothing reads, with how often. */
  readonly unknown: readonly UnknownReport[]
  readonly assumptions: readonly AssumptionReport[]
  /** Features reported by clients, by user and feature; absent if there are none. */
  readonly features?: readonly FeatureReport[]
  /** Exchanges that a rate limit refused, or would have refused. */
  readonly rateLimited: number
  readonly machines: readonly MachineReport[]
  /**
   * Exchanges that were answered from the schemas of a description that a user brought: in no other figure. Absent where
   * no description was brought.
   */
  readonly generated?: readonly GeneratedReport[]
  /** What such descriptions say otherwise than the simulator. */
  readonly descriptions?: readonly DescriptionReport[]
}

/** The classes of operations, in the order in which reports tell them. */
export const STABILITIES: readonly Stability[] = [
  'public',
  'stable',
  'internal',
  'experimental',
  'deprecated',
  'unstated',
]
const PROVENANCES: readonly Provenance[] = ['documented', 'observed', 'assumed']

/**
 * The report over these operations, in the order of their declaration; `config` says which choices were in force, and
 * `descriptions` what descriptions of the real service brought, if there is one.
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
    defects: builder.defects,
    operations: reports,
    ...classReports(reports),
    unknown: [...builder.unknown.values()].toSorted(compareUnknown),
    assumptions: [...builder.assumptions]
      .sort(([a], [b]) => compareAssumptionIds(a, b))
      .map(([id, times]) => assumptionReport(loadedAssumption(id), times, config)),
    ...featureReports([...builder.features.values()]),
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
  // In ascending order: so come names that are numbers, and every refusal is above every success.
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

/** Unknown names by operation, kind and name. */
export function compareUnknown(a: UnknownReport, b: UnknownReport): number {
  return (
    compareCodePoints(a.operation, b.operation) ||
    compareCodePoints(a.kind, b.kind) ||
    compareCodePoints(a.name, b.name)
  )
}

function assumptionReport(entry: Assumption, times: number, config: WorldConfig): AssumptionReport {
  const inForce = chosenAlternative(config, entry.id)
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
