/** State machines: each as a graph and as a table, with the number of records in each state. */
import type { ListOf } from '../../control/responses/shape.ts'
import type { Report } from '../../gateway/report/report.ts'
import type { CountedMachine, Machine } from '../../control/responses/catalogue.ts'
import { signal } from '@preact/signals'
import { control, query } from '../calls/api.ts'
import { useLive } from '../live/live.ts'
import { href } from '../state/route.ts'
import { world } from '../state/store.ts'
import { Card, Empty, Field, Missing, Problem, TableHead } from '../ui/parts.tsx'
import { Details } from './machines/details.tsx'
import { type Chosen, Graph } from './machines/graph.tsx'
import { type ShownMachine, timesOf } from './machines/model.ts'
import type { PanelProps } from './panel.ts'
import { Select } from '../ui/select.tsx'

const REGIONS = ['eu', 'us'] as const
const region = signal<string>('eu')

export function MachinesPanel({ rest }: PanelProps) {
  const [wanted, kind, which] = rest
  const list = useLive('machines', (signal) =>
    control<ListOf<Machine>>('/machines', { signal }).then(({ items }) =>
      items.map(({ name, title }) => ({ name, title })),
    ),
  )
  const name = list.data?.find((one) => one.name === (wanted ?? list.data?.[0]?.name))?.name
  return (
    <>
      <div class="machine-head">
        <nav class="machine-tabs" aria-label="State machines">
          {list.data?.map((one) => (
            <a
              key={one.name}
              href={href('machines', one.name)}
              aria-current={one.name === name ? 'true' : undefined}
            >
              {one.title}
            </a>
          ))}
        </nav>
        <RegionChoice />
      </div>
      <Problem text={list.error} />
      {list.data === undefined || name !== undefined ? null : (
        <Missing what="state machine" name={wanted}>
          Select one above.
        </Missing>
      )}
      {name === undefined ? null : <Shown key={name} name={name} chosen={chosenOf(kind, which)} />}
    </>
  )
}

function Shown({ name, chosen }: { readonly name: string; readonly chosen: Chosen }) {
  const { data, error, latest } = useLive(JSON.stringify([name, region.value]), (signal) =>
    Promise.all([
      control<CountedMachine>(`/machines/${name}${query({ region: region.value })}`, { signal }),
      control<Report>(`/report${query({ world: world.value })}`, {
        signal,
        world: world.peek(),
      }),
    ]),
  )
  const shown = data ?? latest
  if (shown === undefined) return error === undefined ? <Empty>Reading …</Empty> : <Problem text={error} />
  const [drawn, report] = shown
  // Records of the other region do not belong here.
  const machine: ShownMachine = data === undefined ? { ...drawn, records: undefined } : drawn
  const times = timesOf(machine, report.machines)
  return (
    <>
      <Problem text={error} />
      <div class="machine-columns">
        <section class="card" aria-label={machine.title}>
          <div class="card-body">
            <Graph {...{ machine, times, chosen }} />
          </div>
        </section>
        <Details {...{ machine, times, chosen }} region={region.value} />
      </div>
      <Card title="Transitions">
        <TransitionTable {...{ machine, times, chosen }} />
      </Card>
    </>
  )
}

function RegionChoice() {
  return (
    <Field label="Region">
      <Select
        value={region.value}
        onChange={(chosen) => {
          region.value = chosen
        }}
        options={REGIONS}
      />
    </Field>
  )
}

function TransitionTable(props: {
  readonly machine: ShownMachine
  readonly times: readonly number[]
  readonly chosen: Chosen
}) {
  const { machine, times, chosen } = props
  return (
    <div class="machine-transitions" role="region" aria-label="Transitions" tabIndex={0}>
      <table class="machine-table">
        <caption>A request for any other transition returns 409.</caption>
        <TableHead columns={['From', 'Event', 'To', 'Effects', 'Section', 'Made']} />
        <tbody>
          {machine.transitions.map(({ from, event, to, effects, section }, position) => (
            <tr key={position} class={chosen.transition === position ? 'is-chosen' : ''}>
              <td>{from}</td>
              <td>
                <a href={href('machines', machine.name, 'transition', position)}>{event}</a>
              </td>
              <td>{to}</td>
              <td class="machine-effects">{effects ?? ''}</td>
              <td>{section === undefined ? '' : `§${section}`}</td>
              <td class={times[position] ? '' : 'muted'}>{times[position] ?? 0}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function chosenOf(kind: string | undefined, which: string | undefined): Chosen {
  if (kind === 'state') return { state: which }
  return kind === 'transition' && which !== undefined && /^\d+$/.test(which)
    ? { transition: Number(which) }
    : {}
}
