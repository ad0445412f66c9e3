/** What the speaker sees while the audience sees the slide: the words of this step and of the next, and the time. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { TimelineStep } from '../../control/responses/timeline.ts'
import { href } from '../state/route.ts'
import { world } from '../state/store.ts'
import { Badge, Problem } from '../ui/parts.tsx'
import { End } from './end.tsx'
import { Opening } from './opening.tsx'
import type { Shown } from './read-slide.ts'
import { actionText, headingOf, type StageAction, statusText } from './timeline.ts'
import type { Presentation } from './use-presentation.ts'

export function Speaker(props: {
  readonly shown: Shown
  readonly presentation: Presentation
  readonly perform: (action: StageAction) => void
}) {
  const { shown, presentation, perform } = props
  const { timeline, slide, missing } = shown
  const { items, total, stage } = timeline
  const step = items[slide - 1]
  const next = items[slide]
  return (
    <main class="stage-main stage-speaker">
      <div class="stage-column">
        <Problem text={presentation.error} />
        {step === undefined ? (
          slide === 0 ? (
            <Opening steps={total} perform={perform} />
          ) : (
            <End steps={items} perform={perform} />
          )
        ) : (
          <section class="stage-words" aria-live="polite" aria-label="This step">
            <h1>{headingOf(step)}</h1>
            {step.note === undefined ? null : <p>{step.note}</p>}
            <Outcome step={step} />
            {missing === undefined ? null : (
              <p class="muted">What the step did cannot be shown to the audience: {missing}.</p>
            )}
          </section>
        )}
        {next === undefined ? null : (
          <section class="stage-part stage-next" aria-label="Next step">
            <h2>Next: {headingOf(next)}</h2>
            {next.note === undefined ? null : <p>{next.note}</p>}
            <p class="muted">{actionText(next)}</p>
          </section>
        )}
      </div>
      <aside class="stage-column" aria-label="For the speaker">
        <section class="stage-part">
          <h2>Elapsed time</h2>
          <Elapsed since={stage?.since} />
        </section>
        <section class="stage-part">
          <h2>For the audience</h2>
          <p>
            <a href={`${href('stage')}?follow`} target="_blank" rel="noopener" onMouseDown={keepFocus}>
              Open a window that follows
            </a>
          </p>
          <p class="muted stage-address">
            {isThisComputer() ? 'On this computer: ' : ''}
            {audienceAddress()}
          </p>
        </section>
        <section class="stage-part stage-list">
          <h2>Steps</h2>
          <Steps items={items} slide={slide} goTo={presentation.goTo} />
        </section>
      </aside>
    </main>
  )
}

/** A press of the mouse leaves the keys to the stage: Space runs the next step, whatever was clicked last. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** All steps; the current one is always in sight. */
function Steps(props: {
  readonly items: readonly TimelineStep[]
  readonly slide: number
  readonly goTo: Presentation['goTo']
}) {
  const { items, slide, goTo } = props
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [slide])
  return (
    <ol ref={list}>
      {items.map((each, index) => (
        <li key={each.path} aria-current={index + 1 === slide ? 'step' : undefined}>
          <button type="button" class="link" onMouseDown={keepFocus} onClick={() => void goTo(index + 1)}>
            {headingOf(each)}
          </button>
        </li>
      ))}
    </ol>
  )
}

function Outcome({ step }: { readonly step: TimelineStep }) {
  const { result } = step
  if (result === undefined) return null
  const { outcome, status, failures } = result
  return (
    <p>
      <Badge tone={outcome === 'failed' ? 'bad' : 'good'}>
        {outcome === 'failed' ? 'not as expected' : 'as expected'}
      </Badge>{' '}
      <span class="muted">
        {actionText(step)}
        {status === undefined ? '' : `: ${statusText(status)}`}
        {failures.length === 0 ? '' : ` (${failures.slice(0, 3).join('; ')})`}
      </span>
    </p>
  )
}

/** As the audience types it, on a device of their own. */
function audienceAddress(): string {
  const page = new URL(location.href)
  page.search = world.value === 'default' ? '' : `?world=${encodeURIComponent(world.value)}`
  page.hash = `${href('stage')}?follow`
  return page.href
}

/** Whether no other device reaches the address of this page. */
function isThisComputer(): boolean {
  return /^(?:127\.|localhost$|\[::1\]$)/.test(location.hostname)
}

const SECOND = 1000

/** Since the first step, by the clock of the presenter. */
function Elapsed({ since }: { readonly since: string | undefined }) {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  const seconds = since === undefined ? 0 : Math.max(0, Math.floor((now - Date.parse(since)) / SECOND))
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const text = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return (
    <p class="stage-timer" role="timer" aria-label="Elapsed time">
      {text.replace(/^00:/, '')}
    </p>
  )
}
