/**
 * Runs steps of a timeline and undoes them. A snapshot before each step is restored to undo it; a step that ran elsewhere is undone
 * by a reset that runs the steps before it again.
 */
import type { ListOf } from '../../control/responses/shape.ts'
import type { Clock, SnapshotDifference, SnapshotEntry } from '../../control/responses/worlds.ts'
import type { Machine } from '../../control/responses/catalogue.ts'
import type { ExchangeDetails } from '../../control/responses/journal.ts'
import type { Timeline, TimelineRun, TimelineStep } from '../../control/responses/timeline.ts'
import { ApiError, control, query } from '../calls/api.ts'
import type { Integration } from '../panels/queues/model.ts'
import { clock, showToast, world } from '../state/store.ts'
import { mainMachine, movesOf, stateOf, tableOfMachine } from './moves.ts'
import type { Scene } from './timeline.ts'

/** How many steps can be taken back by a snapshot. A simulator keeps a hundred. */
const KEPT = 40
/** Records compared for one step; the counts are of all. */
const COMPARED = 500

export function readTimeline(signal?: AbortSignal): Promise<Timeline> {
  return control<Timeline>('/timeline?limit=10000', signal === undefined ? {} : { signal })
}

export function readMachines(): Promise<readonly Machine[]> {
  return control<ListOf<Machine>>('/machines').then(({ items }) => items)
}

/** Deletes the snapshots of an earlier stage in this world. */
export async function clearSnapshots(): Promise<void> {
  await Promise.all((await snapshots()).map(drop))
}

/**
 * Runs the next step, at `position`, and gathers its scene. Rejects with ApiError if the server refuses to run it. The first
 * step begins with a reset, because the world may have moved since it was loaded.
 */
export async function runStep(
  step: TimelineStep,
  position: number,
  machines: readonly Machine[],
): Promise<Scene> {
  if (position === 0) await reset()
  await pause()
  const id = nameOf(position)
  await save(id)
  if (position >= KEPT) await drop(nameOf(position - KEPT))
  const queuesBefore = await readQueues()
  const { steps } = await control<TimelineRun>('/timeline/run', {
    method: 'POST',
    body: { count: 1 },
  })
  const [result] = steps
  if (result === undefined) throw new ApiError(0, 'the timeline has no such step')
  const [differences, queues, exchange] = await Promise.all([
    control<SnapshotDifference>(`/snapshots/${id}/diff/now?limit=${COMPARED}`),
    readQueues(),
    result.exchange === undefined ? undefined : readExchange(result.exchange),
  ])
  const moves = movesOf(machines, differences.items)
  const machine = step.show?.machine ?? mainMachine(machines, moves, step.show?.changes)
  const state = await readState(
    machines.find(({ name }) => name === machine),
    step,
  )
  return { result, exchange, differences, moves, machine, state, queuesBefore, queues }
}

/** Restores the world to where the step at `position` runs next. */
export async function takeBack(position: number): Promise<void> {
  const id = nameOf(position)
  if ((await snapshots()).includes(id)) {
    await control(`/snapshots/${id}/restore`, { method: 'POST', body: {} })
    await drop(id)
  } else await restartTo(position)
}

/** Resets the world and runs the steps before `position`. */
export async function restartTo(position: number): Promise<void> {
  await reset()
  if (position > 0) await control('/timeline/run', { method: 'POST', body: { count: position } })
}

/** To the beginning of the scenario, with a clock that stands still from there. */
function reset(): Promise<unknown> {
  return control('/reset', { method: 'POST', body: { mode: 'manual' } })
}

/** A clock that runs would change the world between two steps. */
async function pause(): Promise<void> {
  const { mode } = await control<Clock>('/clock')
  if (mode === 'live') clock.value = await control('/clock', { method: 'PATCH', body: { mode: 'manual' } })
}

/** The snapshot before a step. */
function nameOf(position: number): string {
  return `${prefix()}${position + 1}`
}

function prefix(): string {
  const name = world.peek()
  return name === 'default' ? 'stage-' : `stage-of-${name.slice(0, 40)}-`
}

/** The snapshots of this stage. */
async function snapshots(): Promise<readonly string[]> {
  const { items } = await control<ListOf<SnapshotEntry>>('/snapshots?limit=100')
  return items.map(({ id }) => id).filter((id) => id.startsWith(prefix()))
}

async function save(id: string): Promise<void> {
  if ((await snapshots()).includes(id)) await drop(id)
  await control('/snapshots', { method: 'POST', body: { name: id } })
}

/** Does nothing if another window has deleted it. */
async function drop(id: string): Promise<void> {
  try {
    await control(`/snapshots/${id}`, { method: 'DELETE' })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

async function readQueues(): Promise<readonly Integration[]> {
  return (await control<ListOf<Integration>>('/queues?messages=0')).items
}

/** Undefined if the journal has dropped it. */
async function readExchange(number: number): Promise<ExchangeDetails | undefined> {
  try {
    return await control<ExchangeDetails>(`/journal/${number}`)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

/** The state of the record that a step names. */
async function readState(machine: Machine | undefined, { show }: TimelineStep): Promise<string | undefined> {
  const table = machine === undefined ? undefined : tableOfMachine(machine)
  if (machine === undefined || table === undefined || show?.record === undefined) return undefined
  const fields = Object.fromEntries(Object.entries(show.record).map(([name, value]) => [name, String(value)]))
  const path = `/state/${table}${query({ ...fields, limit: 1 })}`
  try {
    const { items } = await control<ListOf<Readonly<Record<string, unknown>>>>(path)
    return items[0] === undefined ? undefined : stateOf(machine, table, items[0])
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The step ran all the same.
    showToast('bad', `The record of this step: ${error.message}`)
    return undefined
  }
}
