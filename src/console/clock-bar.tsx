/** The clock at the top: the current time of the world and the buttons that move it. */
import type { Clock } from '../control/responses/worlds.ts'
import { useEffect, useState } from 'preact/hooks'
import { HelpDialog, MoveDialog } from './clock-dialogs.tsx'
import { ClockModes } from './clock-modes.tsx'
import { toggleClock } from './live/clock-actions.ts'
import { pressOf, shortcutOf } from './state/keys.ts'
import { advance } from './live/live.ts'
import { goEarlier, goLater } from './live/past.ts'
import { shownNow } from './state/shown-now.ts'
import { clock, step } from './state/store.ts'
import { countText, dateText, durationText, timeText } from './words/text.ts'
import { readStored, writeStored } from './state/storage.ts'
import { Icon } from './ui/icon.tsx'
import { Button } from './ui/parts.tsx'
import { Writes } from './ui/writes.tsx'

const STEPS = ['1s', '1m', '3m', '1h', '1d'] as const
const KEYS_OFF = 'reqsim.keys-off'

export function ClockBar() {
  const current = clock.value
  const [dialog, setDialog] = useState<'move' | 'help' | undefined>(undefined)
  const [keys, setKeys] = useState(readStored('browser', KEYS_OFF) === undefined)
  useShortcuts(keys, setDialog)
  if (current === undefined) return <section class="clock" aria-label="Clock" />
  const live = current.mode === 'live'
  return (
    <section class="clock" aria-label="Clock">
      <Now current={current} />
      <div class="clock-controls">
        <Writes>
          <Button
            label={live ? 'Pause the clock' : 'Play: run the clock'}
            title={live ? 'Stop the clock (Space)' : 'Let the clock follow the wall clock (Space)'}
            onPress={toggleClock}
          >
            <Icon name={live ? 'pause' : 'play'} />
            <span class="if-wide play">{live ? 'Pause' : 'Play'}</span>
          </Button>
          <Button
            label="Next job"
            disabled={current.nextJobAt === undefined}
            title="Move to the next job and run it (N)"
            onPress={() => advance({ jobs: 1 })}
          >
            <Icon name="next" />
            <span class="if-wide">Next job</span>
          </Button>
          <div class="segments if-not-phone" role="group" aria-label="Move the clock by">
            {STEPS.map((step) => (
              <Button key={step} label={`+${step}: move by ${step}`} onPress={() => advance({ by: step })}>
                +{step}
              </Button>
            ))}
          </div>
          <Button
            label="Jump: move the clock to a time"
            title="To an instant, by a duration, by jobs (J)"
            onPress={() => setDialog('move')}
          >
            <Icon name="jump" />
            <span class="if-wide">Jump…</span>
          </Button>
          <div class="clock-modes if-not-phone">
            <ClockModes clock={current} />
          </div>
        </Writes>
        <Button label="?: help" title="Help: clock, keys and terms (?)" onPress={() => setDialog('help')}>
          ?
        </Button>
      </div>
      {dialog === 'move' ? <MoveDialog clock={current} onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'help' ? (
        <HelpDialog on={keys} onSwitch={switchKeys} onClose={() => setDialog(undefined)} />
      ) : null}
    </section>
  )

  function switchKeys(on: boolean): void {
    setKeys(on)
    writeStored('browser', KEYS_OFF, on ? undefined : 'true')
  }
}

/** Date and time in large letters, with the next job below. */
function Now({ current }: { readonly current: Clock }) {
  const now = shownNow.value
  const instant = new Date(now).toISOString()
  // The milliseconds of a running clock would only flicker.
  const time = current.mode === 'live' ? instant.slice(11, 19) : timeText(instant)
  return (
    <div class="clock-face">
      <time class="clock-now" dateTime={current.now}>
        <span class="clock-date">{dateText(instant)}</span> <span class="clock-time">{time}</span>
      </time>
      <span class="muted clock-next">{nextText(current, now)}</span>
    </div>
  )
}

function useShortcuts(on: boolean, open: (dialog: 'move' | 'help') => void): void {
  useEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const shortcut = shortcutOf(pressOf(event))
      if (shortcut === undefined) return
      event.preventDefault()
      if (shortcut === 'earlier') goEarlier()
      else if (shortcut === 'later') goLater()
      // The past has no clock to move.
      else if (step.peek() !== undefined && shortcut !== 'help') return
      else if (shortcut === 'play') void toggleClock()
      else if (shortcut === 'next') void runNext()
      else open(shortcut === 'jump' ? 'move' : 'help')
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [on])
}

let running = false

/** One at a time, however long the key is held. */
async function runNext(): Promise<void> {
  if (running || clock.peek()?.nextJobAt === undefined) return
  running = true
  await advance({ jobs: 1 })
  running = false
}

function nextText({ mode, nextJobAt, pendingJobs }: Clock, now: number): string {
  const how = { manual: 'paused', auto: 'moves when polled', live: 'runs' }[mode]
  if (nextJobAt === undefined) return `${how}, no job is pending`
  const left = durationText(Date.parse(nextJobAt) - now)
  return `${how}, next of ${countText(pendingJobs, 'job')} in ${left}`
}
