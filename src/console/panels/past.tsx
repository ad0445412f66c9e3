/** The history of the world: its steps, what the shown one changed, and a comparison of two steps. */
import type { ListOf } from '../../control/responses/shape.ts'
import type { StepEntry } from '../../control/responses/past.ts'
import { useState } from 'preact/hooks'
import { control, query } from '../calls/api.ts'
import { controlFile, download } from '../calls/download.ts'
import { attempt, showStep, useLive } from '../live/live.ts'
import { shownStep } from '../live/past.ts'
import { goTo, href } from '../state/route.ts'
import { address, range, step, world } from '../state/store.ts'
import { isNarrow } from '../ui/narrow.ts'
import { Pager } from '../ui/pager.tsx'
import { Badge, Button, Card, Empty, Problem, Stale, ResponseStatus } from '../ui/parts.tsx'
import { ForkButton } from '../ui/fork-button.tsx'
import { RecordDifferences } from '../ui/record-differences.tsx'
import { Suspicions } from '../ui/suspicions.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { stepText } from '../words/edit-text.ts'
import { timeText } from '../words/text.ts'
import type { PanelProps } from './panel.ts'
import { Form, Submit, TextField } from '../ui/form.tsx'

/** `#/past/<step>/<other>` compares the states after two steps. */
export function PastPanel({ rest }: PanelProps) {
  return (
    <>
      <StepsCard />
      <ShownCard />
      <CompareCard key={rest.join()} from={rest[0]} to={rest[1]} />
    </>
  )
}

const PAGE = 100

const KINDS: Readonly<Record<StepEntry['kind'], string>> = {
  exchange: 'request',
  control: 'control',
  clock: 'clock',
  restore: 'snapshot',
  timeline: 'timeline',
}

const COLUMNS: readonly Column<StepEntry>[] = [
  { id: 'step', title: 'Step', cell: (row) => <strong>{row.step}</strong> },
  { id: 'at', title: 'Time', hint: 'The virtual time before it', cell: ({ at }) => timeText(at) },
  { id: 'kind', title: 'Kind', cell: ({ kind }) => <Badge>{KINDS[kind]}</Badge> },
  {
    id: 'status',
    title: 'Status',
    cell: ({ status }) => (status === undefined ? '' : <ResponseStatus status={status} />),
  },
  {
    id: 'title',
    title: 'What changed the world',
    grows: true,
    cell: (row) => {
      const { title, name } = row
      const words = stepText(row)
      return (
        <span title={title}>
          {words}{' '}
          {row.kind === 'clock' && words !== undefined ? null : (
            <span class={words === undefined ? undefined : 'muted'}>
              {name === undefined ? title : `${name}: ${title}`}
            </span>
          )}{' '}
          <Suspicions of={row.suspicious} />
        </span>
      )
    },
  },
]

/** The columns on a phone, without the beginning of paths, which is the same for all operations of an interface. */
const NARROW_COLUMNS = COLUMNS.filter(({ id }) => id === 'step' || id === 'title').map((column) => ({
  ...column,
  cell: (row: StepEntry) =>
    column.cell({ ...row, title: row.title.replace(/\/(?:wiki|tracker)\/rest\/reqs\/1\//, '…/') }),
}))

const saveTrace = () =>
  attempt('', async () =>
    download(`${address.peek()}.trace`, 'application/gzip', await controlFile('/trace')),
  )

function StepsCard() {
  const [offset, setOffset] = useState(0)
  const path = `/past${query({ order: 'newest', offset, limit: PAGE })}`
  // Of the world as it is now, whatever step is shown; read again when there are more.
  const { data, error, latest } = useLive(
    `${path} of ${range.value?.last}`,
    (signal) => control<ListOf<StepEntry>>(path, { signal, world: world.peek() }),
    { ofNow: true },
  )
  const list = data ?? latest
  const rows = list?.items ?? []
  return (
    <Card
      title="Steps"
      actions={
        <>
          <Pager
            label="Pages of steps"
            offset={offset}
            limit={PAGE}
            total={list?.total}
            unread={data === undefined}
            onMove={setOffset}
          />
          <Button
            disabled={rows.length === 0}
            title="A file with these steps up to the one that is shown, for reqsim show"
            onPress={saveTrace}
          >
            Save as a trace
          </Button>
        </>
      }
    >
      <p class="muted">
        Each change of the world is a step. Select one, and every panel shows the world after it.
      </p>
      <Problem text={error} />
      <Stale when={data === undefined && list !== undefined}>
        <Table
          label="Steps, newest first"
          columns={isNarrow.value ? NARROW_COLUMNS : COLUMNS}
          rows={rows}
          keyOf={(row) => row.step}
          chosen={step.value}
          onChoose={(row) => showStep(row.step)}
          height={306}
        />
      </Stale>
      {data !== undefined && rows.length === 0 ? (
        <Empty>No steps yet. Send a request, or move the clock.</Empty>
      ) : null}
    </Card>
  )
}

function ShownCard() {
  const number = step.value
  const shown = shownStep.value
  if (number === undefined)
    return (
      <Card title="What a step changed">
        <Empty>Select a step, or go back with the slider above, to see the records that it changed.</Empty>
      </Card>
    )
  const entry = shown?.entry
  return (
    <Card
      title={`What step ${number} changed`}
      actions={
        <>
          {entry?.exchange === undefined ? null : (
            <a href={href('journal', entry.exchange)}>Request and response</a>
          )}
          <ForkButton at={number} />
        </>
      }
    >
      {number === 0 ? (
        <Empty>This is the beginning of the world, before the first step.</Empty>
      ) : (
        <>
          {entry === undefined ? null : <p>{stepText(entry) ?? entry.title}</p>}
          {entry?.note === undefined ? null : <p class="muted">{entry.note}</p>}
          <RecordDifferences key={number} path={`/past/${number - 1}/diff/${number}`} />
        </>
      )}
    </Card>
  )
}

function CompareCard({ from, to }: { readonly from: string | undefined; readonly to: string | undefined }) {
  const steps = range.value
  const { first, last } = steps ?? { first: 0, last: 0 }
  const [one, setOne] = useState(from ?? String(first))
  const [other, setOther] = useState(to ?? String(step.value ?? last))
  const limits = { type: 'number', required: true, min: first, max: last } as const
  const isKept = (text: string | undefined) =>
    text !== undefined && /^\d{1,9}$/.test(text) && Number(text) >= first && Number(text) <= last
  return (
    <Card title="Compare two steps">
      <Form onSubmit={() => goTo('past', one, other)}>
        <TextField label="After step" value={one} onInput={setOne} {...limits} />
        <TextField label="and after step" value={other} onInput={setOther} {...limits} />
        <Submit kind="plain">Compare</Submit>
        <Button onPress={() => goTo('past', other, one)}>Swap</Button>
      </Form>
      {from === undefined || to === undefined ? (
        <Empty>
          Choose two steps from {first} to {last} to see what differs between them.
        </Empty>
      ) : steps !== undefined && !(isKept(from) && isKept(to)) ? (
        <p role="alert">
          The world has steps {first} to {last}.
        </p>
      ) : (
        <RecordDifferences key={`${from} ${to}`} path={`/past/${from}/diff/${to}`} />
      )}
    </Card>
  )
}
