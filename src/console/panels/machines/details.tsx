/** The selection in a machine: the records of a state, or the effects of a transition. */
import { useRef, useState } from 'preact/hooks'
import { control, query } from '../../calls/api.ts'
import { useLive } from '../../live/live.ts'
import { href } from '../../state/route.ts'
import { world } from '../../state/store.ts'
import { Badge, Button, Card, Empty, Problem } from '../../ui/parts.tsx'
import type { Chosen } from './graph.tsx'
import { madeText, type ShownMachine, nameOfRecord, type Source, sourcesOf } from './model.ts'
import { nounText } from '../../words/text.ts'

/** Records of a table listed at once. */
const LISTED = 8
/** Above this number, records are reloaded only if their number changes, because the server scans all of them. */
const MANY = 5000

export interface DetailsProps {
  readonly machine: ShownMachine
  readonly times: readonly number[]
  readonly chosen: Chosen
  readonly region: string
}

export function Details(props: DetailsProps) {
  const { machine, chosen } = props
  if (chosen.state !== undefined && machine.states.includes(chosen.state))
    return <StateDetails key={`${props.region} ${chosen.state}`} {...props} state={chosen.state} />
  if (chosen.transition !== undefined && machine.transitions[chosen.transition] !== undefined)
    return <TransitionDetails {...props} position={chosen.transition} />
  return (
    <Card title="Selection" class="machine-details">
      <Empty>
        Select a state to see its records, or an event to see its effects. A coloured state has records. A
        thick arrow is a transition that was made; the number after its event counts the requests and jobs
        that made it, not the records that they moved. ▸ marks initial states.
      </Empty>
    </Card>
  )
}

function StateDetails({ machine, state, region }: DetailsProps & { readonly state: string }) {
  const count = machine.records === undefined ? undefined : (machine.records[state] ?? 0)
  const leaving = machine.transitions.filter(({ from }) => from === state).map(({ event }) => event)
  const events = [...new Set(leaving)]
  return (
    <Card title={`State ${state}`} class="machine-details">
      <p>
        <b>
          {count?.toLocaleString('en') ?? '…'} {nounText(count ?? 0, 'record')}
        </b>
        {machine.initial.includes(state) ? '; initial state' : ''}
      </p>
      <p class="muted">
        {events.length === 0 ? 'No transition leaves this state.' : `Takes ${events.join(', ')}.`}
      </p>
      {sourcesOf(machine.name, state).map((source) => (
        <Records key={source.table} {...{ source, region, count }} />
      ))}
      {machine.name === 'requirement' && state === 'ARCHIVED' ? (
        <p class="muted">
          Unchanged frozen copies are stored with their baseline:{' '}
          <a href={href('tables', 'frozenSet')}>frozenSet in Tables</a>.
        </p>
      ) : null}
    </Card>
  )
}

type Item = Readonly<Record<string, unknown>>

interface Page {
  readonly items: readonly Item[]
  readonly total: number
}

/** `count` is the number of records in the state. */
function Records(props: {
  readonly source: Source
  readonly region: string
  readonly count: number | undefined
}) {
  const { source, region, count } = props
  const { table, filters } = source
  const [offset, setOffset] = useState(0)
  const key = JSON.stringify([world.value, table, filters, region, offset])
  const kept = useRef<{ readonly key: string; readonly page: Page }>(undefined)
  const { data, error, latest } = useLive(key, async (signal) => {
    if (count !== undefined && count > MANY && kept.current?.key === `${key} ${count}`)
      return kept.current.page
    const path = `/state/${table}${query({ ...filters, region, offset, limit: LISTED })}`
    const page = await control<Page>(path, { signal })
    kept.current = { key: `${key} ${count}`, page }
    return page
  })
  // Another page of the same records: the previous rows stay, dimmed, until it arrives.
  const shown = data ?? latest
  const unread = data === undefined
  const total = shown?.total ?? 0
  return (
    <section aria-label={`Records of ${table}`}>
      <h3 class="row">
        {table} <Badge>{shown?.total.toLocaleString('en') ?? '…'}</Badge>
        <a href={href('tables', table)}>in Tables</a>
      </h3>
      <Problem text={error} />
      <ul class={`machine-records ${unread ? 'is-stale' : ''}`} aria-busy={unread}>
        {shown?.items.map((record) => {
          const { id, name } = nameOfRecord(record)
          return (
            <li key={id}>
              <span class="mono muted">{id}</span> {name}
            </li>
          )
        })}
      </ul>
      {total <= LISTED ? null : (
        <div class="row">
          <Button
            disabled={offset === 0}
            label={`Earlier records of ${table}`}
            onPress={() => setOffset(Math.max(0, offset - LISTED))}
          >
            ‹
          </Button>
          <span>{unread ? '…' : `${offset + 1} to ${Math.min(total, offset + LISTED)}`}</span>
          <Button
            disabled={offset + LISTED >= total}
            label={`Next records of ${table}`}
            onPress={() => setOffset(offset + LISTED)}
          >
            ›
          </Button>
        </div>
      )}
    </section>
  )
}

function TransitionDetails({ machine, times, position }: DetailsProps & { readonly position: number }) {
  const transition = machine.transitions[position]
  if (transition === undefined) return null
  const { from, event, to, effects, section } = transition
  const made = times[position] ?? 0
  return (
    <Card title={`Event ${event}`} class="machine-details">
      <dl class="facts">
        <dt>from</dt>
        <dd>{from}</dd>
        <dt>to</dt>
        <dd>{to}</dd>
        <dt>effects</dt>
        <dd>{effects ?? 'none'}</dd>
        <dt>section</dt>
        <dd>{section === undefined ? 'none' : `service §${section}`}</dd>
        <dt>made</dt>
        <dd>{madeText(made)}</dd>
      </dl>
    </Card>
  )
}
