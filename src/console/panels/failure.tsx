/** Why a run failed: the test and its error, its steps in order, and the exchange that the failure followed. */
import type { ListOf } from '../../control/responses/shape.ts'
import type { StepEntry } from '../../control/responses/past.ts'
import { control, query } from '../calls/api.ts'
import { titleOf } from '../failure-bar.tsx'
import { showStep, useLive } from '../live/live.ts'
import { failedRun, type FailedRun, range, step, world } from '../state/store.ts'
import { isNarrow } from '../ui/narrow.ts'
import { Badge, Card, Code, Empty, Problem, ResponseStatus, Stale } from '../ui/parts.tsx'
import { Suspicions } from '../ui/suspicions.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { stepText } from '../words/edit-text.ts'
import { countText } from '../words/text.ts'
import { OpenTrace } from './failure/open-trace.tsx'
import { ChosenStep } from './failure/step.tsx'

/** As many as the control API lists at once. */
const MAXIMUM_STEPS = 10_000

export function FailurePanel() {
  const failure = failedRun.value
  if (failure === undefined)
    return (
      <Card title="Trace file">
        <OpenTrace />
        <Empty>
          This world does not come from a failed run. A failed test of Vitest or Playwright,{' '}
          <code>reqsim exec --traces</code> and <code>reqsim explore --out</code> leave a trace: open it here,
          or with <code>reqsim show</code>.
        </Empty>
      </Card>
    )
  return (
    <>
      <Banner failure={failure} />
      <div class="journal failure-columns">
        <Steps failure={failure} />
        <ChosenStep />
      </div>
      <Card title="Another trace">
        <OpenTrace />
      </Card>
    </>
  )
}

function Banner({ failure }: { readonly failure: FailedRun }) {
  const { runner, file, error, thrownAt, exitCode, output } = failure
  return (
    <section class="card failure" aria-label="Why the run failed">
      <div class="card-body">
        <div class="row failure-head">
          <h2 title={titleOf(failure)}>Failed: {titleOf(failure)}</h2>
          {runner === undefined ? null : <Badge>{runner}</Badge>}
          {exitCode === undefined ? null : <Badge tone="bad">exit code {exitCode}</Badge>}
        </div>
        <pre class="failure-error" tabIndex={0} role="region" aria-label="Error">
          {error}
        </pre>
        {thrownAt === undefined && file === undefined ? null : (
          <p class="mono failure-place">{thrownAt ?? file}</p>
        )}
        {output === undefined ? null : (
          <details open={error.split('\n').length < 3}>
            <summary>End of the output</summary>
            <Code text={output} label="End of the output" />
          </details>
        )}
      </div>
    </section>
  )
}

const COLUMNS: readonly Column<StepEntry>[] = [
  { id: 'step', title: 'Step', cell: (row) => <strong>{row.step}</strong> },
  {
    id: 'status',
    title: 'Status',
    cell: ({ status }) => (status === undefined ? '' : <ResponseStatus status={status} />),
  },
  {
    id: 'suspicious',
    title: 'Suspicious',
    hint: 'Why a step may explain the failure',
    cell: ({ suspicious }) => <Suspicions of={suspicious} />,
  },
  {
    id: 'title',
    title: 'What happened',
    grows: true,
    cell: (row) => <span title={row.title}>{row.operation ?? stepText(row) ?? row.title}</span>,
  },
]

function Steps({ failure }: { readonly failure: FailedRun }) {
  const path = `/past${query({ order: 'oldest', limit: MAXIMUM_STEPS })}`
  const { data, error, latest } = useLive(
    `${path} of ${range.value?.last}`,
    (signal) => control<ListOf<StepEntry>>(path, { signal, world: world.peek() }),
    { ofNow: true },
  )
  const rows = (data ?? latest)?.items ?? []
  const suspicious = rows.filter((row) => row.suspicious !== undefined).length
  const { lastExchange } = failure
  return (
    <Card
      title="Steps, in order"
      actions={
        <span class="muted">
          {countText(rows.length, 'step')}, {suspicious === 0 ? 'none' : suspicious} suspicious
        </span>
      }
    >
      <p class="muted">
        {lastExchange === undefined ? (
          'No request reached the simulator.'
        ) : (
          <>
            The last request before the failure is step <StepLink number={lastExchange} />. Select a step, and
            every panel shows the world after it.
          </>
        )}
      </p>
      <Problem text={error} />
      <Stale when={data === undefined && latest !== undefined}>
        <Table
          label="Steps, in order"
          columns={isNarrow.value ? COLUMNS.filter(({ id }) => id !== 'suspicious') : COLUMNS}
          rows={rows}
          keyOf={(row) => row.step}
          chosen={step.value}
          onChoose={(row) => showStep(row.step)}
          height={470}
        />
      </Stale>
    </Card>
  )
}

function StepLink({ number }: { readonly number: number }) {
  return (
    <button type="button" class="link" onClick={() => showStep(number)}>
      step {number}
    </button>
  )
}
