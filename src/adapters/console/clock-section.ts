/** The virtual clock of the default world: its time, and the buttons that move it. */
import { countText } from '../../world/count-text.ts'
import { dateText, durationText, timeText } from '../../world/time/time-text.ts'
import type { ClockMode } from '../../world/time/clock-state.ts'
import { make, makeButton, makeGroup } from './dom.ts'
import type { Section, Tools } from './section.ts'

const STEPS = ['1m', '3m', '1h', '1d'] as const
const MODES: Readonly<Record<ClockMode, string>> = {
  manual: 'paused',
  auto: 'moves when polled',
  live: 'runs',
}

export function clockSection({ simulator, act }: Tools): Section {
  const { clock } = simulator
  const time = make('time')
  const next = make('span', { class: 'muted' })
  const play = makeButton('', () => {
    const isLive = clock.mode() === 'live'
    act(isLive ? 'The clock is paused.' : 'The clock runs.', () =>
      clock.set({ mode: isLive ? 'manual' : 'live' }),
    )
  })
  const steps = STEPS.map((step) =>
    makeButton(`+${step}`, () => move(step), { 'aria-label': `Move the clock by ${step}` }),
  )
  const job = makeButton('Next job', () => {
    if (nextJob() === undefined) return act('No job is pending.', () => {})
    act('The next job ran.', () => void clock.runNext())
  })
  const duration = make('input', {
    placeholder: '90s',
    size: '6',
    'aria-label': 'Duration',
    autocomplete: 'off',
  })
  const form = make('form', { class: 'row' }, duration, make('button', {}, 'Move'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    move(duration.value.trim())
  })
  const buttons = make('div', { class: 'row' }, play, job, ...steps, form)
  return {
    element: makeGroup('Clock', 'clock', make('p', {}, time, ' ', next), buttons),
    update() {
      const now = clock.now()
      const mode = clock.mode()
      time.dateTime = now
      time.textContent = `${dateText(now)} ${mode === 'live' ? now.slice(11, 19) : timeText(now)} UTC`
      play.textContent = mode === 'live' ? 'Pause' : 'Play'
      next.textContent = `${MODES[mode]}, ${jobText(Date.parse(now))}`
    },
  }

  function move(by: string): void {
    act(`The clock moved by ${by}.`, () => void clock.advance(by))
  }

  function nextJob(): number | undefined {
    const due = simulator.state('job').map((each) => each.due)
    return due.length === 0 ? undefined : Math.min(...due)
  }

  function jobText(now: number): string {
    const due = simulator.state('job').map((each) => each.due)
    if (due.length === 0) return 'no job is pending'
    return `next of ${countText(due.length, 'job')} in ${durationText(Math.min(...due) - now)}`
  }
}
