/** Values before and after, side by side. */
import type { JsonDifference } from '../words/json-difference.ts'
import { TableHead } from './parts.tsx'

/** Characters shown of a value. Its tooltip has the whole text. */
const MAXIMUM_SHOWN = 400
/** Smaller numbers are durations or counts. */
const FIRST_INSTANT = 100_000_000_000

export function DifferenceTable(props: {
  readonly label: string
  readonly before: string
  readonly after: string
  readonly differences: readonly JsonDifference[]
}) {
  return (
    <table class="changes" aria-label={props.label}>
      <TableHead columns={['Where', props.before, props.after]} />
      <tbody>
        {props.differences.map((difference) => (
          <tr key={difference.place}>
            <th scope="row" class="mono">
              {difference.place}
            </th>
            <Value {...difference} value={difference.before} there={'before' in difference} class="was" />
            <Value {...difference} value={difference.after} there={'after' in difference} class="is" />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value(props: {
  readonly place: string
  readonly value: unknown
  readonly there: boolean
  readonly class: string
}) {
  if (!props.there) return <td class="muted">absent</td>
  const text = valueText(props.place, props.value)
  return (
    <td class={`mono ${props.class}`} title={text.slice(0, 4000)}>
      {text.length > MAXIMUM_SHOWN ? `${text.slice(0, MAXIMUM_SHOWN)}…` : text}
    </td>
  )
}

/** A field with this ending holds an instant in milliseconds. */
function valueText(place: string, value: unknown): string {
  if (typeof value === 'number' && /(?:At|due|created)$/.test(place) && value > FIRST_INSTANT)
    return new Date(value).toISOString()
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
}
