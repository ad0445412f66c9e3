/** The differences between a snapshot and another one, or a snapshot or another world and now: by table, by record, by field. */
import { goTo, href } from '../../state/route.ts'
import { world } from '../../state/store.ts'
import { Card, Empty, Field, Problem } from '../../ui/parts.tsx'
import { RecordDifferences } from '../../ui/record-differences.tsx'
import { useWorlds, worldSide } from './list.tsx'
import { useSnapshots } from './snapshots.tsx'
import { Select } from '../../ui/select.tsx'

/** The last comparison, which the panel returns to. */
let last: { readonly world: string; readonly before: string; readonly after: string } | undefined

export function DifferenceCard(props: {
  readonly before: string | undefined
  readonly after: string | undefined
}) {
  const { data, error } = useSnapshots()
  const inUse = useWorlds()
  const problem = error ?? inUse.error
  if (data === undefined || inUse.data === undefined)
    return (
      <Card title="Difference">
        {problem === undefined ? <Empty>Reading …</Empty> : <Problem text={problem} />}
      </Card>
    )
  const snapshots = data.items
  const worlds = inUse.data.items.map(({ name }) => name)
  const known = [...snapshots.map(({ id }) => id), ...worlds.map(worldSide), 'now']
  const again =
    last?.world === world.value && [last.before, last.after].every((name) => known.includes(name))
      ? last
      : undefined
  const before = props.before ?? again?.before ?? snapshots[0]?.id
  const other = worlds.find((name) => worldSide(name) === before)
  // A world is compared with the one that is shown.
  const after =
    (other === undefined ? props.after : 'now') ??
    (props.before === undefined ? again?.after : undefined) ??
    'now'
  const missing = [before, after].find((name) => name !== undefined && !known.includes(name))
  if (before !== undefined && missing === undefined) last = { world: world.value, before, after }
  return (
    <Card title="Difference">
      {before === undefined ? (
        <Empty>
          Take a snapshot first. This section then shows each record that changed since. To see what differs
          between two worlds, press Compare beside the other one.
        </Empty>
      ) : missing !== undefined ? (
        <>
          <p role="alert">
            There is no {missing.startsWith(worldSide('')) ? '' : 'snapshot '}
            <b>{missing.slice(0, 100)}</b>. It was removed, or another scenario was loaded.
          </p>
          <p>
            <a href={href('worlds')}>Compare another</a>
          </p>
        </>
      ) : (
        <>
          <div class="row">
            <Field label="From">
              <Select
                value={before}
                onChange={(chosen) => goTo('worlds', chosen, after)}
                options={[
                  ...snapshots.map(({ id }) => id),
                  ...worlds
                    .filter((name) => name !== world.value || name === other)
                    .map((name) => ({ id: worldSide(name), title: `${name} as it is now` })),
                ]}
              />
            </Field>
            <Field label="to">
              <Select
                value={after}
                onChange={(chosen) => goTo('worlds', before, chosen)}
                options={[
                  { id: 'now', title: `${world.value} as it is now` },
                  ...(other === undefined ? snapshots : []).map(({ id }) => id),
                ]}
              />
            </Field>
          </div>
          <RecordDifferences
            key={`${before} ${after}`}
            path={
              other === undefined
                ? `/snapshots/${encodeURIComponent(before)}/diff/${encodeURIComponent(after)}`
                : `/worlds/${encodeURIComponent(other)}/diff`
            }
          />
        </>
      )}
    </Card>
  )
}
