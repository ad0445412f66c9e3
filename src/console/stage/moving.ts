/** Moves the timeline of the world. The world is on the server, and so is the slide that all windows show. */
import type { StagePlace, Timeline, TimelineRun } from '../../control/responses/timeline.ts'
import type { Clock } from '../../control/responses/worlds.ts'
import { type CallOptions, control } from '../calls/api.ts'
import { clock, showToast } from '../state/store.ts'
import { slideOf } from './timeline.ts'

export function readTimeline(options: CallOptions = {}): Promise<Timeline> {
  return control<Timeline>('/timeline?limit=10000', options)
}

/** Runs the next step; after the last one shows the end. */
export async function goOn(): Promise<void> {
  const timeline = await readTimeline()
  const { next, total } = timeline
  if (next < total) return runUntil(timeline, next + 1)
  if (slideOf(timeline) === total) await place({ slide: total + 1 })
}

/** Runs all steps that are left. */
export async function runToEnd(): Promise<void> {
  const timeline = await readTimeline()
  return timeline.next < timeline.total ? runUntil(timeline, timeline.total) : goOn()
}

/** Goes to the slide before the one that is shown. */
export async function goBack(): Promise<void> {
  return goToSlide(slideOf(await readTimeline()) - 1)
}

/** Goes to a slide: runs the steps up to it, or takes the world back to where it had run. 0 is the beginning. */
export async function goToSlide(slide: number): Promise<void> {
  if (slide < 0) return
  const timeline = await readTimeline()
  const { items, next, total, stage } = timeline
  const after = items[slide - 1]?.past?.after
  if (slide > next) return runUntil(timeline, slide)
  if (slide === 0) return reset()
  if (after === undefined) {
    await reset()
    await place({ ...stage, slide })
    await control('/timeline/run', { method: 'POST', body: { count: slide } })
    return
  }
  if (slide === total) await place({ slide })
  await control(`/past/${after}/restore`, { method: 'POST', body: {} })
}

/** The end is shown to whoever opens the stage next, once the presenter has left the last step. */
export async function leaveLastSlide(): Promise<void> {
  const timeline = await readTimeline()
  if (timeline.total > 0 && slideOf(timeline) === timeline.total) await place({ slide: timeline.total + 1 })
}

/** To the beginning of the scenario, with a clock that stands still from there. */
async function reset(): Promise<void> {
  await control('/reset', { method: 'POST', body: { mode: 'manual' } })
}

/** The world may have moved since it was loaded, so that the first step begins with a reset. */
async function runUntil({ next, total }: Timeline, end: number): Promise<void> {
  if (next === 0) {
    await reset()
    await place({ slide: 0, since: new Date().toISOString() })
  } else await pause()
  // Before it ran: no window shows the end for a moment.
  if (end >= total) await place({ slide: total })
  const { steps } = await control<TimelineRun>('/timeline/run', {
    method: 'POST',
    body: { count: end - next },
  })
  const failed = steps.findIndex(({ outcome }) => outcome === 'failed')
  if (failed !== -1) showToast('bad', `Step ${next + failed + 1} failed`)
}

function place(body: StagePlace): Promise<StagePlace> {
  return control<StagePlace>('/timeline/stage', { method: 'PUT', body })
}

/** A clock that runs would change the world between two steps. */
async function pause(): Promise<void> {
  const { mode } = await control<Clock>('/clock')
  if (mode === 'live') clock.value = await control('/clock', { method: 'PATCH', body: { mode: 'manual' } })
}
