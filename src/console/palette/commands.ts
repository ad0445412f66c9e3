/** The commands of the palette: places to go to, moves of the clock, faults, and requests. */
import type { Exchange } from '../../control/responses/journal.ts'
import type { ListOf } from '../../control/responses/shape.ts'
import type { TableEntry } from '../../control/responses/state.ts'
import { ADDRESSES, type InterfaceName } from '../../api/framework/interfaces.ts'
import { actorAmong } from '../calls/acting.ts'
import { control, query } from '../calls/api.ts'
import { backend } from '../calls/backend.ts'
import { callInterface } from '../calls/call-interface.ts'
import { PRESETS } from '../panels/faults/fields.ts'
import { addPreset } from '../panels/faults/presets.tsx'
import { panels } from '../panels/registry.ts'
import { setClock, toggleClock } from '../live/clock-actions.ts'
import { advance, attempt, showStep } from '../live/live.ts'
import { goEarlier, goLater } from '../live/past.ts'
import { goTo } from '../state/route.ts'
import { showToast } from '../state/store.ts'
import type { OperationEntry } from '../calls/catalogue.ts'
import { documentationCommand } from './documentation.ts'
import { clockMoveOf, type Command, requestOf } from './ranking.ts'

/** What the world has; read while the palette is open. */
export interface Known {
  readonly operations: readonly OperationEntry[]
  readonly tables: readonly TableEntry[]
  readonly sites: readonly { readonly id: number; readonly name: string; readonly status?: string }[]
  readonly users: readonly string[]
}

/** Commands that need no text. */
export function allCommands({ operations, tables, sites, users }: Known): readonly Command[] {
  return [
    ...panels.map(({ id, title, group }): Command => {
      return { id: `panel ${id}`, group: 'Go to', title, hint: group, run: () => goTo(id) }
    }),
    { id: 'stage', group: 'Go to', title: 'Stage', hint: 'for an audience', run: () => goTo('stage') },
    ...(backend.isInPage ? [] : [documentationCommand('', 'all pages')]),
    { id: 'clock toggle', group: 'Clock', title: 'Play or pause the clock', writes: true, run: toggleClock },
    {
      id: 'clock next',
      group: 'Clock',
      title: 'Run the next job',
      writes: true,
      run: () => advance({ jobs: 1 }),
    },
    ...['1s', '1m', '3m', '1h', '1d'].map((by): Command => {
      return {
        id: `clock ${by}`,
        group: 'Clock',
        title: `Advance the clock by ${by}`,
        writes: true,
        run: () => advance({ by }),
      }
    }),
    {
      id: 'clock auto',
      group: 'Clock',
      title: 'Move the clock when a client polls',
      hint: 'auto',
      writes: true,
      run: () => setClock({ mode: 'auto' }),
    },
    {
      id: 'past earlier',
      group: 'History',
      title: 'Show the world one step earlier',
      hint: ',',
      run: goEarlier,
    },
    { id: 'past later', group: 'History', title: 'Show the world one step later', hint: '.', run: goLater },
    {
      id: 'past now',
      group: 'History',
      title: 'Back to now',
      hint: 'the world as it is',
      run: () => showStep(undefined),
    },
    ...PRESETS.map((preset): Command => {
      const { title } = preset
      const run = () => addPreset(preset)
      return { id: `fault ${title}`, group: 'Inject', title, hint: 'fault', writes: true, run }
    }),
    ...sites.map(({ id, name, status }): Command => {
      const off = status === 'DISABLED'
      const title = off ? `Bring back ${name}` : `Take down ${name}`
      const body = { status: off ? 'ACTIVE' : 'DISABLED' }
      const run = () =>
        attempt(
          off ? `${name} is back` : `${name} is down`,
          () => control(`/sites/${id}`, { method: 'PATCH', body }),
          off ? 'good' : 'warn',
        )
      return { id: `site ${id}`, group: 'Inject', title, hint: 'outage', writes: true, run }
    }),
    {
      id: 'fault remove',
      group: 'Inject',
      title: 'Remove all faults',
      writes: true,
      run: () => attempt('All faults are removed', () => control('/faults', { method: 'DELETE' })),
    },
    ...operations.map(({ id, method, path, summary }): Command => {
      return {
        id: `operation ${id}`,
        group: 'Send',
        title: id,
        hint: `${method} ${path} ${summary}`,
        run: () => goTo('api', id),
      }
    }),
    ...tables.map(({ table }): Command => {
      return {
        id: `table ${table}`,
        group: 'Go to',
        title: `Table ${table}`,
        hint: 'records',
        run: () => goTo('tables', table),
      }
    }),
    ...users.map((user): Command => {
      return {
        id: `user ${user}`,
        group: 'Records',
        title: `User ${user}`,
        hint: 'user',
        run: () => openUser(user),
      }
    }),
  ]
}

