/** The other parts of the report: totals, assumptions, unknown names, state machines. */
import type { Evidence } from '../../../api/ledger/entry.ts'
import type {
  AssumptionReport,
  ClassReport,
  MachineReport,
  OtherChoice,
  Report,
} from '../../../gateway/report/report.ts'
import { GLOSSARY } from '../../words/glossary.ts'
import { href } from '../../state/route.ts'
import { countText, nounText } from '../../words/text.ts'
import { DocsLink } from '../../ui/docs-link.tsx'
import { Badge, Card, Empty, PlainTable } from '../../ui/parts.tsx'
import { ProvenanceBadge } from '../../ui/provenance.tsx'

/** Entries of a list shown at once. */
const SHOWN = 200

export function SummaryCard({ report }: { readonly report: Report }) {
  const { exchanges, faulted, unmatched, defects, rateLimited, operations } = report
  const exercised = operations.filter((each) => each.exercised > 0).length
  const leanedOn = report.assumptions.filter(({ general }) => !general).length
  const generated = (report.generated ?? []).reduce((sum, { times }) => sum + times, 0)
  return (
    <Card title="Summary">
      <div class="figures">
        <Figure value={exchanges} name={nounText(exchanges, 'exchange')} />
        <Figure value={exercised} name={`of ${countText(operations.length, 'operation')} exercised`} />
        <Figure
          value={leanedOn}
          name={`${nounText(leanedOn, 'assumption')} relied on`}
          title={GLOSSARY.Assumption}
        />
        <Figure value={unmatched} name="matched no operation" bad />
        <Figure value={report.unknown.length} name={nounText(report.unknown.length, 'unknown name')} bad />
        <Figure value={rateLimited} name="past a rate limit" bad />
        <Figure
          value={faulted}
          name={`shaped by a fault, which ${nounText(faulted, 'proves', 'prove')} nothing`}
          title={GLOSSARY.Fault}
        />
        <Figure value={defects} name={`${nounText(defects, 'defect')} of the simulator`} bad />
        {report.descriptions === undefined ? null : (
          <Figure
            value={generated}
            name={`generated from a schema, which ${nounText(generated, 'proves', 'prove')} nothing`}
          />
        )}
      </div>
      <div class="columns">
        <ClassTable title="By stability" classes={report.stabilities} />
        <ClassTable title="By provenance" classes={report.provenances} />
      </div>
    </Card>
  )
}

function Figure(props: {
  readonly value: number
  readonly name: string
  readonly bad?: boolean
  readonly title?: string
}) {
  const { value, name, bad = false, title } = props
  return (
    <div class={`figure ${bad && value > 0 ? 'figure-bad' : ''}`} title={title}>
      <strong>{value}</strong>
      <span>{name}</span>
    </div>
  )
}

function ClassTable({
  title,
  classes,
}: {
  readonly title: string
  readonly classes: readonly ClassReport<string>[]
}) {
  return (
    <PlainTable label={title} columns={[title, 'Operations', 'Exercised', 'Exchanges']}>
      {classes
        .filter(({ operations }) => operations > 0)
        .map((one) => (
          <tr key={one.class}>
            <th scope="row">{one.class}</th>
            <td>{one.operations}</td>
            <td>{one.exercised}</td>
            <td>{one.exchanges}</td>
          </tr>
        ))}
    </PlainTable>
  )
}

export function AssumptionCard({ assumptions }: { readonly assumptions: readonly AssumptionReport[] }) {
  const own = assumptions.filter(({ general }) => !general).toSorted((a, b) => b.times - a.times)
  const general = assumptions.filter((each) => each.general)
  return (
    <Card title="Assumptions relied on" actions={<span class="muted">{own.length}</span>}>
      {assumptions.length === 0 ? (
        <Empty>None. This list counts responses that depend on an assumption of the simulator.</Empty>
      ) : (
        <p class="muted">{GLOSSARY.Assumption}</p>
      )}
      <AssumptionItems entries={own} />
      {general.length === 0 ? null : (
        <details>
          <summary>{countText(general.length, 'general one')}, which nearly every client relies on</summary>
          <AssumptionItems entries={general} />
        </details>
      )}
    </Card>
  )
}

