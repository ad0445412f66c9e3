/** Requests of clients with their responses, newest first, and one of them in full. Its address is that of the journal. */
import type { Exchange } from '../../control/responses/journal.ts'
import type { ListOf } from '../../control/responses/shape.ts'
import { useState } from 'preact/hooks'
import { pathInWorld } from '../../gateway/addresses/locate.ts'
import { control, query } from '../calls/api.ts'
import { useOperations } from '../calls/catalogue.ts'
import { controlText, download } from '../calls/download.ts'
import { attempt, useLive } from '../live/live.ts'
import { shownStep } from '../live/past.ts'
import { href, replaceView, routeView } from '../state/route.ts'
import { world } from '../state/store.ts'
import { useUsers } from '../ui/names.tsx'
import { isNarrow } from '../ui/narrow.ts'
import { Pager } from '../ui/pager.tsx'
import { Button, Card, Empty, Problem, Stale } from '../ui/parts.tsx'
import { Table } from '../ui/table.tsx'
import { Writes } from '../ui/writes.tsx'
import { requestColumns } from './journal/columns.tsx'
import { ChosenExchange } from './journal/exchange.tsx'
import { filterOf, NO_FILTER, parametersOf, type RequestFilter } from './journal/filter.ts'
import { SearchField } from './journal/search-field.tsx'
import type { PanelProps } from './panel.ts'

const PAGE = 100
/** The lowest height of the list, and what the page needs besides it, in pixels. */
const LOWEST = 306
const BESIDES = 410
/** The parameter of the address with the number of the request that the selected one repeats. */
const REPEATED = 'repeats'

/** A page of the list that stays while requests arrive, with its filter. */
interface PausedPage {
  readonly key: string
  readonly list: ListOf<Exchange>
}

export function JournalPanel({ rest }: PanelProps) {
  const parameters = new URLSearchParams(routeView.value)
  const filter = filterOf(parameters)
  const [offset, setOffset] = useState(0)
  const [paused, setPaused] = useState<PausedPage | undefined>(undefined)
  const users = useUsers()
  const operations = useOperations().data ?? []
  const search = query({ ...parametersOf(filter), order: 'newest', brief: 'true', offset, limit: PAGE })
  const key = `${world.value} ${search}`
  const still = paused?.key === key ? paused.list : undefined
  const { data, error, latest } = useLive(still === undefined ? key : `paused ${key}`, (signal) =>
    still === undefined ? control<ListOf<Exchange>>(`/journal${search}`, { signal }) : Promise.resolve(still),
  )
  // Another page or filter: the previous rows stay, dimmed, until the response arrives.
  const list = still ?? data ?? latest
  const unread = still === undefined && data === undefined
  const chosen = Number(rest[0] ?? Number.NaN)
  const isChosen = Number.isSafeInteger(chosen)
  const repeated = Number(parameters.get(REPEATED) ?? Number.NaN)
  const isNarrowed = filter.chips.length > 0 || filter.text !== ''
  const hrefOf = (number?: number, repeats?: number) =>
    (number === undefined ? href('journal') : href('journal', number)) +
    query({ ...parametersOf(filter), [REPEATED]: repeats })
  const setFilter = (changed: RequestFilter) => {
    replaceView(query(parametersOf(changed)))
    setOffset(0)
  }
  return (
    <div class={isChosen ? 'requests has-chosen' : 'requests'}>
      <Card
        title="Requests of clients"
        actions={
          <>
            <Button
              pressed={still !== undefined}
              title="Keep this page of the list while new requests arrive"
              onPress={() =>
                setPaused(still !== undefined || data === undefined ? undefined : { key, list: data })
              }
            >
              Pause list
            </Button>
            <Button onPress={saveHar} title="An HTTP archive of the filtered requests">
              Save as HAR
            </Button>
            <Writes>
              <Button
                kind="danger"
                disabled={list === undefined || list.total === 0}
                title="Deletes the requests of this world; the report keeps its totals"
                onPress={() =>
                  attempt('The requests of this world are deleted', () =>
                    control('/journal', { method: 'DELETE' }),
                  )
                }
              >
                Clear list
              </Button>
            </Writes>
          </>
        }
      >
        <SearchField
          filter={filter}
          onChange={setFilter}
          names={{ users, operations, paths: (list?.items ?? []).map(({ request }) => pathOf(request.url)) }}
        />
        <Problem text={error} />
        <Stale when={unread && list !== undefined}>
          <Table
            label="Requests, newest first"
            name="requests"
            columns={requestColumns(!isChosen, isNarrow.value)}
            rows={list?.items ?? []}
            keyOf={({ number }) => number}
            chosen={chosen}
            isChanged={({ number }) => number === shownStep.value?.entry?.exchange}
            onChoose={({ number }) => {
              location.hash = hrefOf(number)
            }}
            height={Math.max(LOWEST, innerHeight - BESIDES)}
          />
        </Stale>
        {!unread && list?.total === 0 ? (
          <Empty
            action={
              isNarrowed ? (
                <Button onPress={() => setFilter(NO_FILTER)}>Remove all filters</Button>
              ) : (
                <a class="button" href={href('api', 'wiki.baseline.list')}>
                  Send a request
                </a>
              )
            }
          >
            {isNarrowed ? 'No request matches.' : 'No requests yet.'}
          </Empty>
        ) : null}
        <Pager
          offset={offset}
          limit={PAGE}
          total={list?.total}
          unread={unread}
          label="Pages of requests"
          onMove={setOffset}
        />
      </Card>
      {isChosen ? (
        <ChosenExchange
          key={chosen}
          number={chosen}
          repeated={Number.isSafeInteger(repeated) ? repeated : undefined}
          hrefOf={hrefOf}
          onSent={(number) => {
            location.hash = hrefOf(number, chosen)
          }}
          onClose={() => {
            const row = document.querySelector<HTMLElement>('.requests .is-chosen')
            location.hash = hrefOf()
            row?.focus()
          }}
        />
      ) : null}
    </div>
  )

  function saveHar(): Promise<unknown> {
    return attempt('', async () => {
      const text = await controlText(`/journal${query({ ...parametersOf(filter), format: 'har' })}`)
      download(`${world.peek()}.har`, 'application/json', text)
    })
  }
}

function pathOf(url: string): string {
  return url.startsWith('/') ? pathInWorld(url) : url.replace(/[?#].*$/s, '')
}