async function openUser(name: string): Promise<void> {
  const { items } = await control<ListOf<{ id: number }>>(`/state/user${query({ name, limit: 1 })}`)
  const id = items[0]?.id
  if (id !== undefined) goTo('tables', 'user', id, 'eu')
}

/** Commands that the text spells out: a move of the clock, a request, an exchange, a record of a table. */
export function spelledOut(text: string, { tables, users }: Known): readonly Command[] {
  const move = clockMoveOf(text)
  const request = requestOf(text)
  const exchange = /^(?:request |exchange |#)(\d{1,9})$/i.exec(text.trim())?.[1]
  const at = /^step (\d{1,9})$/i.exec(text.trim())?.[1]
  const [name = '', ...rest] = text.trim().split(/\s+/)
  const table = tables.find((one) => one.table.toLowerCase() === name.toLowerCase())
  const key = rest.join(' ')
  return [
    ...(move === undefined
      ? []
      : [
          {
            id: 'move',
            group: 'Clock',
            title: move.title,
            writes: true,
            run: () => advance(move.step),
          } as const,
        ]),
    ...(request === undefined
      ? []
      : [
          {
            id: 'request',
            group: 'Send',
            title: `Send ${request.method} ${request.path}`,
            hint: `as ${actorAmong(users)}`,
            writes: request.method !== 'GET',
            run: () => send(request, users),
          } as const,
        ]),
    ...(exchange === undefined
      ? []
      : [
          {
            id: 'exchange',
            group: 'Records',
            title: `Request ${exchange}`,
            run: () => goTo('journal', exchange),
          } as const,
        ]),
    ...(at === undefined
      ? []
      : [
          {
            id: 'step',
            group: 'History',
            title: `Show the world after step ${at}`,
            run: () => showStep(Number(at)),
          } as const,
        ]),
    ...(table === undefined || key === ''
      ? []
      : [
          {
            id: 'record',
            group: 'Records',
            title: `${table.table} ${key}`,
            run: () => goTo('tables', table.table, key, table.store === 'us' ? 'us' : 'eu'),
          } as const,
        ]),
  ]
}

/** Sends a request as the acting user, and shows its exchange. */
async function send(
  request: { readonly method: string; readonly path: string; readonly body?: string },
  users: readonly string[],
): Promise<void> {
  const address = ADDRESSES.find(({ path }) => request.path === path || request.path.startsWith(`${path}/`))
  if (address === undefined) {
    const paths = ADDRESSES.map(({ path }) => path).join(', ')
    showToast('bad', `No interface has the path ${request.path}. Begin it with one of ${paths}`)
    return
  }
  const { interface: name, region }: { interface: InterfaceName; region: string } = address
  await attempt('', async () => {
    const { status } = await callInterface({ user: actorAmong(users), interface: name, region }, request)
    const { items } = await control<ListOf<Exchange>>('/journal?order=newest&brief=true&limit=1')
    showToast(status >= 400 ? 'warn' : 'good', `${request.method} ${request.path}: ${status}`)
    if (items[0] !== undefined) goTo('journal', items[0].number)
  })
}

interface Keyed {
  readonly id: number
  readonly key: string
  readonly spaceKey?: string
  readonly baseline?: number
  readonly summary?: string
  readonly text?: string
}

/** Tables whose records have a key that people know. */
const KEYED = ['requirement', 'issue'] as const

/** The requirements and issues with a key. */
export async function recordsWith(text: string, signal: AbortSignal): Promise<readonly Command[]> {
  const key = text.trim().toUpperCase()
  if (!/^[A-Z][\w]*-\w+$/.test(key)) return []
  const found = await Promise.all(
    KEYED.flatMap((table) =>
      ['eu', 'us'].map(async (region) => {
        const path = `/state/${table}${query({ region, key, limit: 5 })}`
        const { items } = await control<ListOf<Keyed>>(path, { signal })
        return items.map((record): Command => {
          const { id, baseline, text: words = '', summary = words } = record
          const rest = baseline === undefined ? '' : ` in baseline ${baseline}`
          const panel = table === 'requirement' ? ['requirements', id, region] : ['tables', table, id, region]
          return {
            id: `${table} ${id} ${region}`,
            group: 'Records',
            title: `${record.key}${rest}`,
            hint: `${table} ${id} ${summary.slice(0, 60)}`,
            run: () => goTo(...panel),
          }
        })
      }),
    ),
  )
  return found.flat()
}
