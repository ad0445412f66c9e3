/** The journal: what clients sent and what they got, newest first; one exchange in full, and sent again. */
import { useState } from 'preact/hooks'
import { control, query } from '../calls/api.ts'
import { controlText, download } from '../calls/download.ts'
import { attempt, useLive } from '../state/live.ts'
import { goTo, href } from '../state/route.ts'
import { world } from '../state/store.ts'
import { timeText } from '../words/text.ts'
import { Pager } from '../ui/pager.tsx'
import { Badge, Button, Card, Empty, Problem, Stale, statusTone } from '../ui/parts.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { type JournalFilters, type ListedExchange, NO_FILTERS, parametersOf } from './journal/entry.ts'
import { FilterFields } from './journal/filters.tsx'
import { ChosenExchange } from './journal/exchange.tsx'
import type { PanelProps } from './panel.ts'

const PAGE = 100

interface ListedPage {
  readonly items: readonly ListedExchange[]
  readonly total: number
}

/** A page of the list that stands still, and what was asked for it. */
interface Held {
  readonly key: string
  readonly list: ListedPage
}

const COLUMNS: readonly Column<ListedExchange>[] = [
  {
    id: 'at',
    title: 'Time',
    width: '6.1rem',
    cell: ({ at }) => timeText(new Date(at).toISOString()).slice(0, 8),
  },
  {
    id: 'request',
    title: 'Request',
    cell: ({ request: { method, url }, operation, number }) => (
      <span title={`${number}: ${method} ${url}`}>
        {operation === undefined ? `${method} ${url}` : operation}
      </span>
    ),
  },
  { id: 'user', title: 'User', width: '4.6rem', cell: ({ user }) => user ?? '–' },
  {
    id: 'status',
    title: 'Status',
    width: '8.2rem',
    cell: (entry) => (
      <>
        <Badge tone={statusTone(entry.answer.status)}>{entry.answer.status}</Badge>
        {entry.fault === undefined ? null : (
          <>
            {' '}
            <Badge tone="info" title={`Fault ${entry.fault} shaped this answer`}>
              fault
            </Badge>
          </>
        )}
      </>
    ),
  },
]

export function JournalPanel({ rest }: PanelProps) {
  const [filters, setFilters] = useState<JournalFilters>(NO_FILTERS)
  const [offset, setOffset] = useState(0)
  const [held, setHeld] = useState<Held | undefined>(undefined)
  const asked = query({ ...parametersOf(filters), order: 'newest', brief: 'true', offset, limit: PAGE })
  const key = `${world.value} ${asked}`
  const still = held?.key === key ? held.list : undefined
  const { data, error, latest } = useLive(still === undefined ? key : `held ${key}`, (signal) =>
    still === undefined ? control<ListedPage>(`/journal${asked}`, { signal }) : Promise.resolve(still),
  )
  // Another page or filter: what was there stays, dimmed, until the answer comes.
  const list = still ?? data ?? latest
  const unread = still === undefined && data === undefined
  const chosen = Number(rest[0] ?? Number.NaN)
  const narrowed = JSON.stringify(filters) !== JSON.stringify(NO_FILTERS)
  return (
    <div class="journal">
      <Card
        title="Exchanges"
        actions={
          <>
            <Button
              pressed={still !== undefined}
              title="Let this page of the list stand still while exchanges go on"
              onPress={() =>
                setHeld(still !== undefined || data === undefined ? undefined : { key, list: data })
              }
            >
              Hold
            </Button>
            <Button onPress={saveHar} title="An HTTP archive of what the filters let through">
              Save as HAR
            </Button>
            <Button
              kind="danger"
              disabled={list === undefined || list.total === 0}
              title="Forgets the exchanges of this world; the report keeps its sums"
              onPress={() =>
                attempt('The journal of this world is empty', () => control('/journal', { method: 'DELETE' }))
              }
            >
              Clear
            </Button>
          </>
        }
      >
        <FilterFields
          filters={filters}
          onChange={(changed) => {
            setFilters(changed)
            setOffset(0)
          }}
        />
        <p class="muted">
          What clients asked of the interfaces. Edits, sites taken down and jobs are on the{' '}
          <a href={href('time')}>Time line</a>.
        </p>
        <Problem text={error} />
        <Stale when={unread && list !== undefined}>
          <Table
            label="Exchanges, newest first"
            columns={COLUMNS}
            rows={list?.items ?? []}
            keyOf={({ number }) => number}
            chosen={chosen}
            onChoose={({ number }) => goTo('journal', number)}
            height={470}
          />
        </Stale>
        {!unread && list?.total === 0 ? (
          <Empty>
            {narrowed
              ? 'No exchange is like this. Take a filter away.'
              : 'No exchange yet. Send a request to one of the interfaces, or try an operation in the panel Operations.'}
          </Empty>
        ) : null}
        <Pager
          offset={offset}
          limit={PAGE}
          total={list?.total}
          unread={unread}
          label="Pages of exchanges"
          onMove={setOffset}
        />
      </Card>
      <ChosenExchange number={chosen} />
    </div>
  )

  function saveHar(): Promise<unknown> {
    return attempt('', async () => {
      const text = await controlText(`/journal${query({ ...parametersOf(filters), format: 'har' })}`)
      download(`${world.peek()}.har`, 'application/json', text)
    })
  }
}
