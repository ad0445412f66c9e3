/** Runs steps of the timeline. The world stores their results. */
import type { TimelineRun } from '../../../control/responses/timeline.ts'
import { control } from '../../calls/api.ts'
import { attempt } from '../../live/live.ts'
import { showToast } from '../../state/store.ts'
import { countText } from '../../words/text.ts'

/** Runs the next `count` steps, or all that are left. */
export function run(count?: number): Promise<unknown> {
  return attempt('', async () => {
    const body = count === undefined ? {} : { count }
    const { ok, steps } = await control<TimelineRun>('/timeline/run', { method: 'POST', body })
    const failed = steps.find(({ outcome }) => outcome === 'failed')
    if (ok) showToast('good', `${countText(steps.length, 'step')} ran, all as expected`)
    else showToast('bad', `${failed?.name ?? failed?.title ?? 'A step'} failed`)
  })
}

/** Resets the world to the beginning of the scenario. */
export function putBack(): Promise<unknown> {
  return attempt('The world is reset', () => control('/reset', { method: 'POST', body: {} }))
}

/** Resets the world and runs the given number of steps. */
export async function again(count: number): Promise<void> {
  await putBack()
  await run(count)
}

/** Loads a ready scenario; every world restarts. */
export function load(name: string): Promise<unknown> {
  return attempt(`${name} is loaded`, () => control('/scenario', { method: 'POST', body: { name } }))
}
