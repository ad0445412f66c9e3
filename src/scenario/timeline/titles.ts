/** Steps of a timeline in a line each. */
import { redactAddress } from '../../gateway/journal/redact.ts'
import type { PlainStep, TimelineStep, Verb } from '../format/timeline.ts'
import { countText } from '../../world/count-text.ts'

/** The verb of a step. */
export function verbOf(step: TimelineStep): Verb {
  if ('call' in step) return 'call'
  if ('advance' in step) return 'advance'
  if ('edit' in step) return 'edit'
  if ('view' in step) return 'view'
  return 'fault' in step ? 'fault' : 'fork'
}

/** What a step does. */
export function titleOf(step: TimelineStep): string {
  if ('fork' in step) return `fork of ${countText(step.fork.steps.length, 'step')}`
  return plainTitle(step)
}

function plainTitle(step: PlainStep): string {
  if ('call' in step) {
    const who = step.as === undefined ? '' : ` as ${step.as}`
    return `${redactAddress(step.call)}${who}${step.until === undefined ? '' : ', until as expected'}`
  }
  if ('advance' in step) {
    const { advance } = step
    if (typeof advance === 'string') return `advance ${advance}`
    return 'to' in advance ? `advance to ${advance.to}` : `advance by ${countText(advance.jobs, 'job')}`
  }
  if ('edit' in step) return `edit page ${step.edit.page}${by(step.as)}`
  if ('view' in step) return `view page ${step.view.page}${by(step.as)}`
  const { fault } = step
  if ('clear' in fault) return 'take every fault out'
  if ('remove' in fault) return `take fault ${fault.remove} out`
  return `fault: ${Object.entries(fault)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ')}`.slice(0, 200)
}

function by(user: string | undefined): string {
  return user === undefined ? '' : ` as ${user}`
}

/** Names of the steps at which a run may begin or end. */
export function stepNames(timeline: readonly TimelineStep[]): readonly string[] {
  return timeline.flatMap(({ step }) => (step === undefined ? [] : [step]))
}
