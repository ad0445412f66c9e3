/** Current activity: the latest exchanges, faults, and running tasks. */
import { href } from '../../state/route.ts'
import { nounText, timeText } from '../../words/text.ts'
import { Badge, Card, Empty, Problem } from '../../ui/parts.tsx'
import { useHistory } from '../time/history.ts'
import { kept } from '../time/kept.ts'
import { merge } from '../time/marks.ts'
import { faultSentence } from '../../../scenario/faults/sentence.ts'
import type { Overview, Task } from './read.ts'

export function Activity({ overview }: { readonly overview: Overview }) {
  return (
    <div class="columns">
      <Card title="Latest requests and edits" actions={<a href={href('journal')}>Requests</a>}>
        <Exchanges />
      </Card>
      <div class="stack">
        <Card title="Faults" actions={<a href={href('faults')}>All faults</a>}>
          <Faults faults={overview.faults} sites={overview.sites} />
        </Card>
        <Card title="Running tasks" actions={<a href={href('time')}>Timeline</a>}>
          <Tasks tasks={overview.tasks} />
        </Card>
      </div>
    </div>
  )
}

function Tasks({ tasks }: { readonly tasks: readonly Task[] }) {
  if (tasks.length === 0)
    return <Empty>No task is running. Freezing a baseline or a bulk job of the tracker starts one.</Empty>
  return (
    <ul class="plain-list">
      {tasks.map((task) => (
        <li key={task.id}>
          <TaskBar task={task} />
        </li>
      ))}
    </ul>
  )
}

/** The progress of a task, as a bar and in words. */
export function TaskBar({ task }: { readonly task: Task }) {
  const { status, total, done, failed = 0, message, kind, baseline } = task
  const name = message ?? (baseline === undefined ? (kind ?? 'Task') : `Freezing baseline ${baseline}`)
  const past = status === 'DONE' ? total : done + failed
  return (
    <div class="task">
      <div class="row task-head">
        <span>{name}</span>
        <Badge tone={taskTone(status)}>{status}</Badge>
      </div>
      <progress aria-label={name} max={Math.max(1, total)} value={past} />
      <span class="muted">
        {past} of {total}
        {failed > 0 ? `, ${failed} failed` : ''}
      </span>
    </div>
  )
}

function taskTone(status: string) {
  if (status === 'DONE') return 'good'
  return status === 'RUNNING' || status === 'PENDING' ? 'info' : 'bad'
}

function Faults({ faults, sites }: Pick<Overview, 'faults' | 'sites'>) {
  const down = sites.filter(({ status }) => status === 'DISABLED').map(({ name }) => name)
  const taken =
    down.length === 0 ? null : `${down.join(' and ')} ${nounText(down.length, 'was', 'were')} taken down`
  if (faults.total === 0)
    return (
      <Empty
        action={
          <a class="button" href={href('faults')}>
            Add a fault
          </a>
        }
      >
        {taken === null
          ? 'No faults.'
          : `No faults, but ${taken} and ${nounText(down.length, 'does', 'do')} not respond.`}
      </Empty>
    )
  const more = faults.total - faults.items.length
  const nameOf = (id: number) => sites.find((site) => site.id === id)?.name
  return (
    <ul class="plain-list">
      {faults.items.map((fault) => (
        <li key={fault.id} class="row">
          <Badge tone={fault.enabled ? 'warn' : 'neutral'}>{fault.enabled ? 'on' : 'off'}</Badge>
          <span class="grow">{faultSentence(fault, nameOf)}</span>
          <span class="muted">applied {fault.struck}×</span>
        </li>
      ))}
      {more > 0 ? <li class="muted">and {more} more</li> : null}
      {taken === null ? null : (
        <li>
          Also, {taken} and {nounText(down.length, 'does', 'do')} not respond.
        </li>
      )}
    </ul>
  )
}

const LATEST = 6

function Exchanges() {
  const { exchanges, others } = kept.value
  const { data: past, error } = useHistory()
  const latest = merge(exchanges.slice(-LATEST), others, past ?? [])
    .filter(({ isRoutine }) => isRoutine !== true)
    .slice(-LATEST)
    .toReversed()
  if (latest.length === 0 && past === undefined)
    return error === undefined ? <Empty>Reading…</Empty> : <Problem text={error} />
  if (latest.length === 0) {
    return (
      <Empty
        action={
          <a class="button" href={href('api', 'wiki.baseline.list')}>
            Send a request
          </a>
        }
      >
        No requests yet.
      </Empty>
    )
  }
  return (
    <ul class="plain-list">
      {latest.map(({ key, at, look, text, outcome, detail, link, facts }) => (
        <li key={key}>
          <a class="latest" href={href(...(link ?? ['time']))} title={detail ?? facts['Operation']}>
            <span class="mono">{timeText(new Date(at).toISOString())}</span>
            <Badge tone={look === 'bad' || look === 'warn' ? look : 'good'}>{outcome}</Badge>
            <span class="mono cut">
              {text}
              {detail === undefined ? '' : `: ${detail}`}
            </span>
            <span class="muted">{facts['Fault'] === undefined ? '' : `fault ${facts['Fault']}`}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
