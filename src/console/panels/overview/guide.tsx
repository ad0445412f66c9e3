/** A guided tour of the service for a newcomer. Every step shows its current state. */
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { actorAmong } from '../../calls/acting.ts'
import { control } from '../../calls/api.ts'
import { advance, attempt, useLive } from '../../live/live.ts'
import { href } from '../../state/route.ts'
import { clock, world } from '../../state/store.ts'
import { countText } from '../../words/text.ts'
import { ActingAs } from '../../ui/acting-as.tsx'
import { Badge, Button, Card } from '../../ui/parts.tsx'
import { type Baseline, type Choices, findLinked, freeze, readChoices, readDue, readTask } from './actions.ts'
import { TaskBar } from './activity.tsx'
import { BigBaseline, NewBaseline, Reword } from './forms.tsx'
import { PowerSwitch } from './picture.tsx'
import { synchronise } from '../queues/synchronise.ts'
import { DIFFERENCES } from '../queues/repair.tsx'
import type { Integration, Overview, Site } from './read.ts'
import { Select } from '../../ui/select.tsx'

/** The task of the last freeze started here, with its world. */
const watched = signal<{ readonly world: string; readonly task: string } | undefined>(undefined)

export function Guide({ overview }: { readonly overview: Overview }) {
  const wiki = overview.sites.find(({ type, selfHosted }) => type === 'CONFLUENCE' && selfHosted)
  // The guide uses the wiki and tracker of region eu, which the port serves.
  const integration = overview.integrations.items.find(({ region }) => region === 'eu')
  const tracker = overview.sites.find(
    ({ id, region }) => id === integration?.trackerApplicationId && region === 'eu',
  )
  const choices = useLive(`choices:${wiki?.id ?? ''}`, async (abort) =>
    wiki === undefined ? undefined : readChoices(wiki.id, abort),
  ).data
  if (wiki === undefined || integration === undefined || tracker === undefined) {
    return (
      <Card title="Try this">
        <p class="muted">
          This world has no wiki that is integrated with a tracker.{' '}
          <a href={href('scenario')}>Load the demo</a> to follow the guide.
        </p>
      </Card>
    )
  }
  const users = choices?.users ?? []
  const author = actorAmong(users)
  return (
    <Card title="Try this" actions={<ActingAs users={users} />}>
      <RunningClock />
      <ol class="guide">
        <FreezeStep author={author} choices={choices} />
        <WatchStep />
        <BreakStep tracker={tracker} />
        <GrowStep integration={integration} author={author} />
        <RepairStep integration={integration} tracker={tracker} />
        <li>
          <h3>Review what happened</h3>
          <p>
            The <a href={href('time')}>Time line</a> shows every call and job in order, the{' '}
            <a href={href('queues', integration.serviceId)}>Queues</a> each message with its last response,
            the <a href={href('journal')}>Journal</a> each request and response of clients in full. Edits,
            takedowns and jobs are only on the Time line.
          </p>
        </li>
      </ol>
    </Card>
  )
}

/** While the clock runs, things happen during a presentation. */
function RunningClock() {
  if (clock.value?.mode !== 'live') return null
  return (
    <p class="muted">
      The clock runs: tasks continue and messages are sent every three minutes.{' '}
      <Button
        onPress={() =>
          attempt('The clock is paused', async () => {
            await control('/clock', { method: 'PATCH', body: { mode: 'manual' } })
            // This button disappears; the clock's own one has the opposite action.
            document.querySelector<HTMLElement>('.clock-controls button')?.focus()
          })
        }
      >
        Pause it
      </Button>{' '}
      to show one step at a time.
    </p>
  )
}

function Step(props: {
  readonly title: string
  readonly state: ComponentChildren
  readonly children: ComponentChildren
}) {
  return (
    <li>
      <h3>{props.title}</h3>
      {props.children}
      <p class="step-state" aria-live="polite">
        <span class="muted">Now:</span> {props.state}
      </p>
    </li>
  )
}

function FreezeStep(props: { readonly author: string; readonly choices: Choices | undefined }) {
  const { author, choices } = props
  const previews = choices?.previews ?? []
  const [chosen, setChosen] = useState('')
  const baseline = previews.find((one) => nameOf(one) === chosen) ?? previews[0]
  const watch = (task: string) => {
    watched.value = { world: world.peek(), task }
  }
  const start = () =>
    attempt('The baseline is being frozen', async () => {
      if (baseline !== undefined) watch(await freeze(author, baseline))
    })
  return (
    <Step
      title="Freeze a baseline"
      state={
        choices === undefined
          ? '…'
          : previews.length === 0
            ? 'no baseline is left to freeze; create one above'
            : `${previews.length} not frozen yet`
      }
    >
      <p>
        The service responds at once and does the work later: one virtual second for every 100 requirements.
      </p>
      <div class="row">
        <Select
          label="Baseline"
          value={baseline === undefined ? '' : nameOf(baseline)}
          disabled={baseline === undefined}
          onChange={setChosen}
          options={[
            ...(baseline === undefined
              ? [{ id: '', title: choices === undefined ? '…' : 'none left to freeze' }]
              : []),
            ...previews.map((one) => ({ id: nameOf(one), title: `${nameOf(one)}: ${one.name}` })),
          ]}
        />
        <Button kind="main" disabled={baseline === undefined} onPress={start}>
          Freeze it
        </Button>
      </div>
      <BigBaseline author={author} spaceKey={baseline?.spaceKey ?? choices?.spaces[0]} onFrozen={watch} />
      <NewBaseline
        author={author}
        spaces={choices?.spaces ?? []}
        open={choices !== undefined && baseline === undefined}
        onMade={(made) => setChosen(nameOf(made))}
      />
    </Step>
  )
}

