/** Runs steps of the timeline; the world keeps their results. */
import type { StepRecord } from '../../../model/world/timeline-progress.ts'
import { control } from '../../calls/api.ts'
import { attempt } from '../../state/live.ts'
import { tell } from '../../state/store.ts'
import { countText } from '../../words/text.ts'

export interface Step {
  readonly path: string
  readonly name?: string
  readonly note?: string
  readonly verb: string
  readonly title: string
  readonly done: boolean
  /** Its result, if it passed, or if it failed and is the next one. */
  readonly result?: StepRecord
}

interface Run {
  readonly ok: boolean
  readonly steps: readonly StepRecord[]
  readonly left: number
}

/** Runs the next so many steps, or all that are left. */
export function run(count?: number): Promise<unknown> {
  return attempt('', async () => {
    const body = count === undefined ? {} : { count }
    const { ok, steps } = await control<Run>('/timeline/run', { method: 'POST', body })
    const failed = steps.find(({ outcome }) => outcome === 'failed')
    if (ok) tell('good', `${countText(steps.length, 'step')} ran, all as expected`)
    else tell('bad', `${failed?.name ?? failed?.title ?? 'A step'} was not as expected`)
  })
}

/** Puts the world back to the beginning of the scenario. */
export function putBack(): Promise<unknown> {
  return attempt('The world is back at its beginning', () => control('/reset', { method: 'POST', body: {} }))
}

/** Puts the world back and goes so many steps. */
export async function again(count: number): Promise<void> {
  await putBack()
  await run(count)
}

/** Loads a ready scenario; every world begins anew. */
export function load(name: string): Promise<unknown> {
  return attempt(`${name} is loaded`, () => control('/scenario', { method: 'POST', body: { name } }))
}
