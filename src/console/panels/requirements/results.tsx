/** The results of a query, page by page. */
import type { Brief } from '../../../control/responses/requirements.ts'
import { Badge, Button, Card, Empty, Stale } from '../../ui/parts.tsx'
import { isChanged } from '../../live/past.ts'
import { isNarrow } from '../../ui/narrow.ts'
import { Pager } from '../../ui/pager.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { chosenSpace, queryText, resultsOffset } from './places.ts'
import type { QueryReading } from './types.ts'

export const RESULTS_AT_ONCE = 100

const COLUMNS: readonly Column<Brief>[] = [
  {
    id: 'key',
    title: 'Key and space',
    cell: (row) => (
      <>
        <strong>{row.key}</strong> <span class="muted">{row.spaceKey}</span>
        {row.baseline === undefined ? null : <span class="muted"> baseline {row.baseline}</span>}
      </>
    ),
  },
  { id: 'status', title: 'Status', cell: (row) => <StatusBadge row={row} /> },
  { id: 'text', title: 'Text', grows: true, cell: (row) => <span title={row.text}>{row.text}</span> },
]

/** On a phone the text has the room of the status, which only names what is not usual. */
const NARROW_COLUMNS: readonly Column<Brief>[] = COLUMNS.filter(({ id }) => id !== 'status').map((column) =>
  column.id === 'key'
    ? {
        ...column,
        title: 'Key',
        cell: (row) => (
          <>
            {column.cell(row)}{' '}
            {row.status === 'ACTIVE' && !row.htmlNeedsUpdating ? null : <StatusBadge row={row} />}
          </>
        ),
      }
    : column,
)

export function Results(props: {
  /** The last valid query and its results. */
  readonly found: QueryReading | undefined
  /** Whether that is the typed query; if not, whether the typed one is still being read or is invalid. */
  readonly state: 'current' | 'reading' | 'misread'
  readonly region: string
  readonly chosen: number | undefined
  readonly onChoose: (row: Brief) => void
}) {
  const { found, state } = props
  const response = found?.response
  const rows = response?.results ?? []
  return (
    <Card
      title="Results"
      class="requirement-results"
      actions={
        <Pager
          label="Pages of results"
          offset={resultsOffset.value}
          limit={RESULTS_AT_ONCE}
          total={state === 'misread' ? undefined : response?.total}
          unread={state !== 'current'}
          onMove={(offset) => (resultsOffset.value = offset)}
        />
      }
    >
      {state === 'misread' ? (
        <p class="muted">
          The query is not valid: correct it at the underlined position.
          {found === undefined ? null : (
            <>
              {' '}
              Until then, the list has the results of <QueryName text={found.query} />.
            </>
          )}
        </p>
      ) : null}
      <Stale when={state !== 'current' && found !== undefined}>
        <Table
          label="Requirements found"
          columns={isNarrow.value ? NARROW_COLUMNS : COLUMNS}
          rows={rows}
          keyOf={({ id }) => id}
          onChoose={props.onChoose}
          chosen={props.chosen}
          isChanged={({ id }) => isChanged('requirement', props.region, id)}
          height={476}
        />
      </Stale>
      {state !== 'current' || rows.length > 0 ? null : (
        <Empty
          action={
            <>
              <Button onPress={() => (queryText.value = '')}>Clear the query</Button>
              {chosenSpace.value === '' ? null : (
                <Button onPress={() => (chosenSpace.value = '')}>Look in all spaces</Button>
              )}
            </>
          }
        >
          Nothing matches.
        </Empty>
      )}
    </Card>
  )
}

/** Characters shown of a query. */
const TOLD = 80

function QueryName({ text }: { readonly text: string }) {
  if (text.trim() === '') return <>the empty query</>
  return <code class="mono">{text.length > TOLD ? `${text.slice(0, TOLD)}…` : text}</code>
}

export function StatusBadge({ row }: { readonly row: Pick<Brief, 'status' | 'htmlNeedsUpdating'> }) {
  const { status, htmlNeedsUpdating } = row
  if (status === 'ACTIVE' && htmlNeedsUpdating)
    return (
      <Badge tone="warn" title="Its page was saved and not viewed since, so the text may be out of date">
        to gather
      </Badge>
    )
  const tone = status === 'ACTIVE' ? 'good' : status === 'DELETED' ? 'bad' : 'info'
  return <Badge tone={tone}>{status.toLowerCase()}</Badge>
}
