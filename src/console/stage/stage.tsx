/** The stage: presents a timeline step by step on the whole page, moved by one key. */
import type { Timeline } from '../../control/responses/timeline.ts'
import { useEffect, useState } from 'preact/hooks'
import { pressOf } from '../state/keys.ts'
import { goTo, href } from '../state/route.ts'
import { showStep } from '../live/live.ts'
import { clock, connection, health, step as shownStep } from '../state/store.ts'
import { Badge, Problem } from '../ui/parts.tsx'
import { countText, dateText, durationText, timeText } from '../words/text.ts'
import { useOperations } from '../calls/catalogue.ts'
import { Opening, OtherScenario, OtherStep } from './opening.tsx'
import { SceneView } from './scene.tsx'
import {
  actionOf,
  addressOfStep,
  headingOf,
  positionOfAddress,
  STAGE_KEYS,
  type StageAction,
} from './timeline.ts'
import { type Presentation, usePresentation } from './use-presentation.ts'

/** `rest` is the scenario and the step of the address. */
export function Stage({ rest }: { readonly rest: readonly string[] }) {
  const presentation = usePresentation()
  // Requests are explained by them.
  const operations = useOperations()
  const { timeline, position, scene, busy } = presentation
  const address = rest.join('/')
  // The address is followed once, and then follows the timeline.
  const [followed, setFollowed] = useState<string | undefined>(undefined)
  const scenario = health.value?.scenario
  const [wantedScenario, wantedStep] = followed === address ? [] : rest
  const isOther = scenario !== undefined && wantedScenario !== undefined && wantedScenario !== scenario
  const wanted = wantedStep === undefined ? undefined : positionOfAddress(timeline?.items ?? [], wantedStep)
  const isElsewhere = !isOther && timeline !== undefined && wanted !== undefined && wanted !== position
  const isSettled = !isOther && !isElsewhere && timeline !== undefined && scenario !== undefined
  const stay = () => setFollowed(address)

  // Steps run in the present.
  useEffect(() => {
    if (shownStep.value !== undefined) showStep(undefined)
  }, [shownStep.value])

  useEffect(() => {
    document.title = `${scenario ?? 'Stage'} · reqsim`
    scrollTo(0, 0)
    // Who has just left must not be brought back.
    if (!isSettled || !location.hash.startsWith(href('stage'))) return
    const step = position < 0 ? [] : [addressOfStep(timeline.items, position)]
    history.replaceState(undefined, '', href('stage', scenario, ...step))
    setFollowed(address)
  }, [isSettled, position, scenario])

  const perform = (action: StageAction): void => {
    if (action === 'leave') goTo('scenario')
    if (!isSettled) return
    if (action === 'next') void presentation.next()
    if (action === 'back') void presentation.back()
    if (action === 'end') void presentation.toEnd()
    if (action === 'start') void presentation.goTo(-1)
  }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = event.defaultPrevented ? undefined : actionOf(pressOf(event))
      if (action === undefined) return
      event.preventDefault()
      perform(action)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })

  const step = timeline?.items[position]
  return (
    <div class="stage" aria-busy={busy || operations.loading}>
      <Top timeline={timeline} position={position} elapsed={scene?.result.elapsed ?? 0} />
      <main class="stage-main">
        <Problem text={presentation.error} />
        {isOther ? (
          <OtherScenario wanted={wantedScenario} onStay={stay} />
        ) : isElsewhere ? (
          <OtherStep
            heading={headingOf(timeline.items[wanted] ?? { path: '', verb: '', title: '', done: false })}
            number={wanted + 1}
            onGo={async () => {
              await presentation.goTo(wanted)
              stay()
            }}
            onStay={stay}
          />
        ) : timeline === undefined ? (
          <p>Reading…</p>
        ) : step === undefined ? (
          <Opening steps={timeline.total} onStart={presentation.next} />
        ) : (
          <SceneView key={position} step={step} scene={scene} />
        )}
      </main>
      <Foot {...{ presentation, isSettled, perform }} />
    </div>
  )
}

function Top(props: {
  readonly timeline: Timeline | undefined
  readonly position: number
  /** Virtual milliseconds that the step took. */
  readonly elapsed: number
}) {
  const { timeline, position, elapsed } = props
  const now = clock.value?.now
  const total = timeline?.total ?? 0
  return (
    <header class="stage-top">
      <div class="stage-progress">
        <span>
          <b>{health.value?.scenario ?? '…'}</b>{' '}
          {total === 0 ? '' : position < 0 ? countText(total, 'step') : `Step ${position + 1} of ${total}`}
        </span>
        {total === 0 ? null : <progress value={position + 1} max={total} aria-label="Steps that ran" />}
      </div>
      {connection.value === 'lost' ? <Badge tone="bad">disconnected</Badge> : null}
      {now === undefined ? null : (
        <time class="stage-clock" dateTime={now}>
          {elapsed > 0 && position >= 0 ? <span class="stage-elapsed">+{durationText(elapsed)}</span> : null}
          <span class="stage-date">{dateText(now)}</span>
          <span class="stage-time">{timeText(now)}</span>
        </time>
      )}
    </header>
  )
}

function Foot(props: {
  readonly presentation: Presentation
  readonly isSettled: boolean
  readonly perform: (action: StageAction) => void
}) {
  const { presentation, isSettled, perform } = props
  const { timeline, position } = presentation
  const total = timeline?.total ?? 0
  const isLast = (timeline?.next ?? 0) >= total
  return (
    <footer class="stage-foot">
      <StageButton action="back" disabled={!isSettled || position < 0} onPress={perform}>
        Back
      </StageButton>
      <StageButton action="next" main disabled={!isSettled || isLast} onPress={perform}>
        {isLast && total > 0 ? 'The end' : position < 0 ? 'Start' : 'Next'}
      </StageButton>
      <StageButton action="end" disabled={!isSettled || isLast} onPress={perform}>
        Run to the end
      </StageButton>
      {timeline === undefined || total === 0 ? null : (
        <select
          aria-label="Go to a step"
          value={String(position)}
          disabled={!isSettled}
          onChange={(event) => {
            const { currentTarget: select } = event
            void presentation.goTo(Number(select.value))
            // The next press of a key moves the timeline again.
            select.blur()
          }}
        >
          <option value="-1">Beginning</option>
          {timeline.items.map((step, index) => (
            <option key={step.path} value={String(index)}>
              {index + 1}. {headingOf(step)}
            </option>
          ))}
        </select>
      )}
      <StageButton action="leave" onPress={perform}>
        Leave
      </StageButton>
    </footer>
  )
}

function StageButton(props: {
  readonly action: StageAction
  readonly children: string
  readonly main?: boolean
  readonly disabled?: boolean
  readonly onPress: (action: StageAction) => void
}) {
  const { action, children, main = false, disabled = false, onPress } = props
  return (
    <button
      type="button"
      class={`button button-${main ? 'main' : 'plain'}`}
      disabled={disabled}
      aria-keyshortcuts={action === 'next' ? 'Space ArrowRight PageDown' : undefined}
      // A button that was clicked does not take the focus, so that Space still means next.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPress(action)}
    >
      {children} <kbd class="stage-key">{STAGE_KEYS[action]}</kbd>
    </button>
  )
}
