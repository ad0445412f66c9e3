/** The messages between wiki and tracker, before and after a step. */
import type { Integration } from '../panels/queues/model.ts'
import { countText } from '../words/text.ts'
import { Part } from './part.tsx'

/** Marks drawn for messages; more are only counted. */
const MAXIMUM_SHOWN = 60

type Direction = 'outbound' | 'inbound'

/** Whether a step changed a queue. */
export function queueMoved(before: readonly Integration[], after: readonly Integration[]): boolean {
  const counts = (all: readonly Integration[]) =>
    JSON.stringify(
      all.map(({ serviceId, outbound, inbound }) => [serviceId, outbound.counts, inbound.counts]),
    )
  return counts(before) !== counts(after)
}

export function QueueCard(props: {
  readonly before: readonly Integration[]
  readonly after: readonly Integration[]
}) {
  return (
    <Part title="Messages between wiki and tracker">
      {props.after.map((integration) => {
        const before = props.before.find(({ serviceId }) => serviceId === integration.serviceId)
        return (
          <div key={integration.serviceId} class="stage-queues">
            {(['outbound', 'inbound'] as const)
              .filter((direction) => direction === 'outbound' || hasMessages(integration, before))
              .map((direction) => (
                <Lane key={direction} {...{ direction, integration, before }} />
              ))}
            {integration.obstacle === undefined ? null : (
              <p class="stage-obstacle">Nothing gets through: {integration.obstacle}.</p>
            )}
          </div>
        )
      })}
    </Part>
  )
}

function hasMessages(integration: Integration, before: Integration | undefined): boolean {
  return integration.inbound.waiting + (before?.inbound.waiting ?? 0) > 0
}

function Lane(props: {
  readonly direction: Direction
  readonly integration: Integration
  readonly before: Integration | undefined
}) {
  const { direction, integration, before } = props
  const { waiting, counts } = integration[direction]
  const waitingBefore = before?.[direction].waiting ?? waiting
  const delivered = counts.DONE - (before?.[direction].counts.DONE ?? counts.DONE)
  const [from, to] = direction === 'outbound' ? ['Wiki', 'Tracker'] : ['Tracker', 'Wiki']
  return (
    <div class="stage-lane" role="group" aria-label={`Messages from ${from} to ${to}`}>
      <span class="stage-site">{from}</span>
      <span class="stage-road">
        <span class="stage-messages" aria-hidden="true">
          {Array.from({ length: Math.min(waiting, MAXIMUM_SHOWN) }, (_, index) => (
            <i key={index} class={index < counts.FAILED ? 'is-failed' : ''} />
          ))}
        </span>
        <span>
          {waitingBefore === waiting ? '' : `${waitingBefore} → `}
          <b>{waiting}</b> waiting
          {delivered > 0 ? `, ${countText(delivered, 'message')} delivered` : ''}
        </span>
      </span>
      <span class="stage-site">{to}</span>
    </div>
  )
}
