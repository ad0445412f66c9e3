/** One record as JSON, with links to the records that it names. */
import type { ComponentChildren } from 'preact'
import { control, query } from '../../calls/api.ts'
import { useThrottledLive } from '../../state/throttled.ts'
import { href } from '../../state/route.ts'
import { Card, CopyButton, Empty, Problem } from '../../ui/parts.tsx'
import type { StoredRecord } from './records.tsx'
import { filtersOf, isInstant, referenceOf, type TableEntry } from './references.ts'

/** Members shown of each list in the record. */
const MEMBERS = 100

interface Shown {
  readonly entry: TableEntry
  readonly tables: readonly TableEntry[]
  readonly region: string
}

/** `value` is the address of the record: see addressOf. */
export function RecordView(props: Shown & { readonly value: string }) {
  const { entry, region, value } = props
  const path = `/state/${entry.table}${query({ region, limit: 1, members: MEMBERS })}&${new URLSearchParams(filtersOf(entry, value)).toString()}`
  const { data, error } = useThrottledLive(path, (signal) =>
    control<{ items: readonly StoredRecord[] }>(path, { signal }),
  )
  const record = data?.items[0]
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
        <pre class="code" role="region" aria-label={`${title} as JSON`} tabIndex={0}>
          <Inner value={record} field="" depth={0} shown={props} />
        </pre>
      )}
    </Card>
  )
}

interface InnerProps {
  readonly value: unknown
  readonly field: string
  readonly depth: number
  readonly shown: Shown
}

function Inner({ value, field, depth, shown }: InnerProps): ComponentChildren {
  const indent = '  '.repeat(depth + 1)
  const end = `\n${'  '.repeat(depth)}`
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return (
      <>
        {'['}
        {value.map((member, index) => (
          <>
            {`\n${indent}`}
            <Inner value={member} field={field} depth={depth + 1} shown={shown} />
            {index < value.length - 1 ? ',' : ''}
          </>
        ))}
        {`${end}]`}
      </>
    )
  }
  if (typeof value !== 'object' || value === null) return <Scalar value={value} field={field} shown={shown} />
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  return (
    <>
      {'{'}
      {entries.map(([name, inner], index) => (
        <>
          {`\n${indent}`}
          <span class="json-name">{JSON.stringify(name)}</span>
          {': '}
          <Inner value={inner} field={name} depth={depth + 1} shown={shown} />
          {index < entries.length - 1 ? ',' : ''}
        </>
      ))}
      {`${end}}`}
    </>
  )
}

function Scalar({ value, field, shown }: Omit<InnerProps, 'depth'>): ComponentChildren {
  const text = JSON.stringify(value)
  const { entry, tables, region } = shown
  const reference = referenceOf(entry.table, field, value, tables)
  if (reference !== undefined) {
    const { table, key } = reference
    return (
      <a href={href('tables', table, key, region)} title={`${table} ${key}`}>
        {text}
      </a>
    )
  }
  if (!isInstant(field, value)) return text
  return (
    <>
      {text} <span class="muted">{new Date(value).toISOString()}</span>
    </>
  )
}
