/** One integration: its obstacles, its wiki and tracker, and both lanes of messages. */
import type { ListOf } from '../../../control/responses/shape.ts'
import type { ServerEvent } from '../../../control/responses/events.ts'
import { useState } from 'preact/hooks'
import { control } from '../../calls/api.ts'
import { useLive } from '../../live/live.ts'
import { href } from '../../state/route.ts'
import { shownNow } from '../../state/shown-now.ts'
import { countText, durationText, timeText } from '../../words/text.ts'
import { GLOSSARY } from '../../words/glossary.ts'
import { ActingAs } from '../../ui/acting-as.tsx'
import { Badge, Button, Card, ConfirmButton, Field } from '../../ui/parts.tsx'
import { changeMode, emptyInbound, flush, repairLink, switchOn, switchSite } from './actions.ts'
import { Lane } from './lane.tsx'
import { lastRunText } from './last-run.ts'
import { synchronise } from './synchronise.ts'
import { type Integration, type Repair, obstaclesOf, type Site, siteOf } from './model.ts'
import { Writes } from '../../ui/writes.tsx'
import { Select } from '../../ui/select.tsx'

const SIZES = [2, 3, 10, 50] as const
/** In a window lower than this, both lanes are visible only with fewer messages. */
const LOW_WINDOW = 800
/** How many past events to search for the last run: as many as the server stores. */
const PAST = 300
const MODES = ['AUTO', 'MANUAL', 'DISABLED'] as const

export interface IntegrationProps {
  readonly integration: Integration
  readonly sites: readonly Site[]
  /** The tracker's id of the application link. */
  readonly applinkId: string
  /** Why the queue operations cannot be called; undefined if they can. */
  readonly unreachable: string | undefined
  /** Names of the possible users. */
  readonly users: readonly string[]
  /** The number of faults that respond to messages. */
  readonly faults: number
  readonly nameOf: (user: number | undefined) => string
}

export function IntegrationCard(props: IntegrationProps) {
  const { integration, sites, unreachable, nameOf } = props
  const { serviceId, label, region } = integration
  const lastRun = useLastRun(integration.obstacle)
  const [size, setSize] = useState<number>(innerHeight < LOW_WINDOW ? 2 : 3)
  return (
    <Card title={label ?? serviceId} actions={<Synchronisation {...props} />}>
      <Obstacles {...props} />
      <Controls {...props} size={size} onSize={setSize} />
      <div class="queue-sites">
        <SiteBox product="Wiki" site={siteOf(sites, region, integration.wikiApplicationId)} />
        <SiteBox product="Tracker" site={siteOf(sites, region, integration.trackerApplicationId)} />
      </div>
      {(['outbound', 'inbound'] as const).map((direction) => (
        <Lane
          key={direction}
          {...{ serviceId, region, direction, size, nameOf }}
          lastRun={integration[direction].waiting === 0 ? undefined : lastRun}
        />
      ))}
      {unreachable === undefined ? null : <p class="muted">{unreachable}</p>}
    </Card>
  )
}

function Controls(
  props: IntegrationProps & { readonly size: number; readonly onSize: (size: number) => void },
) {
  const { integration, applinkId, unreachable, users, size, onSize } = props
  const { serviceId, outbound, inbound, mode } = integration
  const closed = unreachable !== undefined
  const all = inbound.waiting + inbound.counts.DONE
  return (
    <>
      <div class="row">
        <ActingAs users={users} />
        <Writes>
          <Field label="Mode of the application link" title={GLOSSARY.Mode}>
            <Select
              value={mode}
              disabled={closed}
              onChange={(chosen) => void changeMode(applinkId, MODES.find((one) => one === chosen) ?? mode)}
              options={MODES}
            />
          </Field>
        </Writes>
        <Field label="Messages per column">
          <Select
            value={String(size)}
            onChange={(chosen) => onSize(Number(chosen))}
            options={SIZES.map(String)}
          />
        </Field>
      </div>
      <div class="row">
        <Writes>
          <Button
            disabled={closed || outbound.waiting === 0}
            title="The wiki's flush: sends all messages that wait for the tracker"
            onPress={() => flush(serviceId)}
          >
            Flush to the tracker
          </Button>
          <Button
            disabled={closed}
            title="Repairs identifiers, version and synchronisation; failed messages of the tracker are sent again"
            onPress={() => repairLink(applinkId)}
          >
            Repair the application link
          </Button>
          <span class="apart">
            <ConfirmButton
              kind="danger"
              disabled={closed || all === 0}
              question="Empty the queue of the tracker?"
              consequence={`The tracker loses ${countText(all, 'message')}, and the wiki never receives those that wait.`}
              onConfirm={() => emptyInbound(applinkId)}
            >
              Empty the tracker's queue…
            </ConfirmButton>
          </span>
        </Writes>
      </div>
    </>
  )
}

