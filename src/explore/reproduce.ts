/** Runs a client through the scenario of a failure, with the disturbances of its timeline. */
import { createBase } from '../scenario/base.ts'
import type { PlainStep, TimelineStep } from '../scenario/format/timeline.ts'
import type { Disturbance } from './disturbance.ts'
import { type ExploreOptions, readOptions } from './options.ts'
import type { Platform } from './platform.ts'
import { runClient } from './run.ts'
import { CLIENT_STEP, RESPONSE_STEP, WAIT_STEP } from './scenario.ts'
import { callKey } from '../scenario/timeline/written-call.ts'

export interface ReproduceOptions extends Pick<
  ExploreOptions,
  'scenario' | 'run' | 'check' | 'mayFail' | 'limits'
> {
  /** The scenario of a failure: the object, or a file that was loaded. */
  readonly scenario: NonNullable<ExploreOptions['scenario']>
}

export async function reproduceFailure(options: ReproduceOptions, platform: Platform): Promise<void> {
  const settings = { ...readOptions(options), recoverable: Infinity }
  const { scenario } = await createBase(options.scenario, {})
  const base = await platform.create(options.scenario, {})
  await base.preload()
  const { schedule, order, lasts } = disturbancesOf(scenario.timeline ?? [])
  const rejections = platform.watchRejections()
  try {
    const setting = {
      base,
      scenario,
      client: options,
      settings,
      platform,
      rejections,
      takesTurns: true,
      order,
      lasts,
    }
    const { failure } = await runClient(setting, schedule)
    if (failure !== undefined) throw failure.error
  } finally {
    rejections.stop()
  }
}

/** Steps before the n-th call of the client happen before its n-th request. */
function disturbancesOf(timeline: readonly TimelineStep[]) {
  const schedule: Disturbance[] = []
  const order: string[] = []
  const lasts = new Map<number, string>()
  for (const step of timeline) {
    if (step.step?.startsWith(CLIENT_STEP) === true && 'call' in step)
      order.push(callKey(step.call, step.body))
    else if (step.step?.startsWith(RESPONSE_STEP) === true && 'advance' in step)
      lasts.set(order.length, String(step.advance))
    else if (!('fork' in step) && step.step?.startsWith(WAIT_STEP) !== true)
      schedule.push({ at: order.length + 1, kind: 'edit', steps: [step as PlainStep] })
  }
  return { schedule, order, lasts }
}
