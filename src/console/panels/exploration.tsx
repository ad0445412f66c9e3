/** The result of an exploration: its failures, and what was tried. */
import { useState } from 'preact/hooks'
import { control } from '../calls/api.ts'
import { attempt } from '../live/live.ts'
import { goTo } from '../state/route.ts'
import { DocsLink } from '../ui/docs-link.tsx'
import { FileField } from '../ui/file-field.tsx'
import { Badge, Card, ConfirmButton, Empty, PlainTable, ResponseStatus } from '../ui/parts.tsx'
import { countText } from '../words/text.ts'
import { coverageText, type Exploration, type Failure, kindsOf, readExploration } from './exploration/read.ts'

export function ExplorationPanel() {
  const [found, setFound] = useState<Exploration | undefined>(undefined)
  const open = async (chosen: File) => {
    await attempt('', async () => setFound(readExploration(await chosen.text(), chosen.name)))
  }
  return (
    <>
      <Card title="Exploration file">
        <FileField label="Open an exploration" onSelect={open} />
        {found !== undefined ? null : (
          <Empty>
            An exploration looks for the faults, clock moves and edits that break a client. Run{' '}
            <code>reqsim explore --json -- COMMAND &gt; found.json</code>, and open the file here.
          </Empty>
        )}
      </Card>
      {found === undefined ? null : (
        <>
          <Failures {...found} />
          <Alternatives {...found} />
          <Coverage found={found} />
        </>
      )}
    </>
  )
}

function Failures({ failures, schedules }: Exploration) {
  return (
    <Card title="Failures" actions={<span class="muted">{countText(schedules, 'schedule')}</span>}>
      {failures.length === 0 ? <Empty>No schedule broke the client.</Empty> : null}
      <ol class="plain-list">
        {failures.map((failure) => (
          <FailureView key={failure.sentence} failure={failure} />
        ))}
      </ol>
    </Card>
  )
}

function FailureView({ failure }: { readonly failure: Failure }) {
  const { sentence, times, seed, exchanges, scenario, output } = failure
  return (
    <li>
      <div class="grow">
        <strong>{sentence}</strong>
        <p class="muted">
          {countText(times, 'schedule')} failed this way, with the seed {seed}.
        </p>
        <details>
          <summary>{countText(exchanges.length, 'call')} of the client</summary>
          <ol>
            {exchanges.map(({ number, method, url, status, fault }) => (
              <li key={number}>
                <span class="mono">
                  {method} {url}
                </span>{' '}
                <ResponseStatus status={status ?? 0} />{' '}
                {fault === null ? null : <Badge tone="info">{fault}</Badge>}
              </li>
            ))}
          </ol>
          {output === '' ? null : <pre>{output}</pre>}
        </details>
      </div>
      <ConfirmButton
        label={`Load the scenario: ${sentence}`}
        question="Load the scenario of this failure?"
        consequence="Every world restarts from it, with the calls as steps. Snapshots, recorded requests and the report are deleted."
        onConfirm={() =>
          attempt('The scenario is loaded', async () => {
            await control('/scenario', { method: 'POST', body: scenario })
            goTo('scenario')
          })
        }
      >
        Load…
      </ConfirmButton>
    </li>
  )
}

function Alternatives({ assumptions }: Exploration) {
  if (assumptions.length === 0) return null
  return (
    <Card title="Alternatives of assumptions that break the client">
      <PlainTable label="Alternatives" columns={['Assumption', 'The service may', 'Certainty']}>
        {assumptions.map(({ assumption, title, alternative, behaviour, degree, changed }) => (
          <tr key={`${assumption} ${alternative}`}>
            <th scope="row">
              {assumption} {title} <DocsLink topic={assumption} of={assumption} />
            </th>
            <td>
              <span class="mono">{alternative}</span>: {behaviour}
              {changed === undefined ? null : (
                <p class="muted">
                  <span class="mono">{changed.at}</span> of {changed.operation} was{' '}
                  <span class="mono">{changed.changed}</span> instead of{' '}
                  <span class="mono">{changed.usual}</span>.
                </p>
              )}
            </td>
            <td>{degree}</td>
          </tr>
        ))}
      </PlainTable>
    </Card>
  )
}

function Coverage({ found }: { readonly found: Exploration }) {
  const kinds = kindsOf(found)
  return (
    <Card title="What was tried">
      <p class="muted">The number of runs in which each disturbance met a call of the operation.</p>
      <PlainTable
        label="Disturbances by operation"
        columns={['Disturbance', ...found.coverage.operations.map(({ operation }) => operation)]}
      >
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{kind}</th>
            {found.coverage.operations.map((operation) => (
              <td key={operation.operation}>{coverageText(operation, kind)}</td>
            ))}
          </tr>
        ))}
      </PlainTable>
    </Card>
  )
}
