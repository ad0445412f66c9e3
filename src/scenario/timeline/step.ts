/** Runs one step of a timeline: everything it does is an exchange with the service or with the control API. */
import type { ExchangeResponse, ExchangeRequest } from '../../api/framework/exchange.ts'
import { locate } from '../../gateway/addresses/locate.ts'
import type { ApplicationRecord } from '../../model/records/service/applications.ts'
import type { ContainerRecord } from '../../model/records/service/containers.ts'
import { REGIONS, type Region } from '../../model/schema.ts'
import { quoted } from '../../model/input/refusal.ts'
import { A_DURATION, formatInstant, parseDuration, parseInstant } from '../../world/time/duration.ts'
import { type Difference, differencesOf, type Received, received } from './expectation.ts'
import type { ResolvedScenario } from '../format/format.ts'
import {
  type AdvanceStep,
  type CallStep,
  DEFAULT_TRIES,
  DEFAULT_WAIT,
  type EditStep,
  type FaultStep,
  type PlainStep,
  type ViewStep,
} from '../format/timeline.ts'
import { evaluateJsonPath, parseJsonPath } from './json-path.ts'
import { readCall, refusedControlPath } from './call.ts'
import { credentialOf, tokenCredential } from './credentials.ts'
import { fillText, fillValue } from './values.ts'
import { marksOf } from './marks.ts'
import { countText } from '../../world/count-text.ts'
import { isObject } from '../../world/objects.ts'

/** A response, with the number of its exchange in the journal if it has one. */
export interface SentResponse extends ExchangeResponse {
  readonly number?: number | undefined
}

/** Performs an exchange; `as` signs a user in if the request has no credential. */
export type Send = (request: ExchangeRequest, as?: string) => Promise<SentResponse>

/** Where steps run. */
export interface Scope {
  readonly scenario: ResolvedScenario
  /** The name of the world. */
  readonly world: string
  readonly send: Send
  readonly saved: Map<string, unknown>
  /** The numbers of faults, by the names of the steps that gave them. */
  readonly faults: Map<string, number>
  /** How many calls the run has made, in forks too. */
  readonly calls: { made: number }
}

/** A run makes no more calls than this, tries of those that wait among them. */
export const MAXIMUM_CALLS = 20_000

/** What a step found. */
export interface StepOutcome {
  /** Empty when all was as expected. */
  readonly differences: readonly Difference[]
  /** What went wrong besides, in words. */
  readonly message?: string
  /** The last request and the status of its response, of a call. */
  readonly request?: ExchangeRequest
  readonly status?: number
  /** The number of tries of a call that waits. */
  readonly tries?: number
  /** The number of the last call in the journal. */
  readonly exchange?: number | undefined
  /** The paths of the values of its response that matter. */
  readonly marks?: readonly string[]
}

/** A step that cannot be done; the message says why. */
export class StepError extends Error {}

/** Runs a step that is no fork. Rejects with StepError or PlaceholderError when it cannot be done. */
export async function runStep(step: PlainStep, scope: Scope): Promise<StepOutcome> {
  if ('call' in step) return runCall(step, scope)
  if ('advance' in step) await runAdvance(step, scope)
  else if ('edit' in step) await runEdit(step, scope)
  else if ('view' in step) await runView(step, scope)
  else await runFault(step, scope)
  return { differences: [] }
}

/** The clock of the scope's world: its instant, and when its next job is due, in virtual milliseconds. */
export async function readClock(scope: Scope): Promise<{ now: number; next: number | undefined }> {
  const clock = (await control(scope, 'GET', '/clock')) as { now: string; nextJobAt?: string }
  const next = clock.nextJobAt === undefined ? undefined : parseInstant(clock.nextJobAt)
  return { now: parseInstant(clock.now) as number, next }
}

async function runCall(step: CallStep, scope: Scope): Promise<StepOutcome> {
  const waits = step.until === undefined ? undefined : await beginWaiting(step.until, scope)
  for (let tries = 1; ; tries++) {
    const sentAt = waits === undefined ? 0 : (await readClock(scope)).now
    const { request, answer, exchange } = await sendCall(step, scope)
    const expected = fillValue(step.expect ?? {}, scope.saved) as NonNullable<CallStep['expect']>
    const differences = differencesOf(expected, answer)
    const marks = marksOf(expected, step, answer.body)
    const outcome = {
      request,
      status: answer.status,
      exchange,
      marks,
      ...(waits === undefined ? {} : { tries }),
    }
    if (differences.length === 0) {
      const unsaved = saveValues(step.save ?? {}, answer, scope)
      return { ...outcome, differences: unsaved }
    }
    if (waits === undefined) return { ...outcome, differences }
    const message = await waits(tries, sentAt)
    if (message !== undefined) return { ...outcome, differences, message }
  }
}

