/** One run of the client in a fresh fork, under one schedule. */
import type { ExchangeResponse, ExchangeRequest } from '../api/framework/exchange.ts'
import type { TakenTransition } from '../gateway/journal/entry.ts'
import { countText } from '../world/count-text.ts'
import { splitUrl } from '../gateway/addresses/locate.ts'
import type { AssumptionId } from '../api/framework/assumptions.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import type { PlainStep } from '../scenario/format/timeline.ts'
import type { FaultInput } from '../scenario/faults/fault.ts'
import { runStep, StepError } from '../scenario/timeline/step.ts'
import type { HandledExchange } from '../simulator/parts.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { parseDuration } from '../world/time/duration.ts'
import { type Disturbance, type FaultName, faultOf, isFault, NEXT_JOB, type Schedule } from './disturbance.ts'
import type { RecordedCall, RunFailure, RunRecord } from './record.ts'
import { milliseconds, type ExploreOptions, type RunContext, type Settings } from './options.ts'
import type { Platform, RejectionWatch } from './platform.ts'
import { bodyOf, callKey, callOf } from '../scenario/timeline/written-call.ts'
import { Turns } from './turns.ts'

/** What is the same for all runs of an exploration. */
export interface RunSetting {
  readonly base: Simulator
  readonly scenario: ResolvedScenario
  readonly client: Pick<ExploreOptions, 'run' | 'check' | 'mayFail'>
  readonly settings: Settings
  readonly platform: Platform
  readonly rejections: RejectionWatch
  /** Whether requests that wait at the same time are handled one by one, in an order that a schedule can change. */
  readonly takesTurns: boolean
  /** The keys of calls in their order: of requests that wait, the one that comes next goes first. */
  readonly order?: readonly string[]
  /** How far the clock moves until the response to a call arrives, by the number of the call. */
  readonly lasts?: ReadonlyMap<number, string>
}

/** The client did not end by itself. */
export class EndlessRun extends Error {
  override readonly name = 'EndlessRun'
}

export async function runClient(setting: RunSetting, schedule: Schedule): Promise<RunRecord> {
  return new ClientRun(setting, schedule).run()
}

class ClientRun {
  readonly #setting: RunSetting
  readonly #sim: Simulator
  readonly #begin: number
  readonly #schedule: Schedule
  readonly #calls: RecordedCall[] = []
  readonly #applied: Disturbance[] = []
  readonly #assumptions = new Set<AssumptionId>()
  readonly #transitions = new Set<TakenTransition>()
  /** How many injected failures in a row, by method and path. */
  readonly #failing = new Map<string, number>()
  /** True from a change of the world until a response that no fault replaced. */
  #unseenChange = false
  /** The ids of faults that stay for more than one exchange: outages, and the others. */
  readonly #outages: number[] = []
  readonly #lasting: number[] = []
  readonly #turns: Turns | undefined
  /** The virtual time when the last call ended. */
  #latest: number
  #number = 0
  #sleeps = 0
  #underWay = 0
  #overlaps = false
  /** Requests pass undisturbed: those of a disturbance, and all after the client has ended. */
  #passes = false
  #stop: (reason: EndlessRun) => void = () => {}

