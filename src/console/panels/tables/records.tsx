/** The records of one table, page by page, with filters by field and selectable columns. */
import type { ListOf } from '../../../control/responses/shape.ts'
import type { TableEntry } from '../../../control/responses/state.ts'
import { useState } from 'preact/hooks'
import { control, query } from '../../calls/api.ts'
import { isChanged } from '../../live/past.ts'
import { useThrottledLive } from '../../live/throttled.ts'
import { Button, Card, CopyButton, Empty, Field, Problem, Stale } from '../../ui/parts.tsx'
import { Pager } from '../../ui/pager.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { EditButtons } from './edit-record.tsx'
import { addressOf, isInstant, type StoredRecord } from './references.ts'
import { Select } from '../../ui/select.tsx'
import { Form, Submit, TextField } from '../../ui/form.tsx'

const AT_ONCE = 50
/** Members shown of a list within a record. The selected record shows more. */
const MEMBERS = 5
const FIRST_COLUMNS = 6
/** Tables whose records have a hash, which nobody can give. */
const ISSUED: readonly string[] = ['session', 'token']

interface Filter {
  readonly field: string
  readonly value: string
}

export function Records(props: {
  readonly entry: TableEntry
  readonly region: string
  readonly chosen: string | undefined
  readonly onChoose: (key: string) => void
}) {
  const { entry, region } = props
  const [offset, setOffset] = useState(0)
  const [filters, setFilters] = useState<readonly Filter[]>([])
  const filtered = Object.fromEntries(filters.map(({ field, value }) => [field, value]))
  // An empty value is a valid filter.
  const wanted = new URLSearchParams(filtered).toString()
  const path = `/state/${entry.table}${query({ region, offset, limit: AT_ONCE, members: MEMBERS })}&${wanted}`
  const { data, error, latest } = useThrottledLive(path, (signal) =>
    control<ListOf<StoredRecord>>(path.replace(/&$/, ''), { signal }),
  )
  // Another page or filter of the same table: the previous rows stay, dimmed, until the response arrives.
  const shown = data ?? latest
  const unread = data === undefined
  const rows = shown?.items ?? []
  const all = fieldsOf(entry, rows)
  const first = firstColumns(entry, all)
  const keyOf = (row: StoredRecord) => addressOf(entry, row)
  return (
    <Card
      title={entry.table}
      actions={
        <>
          <Pager
            label={`Pages of ${entry.table}`}
            offset={offset}
            limit={AT_ONCE}
            total={shown?.total}
            unread={unread}
            onMove={setOffset}
          />
          {ISSUED.includes(entry.table) ? null : (
            <EditButtons entry={entry} region={region} actions={['add']} />
          )}
          <CopyButton disabled={unread} text={() => JSON.stringify(rows, undefined, 2)}>
            Copy page
          </CopyButton>
        </>
      }
    >
      <Filters
        entry={entry}
        filters={filters}
        onChange={(next) => {
          setFilters(next)
          setOffset(0)
        }}
      />
      <Problem text={error} />
      <Stale when={unread && shown !== undefined}>
        <Table
          label={`Records of ${entry.table}`}
          name={`table.${entry.table}`}
          columns={all.map((field) => columnOf(entry, field, !first.includes(field)))}
          rows={rows}
          keyOf={keyOf}
          onChoose={(row) => props.onChoose(keyOf(row))}
          chosen={props.chosen}
          isChanged={(row) => isChanged(entry.table, entry.store, keyOf(row))}
          height={306}
        />
      </Stale>
      {unread || rows.length > 0 ? null : (
        <Empty
          action={
            filters.length === 0 ? undefined : (
              <Button onPress={() => setFilters([])}>Remove all filters</Button>
            )
          }
        >
          {filters.length === 0 ? 'This table is empty.' : 'No record matches.'}
        </Empty>
      )}
    </Card>
  )
}

function fieldsOf(entry: TableEntry, rows: readonly StoredRecord[]): readonly string[] {
  const { key, fields } = entry
  return [
    ...new Set([...(key === undefined ? [] : [key]), ...fields, ...rows.flatMap((row) => Object.keys(row))]),
  ]
}

/** Fields other than references to records and long texts, in their declared order. */
function firstColumns({ key, references }: TableEntry, all: readonly string[]): readonly string[] {
  const tells = (field: string) =>
    field === key || !(Object.hasOwn(references, field) || /(Id|html)$/.test(field))
  const chosen = new Set([...all.filter(tells), ...all].slice(0, FIRST_COLUMNS))
  return all.filter((field) => chosen.has(field))
}

function columnOf(entry: TableEntry, field: string, hidden: boolean): Column<StoredRecord> {
  return {
    id: field,
    title: field,
    hidden,
    grows: field === 'text',
    cell: (row) => <Value entry={entry} field={field} value={row[field]} />,
  }
}

function Value({
  entry,
  field,
  value,
}: {
  readonly entry: TableEntry
  readonly field: string
  readonly value: unknown
}) {
  if (value === undefined) return <span class="muted">–</span>
  if (isInstant(entry, field, value)) {
    const text = new Date(value).toISOString()
    return <time dateTime={text}>{text.replace('T', ' ').replace('.000Z', '')}</time>
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return <span title={text.slice(0, 500)}>{text.slice(0, 200)}</span>
}

function Filters(props: {
  readonly entry: TableEntry
  readonly filters: readonly Filter[]
  readonly onChange: (filters: readonly Filter[]) => void
}) {
  const { entry, filters, onChange } = props
  const free = entry.fields.filter((field) => !filters.some((one) => one.field === field))
  const [field, setField] = useState('')
  const [value, setValue] = useState('')
  const chosen = free.includes(field) ? field : (free[0] ?? '')
  return (
    <Form
      label="Filters"
      onSubmit={() => {
        onChange([...filters, { field: chosen, value }])
        setValue('')
      }}
    >
      {filters.map((filter) => (
        <Button
          key={filter.field}
          label={`Remove the filter ${filter.field} equals ${filter.value}`}
          onPress={() => onChange(filters.filter((one) => one !== filter))}
        >
          {filter.field} = {filter.value === '' ? 'empty text' : filter.value} ✕
        </Button>
      ))}
      <Field label="Field">
        <Select value={chosen} disabled={free.length === 0} onChange={setField} options={free} />
      </Field>
      <TextField label="equals" value={value} onInput={setValue} />
      <Submit kind="plain" disabled={chosen === ''}>
        Add filter
      </Submit>
    </Form>
  )
}