function nameOf({ spaceKey, number }: Pick<Baseline, 'spaceKey' | 'number'>): string {
  return `${spaceKey} ${number}`
}

function WatchStep() {
  const task = watched.value?.world === world.value ? watched.value.task : undefined
  const { data, loading } = useLive(`watched:${task ?? ''}`, (abort) => readTask(task, abort))
  const id = data?.id
  const due = useLive(`due:${id ?? ''}`, async (abort) =>
    id === undefined ? undefined : readDue(id, abort),
  ).data
  const running = data?.status === 'RUNNING'
  const still = clock.value?.mode !== 'live'
  return (
    <Step
      title="Watch it"
      state={
        data === undefined ? (
          <>{loading ? '…' : 'nothing frozen yet'}</>
        ) : (
          <>
            {data.status.toLowerCase()}, {data.done} of {data.total}
            {running && still ? '; the clock is paused, so the task does not continue' : ''}
          </>
        )
      }
    >
      <p>
        Freezing is a task that runs on the clock of the world, 100 requirements per step.
        {data !== undefined && data.total <= 100 ? ` These ${data.total} take a single step.` : ''}
      </p>
      {data === undefined ? null : <TaskBar task={data} />}
      <div class="row">
        <Button disabled={!running || due === undefined} onPress={() => advance({ to: due ?? '' })}>
          Run its next step
        </Button>
        <a href={href('machines', 'baseline')}>Its states</a>
      </div>
    </Step>
  )
}

function BreakStep({ tracker }: { readonly tracker: Site }) {
  const { outage } = tracker
  const down = tracker.status === 'DISABLED' || outage !== undefined
  return (
    <Step
      title="Break the tracker"
      state={
        <>
          <Badge tone={down ? 'bad' : 'good'}>{down ? 'the tracker is down' : 'the tracker is up'}</Badge>
          {outage === undefined ? null : (
            <>
              {' '}
              <a href={href('faults', outage)}>caused by fault {outage}</a>
            </>
          )}
        </>
      }
    >
      <div class="row">
        <PowerSwitch site={tracker} />
        <a href={href('faults')}>Add another fault</a>
      </div>
    </Step>
  )
}

function GrowStep({ integration, author }: { readonly integration: Integration; readonly author: string }) {
  const { serviceId, outbound } = integration
  const { data: linked, loading } = useLive(`linked:${serviceId}`, (abort) => findLinked(serviceId, abort))
  return (
    <Step
      title="See the queue grow"
      state={
        <a href={href('queues', serviceId)}>
          {countText(outbound.waiting, 'message waits', 'messages wait')} for the tracker
        </a>
      }
    >
      {linked === undefined && loading ? (
        <p class="muted">Looking for a requirement that an issue links …</p>
      ) : linked === undefined ? (
        <p>
          No requirement has an issue link yet. Link one under <a href={href('requirements')}>Requirements</a>
          .
        </p>
      ) : (
        <Reword key={`${linked.spaceKey} ${linked.key}`} linked={linked} author={author} />
      )}
    </Step>
  )
}

function RepairStep({ integration, tracker }: { readonly integration: Integration; readonly tracker: Site }) {
  const { nextSynchronisation, outbound, serviceId, obstacle } = integration
  const waiting = outbound.waiting + integration.inbound.waiting
  return (
    <Step
      title="Repair it"
      state={
        waiting === 0
          ? 'nothing waits'
          : `${countText(waiting, 'message')} to be sent${obstacle === undefined ? '' : `, but ${obstacle}`}`
      }
    >
      <p>Bring the tracker back. The next synchronisation then sends the waiting messages.</p>
      <div class="row">
        {tracker.status === 'DISABLED' ? <PowerSwitch site={tracker} /> : null}
        {tracker.outage === undefined ? null : (
          <a class="button" href={href('faults')}>
            Switch off fault {tracker.outage}
          </a>
        )}
        <Button disabled={nextSynchronisation === undefined} onPress={() => synchronise(integration)}>
          Run the next synchronisation
        </Button>
        <a href={href('queues', serviceId, DIFFERENCES)}>Remaining differences</a>
      </div>
    </Step>
  )
}