function AssumptionItems({ entries }: { readonly entries: readonly AssumptionReport[] }) {
  return (
    <ul class="record-list">
      {entries.slice(0, SHOWN).map((entry) => (
        <li key={entry.id}>
          <AssumptionItem entry={entry} />
        </li>
      ))}
    </ul>
  )
}

function AssumptionItem({ entry }: { readonly entry: AssumptionReport }) {
  const { id, title, provenance, degree, evidence = [], times, behaviour, inForce, otherwise } = entry
  return (
    <details>
      <summary>
        <span class="mono">{id}</span> {title} <ProvenanceBadge provenance={provenance} degree={degree} />{' '}
        <span class="muted">{countText(times, 'exchange')}</span>
      </summary>
      <dl class="facts">
        <dt>Here ({inForce})</dt>
        <dd>
          {behaviour} <DocsLink topic={id} of={id} />
        </dd>
        {evidence.map((each) => (
          <EvidenceItem key={each.fact} {...each} />
        ))}
        {otherwise.map((other) => (
          <Other key={other.value} {...other} />
        ))}
      </dl>
    </details>
  )
}

function EvidenceItem({ fact, degree, shownBy }: Evidence) {
  return (
    <>
      <dt>Observed, {degree}</dt>
      <dd>
        {fact} <span class="muted">{shownBy}</span>
      </dd>
    </>
  )
}

function Other({ value, behaviour, degree }: OtherChoice) {
  return (
    <>
      <dt>
        With {value}
        {degree === undefined ? '' : ` (${degree})`}
      </dt>
      <dd>{behaviour}</dd>
    </>
  )
}

export function UnknownCard({ unknown }: { readonly unknown: Report['unknown'] }) {
  return (
    <Card title="Unknown names" actions={<span class="muted">{unknown.length}</span>}>
      {unknown.length === 0 ? (
        <Empty>None: every parameter and field that was sent is known.</Empty>
      ) : (
        <PlainTable
          label="Table of unknown names"
          columns={['Operation', 'Kind', 'Name', 'Did you mean', 'Times']}
        >
          {unknown.slice(0, SHOWN).map(({ operation, kind, name, suggestion, times }) => (
            <tr key={`${operation} ${kind} ${name}`}>
              <th scope="row">
                <a href={href('api', operation)}>{operation}</a>
              </th>
              <td>{kind}</td>
              <td class="mono">{name}</td>
              <td class="mono">{suggestion ?? ''}</td>
              <td>{times}</td>
            </tr>
          ))}
        </PlainTable>
      )}
    </Card>
  )
}

export function MachineCard({ machines }: { readonly machines: readonly MachineReport[] }) {
  return (
    <Card title="State machines" actions={<a href={href('machines')}>As graphs</a>}>
      <p class="muted">
        Transitions by exchanges and jobs. States that records only begin in do not count as visited.
      </p>
      <PlainTable
        label="Table of state machines"
        columns={['Machine', 'States visited', 'Not visited', 'Transitions made']}
      >
        {machines.map(({ machine, states, transitions }) => {
          const visited = states.filter((state) => state.visited)
          const made = transitions.filter(({ times }) => times > 0)
          return (
            <tr key={machine}>
              <th scope="row">
                <a href={href('machines', machine)}>{machine}</a>
              </th>
              <td>
                {visited.map(({ state }) => (
                  <span key={state}>
                    <Badge tone="good">{state}</Badge>{' '}
                  </span>
                ))}
              </td>
              <td class="muted">
                {states
                  .filter((state) => !state.visited)
                  .map(({ state }) => state)
                  .join(', ')}
              </td>
              <td
                class="nowrap"
                title={made
                  .map(({ from, event, to, times }) => `${from} → ${to} (${event}) ×${times}`)
                  .join('\n')}
              >
                {made.length} of {transitions.length}
              </td>
            </tr>
          )
        })}
      </PlainTable>
    </Card>
  )
}
