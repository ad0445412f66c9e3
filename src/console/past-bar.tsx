/** The bar by which a world is shown as it was: a slider over its steps, and where it stands. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { showStep } from './live/live.ts'
import { changedRecords, goEarlier, goLater, goTo, shownStep } from './live/past.ts'
import { href } from './state/route.ts'
import { clock, range, step } from './state/store.ts'
import { ForkButton } from './ui/fork-button.tsx'
import { Icon } from './ui/icon.tsx'
import { Button } from './ui/parts.tsx'
import { stepText } from './words/edit-text.ts'
import { countText, timeText } from './words/text.ts'

/** Wall-clock milliseconds that the slider rests before the panels follow it. */
const SETTLED = 80

export function PastBar() {
  const steps = range.value
  if (steps === undefined) return null
  const { first, last } = steps
  const shown = step.value
  const isPast = shown !== undefined
  return (
    <section class={`past ${isPast ? 'is-past' : ''}`} aria-label="History of the world">
      <Icon name="past" />
      <div class="segments" role="group" aria-label="Step by step">
        <Button
          label="One step earlier"
          title="Show the world one step earlier (,)"
          disabled={isPast ? shown <= first : last <= first}
          onPress={goEarlier}
        >
          <Icon name="earlier" />
        </Button>
        <Button
          label="One step later"
          title="Show the world one step later (.)"
          disabled={!isPast}
          onPress={goLater}
        >
          <Icon name="later" />
        </Button>
      </div>
      <Slider first={first} last={last} shown={shown ?? last + 1} />
      <p class="past-text" role="status">
        {isPast ? pastText(shown, last) : nowText(last)}
      </p>
      {isPast ? (
        <div class="past-actions">
          <a href={href('past')}>{countText(changedRecords.value, 'record')} changed</a>
          <ForkButton at={shown} />
          <Button kind="main" onPress={() => showStep(undefined)}>
            Back to now
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function nowText(last: number) {
  return last === 0 ? (
    <span class="muted">Now. Nothing has changed the world yet.</span>
  ) : (
    <span class="muted">
      Now, after <a href={href('past')}>{countText(last, 'step')}</a>
    </span>
  )
}

function pastText(shown: number, last: number) {
  const time = clock.value === undefined ? '' : `, ${timeText(clock.value.now)}`
  const entry = shownStep.value?.entry
  const title = shown === 0 ? 'the beginning' : (entry?.title ?? '')
  return (
    <>
      <strong>
        Showing step {shown} of {last}
        {time}
      </strong>{' '}
      <span class="past-title" title={title}>
        {(entry && stepText(entry)) ?? title}
      </span>
    </>
  )
}

function Slider({
  first,
  last,
  shown,
}: {
  readonly first: number
  readonly last: number
  readonly shown: number
}) {
  // Where it is dragged to, until the panels follow.
  const [dragged, setDragged] = useState<number | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => setDragged(undefined), [shown])
  useEffect(() => () => clearTimeout(timer.current), [])
  const value = dragged ?? shown
  return (
    <input
      class="past-slider"
      type="range"
      aria-label="Step"
      aria-valuetext={value > last ? 'now' : `step ${value} of ${last}`}
      min={first}
      max={last + 1}
      value={value}
      disabled={last <= first}
      onInput={(event) => {
        const to = event.currentTarget.valueAsNumber
        setDragged(to)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => goTo(to), SETTLED)
      }}
    />
  )
}
