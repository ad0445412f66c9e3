/** The records that differ between two states of a world: by table, by record, by field. */
import type { RecordDifference, SnapshotDifference } from '../../control/responses/worlds.ts'
import { useState } from 'preact/hooks'
import { control, query } from '../calls/api.ts'
import { useLive } from '../live/live.ts'
import { href } from '../state/route.ts'
import { jsonDifferences } from '../words/json-difference.ts'
import { DifferenceTable } from './differences.tsx'
import { Pager } from './pager.tsx'
import { Badge, Button, Empty, Problem, Stale } from './parts.tsx'

const PAGE = 25

export function RecordDifferences(props: {
  /** The route that compares two states, such as `/past/11/diff/12`. */
  readonly path: string
  /** Tables whose records are folded too, as the simulator's own are. */
  readonly folded?: readonly string[]
}) {
  const { path, folded = [] } = props
  const [table, setTable] = useState('')
  const [offset, setOffset] = useState(0)
  const address = path + query({ table, offset, limit: PAGE })
  const {
    data: current,
    error,
    latest,
  } = useLive(address, (signal) => control<SnapshotDifference>(address, { signal }))
  // Another page or table of the same comparison: the previous rows stay, dimmed, until the response arrives.
  const data = current ?? latest
  const unread = current === undefined
  if (data === undefined) return error === undefined ? <Empty>Comparing…</Empty> : <Problem text={error} />
  if (data.tables.length === 0) return <Empty>No differences.</Empty>
  const choose = (name: string) => {
    setTable(name)
    setOffset(0)
  }
  const isFolded = ({ own, table: name }: SnapshotDifference['tables'][number]) =>
    own === true || folded.includes(name)
  const ownTables = new Set(data.tables.filter(isFolded).map(nameOfTable))
  const isOwn = (item: RecordDifference) => ownTables.has(nameOfTable(item))
  const own = data.items.filter(isOwn)
  const chosenIsOwn = table !== '' && own.length > 0
  // The simulator's own are last, as below.
  const tables = data.tables.toSorted((a, b) => Number(isFolded(a)) - Number(isFolded(b)))
  if (folded.length > 0 && data.tables.every(isFolded))
    return <Empty>No record of the service changed.</Empty>
  const sum = data.tables.reduce((all, { records }) => all + records, 0)
  return (
    <>
      <Problem text={error} />
      <div class="row" role="group" aria-label="Tables that differ">
        <Button pressed={table === ''} onPress={() => choose('')}>
          All {sum}
        </Button>
        {tables.map(({ store, table: name, records }) => (
          <Button
            key={`${store} ${name}`}
            pressed={table === name}
            title={`of ${store}`}
            onPress={() => choose(name)}
          >
            {name} {records}
            {store === 'eu' ? '' : ` (${store})`}
          </Button>
        ))}
      </div>
      <Pager
        offset={offset}
        limit={PAGE}
        total={data.total}
        unread={unread}
        label="Pages of differences"
        onMove={setOffset}
      />
      <Stale when={unread}>
        <Items items={data.items.filter((item) => !isOwn(item))} />
        {own.length === 0 ? null : (
          <details class="own-records" open={chosenIsOwn}>
            <summary>
              Internal records of the simulator: counters, jobs, rate-limit windows ({own.length} here)
            </summary>
            <Items items={own} />
          </details>
        )}
      </Stale>
    </>
  )
}

function RecordItem({ item }: { readonly item: RecordDifference }) {
  const { store, table, key, before, after } = item
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  const tone = kind === 'added' ? 'good' : kind === 'removed' ? 'bad' : 'warn'
  const found = jsonDifferences(fieldsOf(item, before), fieldsOf(item, after))
  const differences = found.differences.map((each) => ({ ...each, place: each.place.replace(/^\$\./, '') }))
  const name = `${table} ${typeof key === 'object' ? JSON.stringify(key) : String(key)}`
  // A record that was removed is not there to be opened.
  const link =
    after === undefined || typeof key === 'object' ? null : (
      <a href={href('tables', table, String(key), store)} aria-label={`Open ${name}`}>
        Open
      </a>
    )
  return (
    <li class="record-difference">
      <details open={kind === 'changed'}>
        <summary>
          <Badge tone={tone}>{kind}</Badge> <span class="mono">{name}</span>{' '}
          <span class="muted">
            {store === 'eu' ? '' : `of ${store}`} {titleOf(after ?? before, key)}
          </span>
        </summary>
        <DifferenceTable
          label={`Fields of ${name}`}
          before="Before"
          after="After"
          differences={differences}
        />
        {found.more ? <p class="muted">There are more than these.</p> : null}
      </details>
      {link}
    </li>
  )
}

function nameOfTable({ store, table }: { readonly store: string; readonly table: string }): string {
  return `${store} ${table}`
}

function Items({ items }: { readonly items: readonly RecordDifference[] }) {
  return (
    <ul class="record-list">
      {items.map((item) => (
        <RecordItem key={`${nameOfTable(item)} ${JSON.stringify(item.key)}`} item={item} />
      ))}
    </ul>
  )
}

/** The changed fields, or all fields of a record that was added or removed. */
function fieldsOf({ changed }: RecordDifference, record: Readonly<Record<string, unknown>> | undefined) {
  if (record === undefined) return {}
  if (changed.length === 0) return record
  return Object.fromEntries(
    changed.flatMap((name) => (Object.hasOwn(record, name) ? [[name, record[name]]] : [])),
  )
}

function titleOf(record: Readonly<Record<string, unknown>> | undefined, key: unknown): string {
  for (const field of ['key', 'name', 'title', 'operation', 'kind']) {
    const value = record?.[field]
    if (typeof value === 'string' && value !== key) return value.slice(0, 80)
  }
  return ''
}
