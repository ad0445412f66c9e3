/** Faults: the list with their counters, and the ways to add one. */
import type { ListOf } from '../../control/responses/shape.ts'
import type { Fault } from '../../control/responses/state.ts'
import { control } from '../calls/api.ts'
import { useEffect, useRef } from 'preact/hooks'
import { attempt, useLive } from '../live/live.ts'
import { href } from '../state/route.ts'
import { now, world } from '../state/store.ts'
import { useSites } from '../ui/names.tsx'
import { Badge, Button, Card, Empty, Problem } from '../ui/parts.tsx'
import { AddCard } from './faults/presets.tsx'
import type { PanelProps } from './panel.ts'
import { faultSentence, faultState } from '../../scenario/faults/sentence.ts'
import { Writes } from '../ui/writes.tsx'

/** Faults listed at once; a world has at most a thousand. */
const SHOWN = 200

export function FaultsPanel({ rest }: PanelProps) {
  const chosen = Number(rest[0] ?? Number.NaN)
  const { data, error } = useLive(`faults ${world.value}`, (signal) =>
    control<ListOf<Fault>>(`/faults?limit=${SHOWN}`, { signal }),
  )
  const sites = useSites()
  const nameOf = (id: number) => sites.find((site) => site.id === id)?.name
  return (
    <Writes>
      <Card
        title="Faults of this world"
        actions={
          <Button
            kind="danger"
            disabled={data === undefined || data.total === 0}
            onPress={() => attempt('All faults are removed', () => control('/faults', { method: 'DELETE' }))}
          >
            Remove all
          </Button>
        }
      >
        <Problem text={error} />
        {data === undefined ? (
          <Empty>Reading…</Empty>
        ) : data.total === 0 ? (
          <Empty>No faults. Add one below.</Empty>
        ) : (
          <ul class="fault-list">
            {data.items.map((fault) => (
              <FaultItem
                key={fault.id}
                fault={fault}
                sentence={faultSentence(fault, nameOf)}
                isChosen={fault.id === chosen}
              />
            ))}
          </ul>
        )}
        {data !== undefined && data.total > SHOWN ? (
          <p class="muted">
            The first {SHOWN} of {data.total}.
          </p>
        ) : null}
      </Card>
      <AddCard />
    </Writes>
  )
}

/** The same fault under the same id, with its counters at zero. */
async function beginAnew({
  matched: _matched,
  struck: _struck,
  from: _from,
  ...fault
}: Fault): Promise<void> {
  await control(`/faults/${fault.id}`, { method: 'DELETE' })
  await control('/faults', { method: 'POST', body: { ...fault, enabled: true } })
}

function FaultItem(props: {
  readonly fault: Fault
  readonly sentence: string
  /** The address names it. */
  readonly isChosen: boolean
}) {
  const { fault, sentence, isChosen } = props
  const { id, enabled, matched, struck } = fault
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const state = faultState(fault, now.value)
  const tone = state === 'on' ? 'bad' : state === 'scheduled' ? 'warn' : 'neutral'
  return (
    <li ref={item} class={`fault ${isChosen ? 'is-chosen' : ''}`} aria-label={`Fault ${id}`}>
      <a class="fault-number mono" href={href('faults', id)} title={`The address of fault ${id}`}>
        {id}
      </a>
      <Badge tone={tone}>{state}</Badge>
      <div class="fault-sentence">
        {sentence}
        <p class="muted fault-counts" title="How often it matched and how often it was applied">
          matched {matched}, applied {struck}
        </p>
      </div>
      <span class="card-actions">
        {state === 'used up' || state === 'over' ? (
          <Button
            label={`Restart fault ${id}`}
            title="Sets its counters to zero; an outage begins again now"
            onPress={() => attempt(`Fault ${id} is on again`, () => beginAnew(fault))}
          >
            Restart
          </Button>
        ) : null}
        <Button
          label={`Switch ${enabled ? 'off' : 'on'} fault ${id}`}
          onPress={() =>
            attempt(`Fault ${id} is ${enabled ? 'off' : 'on'}`, () =>
              control(`/faults/${id}`, { method: 'PATCH', body: { enabled: !enabled } }),
            )
          }
        >
          {enabled ? 'Switch off' : 'Switch on'}
        </Button>
        <Button
          kind="danger"
          label={`Remove fault ${id}`}
          onPress={() =>
            attempt(`Fault ${id} is removed`, () => control(`/faults/${id}`, { method: 'DELETE' }))
          }
        >
          Remove
        </Button>
      </span>
    </li>
  )
}
