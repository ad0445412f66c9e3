/** One record as JSON, with links to the records that it names. */
import type { ListOf } from '../../../control/responses/shape.ts'
import type { TableEntry } from '../../../control/responses/state.ts'
import type { ComponentChildren } from 'preact'
import { control, query } from '../../calls/api.ts'
import { attempt } from '../../live/live.ts'
import { useThrottledLive } from '../../live/throttled.ts'
import { href } from '../../state/route.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { Button, Card, CopyButton, Empty, Problem } from '../../ui/parts.tsx'
import { Writes } from '../../ui/writes.tsx'
import { isCut, MEMBERS } from './cut-lists.ts'
import { EditButtons } from './edit-record.tsx'
import { filtersOf, isInstant, referenceOf, type StoredRecord } from './references.ts'

interface Shown {
  readonly entry: TableEntry
  readonly tables: readonly TableEntry[]
  readonly region: string
}

/** `value` is the address of the record: see addressOf. */
export function RecordView(props: Shown & { readonly value: string }) {
  const { entry, region, value } = props
  const path = `/state/${entry.table}${query({ region, limit: 1, members: MEMBERS })}&${new URLSearchParams(filtersOf(entry, value)).toString()}`
  const { data, error } = useThrottledLive(path, (signal) => control<ListOf<StoredRecord>>(path, { signal }))
  const record = data?.items[0]
  // A list that is shown in part cannot be written back.
  const whole = record === undefined || isCut(record) ? undefined : record
  const title = `${entry.table} ${value.replaceAll('&', ', ')}`
  return (
    <Card
      title={title}
      actions={
        record === undefined ? null : (
          <>
            {entry.table === 'requirement' ? (
              <a class="button" href={href('requirements', value, region)}>
                Open in Requirements
              </a>
            ) : null}
            {entry.table === 'session' ? <EndSession session={record} region={region} /> : null}
            {entry.table === 'session' ? null : (
              <EditButtons
                entry={entry}
                region={region}
                record={whole ?? record}
                actions={whole === undefined ? ['delete'] : ['change', 'delete']}
              />
            )}
            <CopyButton text={() => JSON.stringify(record, undefined, 2)}>Copy as JSON</CopyButton>
          </>
        )
      }
    >
      <Problem text={error} />
      {record === undefined ? (
        <Empty>
          {data === undefined
            ? error === undefined
              ? 'Reading …'
              : 'The record could not be read.'
            : 'The record no longer exists.'}
        </Empty>
      ) : (
        <JsonView
          key={value}
          value={record}
          label={`${title} as JSON`}
          annotate={(field, inner, text) => annotation(props, field, inner, text)}
        />
      )}
    </Card>
  )
}

/** Worlds of earlier versions have sessions without an id. */
function EndSession({ session, region }: { readonly session: StoredRecord; readonly region: string }) {
  const { id } = session
  if (typeof id !== 'number') return null
  const end = () => control(`/sessions/${id}${query({ region })}`, { method: 'DELETE' })
  return (
    <Writes>
      <Button kind="danger" onPress={() => attempt(`Session ${id} is ended`, end)}>
        End session
      </Button>
    </Writes>
  )
}

/** A link to the record that a value names, and the time of an instant. */
function annotation(
  { entry, tables, region }: Shown,
  field: string,
  value: unknown,
  text: string,
): ComponentChildren {
  const reference = referenceOf(entry, field, value, tables)
  if (reference !== undefined) {
    const { table, key } = reference
    return (
      <a href={href('tables', table, key, region)} title={`${table} ${key}`}>
        {text}
      </a>
    )
  }
  if (!isInstant(entry, field, value)) return undefined
  return (
    <>
      {text} <span class="muted">{new Date(value).toISOString()}</span>
    </>
  )
}
