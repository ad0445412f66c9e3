/** Runs steps of the timeline, and keeps what became of them as long as the world goes on from there. */
import { signal } from '@preact/signals'
import { control } from '../../api.ts'
import { attempt } from '../../live.ts'
import { health, tell, world } from '../../store.ts'
import { countText } from '../../text.ts'

export interface Step {
  readonly path: string
  readonly name?: string
  readonly note?: string
  readonly verb: string
  readonly title: string
  readonly done: boolean
}

/** What became of a step; as `POST /timeline/run` tells it. */
export interface StepResult {
  readonly path: string
  readonly name?: string
  readonly note?: string
  readonly title: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly begin?: string
  readonly end?: string
  readonly elapsed: number
  readonly status?: number
  readonly tries?: number
  readonly failures: readonly string[]
  readonly differences: readonly { readonly place: string; readonly expected: string; readonly got: string }[]
  readonly curl?: string
  readonly steps?: readonly StepResult[]
}

interface Run {
  readonly ok: boolean
  readonly steps: readonly StepResult[]
  readonly left: number
}

interface Results {
  /** The world and its scenario. */
  readonly story: string
  readonly byPath: Readonly<Record<string, StepResult>>
}

const results = signal<Results>({ story: '', byPath: {} })

/** What became of the steps that ran from this page, by their path. */
function resultsNow(): Results['byPath'] {
  return results.value.story === storyNow() ? results.value.byPath : {}
}

/** The result of a step, unless the world went back to before it since. A step that failed is the one that runs next. */
export function resultOf({ path, done }: Step, isNext: boolean): StepResult | undefined {
  const result = resultsNow()[path]
  if (done) return result?.outcome === 'passed' ? result : undefined
  return isNext && result?.outcome === 'failed' ? result : undefined
}

function storyNow(): string {
  return `${world.value} ${health.value?.scenarioHash ?? ''}`
}

/** Results with those of a run; what it skipped has not happened. */
export function withRun(before: Results['byPath'], steps: readonly StepResult[]): Results['byPath'] {
  const ran = steps.filter(({ outcome }) => outcome !== 'skipped')
  return { ...before, ...Object.fromEntries(ran.map((step) => [step.path, step])) }
}

/** Runs the next so many steps, or all that are left. */
export function run(count?: number): Promise<unknown> {
  return attempt('', async () => {
    const body = count === undefined ? {} : { count }
    const { ok, steps } = await control<Run>('/timeline/run', { method: 'POST', body })
    results.value = { story: storyNow(), byPath: withRun(resultsNow(), steps) }
    const failed = steps.find(({ outcome }) => outcome === 'failed')
    if (ok) tell('good', `${countText(steps.length, 'step')} ran, all as expected`)
    else tell('bad', `${failed?.name ?? failed?.title ?? 'A step'} was not as expected`)
  })
}

/** Puts the world back to the beginning of the scenario. */
export function putBack(): Promise<unknown> {
  return attempt('The world is back at its beginning', async () => {
    await control('/reset', { method: 'POST', body: {} })
    results.value = { story: '', byPath: {} }
  })
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
