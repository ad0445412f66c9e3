/** The clock at the top: what time it is in the world, and the ways to move it. */
import { useState } from 'preact/hooks'
import { control } from './api.ts'
import { advance, attempt } from './live.ts'
import { type Clock, clock } from './store.ts'
import { dateText, durationText, timeText } from './text.ts'
import { Button } from './ui/parts.tsx'

const STEPS = ['10s', '1m', '3m', '1h', '1d'] as const
const SPEEDS = [1, 10, 60, 600, 3600] as const

export function ClockBar() {
  const current = clock.value
  const [instant, setInstant] = useState('')
  if (current === undefined) return <div class="clock" />
  const live = current.mode === 'live'
  return (
    <section class="clock" aria-label="Clock">
      <time class="clock-now" dateTime={current.now}>
        <span class="clock-date">{dateText(current.now)}</span>{' '}
        <span class="clock-time">{timeText(current.now)}</span>
      </time>
      <Button
        kind="main"
        label={live ? 'Pause the clock' : 'Let the clock run'}
        onPress={() => change({ mode: live ? 'manual' : 'live' })}
      >
        {live ? '❚❚ Pause' : '▶ Play'}
      </Button>
      <label class="inline">
        <span class="field-label">Speed</span>
        <select
          value={String(current.speed)}
          onChange={(event) => void change({ speed: Number(event.currentTarget.value) })}
        >
          {speedsWith(current.speed).map((speed) => (
            <option key={speed} value={String(speed)}>
              {speed}×
            </option>
          ))}
        </select>
      </label>
      <Button
        disabled={current.nextJobAt === undefined}
        title={nextText(current)}
        onPress={() => advance({ jobs: 1 })}
      >
        Next job →
      </Button>
      <div class="group" role="group" aria-label="Move on by">
        {STEPS.map((step) => (
          <Button key={step} label={`Move on by ${step}`} onPress={() => advance({ by: step })}>
            +{step}
          </Button>
        ))}
      </div>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault()
          void advance({ to: `${instant.length === 16 ? `${instant}:00` : instant}Z` })
        }}
      >
        <label class="inline">
          <span class="field-label">Jump to (UTC)</span>
          <input
            type="datetime-local"
            step="1"
            required
            min={current.now.slice(0, 19)}
            value={instant}
            onInput={(event) => setInstant(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button button-plain">
          Go
        </button>
      </form>
      <span class="muted clock-next">{nextText(current)}</span>
    </section>
  )
}

function speedsWith(speed: number): readonly number[] {
  const known: readonly number[] = SPEEDS
  return known.includes(speed) ? known : [...known, speed].toSorted((a, b) => a - b)
}

function nextText({ now, nextJobAt, pendingJobs }: Clock): string {
  if (nextJobAt === undefined) return 'No job is pending'
  const jobs = pendingJobs === 1 ? '1 job pending' : `${pendingJobs} jobs pending`
  return `${jobs}, the next in ${durationText(Date.parse(nextJobAt) - Date.parse(now))}`
}

function change(changes: { mode?: string; speed?: number }): Promise<unknown> {
  return attempt('', () => control('/clock', { method: 'PATCH', body: changes }))
}
