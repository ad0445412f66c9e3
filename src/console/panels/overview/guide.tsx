/** A guided tour of the service for a newcomer. Every step shows its current state. */
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { actorAmong } from '../../calls/acting.ts'
import { control } from '../../calls/api.ts'
import { advance, attempt, useLive } from '../../live/live.ts'
import { href } from '../../state/route.ts'
import { clock, world } from '../../state/store.ts'
import { countText } from '../../words/text.ts'
import { ActingAs } from '../../ui/acting-as.tsx'
import { Badge, Button, Card, Empty } from '../../ui/parts.tsx'
import { type Baseline, type Choices, findLinked, freeze, readChoices, readDue, readTask } from './actions.ts'
import { TaskBar } from './activity.tsx'
import { BigBaseline, NewBaseline, Reword } from './forms.tsx'
import { isDown, PowerSwitch } from './picture.tsx'
import { synchronise } from '../queues/synchronise.ts'
import { DIFFERENCES } from '../queues/repair.tsx'
import type { Integration, Overview, Site, Task } from './read.ts'
import { Select } from '../../ui/select.tsx'

/** The task of the last freeze started here, with its world. */
const watched = signal<{ readonly world: string; readonly task: string } | undefined>(undefined)
/** The position of the step that is shown. */
const position = signal(0)

interface GuideStep {
  readonly title: string
  /** Whether its state is reached, so that the next step is what to do. */
  readonly done: boolean
  readonly view: ComponentChildren
}

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
  const watchedTask = watched.value?.world === world.value ? watched.value.task : undefined
  const task = useLive(`watched:${watchedTask ?? ''}`, (abort) => readTask(watchedTask, abort)).data
  if (wiki === undefined || integration === undefined || tracker === undefined) {
    return (
      <Card title="Try this">
        <Empty
          action={
            <a class="button button-main" href={href('scenario')}>
              Load the demo
            </a>
          }
        >
          This world has no wiki that is integrated with a tracker. The demo has both, and a guide through
          them.
        </Empty>
      </Card>
    )
  }
  const users = choices?.users ?? []
  const author = actorAmong(users)
  const { waiting } = integration.outbound
  const down = isDown(tracker)
  const steps: readonly GuideStep[] = [
    {
      title: 'Freeze a baseline',
      done: task !== undefined,
      view: <FreezeStep author={author} choices={choices} done={task !== undefined} />,
    },
    { title: 'Watch it', done: task?.status === 'DONE', view: <WatchStep task={task} /> },
    { title: 'Break the tracker', done: down, view: <BreakStep tracker={tracker} /> },
    {
      title: 'See the queue grow',
      done: down && waiting > 0,
      view: <GrowStep integration={integration} author={author} />,
    },
    {
      title: 'Repair it',
      done: !down && waiting + integration.inbound.waiting === 0,
      view: <RepairStep integration={integration} tracker={tracker} />,
    },
    { title: 'Review what happened', done: false, view: <ReviewStep serviceId={integration.serviceId} /> },
  ]
  return (
    <Card title="Try this" actions={<ActingAs users={users} />}>
      <RunningClock />
      <Steps steps={steps} />
    </Card>
  )
}

/** The titles of the steps, and the one that is shown. */
function Steps({ steps }: { readonly steps: readonly GuideStep[] }) {
  const shown = steps[position.value]
  const next = steps[position.value + 1]
  const list = useRef<HTMLOListElement>(null)
  const goOn = () => {
    position.value++
    // The keyboard continues before the controls of the new step.
    list.current?.querySelectorAll('button')[position.value]?.focus()
  }
  return (
    <>
      <ol ref={list} class="guide-steps">
        {steps.map(({ title }, index) => (
          <li key={title}>
            <button
              type="button"
              class="button guide-tab"
              aria-label={`${index + 1} ${title}`}
              aria-current={index === position.value ? 'step' : undefined}
              onClick={() => (position.value = index)}
            >
              <b>{index + 1}</b> <span class="guide-tab-title">{title}</span>
            </button>
          </li>
        ))}
      </ol>
      <div class="guide-step" role="group" aria-label={shown?.title}>
        {shown?.view}
      </div>
      {next === undefined ? null : (
        <div class="row">
          <Button kind={shown?.done === true ? 'main' : 'plain'} onPress={goOn}>
            Next: {next.title}
          </Button>
        </div>
      )}
    </>
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

function Step(props: { readonly state: ComponentChildren; readonly children: ComponentChildren }) {
  return (
    <>
      {props.children}
      <p class="step-state" aria-live="polite">
        <span class="muted">Now:</span> {props.state}
      </p>
    </>
  )
}

function FreezeStep(props: {
  readonly author: string
  readonly choices: Choices | undefined
  /** Whether a task was started before. */
  readonly done: boolean
}) {
  const { author, choices, done } = props
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
      state={
        choices === undefined
          ? '…'
          : previews.length === 0
            ? 'every baseline is frozen; create another one'
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
        <Button kind={done ? 'plain' : 'main'} disabled={baseline === undefined} onPress={start}>
          Freeze it
        </Button>
        <BigBaseline author={author} spaceKey={baseline?.spaceKey ?? choices?.spaces[0]} onFrozen={watch} />
      </div>
      <NewBaseline
        author={author}
        spaces={choices?.spaces ?? []}
        open={choices !== undefined && baseline === undefined && !done}
        onMade={(made) => setChosen(nameOf(made))}
      />
    </Step>
  )
}

function nameOf({ spaceKey, number }: Pick<Baseline, 'spaceKey' | 'number'>): string {
  return `${spaceKey} ${number}`
}

function WatchStep({ task: data }: { readonly task: Task | undefined }) {
  const id = data?.id
  const due = useLive(`due:${id ?? ''}`, async (abort) =>
    id === undefined ? undefined : readDue(id, abort),
  ).data
  const running = data?.status === 'RUNNING'
  const still = clock.value?.mode !== 'live'
  return (
    <Step
      state={
        data === undefined ? (
          'nothing frozen yet'
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
        <Button
          kind={running ? 'main' : 'plain'}
          disabled={!running || due === undefined}
          onPress={() => advance({ to: due ?? '' })}
        >
          Run its next step
        </Button>
        <a href={href('machines', 'baseline')}>Its states</a>
      </div>
    </Step>
  )
}

function BreakStep({ tracker }: { readonly tracker: Site }) {
  const { outage } = tracker
  const down = isDown(tracker)
  return (
    <Step
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

function ReviewStep({ serviceId }: { readonly serviceId: string }) {
  return (
    <ul class="guide-review">
      <li>
        The <a href={href('time')}>Timeline</a> has every request, edit, outage and job, in order.
      </li>
      <li>
        <a href={href('queues', serviceId)}>Queues</a> show each message with its last response.
      </li>
      <li>
        <a href={href('journal')}>Requests</a> show what clients sent and received, in full.
      </li>
    </ul>
  )
}