/** Moves the clock after a try at `asked`; returns the reason to stop, if there is one. */
type Waiting = (tries: number, sentAt: number) => Promise<string | undefined>

async function beginWaiting(until: NonNullable<CallStep['until']>, scope: Scope): Promise<Waiting> {
  const { every, atMost = DEFAULT_WAIT, tries: limit = DEFAULT_TRIES } = until
  const pause = every === undefined ? undefined : durationOf('until.every', every, scope)
  const end = (await readClock(scope)).now + durationOf('until.atMost', atMost, scope)
  return async (tries, sentAt) => {
    if (tries >= limit) return `still not as expected after ${countText(limit, 'call')}`
    const { now, next } = await readClock(scope)
    // A clock in mode auto has moved by itself once the call has its response: the effects of that show first.
    if (now > sentAt && now <= end) return undefined
    if (pause === undefined && next === undefined)
      return `still not as expected at ${formatInstant(now)}, and nothing is pending that could change it`
    const target = pause === undefined ? (next as number) : now + pause
    if (target > end)
      return `still not as expected at ${formatInstant(now)}, and ${atMost} would pass before the next call`
    await control(scope, 'POST', '/clock/advance', { to: target })
    return undefined
  }
}

async function sendCall(
  step: CallStep,
  scope: Scope,
): Promise<{ request: ExchangeRequest; answer: Received; exchange: number | undefined }> {
  if (scope.calls.made++ >= MAXIMUM_CALLS) throw new StepError(`a run makes at most ${MAXIMUM_CALLS} calls`)
  const { request, as } = await requestOf(step, scope)
  const response = await scope.send(request, as)
  return { request, answer: received(response), exchange: response.number }
}

/** The request of a call with the credentials of its user. Headers of the step override them. */
async function requestOf(
  step: CallStep,
  scope: Scope,
): Promise<{ readonly request: ExchangeRequest; readonly as?: string }> {
  const call = readCall(fillText(step.call, scope.saved, encodeURIComponent))
  if (typeof call === 'string') throw new StepError(call)
  const { target, path, world } = locate(call.path)
  const refusal = target?.kind === 'control' ? refusedControlPath(path) : undefined
  if (world !== undefined || refusal !== undefined)
    throw new StepError(refusal ?? 'a timeline calls only its own world: leave out /_world')
  const body = step.body === undefined ? undefined : fillValue(step.body, scope.saved)
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const stepHeaders = Object.entries(step.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), fillText(value, scope.saved)] as const,
  )
  const credential =
    target?.kind === 'service'
      ? await credentialFor(step, { interface: target.interface, region: regionOf(target.region) }, scope)
      : { headers: target?.kind === 'control' ? { 'x-sim-control': '1' } : {} }
  const json = text === undefined && target?.kind !== 'control' ? {} : { 'content-type': 'application/json' }
  const headers = {
    ...credential.headers,
    ...json,
    ...Object.fromEntries(stepHeaders),
    'x-sim-world': scope.world,
  }
  return {
    request: { method: call.method, url: call.path, headers, body: text },
    ...('as' in credential && credential.as !== undefined ? { as: credential.as } : {}),
  }
}

async function credentialFor(
  { as, token }: CallStep,
  target: Parameters<typeof credentialOf>[2],
  scope: Scope,
): Promise<ReturnType<typeof credentialOf>> {
  if (token !== undefined) return tokenCredential(scope.scenario, fillText(token, scope.saved), target)
  if (as === undefined) return { headers: {} }
  const { now } = await readClock(scope)
  return credentialOf(scope.scenario, fillText(as, scope.saved), target, now)
}

function regionOf(name: string): Region {
  return REGIONS.find((region) => region === name) ?? 'eu'
}

/** Saves values of a response by name; returns the failures. */
function saveValues(save: Readonly<Record<string, string>>, response: Received, scope: Scope): Difference[] {
  const missing: Difference[] = []
  for (const [name, text] of Object.entries(save)) {
    const path = parseJsonPath(text)
    const found = typeof path === 'string' ? path : evaluateJsonPath(path, response.body)
    const expected = `one value to save as '${name}'`
    if (typeof found === 'string') missing.push({ place: text, expected, got: found })
    else if (found.length === 1) scope.saved.set(name, found[0]?.value)
    else
      missing.push({
        place: text,
        expected,
        got: found.length === 0 ? 'nothing' : `${countText(found.length, 'value')}`,
      })
  }
  return missing
}

