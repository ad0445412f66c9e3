/** The buttons of a presenter, each with its key. */
import { backend } from '../calls/backend.ts'
import { headingOf, STAGE_KEYS, type StageAction } from './timeline.ts'
import type { Presentation } from './use-presentation.ts'

export function Foot(props: {
  readonly presentation: Presentation
  readonly isSettled: boolean
  readonly perform: (action: StageAction) => void
  readonly view: string
}) {
  const { presentation, isSettled, perform, view } = props
  const { slide = 0, timeline } = presentation.shown ?? {}
  const { items = [], total = 0, next = 0 } = timeline ?? {}
  const isEnd = slide > total
  return (
    <footer class="stage-foot">
      <StageButton action="back" disabled={!isSettled || slide === 0} onPress={perform}>
        Back
      </StageButton>
      <StageButton action="next" main disabled={!isSettled || isEnd || total === 0} onPress={perform}>
        {slide === 0 ? 'Start' : next < total ? 'Next' : 'The end'}
      </StageButton>
      <StageButton action="end" disabled={!isSettled || next >= total} onPress={perform}>
        Run to the end
      </StageButton>
      {slide === 0 ? null : (
        <StageButton action="start" disabled={!isSettled} onPress={perform}>
          Start again
        </StageButton>
      )}
      {total === 0 ? null : (
        <select
          aria-label="Go to a step"
          value={String(slide)}
          // A step that is selected while another one runs would be lost.
          disabled={!isSettled || presentation.busy}
          onChange={(event) => {
            const { currentTarget: select } = event
            void presentation.goTo(Number(select.value))
            // The next press of a key moves the timeline again.
            select.blur()
          }}
        >
          <option value="0">Beginning</option>
          {items.map((step, index) => (
            <option key={step.path} value={String(index + 1)}>
              {index + 1}. {headingOf(step)}
            </option>
          ))}
          {isEnd ? <option value={String(total + 1)}>The end</option> : null}
        </select>
      )}
      {backend.isInPage ? null : (
        <StageButton action="speaker" onPress={perform}>
          {view === 'speaker' ? 'Slide' : 'Speaker'}
        </StageButton>
      )}
      <StageButton action="leave" onPress={perform}>
        Leave
      </StageButton>
    </footer>
  )
}

const SHORTCUTS: Partial<Record<StageAction, string>> = {
  next: 'Space ArrowRight PageDown',
  back: 'ArrowLeft PageUp',
  end: 'End',
  start: 'Home',
  leave: 'Escape',
  speaker: 's',
}

export function StageButton(props: {
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
      aria-keyshortcuts={SHORTCUTS[action]}
      // A button that was clicked does not take the focus, so that Space still means next.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPress(action)}
    >
      {children} <kbd class="stage-key">{STAGE_KEYS[action]}</kbd>
    </button>
  )
}
