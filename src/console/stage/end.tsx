/** The stage after the last step: what the story showed, and what comes next. */
import type { TimelineStep } from '../../control/responses/timeline.ts'
import { health } from '../state/store.ts'
import { countText } from '../words/text.ts'
import { StageButton } from './foot.tsx'
import { descriptionText, OtherStories, useReady } from './opening.tsx'
import { headingOf, type StageAction } from './timeline.ts'

/** More headings would not be read. */
const MAXIMUM_SHOWN = 8

export function End(props: {
  readonly steps: readonly TimelineStep[]
  /** Undefined in a window that only follows. */
  readonly perform: ((action: StageAction) => void) | undefined
}) {
  const { steps, perform } = props
  const { data = [] } = useReady()
  const name = health.value?.scenario ?? '…'
  const description = data.find((one) => one.name === name)?.description
  return (
    <section class="stage-opening">
      <h1>The end</h1>
      {description === undefined ? null : <p class="stage-lead">{descriptionText(description)}</p>}
      <h2>What the story showed, in {countText(steps.length, 'step')}</h2>
      <ul class="stage-showed">
        {chosen(steps).map((step) => (
          <li key={step.path}>{headingOf(step)}</li>
        ))}
      </ul>
      {perform === undefined ? null : (
        <>
          <div class="row">
            <StageButton action="start" main onPress={perform}>
              Start again
            </StageButton>
          </div>
          <OtherStories name={name} />
        </>
      )}
    </section>
  )
}

/** The steps with names are the turns of a story; a story without them is shown in even parts. */
function chosen(steps: readonly TimelineStep[]): readonly TimelineStep[] {
  const named = steps.filter(({ name, heading }) => name !== undefined && heading !== undefined)
  const from = named.length >= 3 ? named : steps.filter(({ heading }) => heading !== undefined)
  if (from.length <= MAXIMUM_SHOWN) return from
  return Array.from({ length: MAXIMUM_SHOWN }, (_, index) => {
    const position = Math.round((index * (from.length - 1)) / (MAXIMUM_SHOWN - 1))
    return from[position]
  }).filter((step) => step !== undefined)
}
