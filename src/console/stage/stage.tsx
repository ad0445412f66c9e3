/** The stage: presents a timeline step by step on the whole page, moved by one key. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { showStep } from '../live/live.ts'
import { pressOf } from '../state/keys.ts'
import { goTo, href, routeView } from '../state/route.ts'
import { clock, connection, health, step as shownStep } from '../state/store.ts'
import { Badge, Problem } from '../ui/parts.tsx'
import { countText, dateText, durationText, timeText } from '../words/text.ts'
import { backend } from '../calls/backend.ts'
import { useOperations } from '../calls/catalogue.ts'
import { End } from './end.tsx'
import { Foot } from './foot.tsx'
import { useGestures } from './gestures.ts'
import { leaveLastSlide } from './moving.ts'
import { Opening, OtherScenario, OtherStep } from './opening.tsx'
import type { Shown } from './read-slide.ts'
import { SceneView } from './scene.tsx'
import { Speaker } from './speaker.tsx'
import { actionOf, addressOfStep, headingOf, positionOfAddress, type StageAction } from './timeline.ts'
import { useFit } from './use-fit.ts'
import { usePresentation } from './use-presentation.ts'

/** Marks an address that the stage wrote itself. The world may have gone on since, which a reload follows. */
const OWN = { stage: true }

function isOwnAddress(): boolean {
  return (history.state as Partial<typeof OWN> | null)?.stage === true
}

/** The address of a reload, which may come while the stage writes another one: whoever reloads wants no other step. */
const reloadedAddress = performance
  .getEntriesByType('navigation')
  .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload')
  ? location.hash
  : undefined

/** `rest` is the scenario and the step of the address. */
export function Stage({ rest }: { readonly rest: readonly string[] }) {
  const view = routeView.value
  const isFollowing = view === 'follow'
  const presentation = usePresentation()
  // Requests are explained by them.
  const operations = useOperations()
  const { shown, busy } = presentation
  const address = rest.join('/')
  // The address is followed once, and then follows the timeline.
  const [followed, setFollowed] = useState<string | undefined>(undefined)
  const [reloaded] = useState(() => (location.hash === reloadedAddress ? address : undefined))
  const scenario = health.value?.scenario
  const [wantedScenario, namedStep] = followed === address || isFollowing || isOwnAddress() ? [] : rest
  const wantedStep = reloaded === address ? undefined : namedStep
  const isOther = scenario !== undefined && wantedScenario !== undefined && wantedScenario !== scenario
  const { items = [] } = shown?.timeline ?? {}
  const wanted = wantedStep === undefined ? undefined : positionOfAddress(items, wantedStep)
  const isElsewhere = !isOther && shown !== undefined && wanted !== undefined && wanted + 1 !== shown.slide
  const isSettled = !isOther && !isElsewhere && shown !== undefined && scenario !== undefined
  const stay = () => setFollowed(address)

  // Steps run in the present.
  useEffect(() => {
    if (shownStep.value !== undefined) showStep(undefined)
  }, [shownStep.value])

  useEffect(() => {
    document.title = `${scenario ?? 'Stage'} · reqsim`
    scrollTo(0, 0)
    // Who has just left must not be brought back.
    if (!isSettled || isFollowing || !location.hash.startsWith(href('stage'))) return
    const step = items[shown.slide - 1] === undefined ? [] : [addressOfStep(items, shown.slide - 1)]
    const query = view === '' ? '' : `?${view}`
    history.replaceState(OWN, '', href('stage', scenario, ...step) + query)
    setFollowed(address)
  }, [isSettled, shown?.slide, scenario, view])

  const perform = (action: StageAction): void => {
    if (action === 'leave') {
      void leaveLastSlide().catch(() => {})
      goTo('scenario')
    }
    // A further window would have a simulator of its own.
    if (action === 'speaker' && !backend.isInPage)
      location.hash = href('stage') + (view === 'speaker' ? '' : '?speaker')
    if (!isSettled) return
    if (action === 'next') void presentation.next()
    if (action === 'back') void presentation.back()
    if (action === 'end') void presentation.toEnd()
    if (action === 'start') void presentation.goTo(0)
  }
  // With what is shown: an effect after the paint would drop a key that comes as soon as the slide is there.
  useLayoutEffect(() => {
    if (isFollowing) return undefined
    const press = (event: KeyboardEvent) => {
      const action = event.defaultPrevented ? undefined : actionOf(pressOf(event))
      if (action === undefined) return
      event.preventDefault()
      perform(action)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
  const isStep = shown !== undefined && items[shown.slide - 1] !== undefined
  const gestures = useGestures(isFollowing || view === 'speaker' ? undefined : perform, isStep)

  return (
    <div class="stage" aria-busy={busy || operations.loading || shown === undefined}>
      <Top shown={shown} />
      {isSettled && view === 'speaker' ? (
        <Speaker shown={shown} presentation={presentation} perform={perform} />
      ) : (
        <main class="stage-main" {...gestures}>
          <Problem text={presentation.error} />
          {isOther ? (
            <OtherScenario wanted={wantedScenario} onStay={stay} />
          ) : isElsewhere ? (
            <OtherStep
              heading={headingOf(items[wanted] ?? { path: '', verb: '', title: '', done: false })}
              number={wanted + 1}
              onGo={async () => {
                await presentation.goTo(wanted + 1)
                stay()
              }}
              onStay={stay}
            />
          ) : shown === undefined ? (
            <p>Reading…</p>
          ) : (
            <Slide shown={shown} perform={isFollowing ? undefined : perform} />
          )}
        </main>
      )}
      {isFollowing ? null : <Foot {...{ presentation, isSettled, perform, view }} />}
    </div>
  )
}

/** `perform` is undefined in a window that only follows. */
function Slide({ shown, perform }: { readonly shown: Shown; readonly perform: Perform | undefined }) {
  const { timeline, slide, scene, missing } = shown
  const { items, total } = timeline
  const content = useRef<HTMLDivElement>(null)
  const step = items[slide - 1]
  useFit(content, shown)
  return (
    <div ref={content} class="stage-fit">
      {step !== undefined ? (
        <SceneView key={slide} step={step} scene={scene} missing={missing} />
      ) : slide === 0 ? (
        <Opening steps={total} perform={perform} />
      ) : (
        <End steps={items} perform={perform} />
      )}
    </div>
  )
}

type Perform = (action: StageAction) => void

function Top({ shown }: { readonly shown: Shown | undefined }) {
  const { timeline, slide = 0, scene } = shown ?? {}
  const now = clock.value?.now
  const total = timeline?.total ?? 0
  const elapsed = scene?.result.elapsed ?? 0
  return (
    <header class="stage-top">
      <div class="stage-progress">
        <span>
          <b>{health.value?.scenario ?? '…'}</b> {total === 0 ? '' : placeText(slide, total)}
        </span>
        {total === 0 ? null : (
          <progress value={Math.min(slide, total)} max={total} aria-label="Steps that ran" />
        )}
      </div>
      {connection.value === 'lost' ? <Badge tone="bad">disconnected</Badge> : null}
      {now === undefined ? null : (
        <time class={`stage-clock ${elapsed > 0 ? 'has-moved' : ''}`} dateTime={now}>
          {elapsed > 0 ? <span class="stage-elapsed">+{durationText(elapsed)}</span> : null}
          <span class="stage-date">{dateText(now)}</span>
          <span class="stage-time">{timeText(now)}</span>
        </time>
      )}
    </header>
  )
}

function placeText(slide: number, total: number): string {
  if (slide === 0) return countText(total, 'step')
  return slide > total ? 'The end' : `Step ${slide} of ${total}`
}
