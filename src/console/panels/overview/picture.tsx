/** The sites as boxes, with the waiting messages between a wiki and its tracker. */
import type { Queue } from '../../../control/responses/state.ts'
import { control } from '../../calls/api.ts'
import { attempt } from '../../live/live.ts'
import { href } from '../../state/route.ts'
import { shownNow } from '../../state/shown-now.ts'
import { countText, durationText } from '../../words/text.ts'
import { Badge, Button } from '../../ui/parts.tsx'
import { addressOf } from '../queues/model.ts'
import type { Integration, Overview, Site } from './read.ts'

const KINDS: Readonly<Record<string, string>> = {
  CONFLUENCE: 'Wiki',
  JIRA: 'Issue tracker',
  STANDALONE: 'Standalone workspaces',
}
/** Messages drawn one by one; a number gives the total. */
const DRAWN = 12

export function Picture({ sites, integrations }: Pick<Overview, 'sites' | 'integrations'>) {
  const named = new Map(sites.map((site) => [`${site.region} ${site.id}`, site]))
  const joined = new Set(
    integrations.items.flatMap(({ region, wikiApplicationId, trackerApplicationId }) => [
      `${region} ${wikiApplicationId}`,
      `${region} ${trackerApplicationId}`,
    ]),
  )
  const others = sites.filter(({ region, id }) => !joined.has(`${region} ${id}`))
  const boxOf = (region: string, id: number | undefined) =>
    id === undefined ? null : <SiteBox site={named.get(`${region} ${id}`)} id={id} />
  const more = integrations.total - integrations.items.length
  return (
    <>
      {integrations.items.map((integration) => (
        <div key={addressOf(integration)} class="site-pair">
          {boxOf(integration.region, integration.wikiApplicationId)}
          <Between integration={integration} />
          {boxOf(integration.region, integration.trackerApplicationId)}
        </div>
      ))}
      {more > 0 ? <a href={href('queues')}>{countText(more, 'more integration')}</a> : null}
      {others.length === 0 ? null : (
        <details open={integrations.items.length === 0 || others.some(isDown)}>
          <summary>{countText(others.length, 'more site')}</summary>
          <div class="site-others">
            {others.map((site) => (
              <SiteBox key={`${site.region} ${site.id}`} site={site} id={site.id} />
            ))}
          </div>
        </details>
      )}
    </>
  )
}

function SiteBox({ site, id }: { readonly site: Site | undefined; readonly id: number }) {
  if (site === undefined) return <div class="site-box">Application {id}</div>
  const { name, type, region, outage } = site
  const down = isDown(site)
  return (
    <section class={`site-box ${down ? 'site-down' : ''}`} aria-label={name}>
      <div class="site-head">
        <strong>{name}</strong>
        <Badge tone={down ? 'bad' : 'good'}>{down ? '✕ down' : '✓ up'}</Badge>
      </div>
      <span class="muted">
        {KINDS[type] ?? type}, {region} {id}
      </span>
      {outage === undefined ? null : <a href={href('faults', outage)}>Does not respond: fault {outage}</a>}
      {type === 'STANDALONE' ? null : <PowerSwitch site={site} />}
    </section>
  )
}

/** Whether a site does not respond. */
export function isDown({ status, outage }: Site): boolean {
  return status === 'DISABLED' || outage !== undefined
}

/** Takes a site down or brings it back. */
export function PowerSwitch({ site }: { readonly site: Site }) {
  const { id, name, status, region } = site
  const off = status === 'DISABLED'
  const set = () =>
    attempt(
      off ? `${name} is back` : `${name} is down`,
      () =>
        control(`/sites/${id}`, {
          method: 'PATCH',
          body: { status: off ? 'ACTIVE' : 'DISABLED', region },
        }),
      off ? 'good' : 'warn',
    )
  return (
    <Button label={off ? `Bring back ${name}` : `Take down ${name}`} onPress={set}>
      {off ? 'Bring back' : 'Take down'}
    </Button>
  )
}

function Between({ integration }: { readonly integration: Integration }) {
  const { mode, status, nextSynchronisation, obstacle, outbound, inbound } = integration
  const left =
    nextSynchronisation === undefined ? undefined : Date.parse(nextSynchronisation) - shownNow.value
  return (
    <div class="between">
      <a class="way-link" href={href('queues', addressOf(integration))}>
        <Lane queue={outbound} text="to the tracker" arrow="→" />
        <Lane queue={inbound} text="to the wiki" arrow="←" />
      </a>
      <span class="muted">
        {status === 'ACTIVE' ? '' : `Integration ${status}, `}mode {mode}
        {left === undefined ? '' : `, next synchronisation in ${durationText(left)}`}
      </span>
      {obstacle === undefined ? null : (
        <p class="obstacle">
          {outbound.waiting + inbound.waiting > 0 ? 'Messages wait' : 'Messages will wait'}: {obstacle}
        </p>
      )}
    </div>
  )
}

function Lane(props: { readonly queue: Queue['outbound']; readonly text: string; readonly arrow: string }) {
  const { queue, text, arrow } = props
  const { FAILED = 0, NOT_EXECUTED = 0, DONE = 0 } = queue.counts
  const dots = Math.min(queue.waiting, DRAWN)
  return (
    <span class={`way ${queue.waiting > 0 ? 'way-waiting' : ''}`}>
      <span class="way-count">
        {arrow} <strong>{queue.waiting}</strong> waiting {text}
      </span>
      <span class="way-dots" aria-hidden="true">
        {'▪'.repeat(dots)}
        {queue.waiting > DRAWN ? '…' : ''}
      </span>
      <span class="muted way-done">
        {DONE} done{FAILED > 0 ? `, ${FAILED} failed` : ''}
        {NOT_EXECUTED > 0 ? `, ${NOT_EXECUTED} not executed` : ''}
      </span>
    </span>
  )
}
