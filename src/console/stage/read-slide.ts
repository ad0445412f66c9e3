/** Reads the slide that the world is at, from the past of that world on the server. */
import type { ListOf } from '../../control/responses/shape.ts'
import type { SnapshotDifference } from '../../control/responses/worlds.ts'
import type { Machine } from '../../control/responses/catalogue.ts'
import type { Timeline, TimelineStep, TimelineStepDetails } from '../../control/responses/timeline.ts'
import { ApiError, control, query } from '../calls/api.ts'
import type { Integration } from '../panels/queues/model.ts'
import { showToast, world } from '../state/store.ts'
import { mainMachine, movesOf, stateOf, tableOfMachine } from './moves.ts'
import { readTimeline } from './moving.ts'
import { type Scene, slideOf } from './timeline.ts'

/** Records compared for one step; the counts are of all. */
const COMPARED = 500

export interface Shown {
  readonly timeline: Timeline
  readonly slide: number
  /** Undefined at the beginning, at the end, and if the past of the step is not known. */
  readonly scene: Scene | undefined
  /** Why the past of the step is not known. */
  readonly missing: string | undefined
  /** The same for the same scene. */
  readonly key: string
}

export function readMachines(): Promise<readonly Machine[]> {
  return control<ListOf<Machine>>('/machines').then(({ items }) => items)
}

/** `before` is what was shown last: what it has of the same step is not read again. Rejects with ApiError. */
export async function readShown(machines: readonly Machine[], before: Shown | undefined): Promise<Shown> {
  const name = world.peek()
  try {
    return await readShownOf(name, machines, before)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    // The world was reset between two calls.
    return readShownOf(name, machines, before)
  }
}

async function readShownOf(
  name: string,
  machines: readonly Machine[],
  before: Shown | undefined,
): Promise<Shown> {
  const timeline = await readTimeline({ world: name })
  const slide = slideOf(timeline)
  const step = timeline.items[slide - 1]
  const key = JSON.stringify([name, slide, step?.past, step?.result])
  if (before?.key === key) return { ...before, timeline }
  const nothing = { timeline, slide, scene: undefined, missing: undefined, key }
  if (step === undefined) return nothing
  const details = await control<TimelineStepDetails>(`/timeline/${slide}`, { world: name })
  if (details.result === undefined || details.past === undefined)
    return { ...nothing, missing: details.missing ?? 'the server does not say why' }
  return { ...nothing, scene: await readScene(name, details, machines) }
}

async function readScene(
  name: string,
  { result, past, exchange, show }: TimelineStepDetails,
  machines: readonly Machine[],
): Promise<Scene | undefined> {
  if (result === undefined || past === undefined) return undefined
  const { before, after } = past
  const [differences, queuesBefore, queues] = await Promise.all([
    control<SnapshotDifference>(`/past/${before}/diff/${after}?limit=${COMPARED}`, { world: name }),
    readQueues(`${name}@${before}`),
    readQueues(`${name}@${after}`),
  ])
  const moves = movesOf(machines, differences.items)
  const drawn = show?.machine ?? mainMachine(machines, moves, show?.changes)
  const machine = machines.find((one) => one.name === drawn)
  const state = await readState(`${name}@${after}`, machine, show?.record)
  return { result, exchange, differences, moves, machine, state, queuesBefore, queues }
}

async function readQueues(name: string): Promise<readonly Integration[]> {
  return (await control<ListOf<Integration>>('/queues?messages=0', { world: name })).items
}

/** The state of the record that a step names. */
async function readState(
  name: string,
  machine: Machine | undefined,
  record: NonNullable<TimelineStep['show']>['record'],
): Promise<string | undefined> {
  const table = machine === undefined ? undefined : tableOfMachine(machine)
  if (machine === undefined || table === undefined || record === undefined) return undefined
  const fields = Object.fromEntries(Object.entries(record).map(([field, value]) => [field, String(value)]))
  const path = `/state/${table}${query({ ...fields, limit: 1 })}`
  try {
    const { items } = await control<ListOf<Readonly<Record<string, unknown>>>>(path, { world: name })
    return items[0] === undefined ? undefined : stateOf(machine, table, items[0])
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The step ran all the same.
    showToast('bad', `The record of this step: ${error.message}`)
    return undefined
  }
}