  constructor(setting: RunSetting, schedule: Schedule) {
    this.#setting = setting
    this.#schedule = schedule
    this.#sim = setting.base.fork({ intercept: (request, next) => this.#intercept(request, next) })
    this.#begin = this.#sim.world.now
    this.#latest = this.#begin
    const picks = new Map(
      schedule.flatMap((each) => (each.kind === 'order' ? [[each.at, each.pick] as const] : [])),
    )
    const { order } = setting
    if (setting.takesTurns)
      this.#turns = new Turns(setting.platform.nextTask, (number, waiting) => {
        const expected = order?.[number - 1]
        if (expected === undefined) return picks.get(number) ?? 0
        return Math.max(0, waiting.indexOf(expected))
      })
  }

  async run(): Promise<RunRecord> {
    const { client, settings, platform, rejections } = this.#setting
    rejections.take()
    const stopped = new Promise<EndlessRun>((resolve) => {
      this.#stop = resolve
    })
    const timer = platform.timer(settings.real)
    const late = timer.expired.then(
      () =>
        new EndlessRun(
          `the client did not end within ${countText(settings.real, 'millisecond')} of real time`,
        ),
    )
    const ending = new AbortController()
    const context: RunContext = {
      sleep: (duration) => this.#sleep(duration),
      now: () => this.#sim.world.now,
      signal: ending.signal,
    }
    const ended = await Promise.race([
      settled(async () => client.run(this.#sim, context)),
      stopped.then((error) => ({ error, endless: true })),
      late.then((error) => ({ error, endless: true })),
    ])
    timer.cancel()
    if (ended.endless === true) ending.abort()
    // Rejections that nobody handles surface when all callbacks have run.
    await platform.nextTask()
    this.#passes = true
    const waited = this.#sim.world.now - this.#latest
    const [rejected] = rejections.take()
    const failure = await this.#failureOf(ended, rejected)
    const applied = new Set(this.#applied)
    return {
      calls: this.#calls,
      waited,
      applied: this.#applied,
      missed: this.#schedule.filter((each) => each.kind !== 'assumption' && !applied.has(each)),
      ...(failure === undefined ? {} : { failure }),
      ...(failure === undefined && 'error' in ended ? { gaveUp: { error: ended.error } } : {}),
      assumptions: this.#assumptions,
      transitions: this.#transitions,
      overlaps: this.#overlaps,
      end: this.#sim,
    }
  }

  async #failureOf(ended: Ended, rejected: unknown): Promise<RunFailure | undefined> {
    const { check, mayFail } = this.#setting.client
    if (ended.endless === true) return { kind: 'endless', error: ended.error }
    if ('error' in ended && mayFail?.(ended.error) !== true) return { kind: 'error', error: ended.error }
    if (rejected !== undefined) return { kind: 'unhandled rejection', error: rejected }
    if (check === undefined) return undefined
    this.#removeFaults(this.#outages)
    this.#removeFaults(this.#lasting)
    const completed = {
      result: ended.result,
      exchanges: this.#calls,
      ...('error' in ended ? { error: ended.error } : {}),
    }
    const checked = await settled(async () => check(this.#sim, completed))
    return 'error' in checked ? { kind: 'check', error: checked.error } : undefined
  }

  async #intercept(
    request: ExchangeRequest,
    next: () => Promise<HandledExchange>,
  ): Promise<ExchangeResponse> {
    if (this.#passes) return (await next()).answer
    const { settings } = this.#setting
    if (this.#number >= settings.exchanges)
      return this.#end(`the client sent more than ${countText(settings.exchanges, 'request')}`)
    this.#overlaps ||= this.#underWay > 0
    this.#underWay++
    try {
      const number = this.#turns === undefined ? ++this.#number : await this.#takeTurn(this.#turns, request)
      const key = `${request.method} ${splitUrl(request.url).path}`
      const waited = this.#sim.world.now - this.#latest
      const fault = await this.#disturb(number, key)
      if (this.#isPastEnd()) return await this.#end(this.#pastEnd())
      return await this.#handle(request, next, { number, key, fault, waited })
    } finally {
      this.#underWay--
    }
  }

  async #takeTurn(turns: Turns, request: ExchangeRequest): Promise<number> {
    const key = this.#setting.order === undefined ? '' : callKey(callOf(request), bodyOf(request.body).body)
    const number = await turns.take(key)
    this.#number = number
    this.#applied.push(
      ...this.#schedule.filter(({ at, kind }) => at === number && kind === 'order' && turns.hadChoice),
    )
    return number
  }

  /** Does what the schedule has for this exchange; returns the fault to inject. */
  async #disturb(
    number: number,
    key: string,
  ): Promise<Extract<Disturbance, { kind: FaultName }> | undefined> {
    let fault: Extract<Disturbance, { kind: FaultName }> | undefined
    // A fault can hide what a change of the world did to this call. The next call then fails, too.
    let mayFail = this.#setting.settings.recoverable - (this.#failing.get(key) ?? 0)
    let hasChanged = false
    for (const disturbance of this.#schedule) {
      if (disturbance.at !== number) continue
      if (isFaultOf(disturbance)) {
        const { fails } = faultOf(disturbance.kind)
        if (fault !== undefined || (fails && mayFail <= 0)) continue
        fault = disturbance
        if (fails) mayFail--
        continue
      }
      const changes = changesWorld(disturbance)
      if (changes && !hasChanged && mayFail <= 0) continue
      if (!(await this.#happens(disturbance))) continue
      this.#applied.push(disturbance)
      if (!changes || hasChanged) continue
      hasChanged = true
      this.#unseenChange = true
      mayFail--
    }
    return fault
  }

  /** Returns false if the disturbance cannot happen in this state of the world. */
  async #happens(disturbance: Disturbance): Promise<boolean> {
    switch (disturbance.kind) {
      case 'clock':
        return this.#moveClock(disturbance.advance)
      case 'edit':
        for (const step of disturbance.steps) if (!(await this.#edit(step))) return false
        return true
      case 'outage':
        this.#addFault(this.#outages, { outage: disturbance.site, for: disturbance.lasts })
        return true
      case 'freeze':
        this.#addFault(this.#lasting, { freeze: '*', times: 1 })
        return true
      case 'message':
        this.#addFault(this.#lasting, { queue: '*', times: 1 })
        return true
      default:
        return false
    }
  }

  #moveClock(advance: string): boolean {
    const { clock } = this.#sim
    if (advance === NEXT_JOB) return clock.runNext().length > 0
    clock.advance(advance)
    return true
  }

  async #edit(step: PlainStep): Promise<boolean> {
    const sim = this.#sim
    const scope = {
      scenario: this.#setting.scenario,
      world: 'default',
      saved: new Map(),
      faults: new Map(),
      calls: { made: 0 },
      send: (request: ExchangeRequest, as?: string) => {
        // The request is intercepted before `exchange` returns.
        this.#passes = true
        try {
          return sim.exchange(request, as === undefined ? {} : { as })
        } finally {
          this.#passes = false
        }
      },
    }
    try {
      const { differences } = await runStep(step, scope)
      return differences.length === 0
    } catch (error) {
      if (error instanceof StepError) return false
      throw error
    }
  }

  #addFault(ids: number[], fault: FaultInput): void {
    ids.push(this.#sim.faults.add(fault).id)
  }

  #removeFaults(ids: number[]): void {
    for (const id of ids.splice(0)) this.#removeFault(id)
  }

  #removeFault(id: number): void {
    if (this.#sim.faults.list().some((fault) => fault.id === id)) this.#sim.faults.remove(id)
  }

  async #handle(
    request: ExchangeRequest,
    next: () => Promise<HandledExchange>,
    {
      number,
      key,
      fault,
      waited,
    }: {
      number: number
      key: string
      fault: Extract<Disturbance, { kind: FaultName }> | undefined
      waited: number
    },
  ): Promise<ExchangeResponse> {
    const sim = this.#sim
    const kind = fault === undefined ? undefined : faultOf(fault.kind)
    // Outages end when a call has failed as often as it may.
    if ((this.#failing.get(key) ?? 0) >= this.#setting.settings.recoverable) this.#removeFaults(this.#outages)
    const id = kind === undefined ? undefined : sim.faults.add({ ...kind.effect, times: 1 }).id
    const sentAt = sim.world.now
    const entry = await next()
    const { answer } = entry
    if (id !== undefined) this.#removeFault(id)
    const struck = id !== undefined && entry.fault === id
    if (struck && fault !== undefined) this.#applied.push(fault)
    const lasts = struck ? kind?.lasts : this.#setting.lasts?.get(number)
    if (lasts !== undefined) sim.clock.advance(lasts)
    // An expired token, or a record that another user removed, is a failure that a retry must be able to correct, too.
    const isFaulted = (struck && kind?.fails === true) || this.#outages.includes(entry.fault ?? 0)
    const failed = isFaulted || (this.#unseenChange && answer.status >= 400)
    if (!isFaulted) this.#unseenChange = false
    this.#failing.set(key, failed ? (this.#failing.get(key) ?? 0) + 1 : 0)
    for (const assumption of entry.assumptions ?? []) this.#assumptions.add(assumption)
    for (const transition of entry.transitions ?? []) this.#transitions.add(transition)
    this.#latest = sim.world.now
    this.#calls.push({
      number,
      method: request.method,
      url: request.address ?? request.url,
      operation: entry.operation,
      user: entry.user,
      status: answer.delivery?.dropped === true ? undefined : answer.status,
      sentAt,
      endedAt: this.#latest,
      ...retryAfterOf(answer),
      ...(struck && fault !== undefined ? { fault: fault.kind } : {}),
      changed: entry.entry?.stateful === true,
      request,
      answer,
      waited,
    })
    return answer
  }

  async #sleep(duration: number | string): Promise<void> {
    const by = typeof duration === 'number' ? duration : milliseconds('sleep', duration)
    if (!(by >= 0)) throw new TypeError(`sleep takes milliseconds or a duration, not ${String(duration)}`)
    // A client that sleeps for no time in a loop must end, too.
    if (++this.#sleeps > 50 * this.#setting.settings.exchanges) await this.#end('the client slept too often')
    if (this.#turns === undefined) this.#sim.clock.advance(by)
    else await this.#turns.sleepUntil(this.#sim.world.now + by, (due) => this.#moveTo(due))
    if (this.#isPastEnd()) await this.#end(this.#pastEnd())
  }

  #moveTo(due: number): void {
    if (due > this.#sim.world.now) this.#sim.clock.advanceTo(due)
  }

  #isPastEnd(): boolean {
    return this.#sim.world.now - this.#begin > this.#setting.settings.virtual
  }

  #pastEnd(): string {
    const days = this.#setting.settings.virtual / (parseDuration('1d') as number)
    return `the client did not end within ${countText(days, 'day')} of virtual time`
  }

  /** Ends the run as endless. The client waits forever. */
  #end(reason: string): Promise<never> {
    this.#stop(new EndlessRun(reason))
    return new Promise(() => {})
  }
}

function retryAfterOf({ headers, delivery }: ExchangeResponse): { readonly retryAfter?: number } {
  const [, seconds] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'retry-after') ?? []
  const retryAfter = Number(seconds)
  return delivery?.dropped === true || !(retryAfter >= 0) ? {} : { retryAfter }
}

interface Ended {
  readonly result?: unknown
  readonly error?: unknown
  readonly endless?: boolean
}

async function settled(action: () => unknown): Promise<Ended> {
  try {
    return { result: await action() }
  } catch (error) {
    return { error }
  }
}

/** Whether it may make the next call fail without a fault. */
function changesWorld({ kind }: Disturbance): boolean {
  return kind === 'clock' || kind === 'edit'
}

function isFaultOf(disturbance: Disturbance): disturbance is Extract<Disturbance, { kind: FaultName }> {
  return isFault(disturbance.kind)
}
