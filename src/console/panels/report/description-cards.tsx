/** The results of the user's own OpenAPI: generated responses, and its differences from the simulator. */
import { useState } from 'preact/hooks'
import {
  countDifferences,
  type DescriptionReport,
  type DifferenceKind,
  type GeneratedReport,
  isLacking,
} from '../../../gateway/report/described.ts'
import type { Report } from '../../../gateway/report/report.ts'
import { differenceText } from '../../../gateway/report/tables.ts'
import { href } from '../../state/route.ts'
import { countText } from '../../words/text.ts'
import { Card, Empty, Field, PlainTable, ResponseCounts } from '../../ui/parts.tsx'
import { Select } from '../../ui/select.tsx'

/** Entries of a list shown at once. */
const SHOWN = 200

/** Nothing if there is no description. */
export function DescribedCards({ report }: { readonly report: Report }) {
  const { generated = [], descriptions } = report
  if (descriptions === undefined) return null
  return (
    <>
      <GeneratedCard generated={generated} />
      {descriptions.map((description) => (
        <DifferenceCard key={description.surface} description={description} />
      ))}
    </>
  )
}

function GeneratedCard({ generated }: { readonly generated: readonly GeneratedReport[] }) {
  return (
    <Card title="Responses from a schema" actions={<span class="muted">{generated.length}</span>}>
      <p class="muted">
        Operations of your own OpenAPI that the simulator does not model. Their responses were generated from
        its schemas, so they prove nothing, and no other number counts them.
      </p>
      {generated.length === 0 ? (
        <Empty>None called.</Empty>
      ) : (
        <PlainTable label="Generated responses" columns={['Operation', 'Requests', 'Responses']}>
          {generated.slice(0, SHOWN).map(({ operation, times, statuses }) => (
            <tr key={operation}>
              <th scope="row">
                <a href={href('api', operation)}>{operation}</a>
              </th>
              <td>{times}</td>
              <td>
                <ResponseCounts statuses={statuses} />
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
    </Card>
  )
}

function DifferenceCard({ description }: { readonly description: DescriptionReport }) {
  const { surface, file, differences, lacking, compared } = description
  const [kind, setKind] = useState<DifferenceKind | ''>('')
  const listed = differences.filter((difference) => !isLacking(difference))
  const kinds = [...new Set(listed.map((difference) => difference.kind))].sort()
  const rows = listed.filter((difference) => kind === '' || difference.kind === kind)
  return (
    <Card
      title={`Differences from your own OpenAPI: ${surface}`}
      actions={<span class="muted">{countDifferences(description)}</span>}
    >
      <p class="muted">
        What <span class="mono">{file}</span> differs from the simulator in the following; either may be
        right. Both have {countText(compared, 'operation')}. It lacks {countText(lacking, 'operation')} of the
        simulator.
      </p>
      {listed.length === 0 ? (
        <Empty>No differences.</Empty>
      ) : (
        <>
          <div class="row">
            <Field label={`Kind (${surface})`}>
              <Select value={kind} onChange={setKind} options={[{ id: '', title: 'all' }, ...kinds]} />
            </Field>
            <span class="muted">
              {Math.min(rows.length, SHOWN)} of {rows.length}
            </span>
          </div>
          <DifferenceTable rows={rows.slice(0, SHOWN)} description={description} />
        </>
      )}
    </Card>
  )
}

function DifferenceTable(props: {
  readonly rows: DescriptionReport['differences']
  readonly description: DescriptionReport
}) {
  const { surface, generated } = props.description
  // An operation that one of the simulator hides is listed as a difference, and the simulator's operation responds.
  const isThere = (id: string) => !id.startsWith(`${surface}:`) || generated.includes(id)
  return (
    <PlainTable label="Differences" columns={['Operation', 'Place', 'Kind', 'Simulator', 'Description']}>
      {props.rows.map(({ operation, place, kind, ours, theirs }) => (
        <tr key={`${operation} ${place} ${kind}`}>
          <th scope="row">
            {isThere(operation) ? <a href={href('api', operation)}>{operation}</a> : operation}
          </th>
          <td class="mono">{place}</td>
          <td>{kind}</td>
          <td>{differenceText(ours)}</td>
          <td>{differenceText(theirs)}</td>
        </tr>
      ))}
    </PlainTable>
  )
}
