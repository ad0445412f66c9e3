/** One direction of an integration: messages in a column for each state. */
import type { ListOf } from '../../../control/responses/shape.ts'
import type { Region } from '../../../model/schema.ts'
import type { MessageStatus } from '../../../model/records/tracker/outbound-messages.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { control, query } from '../../calls/api.ts'
import { useLive } from '../../live/live.ts'
import { isChanged } from '../../live/past.ts'
import { GLOSSARY } from '../../words/glossary.ts'
import { clock } from '../../state/store.ts'
import { countText } from '../../words/text.ts'
import { href } from '../../state/route.ts'
import { Badge, messageTone, Problem } from '../../ui/parts.tsx'
import { note } from './observed.ts'
import {
  aboutText,
  addressOf,
  type Direction,
  lastPage,
  type Message,
  pageOf,
  STATUSES,
  tableOf,
} from './model.ts'
import { useMoves } from './moves.ts'

type Pages = Readonly<Record<MessageStatus, number>>
const FIRST_PAGES: Pages = { PENDING: 0, NOT_EXECUTED: 0, FAILED: 0, DONE: 0 }

export interface LaneProps {
  readonly serviceId: string
  readonly region: Region
  readonly direction: Direction
  /** Messages shown in a column at once. */
  readonly size: number
  /** The obstacle of the last run, if it could not send anything. */
  readonly lastRun: string | undefined
  readonly nameOf: (user: number | undefined) => string
}

interface ColumnData {
  readonly count: number
  readonly messages: readonly Message[]
}
type Columns = Readonly<Record<MessageStatus, ColumnData>>

export function Lane(props: LaneProps) {
  const { serviceId, region, direction, size, nameOf } = props
  const [pages, setPages] = useState(FIRST_PAGES)
  const {
    data: columns,
    error,
    latest,
  } = useLive(JSON.stringify([serviceId, region, direction, size, pages]), (signal) =>
    readColumns(props, pages, signal),
  )
  const lane = useRef<HTMLDivElement>(null)
  useMoves(lane)
  useEffect(() => {
    const { value } = clock
    if (columns === undefined || value === undefined) return
    const messages = STATUSES.flatMap((status) => columns[status].messages)
    note({ direction, region }, messages, value.now)
  }, [columns])
  const turn = (status: MessageStatus, page: number) =>
    setPages((before) => (before[status] === page ? before : { ...before, [status]: page }))
  return (
    <div class="queue-lane" role="group" aria-label={LANE_NAMES[direction]}>
      <p class="queue-lane-title">
        <b>{LANE_NAMES[direction]}</b>
        {props.lastRun === undefined ? null : <span class="muted"> · {props.lastRun}</span>}
      </p>
      <Problem text={error} />
      <div ref={lane} class="queue-lane-columns" onKeyDown={moveFocus}>
        {STATUSES.map((status) => (
          <Column
            key={status}
            region={props.region}
            {...{ status, size, nameOf, direction }}
            address={addressOf({ serviceId, region })}
            data={(columns ?? latest)?.[status]}
            unread={columns === undefined}
            page={pages[status]}
            onTurn={(page) => turn(status, page)}
          />
        ))}
      </div>
    </div>
  )
}

const LANE_NAMES: Readonly<Record<Direction, string>> = {
  outbound: 'From the wiki to the tracker',
  inbound: 'From the tracker to the wiki',
}

interface ColumnProps {
  readonly status: MessageStatus
  /** Undefined before the queue is read; the previous page while another one is read. */
  readonly data: ColumnData | undefined
  readonly unread: boolean
  readonly page: number
  readonly size: number
  /** The name of the integration in addresses. */
  readonly address: string
  readonly region: Region
  readonly direction: Direction
  readonly onTurn: (page: number) => void
  readonly nameOf: LaneProps['nameOf']
}

