/** Sums up exchanges as they come, so that the report outlives the journal's bounds. */
import type { AssumptionId } from '../../api/framework/assumptions.ts'
import { built } from '../../api/framework/built.ts'
import { schemasLoaded } from '../../api/framework/zod.ts'
import type { IndexedOperation } from '../../api/operation-index.ts'
import type { Operation } from '../../api/framework/operation.ts'
import type { JournalEntry, TakenTransition } from '../journal/entry.ts'
import { isUnmatched } from '../journal/journal.ts'
import { reportedFeature } from './features.ts'
import { pathInWorld } from '../addresses/locate.ts'
import type { FeatureReport, UnknownReport, UnmatchedReport } from './parts.ts'

/** What is known of the exchanges with one operation. */
export interface OperationEvidence {
  exercised: number
  readonly statuses: Map<number, number>
  stateful: number
  faulted: number
  rateLimited: number
  validated: number
  invalid: number
  /** Exchanges with the permission, and those that were refused for lack of it; also by user, undefined without a credential. */
  allowed: number
  refused: number
  readonly users: Map<string | undefined, Verdicts>
  /** Responses that are still to be checked against the declared schema. */
  readonly samples: Sample[]
  sampled: number
}

/** How often a permission was there and was lacking. */
interface Verdicts {
  readonly allowed: number
  readonly refused: number
}

interface Sample {
  readonly status: number
  readonly body: string
}

/** How many responses of one operation are checked against its schema: the first ones. */
const SAMPLES = 5
/** Maximum characters of one response, and of all responses that wait to be checked. */
const MAXIMUM_SAMPLE_LENGTH = 256 * 1024
const MAXIMUM_SAMPLED = 2 * 1024 * 1024
/** Names come from callers: their number is bounded. */
const MAXIMUM_UNKNOWN = 1000
/** Paths that match nothing are of any number and length too. */
const MAXIMUM_UNMATCHED = 100
const MAXIMUM_PATH_LENGTH = 300
const MAXIMUM_METHOD_LENGTH = 20
/** Rows of rights: worlds have any number of users. */
const MAXIMUM_RIGHTS = 5000

export class ReportBuilder {
  exchanges = 0
  faulted = 0
  unmatched = 0
  defects = 0
  rateLimited = 0
  readonly operations = new Map<string, OperationEvidence>()
  readonly unknown = new Map<string, UnknownReport>()
  readonly unmatchedRequests = new Map<string, UnmatchedReport>()
  readonly assumptions = new Map<AssumptionId, number>()
  readonly features = new Map<string, FeatureReport>()
  /** Statuses of operations whose responses are generated from a schema, which are no evidence. */
  readonly generated = new Map<string, Map<number, number>>()
  /** By the transition itself, which is the very same object each time that it is taken. */
  readonly #transitions = new Map<TakenTransition, number>()
  #rights = 0
  /** Characters of the samples that wait. */
  #waiting = 0

