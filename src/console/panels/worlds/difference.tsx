/** What differs between a snapshot and another, or now: by table, by record, by field. */
import { useState } from 'preact/hooks'
import { control, query } from '../../api.ts'
import { useLive } from '../../live.ts'
import { jsonDifferences } from '../../json-difference.ts'
import { goTo } from '../../route.ts'
import { world } from '../../store.ts'
import { DifferenceTable } from '../../ui/differences.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge, Button, Card, Empty, Field, Problem } from '../../ui/parts.tsx'
import { useSnapshots } from './snapshots.tsx'

interface RecordDifference {
  readonly store: string
  readonly table: string
  readonly key: unknown
  readonly changed: readonly string[]
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

interface Answer {
  readonly items: readonly RecordDifference[]
  readonly total: number
  readonly tables: readonly { readonly store: string; readonly table: string; readonly records: number }[]
}

const PAGE = 25

export function DifferenceCard(props: { readonly before: string | undefined; readonly after: string }) {
  const snapshots = useSnapshots().data?.items ?? []
  const { after } = props
  const before = snapshots.some(({ id }) => id === props.before) ? props.before : snapshots.at(-1)?.id
  return (
    <Card title="Difference">
      {before === undefined ? (
        <Empty>Take a snapshot first; then this shows record by record what changed since.</Empty>
      ) : (
        <>
          <div class="row">
            <Field label="From">
              <select value={before} onChange={(event) => goTo('worlds', event.currentTarget.value, after)}>
                {snapshots.map(({ id }) => (
                  <option key={id} value={id}>
                    {id}
                  </option>
                ))}
              </select>
            </Field>
            <Field label="to">
              <select value={after} onChange={(event) => goTo('worlds', before, event.currentTarget.value)}>
                <option value="now">{world.value} as it is now</option>
                {snapshots.map(({ id }) => (
                  <option key={id} value={id}>
                    {id}
                  </option>
                ))}
              </select>
            </Field>
          </div>
          <Differences key={`${before} ${after}`} before={before} after={after} />
        </>
      )}
    </Card>
  )
}

function Differences({ before, after }: { readonly before: string; readonly after: string }) {
  const [table, setTable] = useState('')
  const [offset, setOffset] = useState(0)
  const path = `/snapshots/${encodeURIComponent(before)}/diff/${encodeURIComponent(after)}`
  const asked = path + query({ table, offset, limit: PAGE })
  const { data, error } = useLive(`${world.value} ${asked}`, (signal) => control<Answer>(asked, { signal }))
  if (data === undefined) return error === undefined ? <Empty>Comparing…</Empty> : <Problem text={error} />
  if (data.tables.length === 0) return <Empty>Nothing differs: not one record.</Empty>
  const choose = (name: string) => {
    setTable(name)
    setOffset(0)
  }
  const sum = data.tables.reduce((all, { records }) => all + records, 0)
  return (
    <>
      <Problem text={error} />
      <div class="row" role="group" aria-label="Tables that differ">
        <Button pressed={table === ''} onPress={() => choose('')}>
          All {sum}
        </Button>
        {inOrder(data.tables).map(({ store, table: name, records }) => (
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
        label="Pages of differences"
        onMove={setOffset}
      />
      <ul class="record-list">
        {data.items.map((item) => (
          <RecordItem key={`${item.store} ${item.table} ${JSON.stringify(item.key)}`} item={item} />
        ))}
      </ul>
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
  return (
    <li>
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
    </li>
  )
}

/** Tables that people think of come before the counters and windows of the simulator itself. */
function inOrder(tables: Answer['tables']): Answer['tables'] {
  const isOwn = ({ store, table }: Answer['tables'][number]) => store === 'system' || table === 'sequence'
  return [...tables.filter((each) => !isOwn(each)), ...tables.filter(isOwn)]
}

/** The fields that matter: those that changed, or all of a record that came or went. */
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
