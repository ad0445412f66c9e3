/** Writes the past of a world as a trace file. */
import { gzipSync, strToU8 } from 'fflate'
import { drawnTokenValue } from '../model/users/credentials.ts'
import { REGIONS } from '../model/schema.ts'
import { sessions, tokens } from '../model/records/service/users.ts'
import { hashSecret } from '../model/users/secrets.ts'
import { drawnSessionValue } from '../model/users/sessions.ts'
import { readTimelineProgress, type TimelineProgress } from '../model/records/world/timeline-progress.ts'
import { applyStep, type StepHost } from '../simulator/past/apply-step.ts'
import type { FailedRun } from '../simulator/past/failed-run.ts'
import type { LoadedScenario } from '../simulator/control-host.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import { createsCredential } from '../simulator/control-request.ts'
import type { Past } from '../simulator/past/past.ts'
import type { PastInput, PastStep } from '../simulator/past/step.ts'
import { addDigest, stepDigest } from '../simulator/past/step-digest.ts'
import { exportWorld } from '../world/transfer.ts'
import { formatInstant } from '../world/time/duration.ts'
import { type Snapshot, World } from '../world/world.ts'
import { secretsOf } from '../gateway/journal/redact.ts'
import { Credentials, replaceCredentials } from './credentials.ts'
import { cleanFailure } from './failed-run.ts'
import { TRACE_FORMAT, TRACE_VERSION, type TraceDocument, type TraceDocumentStep } from './format.ts'
import { addSent, requestOf, traceRequest } from './request.ts'
import { mapTexts, withoutCredentials, withoutNamedSecrets } from './scenario.ts'

/** What a trace of a world is written from. */
interface TraceSource {
  readonly version: string
  readonly loaded: LoadedScenario
  readonly scenario: ResolvedScenario
  /** The interfaces with an OpenAPI description. */
  readonly descriptions: readonly string[]
  readonly past: Past
  readonly host: StepHost
  /** Why the run failed; absent if it did not. */
  readonly failure?: FailedRun | undefined
}

/** The same run gives the same bytes. */
export function traceBytes(source: TraceSource): Uint8Array {
  const json = JSON.stringify(traceDocument(source))
  // No time of writing, and the same level everywhere, so that the same run gives the same bytes.
  return gzipSync(strToU8(json), { level: 9, mtime: 0 })
}

function traceDocument(source: TraceSource): TraceDocument {
  const { version, loaded, scenario, descriptions, past, host } = source
  const first = firstStep(past)
  const fromScenario = first === 0 && past.fromScenario
  const begin = past.worldAt(first).fork()
  const credentials = new Credentials()
  credentials.addRecords(begin)
  for (const { value } of readTimelineProgress(begin.system).saved) credentials.addIssued(value)
  // A request may hold a value long before a step creates a credential of it.
  const created = addCreated(past, first, credentials)
  for (const [number, { input }] of past.steps())
    if (number > first && input.kind === 'exchange') addSent(input.request, begin, credentials)
  const resolved = withoutCredentials(scenario, begin, credentials)
  replaceCredentials(begin, credentials)
  const document = fromScenario ? undefined : exportWorld(begin)
  const replay = new Replay(begin, first, host)
  const steps: TraceDocumentStep[] = []
  let before = past.worldAt(first).fork()
  for (const { step, number, before: snapshot, world } of past.statesAfter(first, past.last)) {
    if (step === undefined || number <= first) continue
    addDigest(step, world.schema, { before: snapshot, after: world.snapshot() })
    const written = writeInput(step.input, past, before, credentials, created.get(number))
    const digest = replay.apply(number, step, written)
    const progress = step.progress && writeProgress(step.progress, credentials)
    steps.push({
      ...written,
      at: formatInstant(step.at),
      digest,
      ...(digest === step.digest ? {} : { redacted: true }),
      ...(progress === undefined ? {} : { timeline: progress }),
    })
    before = world.fork()
  }
  return {
    format: TRACE_FORMAT,
    version: TRACE_VERSION,
    reqsim: version,
    scenario: { ...loaded, resolved: { ...resolved } },
    descriptions: [...descriptions],
    begin: {
      step: first,
      ...(document === undefined ? {} : { world: withoutSaved(document, credentials) }),
    },
    // Last, when every credential of the run is known.
    ...(source.failure === undefined
      ? {}
      : { failure: cleanFailure(source.failure, credentials, sentSecrets(past)) }),
    steps,
  }
}

/** What the requests of the run sent as credentials of any kind, also in bodies and addresses. */
function sentSecrets(past: Past): ReadonlySet<string> {
  const all = new Set<string>()
  for (const [, { input }] of past.steps())
    if ('request' in input) for (const secret of secretsOf(input.request)) all.add(secret)
  return all
}

/** The steps of a file begin after the last restore of a snapshot that they do not lead to. */
function firstStep(past: Past): number {
  let { first } = past
  for (const [number, { input }] of past.steps()) {
    if (input.kind !== 'restore') continue
    const step = past.stepOfSnapshot(input.snapshot)
    if (step === undefined || step < first) first = number
  }
  return first
}

/** Adds the values of the tokens and sessions that steps create. Returns their placeholders by the number of the step. */
function addCreated(past: Past, first: number, credentials: Credentials): ReadonlyMap<number, string> {
  const isCreating = ({ input }: PastStep) => input.kind === 'control' && createsCredential(input.request)
  const numbers = [...past.steps()].flatMap(([number, step]) =>
    number > first && isCreating(step) ? [number] : [],
  )
  const created = new Map<number, string>()
  const [from, to] = [numbers[0], numbers.at(-1)]
  if (from === undefined || to === undefined) return created
  for (const { step, number, before, world } of past.statesAfter(from, to)) {
    if (step?.input.kind !== 'control' || !isCreating(step)) continue
    const requested = requestedValue(step.input.request)
    const value = addNewRecord(new World(world.schema, before), world, requested, credentials)
    if (value !== undefined) created.set(number, credentials.ofValue(value))
  }
  return created
}