function Synchronisation({ integration }: IntegrationProps) {
  const { nextSynchronisation } = integration
  if (nextSynchronisation === undefined) return <span>No synchronisation is scheduled</span>
  const left = Math.max(0, Date.parse(nextSynchronisation) - shownNow.value)
  return (
    <>
      <span class="queue-countdown">
        Next synchronisation in <b>{left === 0 ? 'a moment' : durationText(left - (left % 1000) || left)}</b>{' '}
        at {timeText(nextSynchronisation)}
      </span>
      <Writes>
        <Button
          kind="main"
          title="Moves the clock to the next synchronisation, which runs there"
          onPress={() => synchronise(integration)}
        >
          Run the next synchronisation
        </Button>
      </Writes>
    </>
  )
}

/** The line is always there, so that the layout does not shift. */
function Obstacles({ integration, sites, applinkId, faults }: IntegrationProps) {
  const obstacles = obstaclesOf(integration, sites)
  const waiting = integration.outbound.waiting + integration.inbound.waiting
  const wait = waiting === 0 ? '' : ` ${countText(waiting, 'message waits', 'messages wait')}.`
  return (
    <div class="queue-obstacles" role="status">
      {obstacles.map(({ text, repair }) => (
        <p key={text} class="queue-obstacle queue-obstacle-bad">
          <span>
            <b aria-hidden="true">✕ </b>
            {text}
            {wait}
          </span>
          {repair === undefined ? null : (
            <Writes>
              <RepairButton repair={repair} applinkId={applinkId} serviceId={integration.serviceId} />
            </Writes>
          )}
        </p>
      ))}
      {obstacles.length > 0 ? null : (
        <p class="queue-obstacle queue-obstacle-good">
          <span>
            <b aria-hidden="true">✓ </b>
            No obstacles.
            {wait === '' ? ' No message waits.' : `${wait} The next synchronisation sends them.`}
          </span>
        </p>
      )}
      {faults === 0 ? null : (
        <p class="queue-obstacle queue-obstacle-bad">
          <span>{countText(faults, 'fault')} may respond to messages in place of the products.</span>
          <a href={href('faults')}>Faults</a>
        </p>
      )}
    </div>
  )
}

function RepairButton(props: {
  readonly repair: Repair
  readonly applinkId: string
  readonly serviceId: string
}) {
  const { repair, applinkId, serviceId } = props
  switch (repair.kind) {
    case 'site':
      return <Button onPress={() => switchSite(repair.site, 'ACTIVE')}>Bring {repair.site.name} back</Button>
    case 'fault':
      return (
        <a class="button" href={href('faults')}>
          Turn it off in Faults
        </a>
      )
    case 'mode':
      return <Button onPress={() => changeMode(applinkId, 'AUTO')}>Set mode AUTO</Button>
    case 'status':
      return <Button onPress={() => switchOn(serviceId)}>Turn the integration on</Button>
  }
}

function SiteBox({ product, site }: { readonly product: string; readonly site: Site | undefined }) {
  const up = site?.status === 'ACTIVE' && site.outage === undefined
  return (
    <section class={`queue-site ${up ? '' : 'queue-site-down'}`} aria-label={product}>
      <div>
        <h3>
          {product}{' '}
          {site === undefined ? null : <Badge tone={up ? 'good' : 'bad'}>{up ? 'up' : 'down'}</Badge>}
        </h3>
        <p>
          {site?.name ?? 'unknown'}{' '}
          {site?.outage === undefined ? null : (
            <a href={href('faults', site.outage)}>by fault {site.outage}</a>
          )}
        </p>
      </div>
      {site === undefined ? null : (
        <Button
          label={`${site.status === 'ACTIVE' ? 'Take down' : 'Bring back'} ${site.name}`}
          onPress={() => switchSite(site, site.status === 'ACTIVE' ? 'DISABLED' : 'ACTIVE')}
        >
          {site.status === 'ACTIVE' ? 'Take down' : 'Bring back'}
        </Button>
      )}
    </section>
  )
}

/** The text for an integration with an obstacle. */
function useLastRun(obstacle: string | undefined): string | undefined {
  const { data } = useLive(`last run ${obstacle ?? ''}`, async (signal) =>
    obstacle === undefined
      ? []
      : (await control<ListOf<ServerEvent>>(`/events/past?limit=${PAST}`, { signal })).items,
  )
  return obstacle === undefined || data === undefined ? undefined : lastRunText(data, obstacle)
}
