/** One direction of an integration: messages in the columns of their states, from one product towards the other. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { control, query } from '../../api.ts'
import { useLive } from '../../live.ts'
import { clock } from '../../store.ts'
import { countText } from '../../text.ts'
import { href } from '../../route.ts'
import { Badge, messageTone, Problem } from '../../ui/parts.tsx'
import { note } from './observed.ts'
import {
  aboutText,
  columnsOf,
  type Counts,
  type Direction,
  lastPage,
  type Message,
  type MessageStatus,
  pageOf,
  STATUSES,
  tableOf,
} from './model.ts'
import { useMoves } from './moves.ts'

type Pages = Readonly<Record<MessageStatus, number>>
const FIRST_PAGES: Pages = { PENDING: 0, NOT_EXECUTED: 0, FAILED: 0, DONE: 0 }

export interface LaneProps {
  readonly serviceId: string
  readonly direction: Direction
  readonly counts: Counts
  /** Messages of a column at once. */
  readonly size: number
  readonly nameOf: (user: number | undefined) => string
}

export function Lane(props: LaneProps) {
  const { serviceId, direction, counts, size, nameOf } = props
  const [pages, setPages] = useState(FIRST_PAGES)
  const shown = clampPages(pages, counts, size)
  const read = useLive(
    JSON.stringify([serviceId, direction, size, shown, STATUSES.map((status) => counts[status])]),
    (signal) => readColumns(props, shown, signal),
  )
  const lane = useRef<HTMLDivElement>(null)
  useMoves(lane)
  const columns = read.data
  useEffect(() => {
    const { value } = clock
    if (columns !== undefined && value !== undefined)
      note(
        direction,
        STATUSES.flatMap((status) => columns[status]),
        value.now,
      )
  }, [columns])
  const turn = (status: MessageStatus, page: number) => setPages((before) => ({ ...before, [status]: page }))
  return (
    <div class="queue-lane" role="group" aria-label={LANE_NAMES[direction]}>
      <p class="queue-lane-title">
        <span aria-hidden="true">{direction === 'outbound' ? '⟶ ' : '⟵ '}</span>
        {LANE_NAMES[direction]}
      </p>
      <Problem text={read.error} />
      <div ref={lane} class="queue-lane-columns" onKeyDown={moveFocus}>
        {columnsOf(direction).map((status) => (
          <Column
            key={status}
            {...{ status, size, nameOf, serviceId, direction }}
            count={counts[status]}
            messages={columns?.[status] ?? []}
            page={shown[status]}
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

function Column(props: {
  readonly status: MessageStatus
  readonly count: number
  readonly messages: readonly Message[]
  readonly page: number
  readonly size: number
  readonly serviceId: string
  readonly direction: Direction
  readonly onTurn: (page: number) => void
  readonly nameOf: LaneProps['nameOf']
}) {
  const { status, count, messages, page, size, serviceId, direction, onTurn, nameOf } = props
  const last = lastPage(count, size)
  return (
    <section class="queue-lane-column" aria-label={`${status}: ${countText(count, 'message')}`}>
      <h3>
        <Badge tone={messageTone(status)}>{status}</Badge> <b>{count.toLocaleString('en')}</b>
      </h3>
      <ul class="queue-lane-messages" style={{ minHeight: `${Math.min(size, 4) * 62}px` }}>
        {messages.map((message) => (
          <li key={message.id}>
            <a
              class={`queue-message queue-message-${messageTone(status)}`}
              href={href('queues', serviceId, direction, message.id)}
              title={`${aboutText(message)}\n${attemptsText(message)}`}
              data-message={String(message.id)}
              data-column={status}
            >
              <span class="queue-message-operation">{message.operation}</span>
              <span class="message-about">{aboutText(message)}</span>
              <span class="queue-message-answer">
                #{message.id} · {nameOf(message.createdBy)} · {attemptsText(message)}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <div class="queue-lane-pager">
        {last === 0 ? null : (
          <>
            <button
              type="button"
              class="button"
              disabled={page === 0}
              aria-label={`${status}: earlier page`}
              onClick={() => onTurn(page - 1)}
            >
              ‹
            </button>
            <span>
              {page * size + 1} to {Math.min(count, (page + 1) * size)}
            </span>
            <button
              type="button"
              class="button"
              disabled={page === last}
              aria-label={`${status}: next page`}
              onClick={() => onTurn(page + 1)}
            >
              ›
            </button>
          </>
        )}
      </div>
    </section>
  )
}

function attemptsText({ attempts, lastResponse }: Message): string {
  if (attempts === 0) return 'not tried yet'
  const tried = countText(attempts, 'attempt')
  return lastResponse === undefined ? tried : `${tried}: ${lastResponse}`
}

function clampPages(pages: Pages, counts: Counts, size: number): Pages {
  const clamped = STATUSES.map((status) => [status, Math.min(pages[status], lastPage(counts[status], size))])
  return Object.fromEntries(clamped) as Pages
}

type Columns = Readonly<Record<MessageStatus, readonly Message[]>>

async function readColumns(
  { serviceId, direction, counts, size }: LaneProps,
  pages: Pages,
  signal: AbortSignal,
): Promise<Columns> {
  const read = async (status: MessageStatus) => {
    const { offset, limit } = pageOf(status, counts[status], pages[status], size)
    if (limit === 0) return [status, []] as const
    const { items } = await control<{ items: Message[] }>(
      `/state/${tableOf(direction)}${query({ serviceId, status, offset, limit })}`,
      { signal },
    )
    return [status, status === 'DONE' ? items.toReversed() : items] as const
  }
  return Object.fromEntries(await Promise.all(STATUSES.map(read))) as unknown as Columns
}

/** Arrow keys go up and down a column, and to the columns beside it. */
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
