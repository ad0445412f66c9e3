/** The records that a step changed, before and after. */
import { Breakable } from '../ui/breakable.tsx'
import { Badge } from '../ui/parts.tsx'
import { type ShownChange, type ShownChanges, wordsOf } from './changes.ts'
import { Part } from './part.tsx'

const TONES = { added: 'good', removed: 'bad', changed: 'info' } as const

export function ChangesCard(props: {
  readonly changes: ShownChanges
  /** What to say if nothing changed. */
  readonly nothing: string | undefined
}) {
  const { records, counted } = props.changes
  if (records.length === 0 && counted.length === 0)
    return (
      <Part title="What changed">
        <p class="stage-lead">{props.nothing}</p>
      </Part>
    )
  return (
    <Part title="What changed">
      {records.length === 0 ? null : (
        <ul class="stage-changes">
          {records.map((record) => (
            <Change key={`${record.table} ${record.name}`} {...record} />
          ))}
        </ul>
      )}
      {counted.length === 0 ? null : (
        <p class="muted">
          {records.length > 0 ? 'Also ' : ''}
          {counted.join(', ')}
        </p>
      )}
    </Part>
  )
}

function Change({ kind, table, name, fields }: ShownChange) {
  return (
    <li>
      <p class="stage-record">
        <span class="muted">{wordsOf(table, 1)}</span> <b>{name}</b> <Badge tone={TONES[kind]}>{kind}</Badge>
      </p>
      {fields.length === 0 ? null : (
        <dl class="stage-fields">
          {fields.map((field) => (
            <div key={field.name}>
              <dt>{field.name}</dt>
              <dd>
                {field.before === '' ? null : (
                  <del>
                    <Breakable text={field.before} />
                  </del>
                )}
                {field.before === '' || field.after === '' ? ' ' : <span aria-hidden="true"> → </span>}
                {field.after === '' ? null : (
                  <ins>
                    <Breakable text={field.after} />
                  </ins>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