async function runAdvance({ advance }: AdvanceStep, scope: Scope): Promise<void> {
  const by =
    typeof advance === 'string' ? { by: fillText(advance, scope.saved) } : fillValue(advance, scope.saved)
  await control(scope, 'POST', '/clock/advance', by)
}

async function runEdit({ as, edit }: EditStep, scope: Scope): Promise<void> {
  const { page, space, region, ...changes } = fillValue(edit, scope.saved) as EditStep['edit']
  const id = await pageIdOf({ page, space, region }, scope)
  const who = as === undefined ? {} : { as: fillText(as, scope.saved) }
  await control(scope, 'PUT', `/pages/${id}`, {
    ...changes,
    ...who,
    ...(region === undefined ? {} : { region }),
  })
}

async function runView({ as, view }: ViewStep, scope: Scope): Promise<void> {
  const place = fillValue(view, scope.saved) as ViewStep['view']
  const id = await pageIdOf(place, scope)
  const who = as === undefined ? {} : { as: fillText(as, scope.saved) }
  const { region } = place
  await control(scope, 'POST', `/pages/${id}/view`, { ...who, ...(region === undefined ? {} : { region }) })
}

/** The id of the page that a step names by its id or title. */
async function pageIdOf({ page, space, region = 'eu' }: ViewStep['view'], scope: Scope): Promise<number> {
  if (typeof page === 'number') return page
  const find = async <T>(table: string, filters: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ region, ...filters }).toString()
    return ((await control(scope, 'GET', `/state/${table}?${query}`)) as { items: readonly T[] }).items
  }
  const titled = await find<ContainerRecord>('container', { type: 'PAGE', name: page })
  const slash = space?.indexOf('/') ?? -1
  const key = space?.slice(slash + 1)
  const keyed = key === undefined ? [] : await find<ContainerRecord>('container', { type: 'SPACE', key })
  const sites = slash === -1 ? [] : await find<ApplicationRecord>('application', {})
  const named = sites.filter(({ id, name, handle }) =>
    [String(id), handle, name].includes(space?.slice(0, slash)),
  )
  const spaces = keyed.filter(
    ({ applicationId }) => slash === -1 || named.some(({ id }) => id === applicationId),
  )
  const items = titled.filter(
    ({ projectContainerId }) => key === undefined || spaces.some(({ id }) => id === projectContainerId),
  )
  const [only] = items
  if (only?.pageId !== undefined && items.length === 1) return only.pageId
  throw new StepError(
    only === undefined
      ? `no page ${quoted(page)}`
      : `${countText(items.length, 'page')} are called ${quoted(page)}: give the space or the page id`,
  )
}

async function runFault(step: FaultStep, scope: Scope): Promise<void> {
  const fault = fillValue(step.fault, scope.saved) as FaultStep['fault']
  if ('clear' in fault) {
    await control(scope, 'DELETE', '/faults')
    scope.faults.clear()
  } else if ('remove' in fault) {
    const { remove } = fault
    const id = typeof remove === 'number' ? remove : scope.faults.get(remove)
    if (id === undefined) throw new StepError(`no step ${quoted(remove)} has added a fault`)
    await control(scope, 'DELETE', `/faults/${id}`)
  } else {
    const added = (await control(scope, 'POST', '/faults', fault)) as { readonly id: number }
    if (step.step !== undefined) scope.faults.set(step.step, added.id)
  }
}

function durationOf(place: string, text: string, scope: Scope): number {
  const duration = parseDuration(fillText(text, scope.saved))
  if (duration === undefined) throw new StepError(`${place}: must be ${A_DURATION}, not ${quoted(text)}`)
  return duration
}

/** Asks the control API about the scope's world; returns the data of its response. Rejects with StepError if it refuses. */
export async function control(
  scope: Pick<Scope, 'send' | 'world'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await scope.send({
    method,
    url: `/_sim${path}`,
    headers: { 'content-type': 'application/json', 'x-sim-control': '1', 'x-sim-world': scope.world },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const { status, body: data } = received(response)
  if (status < 400) return data
  const message = isObject(data) && typeof data['message'] === 'string' ? data['message'] : `status ${status}`
  throw new StepError(message)
}
