/** Writes a failed run down as a scenario: the calls of the client, and what happened between them, as a timeline. */
import type { ResolvedScenario } from '../scenario/format/format.ts'
import type { CallStepInput, ScenarioObject, TimelineStepInput } from '../scenario/input.ts'
import { present } from '../model/input/present.ts'
import { BrokenExpectation } from './checks.ts'
import { type Disturbance, faultOf, isFault, NEXT_JOB, type Schedule } from './disturbance.ts'
import type { ExploreOptions } from './options.ts'
import { bodyOf, callOf } from '../scenario/timeline/written-call.ts'
import type { RecordedCall, RunFailure, RunRecord } from './record.ts'

/** The step names of a client's calls begin like this; the other steps are disturbances. */
export const CLIENT_STEP = 'client call'

/** The names of steps that wait for a late response begin like this. */
export const RESPONSE_STEP = 'response to client call'

/** The step names of the time that a client waits begin like this. */
export const WAIT_STEP = 'client waits before call'

/** Headers that say nothing about the call, or that a step writes in another way. */
const UNWRITTEN: ReadonlySet<string> = new Set([
  'accept-encoding',
  'accept-language',
  'authorization',
  'connection',
  'content-length',
  'cookie',
  'host',
  'sec-fetch-mode',
  'user-agent',
  'x-api-key',
])

/** The maximum number of equal calls with equal responses in a row that a timeline repeats. */
const MAXIMUM_REPEATED = 3

interface Written {
  readonly options: Pick<ExploreOptions, 'scenario' | 'config' | 'clock'>
  readonly resolved: ResolvedScenario
  readonly schedule: Schedule
  readonly record: RunRecord
  readonly failure: RunFailure
  readonly sentence: string
}

export function scenarioOf({
  options,
  resolved,
  schedule,
  record,
  failure,
  sentence,
}: Written): ScenarioObject {
  const { scenario = 'demo', config, clock } = options
  const assumptions = Object.fromEntries(
    schedule.flatMap((each) => (each.kind === 'assumption' ? [[each.assumption, each.alternative]] : [])),
  )
  const {
    name: _name,
    description: _description,
    timeline: _timeline,
    ...base
  } = typeof scenario === 'string' ? { extends: [scenario] } : (scenario as ScenarioObject)
  const baseConfig = typeof scenario === 'string' ? undefined : (scenario as ScenarioObject).config
  const chosen = { ...baseConfig?.assumptions, ...config?.assumptions, ...assumptions }
  const merged = {
    ...baseConfig,
    ...config,
    ...(Object.keys(chosen).length === 0 ? {} : { assumptions: chosen }),
  }
  return {
    name: `${resolved.name}-explored`,
    description: sentence,
    ...base,
    ...(Object.keys(merged).length === 0 ? {} : { config: merged as NonNullable<ScenarioObject['config']> }),
    ...(clock === undefined ? {} : { clock: { ...(base as ScenarioObject).clock, ...clock } }),
    timeline: stepsOf(schedule, record, failure, tokensOf(resolved)),
  }
}

function stepsOf(
  schedule: Schedule,
  { calls, waited }: RunRecord,
  { error }: RunFailure,
  tokens: ReadonlySet<string>,
): TimelineStepInput[] {
  const steps: TimelineStepInput[] = []
  let waits = 0
  const addWait = (number: number) => {
    if (waits > 0) steps.push({ step: `${WAIT_STEP} ${number}`, advance: `${waits}ms` })
    waits = 0
  }
  const lastDisturbed = Math.max(0, ...schedule.map(({ at }) => at))
  for (const [index, call] of calls.entries()) {
    waits += call.waited
    // A client that does not end repeats its last call.
    if (index > lastDisturbed + MAXIMUM_REPEATED && isRepeated(calls, index)) continue
    addWait(call.number)
    const here = schedule.filter(({ at }) => at === call.number)
    for (const disturbance of here) steps.push(...before(disturbance))
    steps.push(clientStep(call, tokens))
    for (const disturbance of here) steps.push(...after(disturbance, call.number))
  }
  waits += waited
  addWait(calls.length + 1)
  if (error instanceof BrokenExpectation && error.step !== undefined)
    steps.push({ step: 'the broken expectation', ...error.step })
  return steps
}

function isRepeated(calls: readonly RecordedCall[], index: number): boolean {
  const call = calls[index] as RecordedCall
  return calls
    .slice(index - MAXIMUM_REPEATED, index)
    .every(({ method, url, status }) => method === call.method && url === call.url && status === call.status)
}

function before(disturbance: Disturbance): TimelineStepInput[] {
  const { kind } = disturbance
  if (isFault(kind)) return [{ fault: { ...faultOf(kind).effect, times: 1 } }]
  if (disturbance.kind === 'clock')
    return [{ advance: disturbance.advance === NEXT_JOB ? { jobs: 1 } : disturbance.advance }]
  if (disturbance.kind === 'edit') return disturbance.steps as TimelineStepInput[]
  if (disturbance.kind === 'outage') return [{ fault: { outage: disturbance.site, for: disturbance.lasts } }]
  if (disturbance.kind === 'freeze') return [{ fault: { freeze: '*', times: 1 } }]
  return disturbance.kind === 'message' ? [{ fault: { queue: '*', times: 1 } }] : []
}

function after({ kind }: Disturbance, number: number): TimelineStepInput[] {
  const lasts = isFault(kind) ? faultOf(kind).lasts : undefined
  return lasts === undefined ? [] : [{ step: `${RESPONSE_STEP} ${number}`, advance: lasts }]
}

function clientStep(
  { number, request, answer, user }: RecordedCall,
  tokens: ReadonlySet<string>,
): CallStepInput {
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      value === undefined || UNWRITTEN.has(name) ? [] : [[name, [value].flat().join(', ')]],
    ),
  )
  const token = tokenOf(request.headers)
  const { dropped, truncatedTo } = answer.delivery ?? {}
  return {
    step: `${CLIENT_STEP} ${number}`,
    call: callOf(request),
    ...(token !== undefined && tokens.has(token) ? { token } : present({ as: user })),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...bodyOf(request.body),
    expect:
      dropped === true
        ? { dropped: true }
        : { status: answer.status, ...(truncatedTo === undefined ? {} : { truncated: true }) },
  }
}

function tokenOf(headers: RecordedCall['request']['headers']): string | undefined {
  const authorization = [headers['authorization'] ?? ''].flat()[0] ?? ''
  const key = [headers['x-api-key'] ?? ''].flat()[0]
  return key !== undefined && key !== '' ? key : /^Bearer (.+)$/i.exec(authorization)?.[1]
}

/** The tokens of the scenario, whose values are in it anyway. */
function tokensOf({ world }: ResolvedScenario): ReadonlySet<string> {
  return new Set([world, world.us ?? {}].flatMap(({ tokens = [] }) => tokens.map(({ value }) => value)))
}
