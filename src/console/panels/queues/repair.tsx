/** The differences between wiki and tracker that the wiki's repair finds, and the two ways to resolve them (service §4.6). */
import { useEffect, useRef, useState } from 'preact/hooks'
import { GLOSSARY } from '../../words/glossary.ts'
import { href } from '../../state/route.ts'
import { clock, world } from '../../state/store.ts'
import { countText, timeText } from '../../words/text.ts'
import { Badge, Button, Card, Dialog, Empty } from '../../ui/parts.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { compare, type Discrepancy, dropAll, type Findings, heal } from './actions.ts'
import { Writes } from '../../ui/writes.tsx'

interface Compared {
  readonly findings: Findings
  readonly at: string
  readonly world: string
}

/** The name of this section in an address: `#/queues/svc-1/differences`. */
export const DIFFERENCES = 'differences'

/** An address with this section scrolls to it. */
export function RepairCard({ wanted }: { readonly wanted: boolean }) {
  const block = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!wanted) return undefined
    // Scrolls after the content above has its height, and after the new panel has the focus.
    const later = setTimeout(() => {
      block.current?.focus({ preventScroll: true })
      block.current?.scrollIntoView({ block: 'center' })
    }, 100)
    return () => clearTimeout(later)
  }, [wanted])
  return (
    <div ref={block} tabIndex={-1} role="group" aria-label="Differences">
      <Repair />
    </div>
  )
}

function Repair() {
  const [compared, setCompared] = useState<Compared | undefined>(undefined)
  const [asking, setAsking] = useState(false)
  const look = async () => {
    const findings = await compare()
    if (findings !== undefined) setCompared({ findings, at: clock.peek()?.now ?? '', world: world.peek() })
  }
  const current = compared?.world === world.value ? compared : undefined
  const found = current?.findings.total ?? 0
  const act = (action: () => Promise<unknown>) => async () => {
    await action()
    await look()
  }
  return (
    <Card
      title="Repair: differences between wiki and tracker"
      actions={
        <Writes>
          <Button kind={found === 0 ? 'main' : 'plain'} onPress={look}>
            Compare now
          </Button>
          <Button disabled={found === 0} title={GLOSSARY.Heal} onPress={act(() => heal())}>
            Heal all
          </Button>
          <span class="apart">
            <Button
              kind="danger"
              disabled={found === 0}
              title={GLOSSARY.Drop}
              onPress={() => setAsking(true)}
            >
              Drop all…
            </Button>
          </span>
        </Writes>
      }
    >
      {current === undefined ? (
        <Empty>Compare now lists links that only one product shows, or that the two show differently.</Empty>
      ) : (
        <Found {...current} onHeal={(id) => act(() => heal([id]))()} />
      )}
      {asking ? (
        <Dialog title="Drop all of them?" onClose={() => setAsking(false)}>
          <p>
            The {countText(found, 'link')} with differences will be removed from both products. Healing keeps
            them.
          </p>
          <div class="row">
            <Button
              kind="danger"
              onPress={async () => {
                await act(dropAll)()
                setAsking(false)
              }}
            >
              Drop them from both
            </Button>
            <Button onPress={() => setAsking(false)}>Keep them</Button>
          </div>
        </Dialog>
      ) : null}
    </Card>
  )
}

function Found({ findings, at, onHeal }: Compared & { readonly onHeal: (id: number) => Promise<void> }) {
  const { discrepancies, total, unreachable } = findings
  const columns: readonly Column<Discrepancy>[] = [
    { id: 'link', title: 'Link', cell: ({ id }) => id },
    { id: 'kind', title: 'Kind', cell: ({ kind }) => <Badge tone="warn">{kind}</Badge> },
    {
      id: 'detail',
      title: 'Problem',
      grows: true,
      cell: ({ detail }) => <span title={detail}>{detail}</span>,
    },
    {
      id: 'waiting',
      title: 'Message waits',

      cell: ({ waiting }) => (waiting ? 'yes' : 'no'),
    },
    {
      id: 'heal',
      title: 'Mend',

      cell: ({ id }) => (
        <Writes>
          <Button label={`Heal link ${id}`} onPress={() => onHeal(id)}>
            Heal
          </Button>
        </Writes>
      ),
    },
  ]
  return (
    <>
      <p class="muted">
        Compared at {timeText(at)}: {countText(total, 'discrepancy', 'discrepancies')}
        {discrepancies.length < total ? `, the first ${discrepancies.length} are listed` : ''}.{' '}
        <a href={href('tables', 'issueLink')}>All links in Tables</a>
      </p>
      {unreachable.map(({ serviceId, reason }) => (
        <p key={serviceId} class="problem">
          {serviceId} could not be compared: {reason}.
        </p>
      ))}
      {discrepancies.length === 0 ? null : (
        <p class="muted">
          An outage alone causes no lasting differences: its messages wait and are sent later. If no message
          waits, there is another cause: in the demo, link 40001 has lost its key (LOST_KEY) from the
          beginning.
        </p>
      )}
      {discrepancies.length === 0 ? null : (
        <Table
          label="Discrepancies"
          columns={columns}
          rows={discrepancies}
          keyOf={({ id }) => id}
          height={280}
        />
      )}
    </>
  )
}
