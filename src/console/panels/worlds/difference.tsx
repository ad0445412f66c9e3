/** The differences between a snapshot and another one, or now: by table, by record, by field. */
import { goTo, href } from '../../state/route.ts'
import { world } from '../../state/store.ts'
import { Card, Empty, Field, Problem } from '../../ui/parts.tsx'
import { RecordDifferences } from '../../ui/record-differences.tsx'
import { useSnapshots } from './snapshots.tsx'

/** The last comparison, which the panel returns to. */
let last: { readonly world: string; readonly before: string; readonly after: string } | undefined

export function DifferenceCard(props: {
  readonly before: string | undefined
  readonly after: string | undefined
}) {
  const { data, error } = useSnapshots()
  if (data === undefined)
    return (
      <Card title="Difference">
        {error === undefined ? <Empty>Reading …</Empty> : <Problem text={error} />}
      </Card>
    )
  const snapshots = data.items
  const known = [...snapshots.map(({ id }) => id), 'now']
  const again =
    last?.world === world.value && [last.before, last.after].every((name) => known.includes(name))
      ? last
      : undefined
  const before = props.before ?? again?.before ?? snapshots[0]?.id
  const after = props.after ?? (props.before === undefined ? again?.after : undefined) ?? 'now'
  const missing = [before, after].find((name) => name !== undefined && !known.includes(name))
  if (before !== undefined && missing === undefined) last = { world: world.value, before, after }
  return (
    <Card title="Difference">
      {before === undefined ? (
        <Empty>Take a snapshot first. This section then shows each record that changed since.</Empty>
      ) : missing !== undefined ? (
        <>
          <p role="alert">
            There is no snapshot <b>{missing.slice(0, 100)}</b>. It was removed, or another scenario was
            loaded.
          </p>
          <p>
            <a href={href('worlds')}>Compare another</a>
          </p>
        </>
      ) : (
        <>
          <div class="row">
            <Field label="From">
              <select value={before} onChange={(event) => goTo('worlds', event.currentTarget.value, after)}>
                {snapshots.map(({ id }) => (
                  <option key={id} value={id}>
                    {id}
                  </option>
                ))}
              </select>
            </Field>
            <Field label="to">
              <select value={after} onChange={(event) => goTo('worlds', before, event.currentTarget.value)}>
                <option value="now">{world.value} as it is now</option>
                {snapshots.map(({ id }) => (
                  <option key={id} value={id}>
                    {id}
                  </option>
                ))}
              </select>
            </Field>
          </div>
          <RecordDifferences
            key={`${before} ${after}`}
            path={`/snapshots/${encodeURIComponent(before)}/diff/${encodeURIComponent(after)}`}
          />
        </>
      )}
    </Card>
  )
}
