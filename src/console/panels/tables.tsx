/** Every table of the world: counts, filters, pages, and the selected record with links to the records that it names. */
import type { ListOf } from '../../control/responses/shape.ts'
import type { TableEntry } from '../../control/responses/state.ts'
import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { control } from '../calls/api.ts'
import { useThrottledLive } from '../live/throttled.ts'
import { goTo, href } from '../state/route.ts'
import { world } from '../state/store.ts'
import { Card, Empty, Field, Problem } from '../ui/parts.tsx'
import { grouped } from '../ui/pager.tsx'
import type { PanelProps } from './panel.ts'
import { RecordView } from './tables/record.tsx'
import { Records } from './tables/records.tsx'
import { Select } from '../ui/select.tsx'
import { Checkbox, TextField } from '../ui/form.tsx'

const REGIONS = ['eu', 'us'] as const
const region = signal<string>('eu')

export function TablesPanel({ rest }: PanelProps) {
  const [table, key, named] = rest
  const isNamed = REGIONS.some((one) => one === named)
  if (isNamed && named !== undefined && region.peek() !== named) region.value = named
  const at = region.value
  const { data, error } = useThrottledLive(`tables ${world.value} ${at}`, (signal) =>
    control<ListOf<TableEntry>>(`/state?region=${at}`, { signal }),
  )
  const tables = data?.items ?? []
  const chosen = tables.find((one) => one.table === table)
  return (
    <>
      <Problem text={error} />
      <div class="tables">
        <TableList
          tables={tables}
          chosen={table}
          onRegion={(next) => {
            region.value = next
            if (table !== undefined) goTo('tables', table)
          }}
        />
        <div class="tables-main">
          {chosen === undefined ? (
            <NoTable table={table} unread={data === undefined} />
          ) : (
            <>
              <Records
                key={`${world.value} ${at} ${chosen.table}`}
                entry={chosen}
                region={at}
                chosen={key}
                onChoose={(value) => goTo('tables', chosen.table, value, at)}
              />
              {key === undefined ? null : (
                <RecordView entry={chosen} tables={tables} region={at} value={key} />
              )}
            </>
          )}
        </div>
      </div>
    </>
  )
}

function NoTable({ table, unread }: { readonly table: string | undefined; readonly unread: boolean }) {
  const title = unread ? (table ?? 'Tables') : table === undefined ? 'No table selected' : `No table ${table}`
  return (
    <Card title={title}>
      <Empty>{unread ? 'Reading …' : 'Select a table on the left to see its stored records.'}</Empty>
    </Card>
  )
}

function TableList(props: {
  readonly tables: readonly TableEntry[]
  readonly chosen: string | undefined
  readonly onRegion: (region: string) => void
}) {
  const [wanted, setWanted] = useState('')
  const [empty, setEmpty] = useState(false)
  const shown = props.tables.filter(
    ({ table, records }) =>
      table.toLowerCase().includes(wanted.trim().toLowerCase()) &&
      (empty || records > 0 || table === props.chosen),
  )
  const stores = [...new Set(shown.map(({ store }) => store))]
  return (
    <Card title="Tables" class="table-list">
      <Field label="Region">
        <Select value={region.value} onChange={(chosen) => props.onRegion(chosen)} options={REGIONS} />
      </Field>
      <TextField
        label="Name"
        class="stacked"
        type="search"
        placeholder="part of a name"
        value={wanted}
        onInput={setWanted}
      />
      <Checkbox checked={empty} onChange={setEmpty}>
        Include empty tables
      </Checkbox>
      <nav aria-label="Tables of the world">
        {stores.map((store) => (
          <section key={store}>
            <h3>{store === 'system' ? 'The world itself' : `Region ${store}`}</h3>
            {shown
              .filter((one) => one.store === store)
              .map(({ table, records }) => (
                <a
                  key={`${store} ${table}`}
                  href={href('tables', table)}
                  aria-current={table === props.chosen ? 'page' : undefined}
                >
                  <span>{table}</span> <span class="muted">{grouped(records)}</span>
                </a>
              ))}
          </section>
        ))}
      </nav>
    </Card>
  )
}
