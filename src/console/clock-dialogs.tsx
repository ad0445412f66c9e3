/** The two dialogs of the clock: moving it to any time, and the help. */
import type { Clock } from '../control/responses/worlds.ts'
import { useState } from 'preact/hooks'
import { GLOSSARY } from './words/glossary.ts'
import { LOCAL_KEYS, SHORTCUTS } from './state/keys.ts'
import { advance } from './live/live.ts'
import { ClockModes } from './clock-modes.tsx'
import { hasMenu } from './ui/narrow.ts'
import { Button, Dialog } from './ui/parts.tsx'
import { Checkbox, Form, Submit, TextField } from './ui/form.tsx'

/** Moves the clock to an instant, by a duration, or by a number of jobs. */
export function MoveDialog({ clock, onClose }: { readonly clock: Clock; readonly onClose: () => void }) {
  const [instant, setInstant] = useState(clock.now.slice(0, 19))
  const [duration, setDuration] = useState('30m')
  const [jobs, setJobs] = useState('10')
  const go = (step: Parameters<typeof advance>[0]) => async () => {
    await advance(step)
    onClose()
  }
  return (
    <Dialog title="Move the clock" onClose={onClose}>
      <p class="muted">Every job that is due until then runs, in order. The clock moves forward only.</p>
      <Form onSubmit={go({ to: `${instant.length === 16 ? `${instant}:00` : instant}Z` })}>
        <TextField
          label="To an instant (UTC)"
          type="datetime-local"
          step="1"
          required
          min={clock.now.slice(0, 19)}
          value={instant}
          onInput={setInstant}
        />
        <Submit kind="plain">Move to it</Submit>
      </Form>
      <Form onSubmit={go({ by: duration })}>
        <TextField
          label="By a duration, such as 90s, 30m, 2h or 1d"
          size={8}
          required
          value={duration}
          onInput={setDuration}
        />
        <Submit kind="plain">Move by it</Submit>
      </Form>
      <Form onSubmit={go({ jobs: Number(jobs) })}>
        <TextField
          label="By a number of jobs"
          type="number"
          min="1"
          max="10000"
          required
          value={jobs}
          onInput={setJobs}
        />
        <Submit kind="plain" disabled={clock.nextJobAt === undefined}>
          Run them
        </Submit>
      </Form>
      {hasMenu.value ? (
        <div class="row">
          <ClockModes clock={clock} />
        </div>
      ) : null}
    </Dialog>
  )
}

/** The keys, with a switch that turns them off, as accessibility requires of single-key shortcuts. */
export function HelpDialog(props: {
  readonly on: boolean
  readonly onSwitch: (on: boolean) => void
  readonly onClose: () => void
}) {
  return (
    <Dialog title="Help" onClose={props.onClose}>
      <h3>The clock</h3>
      <p>
        Every world has its own clock. It is paused until you move it; then every job that is due runs at its
        due time. <strong>Play</strong> makes it follow the wall clock, at the speed that you choose. With{' '}
        <strong>Auto</strong> it stays paused, but moves by itself when a client requests something that is
        not finished.
      </p>
      <h3>Keys</h3>
      <dl class="facts">
        {SHORTCUTS.map(({ keys, does }) => (
          <>
            <dt>
              <kbd class="key">{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </>
        ))}
        {LOCAL_KEYS.map(({ where, keys, does }) => (
          <>
            <dt>
              {where} <kbd class="key">{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <Checkbox class="inline" checked={props.on} onChange={props.onSwitch}>
        Enable keys
      </Checkbox>
      <h3>Terms</h3>
      <dl class="facts">
        {Object.entries(GLOSSARY).map(([word, meaning]) => (
          <>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </>
        ))}
      </dl>
      <Button onPress={props.onClose}>Close</Button>
    </Dialog>
  )
}
