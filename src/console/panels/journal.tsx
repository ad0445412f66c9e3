/** The journal: requests and responses, newest first, with a view of one exchange that can be sent again. */
import type { Exchange } from '../../control/responses/journal.ts'
import type { ListOf } from '../../control/responses/shape.ts'
import { useState } from 'preact/hooks'
import { ignoredText } from '../../gateway/journal/exchange-text.ts'
import { control, query } from '../calls/api.ts'
import { controlText, download } from '../calls/download.ts'
import { attempt, useLive } from '../live/live.ts'
import { shownStep } from '../live/past.ts'
import { goTo, href } from '../state/route.ts'
import { world } from '../state/store.ts'
import { timeText } from '../words/text.ts'
import { Pager } from '../ui/pager.tsx'
import { Badge, Button, Card, Empty, Problem, Stale, ResponseStatus } from '../ui/parts.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { type JournalFilters, NO_FILTERS, parametersOf } from './journal/entry.ts'
import { FilterFields } from './journal/filters.tsx'
import { ChosenExchange } from './journal/exchange.tsx'
import type { PanelProps } from './panel.ts'
import { Writes } from '../ui/writes.tsx'

const PAGE = 100

/** A held page of the list, with its filters. */
interface Held {
  readonly key: string
  readonly list: ListOf<Exchange>
}

const COLUMNS: readonly Column<Exchange>[] = [
  { id: 'number', title: 'Number', hidden: true, cell: ({ number }) => number },
  {
    id: 'at',
    title: 'Time',
    cell: ({ at }) => timeText(new Date(at).toISOString()).slice(0, 8),
  },
  {
    id: 'request',
    title: 'Request',
    grows: true,
    cell: ({ request: { method, url }, operation, number }) => (
      <span title={`${number}: ${method} ${url}`}>
        {operation === undefined ? `${method} ${url}` : operation}
      </span>
    ),
  },
  { id: 'method', title: 'Method', hidden: true, cell: ({ request }) => request.method },
  {
    id: 'path',
    title: 'Path',
    hidden: true,
    cell: ({ request: { url } }) => <span title={url}>{url}</span>,
  },
  { id: 'interface', title: 'Interface', hidden: true, cell: (entry) => entry.interface ?? '–' },
  { id: 'region', title: 'Region', hidden: true, cell: ({ region }) => region ?? '–' },
  { id: 'user', title: 'User', cell: ({ user }) => user ?? '–' },
  {
    id: 'status',
    title: 'Status',
    cell: (entry) => (
      <>
        <ResponseStatus status={entry.answer.status} />
        {entry.fault === undefined ? null : (
          <>
            {' '}
            <Badge tone="info" title={`Fault ${entry.fault} shaped this response`}>
              fault
            </Badge>
          </>
        )}
        <IgnoredBadge entry={entry} />
      </>
    ),
  },
]

/** Marks a response that says nothing of a misspelt name. */
function IgnoredBadge({ entry }: { readonly entry: Exchange }) {
  const ignored = ignoredText(entry)
  if (ignored === undefined) return null
  return (
    <>
      {' '}
      <Badge tone="warn" title={`Nothing read: ${ignored}`}>
        ignored
      </Badge>
    </>
  )
}

export function JournalPanel({ rest }: PanelProps) {
  const [filters, setFilters] = useState<JournalFilters>(NO_FILTERS)
  const [offset, setOffset] = useState(0)
  const [held, setHeld] = useState<Held | undefined>(undefined)
  const search = query({ ...parametersOf(filters), order: 'newest', brief: 'true', offset, limit: PAGE })
  const key = `${world.value} ${search}`
  const still = held?.key === key ? held.list : undefined
  const { data, error, latest } = useLive(still === undefined ? key : `held ${key}`, (signal) =>
    still === undefined ? control<ListOf<Exchange>>(`/journal${search}`, { signal }) : Promise.resolve(still),
  )
  // Another page or filter: the previous rows stay, dimmed, until the response arrives.
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
              title="Keep this page of the list while new exchanges arrive"
              onPress={() =>
                setHeld(still !== undefined || data === undefined ? undefined : { key, list: data })
              }
            >
              Hold
            </Button>
            <Button onPress={saveHar} title="An HTTP archive of the filtered exchanges">
              Save as HAR
            </Button>
            <Writes>
              <Button
                kind="danger"
                disabled={list === undefined || list.total === 0}
                title="Deletes the exchanges of this world; the report keeps its totals"
                onPress={() =>
                  attempt('The journal of this world is empty', () =>
                    control('/journal', { method: 'DELETE' }),
                  )
                }
              >
                Clear
              </Button>
            </Writes>
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
          Requests of clients. Edits, jobs and sites that were taken down are on the{' '}
          <a href={href('time')}>Time line</a>.
        </p>
        <Problem text={error} />
        <Stale when={unread && list !== undefined}>
          <Table
            label="Exchanges, newest first"
            name="journal"
            columns={COLUMNS}
            rows={list?.items ?? []}
            keyOf={({ number }) => number}
            chosen={chosen}
            isChanged={({ number }) => number === shownStep.value?.entry?.exchange}
            onChoose={({ number }) => goTo('journal', number)}
            height={470}
          />
        </Stale>
        {!unread && list?.total === 0 ? (
          <Empty
            action={
              narrowed ? (
                <Button onPress={() => setFilters(NO_FILTERS)}>Remove all filters</Button>
              ) : (
                <a class="button" href={href('api', 'wiki.baseline.list')}>
                  Send a request
                </a>
              )
            }
          >
            {narrowed ? 'No exchange matches.' : 'No exchanges yet.'}
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