function Column(props: ColumnProps) {
  const { status, data, unread, page, size, address, region, direction, onTurn, nameOf } = props
  const countLabel = data === undefined ? 'not read yet' : countText(data.count, 'message')
  return (
    <section
      class={`queue-lane-column ${data?.count === 0 ? 'is-empty' : ''}`}
      aria-label={`${status}: ${countLabel}`}
      aria-busy={unread}
    >
      <h3>
        <Badge tone={messageTone(status)} title={GLOSSARY[status]}>
          {status}
        </Badge>{' '}
        <b>{data?.count.toLocaleString('en') ?? '…'}</b>
      </h3>
      <ul class={`queue-lane-messages ${unread ? 'is-stale' : ''}`}>
        {data?.messages.map((message) => (
          <li key={message.id}>
            <a
              class={`queue-message queue-message-${messageTone(status)} ${isChanged(tableOf(direction), region, message.id) ? 'is-changed' : ''}`}
              href={href('queues', address, direction, message.id)}
              title={`${aboutText(message)}\n${attemptsText(message)}`}
              data-message={String(message.id)}
              data-column={status}
            >
              <span class="queue-message-operation">{breakable(message.operation)}</span>
              <span>{aboutText(message)}</span>
              <span class="queue-message-answer">
                {attemptsText(message)} · #{message.id} · {nameOf(message.createdBy)}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <ColumnPager {...{ status, unread, page, size, onTurn }} count={data?.count ?? 0} />
    </section>
  )
}

/** Lets a long name continue on the next line after an underscore. */
function breakable(name: string) {
  return name.split('_').flatMap((part, index) => (index === 0 ? [part] : ['_', <wbr />, part]))
}

/** Nothing for a single page. */
function ColumnPager(
  props: Pick<ColumnProps, 'status' | 'unread' | 'page' | 'size' | 'onTurn'> & { readonly count: number },
) {
  const { status, count, unread, page, size, onTurn } = props
  const last = lastPage(count, size)
  useEffect(() => {
    if (page > last && count > 0) onTurn(last)
  }, [page, last])
  const turn = (to: number, sign: string, name: string) => (
    <button
      type="button"
      class="button"
      disabled={to === page || to < 0 || to > last}
      aria-label={`${status}: ${name} page`}
      onClick={() => onTurn(to)}
    >
      {sign}
    </button>
  )
  if (last === 0) return null
  return (
    <div class="queue-lane-pager">
      {turn(0, '«', 'first')}
      {turn(page - 1, '‹', 'previous')}
      <span>{unread ? '…' : `${page * size + 1} to ${Math.min(count, (page + 1) * size)}`}</span>
      {turn(page + 1, '›', 'next')}
      {turn(last, '»', 'last')}
    </div>
  )
}

function attemptsText({ attempts, lastResponse }: Message): string {
  if (attempts === 0) return 'not tried yet'
  if (attempts === 1 && lastResponse !== undefined) return lastResponse
  const tried = countText(attempts, 'attempt')
  return lastResponse === undefined ? tried : `${tried}: ${lastResponse}`
}

/** Reads all columns at once with their counts, so that a message that moves meanwhile is not missed. */
async function readColumns(
  { serviceId, region, direction, size }: LaneProps,
  pages: Pages,
  signal: AbortSignal,
): Promise<Columns> {
  const list = (status: MessageStatus, offset: number, limit: number) =>
    control<ListOf<Message>>(
      `/state/${tableOf(direction)}${query({ region, serviceId, status, offset, limit })}`,
      { signal },
    )
  const read = async (status: MessageStatus) => {
    const known = status === 'DONE' ? (await list(status, 0, 0)).total : undefined
    const { offset, limit } = pageOf(status, known, pages[status], size)
    const { items, total } = await list(status, offset, limit)
    return [status, { count: total, messages: known === undefined ? items : items.toReversed() }] as const
  }
  return Object.fromEntries(await Promise.all(STATUSES.map(read))) as unknown as Columns
}

/** Arrow keys move within a column, and to the columns beside it. */
function moveFocus(event: KeyboardEvent): void {
  const lane = event.currentTarget as HTMLElement
  const focused = (event.target as HTMLElement).closest<HTMLElement>('[data-message]')
  if (focused === null) return
  const columns = [...lane.querySelectorAll<HTMLElement>('.queue-lane-messages')].map((list) => [
    ...list.querySelectorAll<HTMLElement>('[data-message]'),
  ])
  const column = columns.findIndex((messages) => messages.includes(focused))
  const place = columns[column]?.indexOf(focused) ?? 0
  const target = {
    ArrowDown: () => columns[column]?.[place + 1],
    ArrowUp: () => columns[column]?.[place - 1],
    ArrowRight: () => beside(columns.slice(column + 1), place),
    ArrowLeft: () => beside(columns.slice(0, column).toReversed(), place),
  }[event.key]
  if (target === undefined) return
  event.preventDefault()
  target()?.focus()
}

function beside(columns: readonly HTMLElement[][], place: number): HTMLElement | undefined {
  const column = columns.find((messages) => messages.length > 0)
  return column?.[Math.min(place, column.length - 1)]
}