/** Adds the token or session that is new in the later of two states. Returns its value. */
function addNewRecord(
  before: World,
  after: World,
  requested: string | undefined,
  credentials: Credentials,
): string | undefined {
  for (const region of REGIONS) {
    const [then, now] = [before.region(region), after.region(region)]
    const [id, number] = [now.last('token'), now.last('session')]
    if (id !== then.last('token')) {
      const token = now.table(tokens).get(id)
      if (token !== undefined) credentials.addToken(region, token)
      return requested ?? drawnTokenValue(after, region, id)
    }
    if (number !== then.last('session')) {
      const value = requested ?? drawnSessionValue(after, region, number)
      const session = now.table(sessions).get(hashSecret(value))
      if (session !== undefined) credentials.addSession(region, session)
      return value
    }
  }
  return requested
}

type ControlRequest = Extract<PastInput, { kind: 'control' }>['request']

function requestedValue(request: ControlRequest): string | undefined {
  const { value } = sentFields(request)
  return typeof value === 'string' ? value : undefined
}

function sentFields({ body = '{}' }: ControlRequest): Readonly<Record<string, unknown>> {
  const sent = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return JSON.parse(sent) as Readonly<Record<string, unknown>>
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
type Written = Without<TraceDocumentStep, 'at' | 'digest' | 'redacted' | 'timeline'>

function writeInput(
  input: PastInput,
  past: Past,
  before: World,
  credentials: Credentials,
  created: string | undefined,
): Written {
  switch (input.kind) {
    case 'exchange':
      return {
        kind: 'exchange',
        request: traceRequest(input.request, before, credentials),
        ...(input.world === 'default' ? {} : { world: input.world }),
        ...(input.as === undefined ? {} : { as: input.as }),
      }
    case 'control':
      return { kind: 'control', request: controlRequest(input.request, before, credentials, created) }
    case 'clock': {
      const { to, ...set } = input
      return { ...set, ...(to === undefined ? {} : { to: formatInstant(to) }) }
    }
    case 'restore': {
      const { snapshot } = input
      const step = past.stepOfSnapshot(snapshot) ?? 0
      return { kind: 'restore', step, now: formatInstant(snapshot.clock.now) }
    }
    case 'timeline':
      return { kind: 'timeline' }
  }
}

/** A new token or session gets its placeholder as value. */
function controlRequest(
  request: ControlRequest,
  before: World,
  credentials: Credentials,
  created: string | undefined,
) {
  const { headers: _headers, ...others } = request
  if (created === undefined) return traceRequest({ ...others, headers: JSON_HEADERS }, before, credentials)
  const body = JSON.stringify({ ...sentFields(request), value: created })
  return traceRequest({ ...others, headers: JSON_HEADERS, body }, before, credentials)
}

const JSON_HEADERS = { 'content-type': 'application/json' }

function writeProgress(progress: TimelineProgress, credentials: Credentials) {
  return withoutNamedSecrets(
    mapTexts(
      {
        ...progress,
        saved: progress.saved.map(({ name, value }) => ({
          name,
          value: (withoutNamedSecrets({ [name]: value }) as Readonly<Record<string, unknown>>)[name],
        })),
      },
      (text) => credentials.replaced(text),
    ),
  ) as TraceDocumentStep['timeline']
}

function withoutSaved(document: ReturnType<typeof exportWorld>, credentials: Credentials) {
  const { system = {}, ...stores } = document.stores
  const { timeline = [], ...tables } = system
  const clean = timeline.map((record) => writeProgress(record as TimelineProgress & object, credentials))
  return {
    ...document,
    stores: { system: { ...tables, ...(clean.length === 0 ? {} : { timeline: clean }) }, ...stores },
  }
}

/** Computes the steps from what the file contains, so that its digests match when it is opened. */
class Replay {
  readonly #world: World
  readonly #host: StepHost
  /** The states after steps that are restored later. */
  readonly #states = new Map<number, Snapshot>()

  constructor(begin: World, first: number, host: StepHost) {
    this.#world = begin
    this.#host = host
    this.#states.set(first, begin.snapshot())
  }

  /** Returns the digest of a step. */
  apply(number: number, { at, input, progress }: PastStep, written: Written): string {
    const before = this.#world.snapshot()
    const step = { at, input: this.#inputOf(input, written), ...(progress === undefined ? {} : { progress }) }
    const entry = applyStep(this.#host, this.#world, step)
    const after = this.#world.snapshot()
    this.#states.set(number, after)
    return stepDigest(this.#world.schema, { before, after, answer: entry?.answer })
  }

  #inputOf(input: PastInput, written: Written): PastInput {
    if (input.kind === 'restore' && written.kind === 'restore')
      return { kind: 'restore', snapshot: { ...this.#stateAfter(written.step), clock: input.snapshot.clock } }
    if (!('request' in input) || !('request' in written)) return input
    const { request } = written
    if (input.kind === 'control') return { kind: 'control', request: requestOf(request, this.#world) }
    const { resolution, ...others } = input
    const prepared = resolution?.prepared === undefined ? {} : { resolution }
    return { ...others, request: requestOf(request, this.#world), ...prepared }
  }

  #stateAfter(step: number): Snapshot {
    const state = this.#states.get(step)
    if (state === undefined) throw new Error(`the state after step ${step} is not known`)
    return state
  }
}