  add(entry: JournalEntry): void {
    if (entry.generated !== undefined) {
      this.#countGenerated(entry.operation ?? '', new Map([[entry.answer.status, 1]]))
      return
    }
    this.exchanges++
    if (entry.defect !== undefined) this.defects++
    if (entry.fault !== undefined) {
      this.faulted++
      if (entry.operation !== undefined) this.#evidence(entry.operation).faulted++
      return
    }
    if (entry.rateLimitExceeded) this.rateLimited++
    for (const id of entry.assumptions) addTimes(this.assumptions, id, 1)
    if (entry.transitions !== undefined) this.addTransitions(entry.transitions)
    if (entry.operation === undefined) {
      if (isUnmatched(entry)) this.#countUnmatched(entry)
      return
    }
    const evidence = this.#evidence(entry.operation)
    evidence.exercised++
    const { status } = entry.answer
    addTimes(evidence.statuses, status, 1)
    if (entry.permission !== undefined)
      this.#countRight(evidence, entry.user, {
        allowed: entry.permission === 'allowed' ? 1 : 0,
        refused: entry.permission === 'refused' ? 1 : 0,
      })
    if (entry.stateful === true) evidence.stateful++
    if (entry.rateLimitExceeded) evidence.rateLimited++
    if (evidence.sampled < SAMPLES) this.#sample(evidence, entry)
    const feature = reportedFeature(entry)
    if (feature !== undefined) this.#countFeature({ ...feature, times: 1 })
    for (const name of entry.unknownParameters) this.#countUnknown(entry, 'parameter', name)
    for (const name of entry.unknownFields) this.#countUnknown(entry, 'field', name)
  }

  /** Transitions that the clock made, or a person through the control API. */
  addTransitions(taken: readonly TakenTransition[]): void {
    for (const transition of taken) addTimes(this.#transitions, transition, 1)
  }

  /** Adds all that another builder knows; its waiting responses are checked against the schemas of `operations` first. */
  addAll(other: ReportBuilder, operations: ReadonlyMap<string, IndexedOperation>): void {
    other.#checkSamples(operations)
    this.#addCounts(other)
  }

  /**
   * Adds all that another builder knows, which is used no longer. Its waiting responses wait here, since resetting a world
   * must not take as long as holding them against their schemas does, until they are too many.
   */
  takeOver(other: ReportBuilder, operations: ReadonlyMap<string, IndexedOperation>): void {
    this.#addCounts(other)
    if (this.#waiting + other.#waiting > MAXIMUM_SAMPLED) this.#checkSamples(operations)
    for (const [id, { samples }] of other.operations) {
      for (const sample of samples) {
        if (this.#waiting + sample.body.length > MAXIMUM_SAMPLED) return
        this.#evidence(id).samples.push(sample)
        this.#waiting += sample.body.length
      }
    }
  }

  #checkSamples(operations: ReadonlyMap<string, IndexedOperation>): void {
    for (const id of this.operations.keys()) {
      const operation = operations.get(id)
      if (operation !== undefined) this.evidenceOf(operation)
    }
  }

  #addCounts(other: ReportBuilder): void {
    this.exchanges += other.exchanges
    this.faulted += other.faulted
    this.unmatched += other.unmatched
    this.defects += other.defects
    this.rateLimited += other.rateLimited
    for (const [id, evidence] of other.operations) {
      const own = this.#evidence(id)
      addEvidence(own, evidence)
      for (const [user, verdicts] of evidence.users) this.#countUser(own, user, verdicts)
    }
    for (const [key, unknown] of other.unknown) {
      if (this.unknown.size >= MAXIMUM_UNKNOWN && !this.unknown.has(key)) continue
      const times = (this.unknown.get(key)?.times ?? 0) + unknown.times
      this.unknown.set(key, { ...unknown, times })
    }
    for (const unmatched of other.unmatchedRequests.values()) this.#addUnmatched(unmatched)
    for (const feature of other.features.values()) this.#countFeature(feature)
    for (const [operation, statuses] of other.generated) this.#countGenerated(operation, statuses)
    for (const [id, times] of other.assumptions) addTimes(this.assumptions, id, times)
    for (const [transition, times] of other.#transitions) addTimes(this.#transitions, transition, times)
  }

  timesTaken(machine: string, from: string, event: string, to: string): number {
    let times = 0
    for (const [taken, count] of this.#transitions)
      if (taken.machine === machine && taken.from === from && taken.event === event && taken.to === to)
        times += count
    return times
  }

  /** What is known of an operation, with the waiting responses checked against its schema if that can be built. */
  evidenceOf({ id, declaration }: IndexedOperation): OperationEvidence | undefined {
    const evidence = this.operations.get(id)
    if (!schemasLoaded()) return evidence
    for (const sample of evidence?.samples.splice(0) ?? []) {
      this.#waiting -= sample.body.length
      // An operation that responded is loaded.
      if (evidence === undefined || sample.status !== declaration?.success.status) continue
      if (meetsSchema(declaration, sample.body)) evidence.validated++
      else evidence.invalid++
    }
    return evidence
  }

  #evidence(operation: string): OperationEvidence {
    const known = this.operations.get(operation)
    if (known !== undefined) return known
    const evidence: OperationEvidence = {
      exercised: 0,
      statuses: new Map(),
      stateful: 0,
      faulted: 0,
      rateLimited: 0,
      validated: 0,
      invalid: 0,
      allowed: 0,
      refused: 0,
      users: new Map(),
      samples: [],
      sampled: 0,
    }
    this.operations.set(operation, evidence)
    return evidence
  }

  #sample(evidence: OperationEvidence, { request, answer }: JournalEntry): void {
    const { status, body } = answer
    if (status < 200 || status > 299 || request.method === 'HEAD' || typeof body !== 'string') return
    if (body.length > MAXIMUM_SAMPLE_LENGTH || this.#waiting + body.length > MAXIMUM_SAMPLED) return
    evidence.sampled++
    evidence.samples.push({ status, body })
    this.#waiting += body.length
  }

  #countGenerated(operation: string, counted: ReadonlyMap<number, number>): void {
    const statuses = this.generated.get(operation) ?? new Map<number, number>()
    this.generated.set(operation, statuses)
    for (const [status, times] of counted) addTimes(statuses, status, times)
  }

  #countRight(evidence: OperationEvidence, user: string | undefined, verdicts: Verdicts): void {
    evidence.allowed += verdicts.allowed
    evidence.refused += verdicts.refused
    this.#countUser(evidence, user, verdicts)
  }

  #countUser({ users }: OperationEvidence, user: string | undefined, { allowed, refused }: Verdicts): void {
    const known = users.get(user)
    if (known === undefined && this.#rights++ >= MAXIMUM_RIGHTS) return
    users.set(user, {
      allowed: (known?.allowed ?? 0) + allowed,
      refused: (known?.refused ?? 0) + refused,
    })
  }

  #countFeature(feature: FeatureReport): void {
    const key = JSON.stringify([feature.user, feature.feature])
    const known = this.features.get(key)
    if (known !== undefined || this.features.size < MAXIMUM_UNKNOWN)
      this.features.set(key, { ...feature, times: (known?.times ?? 0) + feature.times })
  }

  #countUnmatched({ request, diagnosis }: JournalEntry): void {
    this.unmatched++
    this.#addUnmatched({
      method: request.method.slice(0, MAXIMUM_METHOD_LENGTH),
      path: pathInWorld(request.url).slice(0, MAXIMUM_PATH_LENGTH),
      nearest: diagnosis?.nearest ?? [],
      times: 1,
    })
  }

  #addUnmatched(unmatched: UnmatchedReport): void {
    const key = `${unmatched.method} ${unmatched.path}`
    const times = this.unmatchedRequests.get(key)?.times ?? 0
    if (times > 0 || this.unmatchedRequests.size < MAXIMUM_UNMATCHED)
      this.unmatchedRequests.set(key, { ...unmatched, times: times + unmatched.times })
  }

  #countUnknown(
    { operation = '', suggestions = [] }: JournalEntry,
    kind: UnknownReport['kind'],
    name: string,
  ): void {
    const key = `${operation} ${kind} ${name}`
    const known = this.unknown.get(key)
    if (known === undefined && this.unknown.size >= MAXIMUM_UNKNOWN) return
    const times = (known?.times ?? 0) + 1
    const suggestion = suggestions.find((each) => each.kind === kind && each.name === name)?.suggestion
    this.unknown.set(key, { ...known, operation, kind, name, ...(suggestion && { suggestion }), times })
  }
}

function addEvidence(into: OperationEvidence, from: OperationEvidence): void {
  into.exercised += from.exercised
  into.stateful += from.stateful
  into.faulted += from.faulted
  into.rateLimited += from.rateLimited
  into.validated += from.validated
  into.invalid += from.invalid
  into.allowed += from.allowed
  into.refused += from.refused
  for (const [status, times] of from.statuses) addTimes(into.statuses, status, times)
}

function addTimes<K>(counts: Map<K, number>, key: K, times: number): void {
  counts.set(key, (counts.get(key) ?? 0) + times)
}

/** True for a response as the operation declares it: of its shape, or empty if it has none. */
function meetsSchema({ success }: Operation, body: string): boolean {
  if (success.shape === undefined) return body === ''
  try {
    return built(success.shape.schema).safeParse(JSON.parse(body)).success
  } catch {
    return false
  }
}
