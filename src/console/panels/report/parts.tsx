/** The other parts of the report: totals, assumptions, unknown names, state machines. */
import type { ComponentChildren } from 'preact'
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
import { concernsOf } from './attention.tsx'

/** Entries of a list shown at once. */
const SHOWN = 200

export function SummaryCard({ report }: { readonly report: Report }) {
  const { exchanges, operations } = report
  const exercised = operations.filter((each) => each.exercised > 0).length
  const leanedOn = report.assumptions.filter(({ general }) => !general).length
  const generated = (report.generated ?? []).reduce((sum, { times }) => sum + times, 0)
  const zeros = concernsOf(report).filter(({ count }) => count === 0)
  return (
    <Card title="Summary">
      <div class="figures">
        <Figure value={exchanges} name={nounText(exchanges, 'request')} />
        <Figure value={exercised} name={`of ${countText(operations.length, 'operation')} exercised`} />
        <Figure
          value={leanedOn}
          name={`${nounText(leanedOn, 'assumption')} relied on`}
          title={GLOSSARY.Assumption}
        />
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
      <Folded title={countText(zeros.length, 'count of zero', 'counts of zero')} when={zeros.length > 0}>
        <p class="muted">{zeros.map(({ name }) => name).join(', ')}</p>
      </Folded>
    </Card>
  )
}

/** What is zero, behind its title. */
function Folded(props: {
  readonly title: string
  readonly when: boolean
  readonly children: ComponentChildren
}) {
  if (!props.when) return null
  return (
    <details>
      <summary class="muted">{props.title}</summary>
      {props.children}
    </details>
  )
}

function Figure(props: { readonly value: number; readonly name: string; readonly title?: string }) {
  const { value, name, title } = props
  return (
    <div class="figure" title={title}>
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
  const listed = classes.filter(({ operations }) => operations > 0)
  const used = listed.filter(({ exchanges }) => exchanges > 0)
  const unused = listed.filter(({ exchanges }) => exchanges === 0)
  return (
    <div>
      {used.length === 0 ? null : (
        <PlainTable label={title} columns={[title, 'Operations', 'Exercised', 'Requests']}>
          {used.map((one) => (
            <tr key={one.class}>
              <th scope="row">{one.class}</th>
              <td>{one.operations}</td>
              <td>{one.exercised}</td>
              <td>{one.exchanges}</td>
            </tr>
          ))}
        </PlainTable>
      )}
      <Folded title={`${title}: ${unused.length} without requests`} when={unused.length > 0}>
        <p class="muted">
          {unused.map((one) => `${one.class} (${countText(one.operations, 'operation')})`).join(', ')}
        </p>
      </Folded>
    </div>
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
        <span class="muted">{countText(times, 'request')}</span>
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

/** Nothing if every name is known. */
export function UnknownCard({ unknown }: { readonly unknown: Report['unknown'] }) {
  if (unknown.length === 0) return null
  return (
    <Card title="Unknown names" actions={<span class="muted">{unknown.length}</span>}>
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
    </Card>
  )
}

export function MachineCard({ machines }: { readonly machines: readonly MachineReport[] }) {
  const isUsed = ({ states, transitions }: MachineReport) =>
    states.some(({ visited }) => visited) || transitions.some(({ times }) => times > 0)
  const unused = machines.filter((machine) => !isUsed(machine))
  return (
    <Card title="State machines" actions={<a href={href('machines')}>As graphs</a>}>
      <p class="muted">
        Transitions by requests and jobs. A state counts as visited once a transition leads to it.
      </p>
      <PlainTable
        label="Table of state machines"
        columns={['Machine', 'States visited', 'Not visited', 'Transitions made']}
      >
        {machines.filter(isUsed).map(({ machine, states, transitions }) => {
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
      <Folded title={`${countText(unused.length, 'machine')} without a transition`} when={unused.length > 0}>
        <ul class="plain-list">
          {unused.map(({ machine, transitions }) => (
            <li key={machine}>
              <a href={href('machines', machine)}>{machine}</a>{' '}
              <span class="muted">0 of {countText(transitions.length, 'transition')}</span>
            </li>
          ))}
        </ul>
      </Folded>
    </Card>
  )
}
