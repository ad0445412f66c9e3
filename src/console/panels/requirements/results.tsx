/** What a query found, a page at a time. */
import { Badge, Card, Empty } from '../../ui/parts.tsx'
import { Pager } from '../../ui/pager.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { resultsOffset } from './places.ts'
import type { Brief, QueryAnswer } from './types.ts'

export const RESULTS_AT_ONCE = 100

/** Wide enough for the longest key of the page: a key that is cut tells nothing. */
function keyWidth(rows: readonly Brief[]): string {
  const longest = Math.max(12, ...rows.map(({ key, spaceKey }) => key.length + spaceKey.length + 1))
  return `${Math.min(20, longest * 0.62 + 1.4)}rem`
}

const columnsFor = (rows: readonly Brief[]): readonly Column<Brief>[] => [
  {
    id: 'key',
    title: 'Key and space',
    width: keyWidth(rows),
    cell: (row) => (
      <>
        <strong>{row.key}</strong> <span class="muted">{row.spaceKey}</span>
        {row.baseline === undefined ? null : <span class="muted"> baseline {row.baseline}</span>}
      </>
    ),
  },
  { id: 'status', title: 'Status', width: '5.8rem', cell: (row) => <StatusBadge row={row} /> },
  { id: 'text', title: 'Text', cell: (row) => <span title={row.text}>{row.text}</span> },
]

export function Results(props: {
  readonly answer: QueryAnswer | undefined
  readonly chosen: number | undefined
  readonly onChoose: (row: Brief) => void
}) {
  const { answer } = props
  const rows = answer?.results ?? []
  return (
    <Card
      title="Results"
      class="requirement-results"
      actions={
        <Pager
          label="Pages of results"
          offset={resultsOffset.value}
          limit={RESULTS_AT_ONCE}
          total={answer?.total}
          onMove={(offset) => (resultsOffset.value = offset)}
        />
      }
    >
      <Table
        label="Requirements found"
        columns={columnsFor(rows)}
        rows={rows}
        keyOf={({ id }) => id}
        onChoose={props.onChoose}
        chosen={props.chosen}
        height={476}
      />
      {answer === undefined || answer.results.length > 0 ? null : (
        <Empty>
          {answer.error === undefined
            ? 'Nothing matches: change the query, or look in all spaces.'
            : 'The query cannot be read yet: mend it at the place that is underlined.'}
        </Empty>
      )}
    </Card>
  )
}

export function StatusBadge({ row }: { readonly row: Pick<Brief, 'status' | 'htmlNeedsUpdating'> }) {
  const { status, htmlNeedsUpdating } = row
  if (status === 'ACTIVE' && htmlNeedsUpdating)
    return (
      <Badge tone="warn" title="Its page was saved and not viewed since: the text may be out of date">
        to gather
      </Badge>
    )
  const tone = status === 'ACTIVE' ? 'good' : status === 'DELETED' ? 'bad' : 'info'
  return <Badge tone={tone}>{status.toLowerCase()}</Badge>
}
