/** The evidence for each operation by kind. The kinds are never added up. */
import { useState } from 'preact/hooks'
import type { OperationReport, Report } from '../../../gateway/report/report.ts'
import { GLOSSARY } from '../../words/glossary.ts'
import { goTo, href } from '../../state/route.ts'
import { Button, Card, Empty, Field, ResponseCounts } from '../../ui/parts.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { chooseRows, type RowChoice, SHOWINGS, SORTS } from './rows.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/form.tsx'

const number = (
  id: 'exercised' | 'validated' | 'invalid' | 'stateful' | 'faulted' | 'rateLimited',
  title: string,
  hint: string,
): Column<OperationReport> => ({
  id,
  title,
  hint,
  cell: (row) => <span class={row[id] === 0 ? 'muted' : ''}>{row[id]}</span>,
})

const COLUMNS: readonly Column<OperationReport>[] = [
  {
    id: 'operation',
    title: 'Operation',
    cell: ({ operation }) => <span title={operation}>{operation}</span>,
  },
  { id: 'stability', title: 'Stability', cell: ({ stability }) => stability },
  number('exercised', 'Exercised', 'Requests without a fault'),
  {
    id: 'statuses',
    title: 'Responses',
    cell: ({ statuses }) => <ResponseCounts statuses={statuses} />,
  },
  number('validated', 'Validated', 'Responses that match their schema'),
  number('invalid', 'Invalid', 'Responses that do not match their schema'),
  number('stateful', 'Writing', 'Requests that changed records'),
  number('faulted', 'Faulted', GLOSSARY.Fault),
  number('rateLimited', 'Limited', 'Requests over a rate limit'),
  {
    id: 'gaps',
    grows: true,
    title: 'Gaps',
    hint: GLOSSARY.Gaps,
    cell: ({ gaps }) => (
      <span class="muted" title={gaps.join(', ')}>
        {gaps.join(', ')}
      </span>
    ),
  },
]

type Counted = 'validated' | 'invalid' | 'stateful' | 'faulted' | 'rateLimited'
const COUNTED: readonly string[] = [
  'validated',
  'invalid',
  'stateful',
  'faulted',
  'rateLimited',
] satisfies Counted[]

/** Columns of zeros are hidden until somebody chooses them. */
function columnsFor(operations: readonly OperationReport[]): readonly Column<OperationReport>[] {
  return COLUMNS.map((column) => {
    const id = COUNTED.includes(column.id) ? (column.id as Counted) : undefined
    return id !== undefined && operations.every((row) => row[id] === 0) ? { ...column, hidden: true } : column
  })
}

export function OperationCard({ report }: { readonly report: Report }) {
  const [choice, setChoice] = useState<RowChoice>({ text: '', showing: 'exercised', sort: 'declared' })
  const set = (change: Partial<RowChoice>) => setChoice({ ...choice, ...change })
  const rows = chooseRows(report.operations, choice)
  return (
    <Card
      title="Operations"
      actions={
        <span class="muted">
          {rows.length} of {report.operations.length}
        </span>
      }
    >
      <div class="row">
        <TextField
          label="Find"
          type="search"
          value={choice.text}
          placeholder="wiki baseline"
          onInput={(text) => set({ text: text })}
        />
        <Field label="Show">
          <Select value={choice.showing} onChange={(chosen) => set({ showing: chosen })} options={SHOWINGS} />
        </Field>
        <Field label="Order">
          <Select value={choice.sort} onChange={(chosen) => set({ sort: chosen })} options={SORTS} />
        </Field>
      </div>
      <Table
        label="Operations"
        name="report.operations"
        columns={columnsFor(report.operations)}
        rows={rows}
        keyOf={({ operation }) => operation}
        onChoose={({ operation }) => goTo('api', operation)}
        height={Math.min(380, Math.max(68, rows.length * 34))}
      />
      {rows.length > 0 ? null : (
        <Empty
          action={
            <>
              <Button onPress={() => set({ showing: 'all', text: '' })}>Show all operations</Button>
              <a class="button" href={href('api', 'wiki.baseline.list')}>
                Send a request
              </a>
            </>
          }
        >
          No operation matches.
        </Empty>
      )}
      <p class="muted">
        Validated and invalid: successful responses compared with their schema. Writing: requests that changed
        records. Gaps: declared statuses that no response had. Requests with a fault count only as faulted.
      </p>
    </Card>
  )
}
