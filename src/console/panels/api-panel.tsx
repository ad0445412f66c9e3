/** The operations of the simulated interfaces from their OpenAPI descriptions, each with a form to send it. */
import { useState } from 'preact/hooks'
import { INTERFACE_DESCRIPTIONS, INTERFACES, type InterfaceName } from '../../api/framework/interfaces.ts'
import { type OperationEntry, useDescribedOperations, useOperations } from '../calls/catalogue.ts'
import { controlText, download } from '../calls/download.ts'
import { attempt } from '../live/live.ts'
import { goTo } from '../state/route.ts'
import { Badge, Button, Card, Empty, Field, Problem } from '../ui/parts.tsx'
import { isNarrow } from '../ui/narrow.ts'
import { type Column, Table } from '../ui/table.tsx'
import { DescribedView, OperationView } from './api/operation.tsx'
import type { PanelProps } from './panel.ts'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/form.tsx'

const COLUMNS: readonly Column<OperationEntry>[] = [
  { id: 'method', title: 'Method', cell: ({ method }) => <span class="mono">{method}</span> },
  {
    id: 'id',
    title: 'Operation',
    grows: true,
    cell: ({ id, path, summary }) => <span title={`${path}: ${summary}`}>{id}</span>,
  },
  { id: 'path', title: 'Path', hidden: true, cell: ({ path }) => <span class="mono">{path}</span> },
  { id: 'summary', title: 'Summary', hidden: true, cell: ({ summary }) => summary },
  {
    id: 'stability',
    title: 'Stability',
    cell: ({ stability, describedBy }) =>
      describedBy === undefined ? <Badge>{stability}</Badge> : <Badge tone="warn">from a schema</Badge>,
  },
]

/** While none is selected, the list has room for what each does. */
const WIDE_COLUMNS = COLUMNS.map((column) =>
  column.id === 'summary' ? { ...column, hidden: false } : column,
)

/** The names begin alike, so a phone has no room for more than them. */
const NARROW_COLUMNS = COLUMNS.map((column) =>
  column.id === 'stability' ? { ...column, hidden: true } : column,
)

export function ApiPanel({ rest }: PanelProps) {
  const { data, error } = useAllOperations()
  const [text, setText] = useState('')
  const [surface, setSurface] = useState<InterfaceName | ''>('')
  const words = text.toLowerCase().split(/\s+/)
  const rows = (data ?? []).filter(
    (entry) => (surface === '' || entry.interface === surface) && words.every((word) => isAbout(entry, word)),
  )
  const chosen = data?.find(({ id }) => id === rest[0])
  const described = surface === '' ? (chosen?.interface ?? 'wiki') : surface
  return (
    <div class={chosen === undefined ? 'stack' : 'operations'}>
      <Card
        title="All operations"
        actions={
          <Button
            title={`The OpenAPI description of the ${INTERFACE_DESCRIPTIONS[described].title}`}
            onPress={() =>
              attempt('', async () => {
                const read: unknown = JSON.parse(await controlText(`/openapi/${described}`))
                download(`${described}.openapi.json`, 'application/json', JSON.stringify(read, undefined, 2))
              })
            }
          >
            Save OpenAPI of {INTERFACE_DESCRIPTIONS[described].title}
          </Button>
        }
      >
        <div class="row" role="search" aria-label="Find operations">
          <TextField
            label="Find"
            class="stacked wide"
            type="search"
            value={text}
            placeholder="baseline freeze, /queue, A51, experimental"
            onInput={setText}
          />
          <Field label="Interface" class="stacked">
            <Select
              value={surface}
              onChange={setSurface}
              options={[
                { id: '', title: 'all' },
                ...INTERFACES.map((name) => ({ id: name, title: INTERFACE_DESCRIPTIONS[name].title })),
              ]}
            />
          </Field>
          <span class="muted operation-count">
            {rows.length} of {data?.length ?? 0}
          </span>
        </div>
        <Problem text={error} />
        {chosen !== undefined ? null : (
          <p class="muted" role={data !== undefined && rest[0] !== undefined ? 'alert' : undefined}>
            {data === undefined || rest[0] === undefined ? '' : `There is no operation ${rest[0]}. `}
            Select an operation to see its parameters and responses, and to send it.
          </p>
        )}
        <Table
          label="Operations"
          name="operations"
          columns={isNarrow.value ? NARROW_COLUMNS : chosen === undefined ? WIDE_COLUMNS : COLUMNS}
          rows={rows}
          keyOf={({ id }) => id}
          chosen={chosen?.id}
          onChoose={({ id }) => goTo('api', id)}
          height={560}
        />
        {data !== undefined && rows.length === 0 ? (
          <Empty>No operation has all of these words. Remove one.</Empty>
        ) : null}
      </Card>
      {chosen === undefined ? null : chosen.describedBy === undefined ? (
        <OperationView entry={chosen} />
      ) : (
        <DescribedView entry={chosen} />
      )}
    </div>
  )
}

/** The operations of the simulator, followed by those that only the user's own OpenAPI has. */
function useAllOperations(): { data: readonly OperationEntry[] | undefined; error: string | undefined } {
  const own = useOperations()
  const described = useDescribedOperations()
  const isRead = own.data !== undefined && (described.data !== undefined || described.error !== undefined)
  return {
    data: isRead ? [...(own.data ?? []), ...(described.data ?? [])] : undefined,
    error: own.error ?? described.error,
  }
}

function isAbout(entry: OperationEntry, word: string): boolean {
  const { id, path, otherPaths = [], method, summary, group, stability, provenance, assumptions } = entry
  const paths = [path, ...otherPaths.map((other) => other.path)]
  return (
    [id, ...paths, method, summary, group, stability, provenance].some((part) =>
      part.toLowerCase().includes(word),
    ) || assumptions.some((number) => number.toLowerCase() === word)
  )
}
