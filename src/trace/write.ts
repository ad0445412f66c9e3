/** Writes the past of a world as a trace file. */
import { gzipSync, strToU8 } from 'fflate'
import { drawnTokenValue } from '../model/users/credentials.ts'
import type { TimelineProgress } from '../model/world/timeline-progress.ts'
import { applyStep, type StepHost } from '../simulator/past/apply-step.ts'
import type { TraceSource } from '../simulator/control-host.ts'
import { createsCredential } from '../simulator/control-request.ts'
import type { Past } from '../simulator/past/past.ts'
import type { PastInput, PastStep } from '../simulator/past/step.ts'
import { addDigests, stepDigest } from '../simulator/past/step-digest.ts'
import { exportWorld } from '../world/store/transfer.ts'
import { formatInstant } from '../world/time/duration.ts'
import type { Snapshot, World } from '../world/world.ts'
import { Credentials, replaceCredentials } from './credentials.ts'
import { TRACE_FORMAT, TRACE_VERSION, type TraceDocument, type TraceDocumentStep } from './format.ts'
import { requestOf, traceRequest } from './request.ts'
import { mapTexts, withoutCredentials, withoutNamedSecrets } from './scenario.ts'

/** The same run gives the same bytes. */
export function writeTrace(source: TraceSource): Uint8Array {
  const json = JSON.stringify(traceDocument(source))
  // No time of writing, and the same level everywhere, so that the same run gives the same bytes.
  return gzipSync(strToU8(json), { level: 9, mtime: 0 })
}

function traceDocument({ version, loaded, scenario, descriptions, past, host }: TraceSource): TraceDocument {
  const first = firstStep(past)
  addDigests(past, first + 1, past.last)
  const fromScenario = first === 0 && past.fromScenario
  const begin = past.worldAt(first).fork()
  const credentials = new Credentials()
  credentials.addRecords(begin)
  const resolved = withoutCredentials(scenario, begin, credentials)
  replaceCredentials(begin, credentials)
  const document = fromScenario ? undefined : exportWorld(begin)
  const replay = new Replay(begin, first, host)
  const steps: TraceDocumentStep[] = []
  let before = past.worldAt(first).fork()
  for (const { step, number, world } of past.statesAfter(first, past.last)) {
    if (step === undefined || number <= first) continue
    const added = credentials.addRecords(world)
    const written = writeInput(step.input, past, before, credentials, added)
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
  // The timeline may give the values of tokens that a step has created.
  const timeline = resolved.timeline && mapTexts(resolved.timeline, (text) => credentials.replaced(text))
  return {
    format: TRACE_FORMAT,
    version: TRACE_VERSION,
    reqsim: version,
    scenario: { ...loaded, resolved: { ...resolved, ...(timeline === undefined ? {} : { timeline }) } },
    descriptions: [...descriptions],
    begin: {
      step: first,
      ...(document === undefined ? {} : { world: withoutSaved(document, credentials) }),
    },
    steps,
  }
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

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
type Written = Without<TraceDocumentStep, 'at' | 'digest' | 'redacted' | 'timeline'>

function writeInput(
  input: PastInput,
  past: Past,
  before: World,
  credentials: Credentials,
  added: readonly string[],
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
      return { kind: 'control', request: controlRequest(input.request, before, credentials, added) }
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

/** A new token or session gets its placeholder as value; its record is known already. */
function controlRequest(
  request: Extract<PastInput, { kind: 'control' }>['request'],
  before: World,
  credentials: Credentials,
  [created]: readonly string[],
) {
  const { headers: _headers, ...others } = request
  if (!createsCredential(request) || request.body === undefined)
    return traceRequest({ ...others, headers: JSON_HEADERS }, before, credentials)
  const sent = typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body)
  const body = JSON.parse(sent) as Readonly<Record<string, unknown>>
  const value = typeof body['value'] === 'string' ? credentials.ofValue(body['value']) : created
  // Later steps may send the value that was drawn.
  const [, region, id] = /^\{token:(\w+):(\d+)\}$/.exec(created ?? '') ?? []
  if (created !== undefined && region !== undefined && id !== undefined)
    credentials.addValue(drawnTokenValue(before, region, id), created)
  const text = JSON.stringify({ ...body, value })
  return traceRequest({ ...others, headers: JSON_HEADERS, body: text }, before, credentials)
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
