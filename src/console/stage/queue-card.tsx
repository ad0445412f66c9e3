/** The messages between wiki and tracker, before and after a step. */
import type { SnapshotDifference } from '../../control/responses/worlds.ts'
import type { Integration } from '../panels/queues/model.ts'
import { Breakable } from '../ui/breakable.tsx'
import { countText } from '../words/text.ts'
import { type Delivered, deliveredMessages } from './messages.ts'
import { Part } from './part.tsx'

/** Marks drawn for messages; more are only counted. */
const MAXIMUM_SHOWN = 60
/** From so many delivered messages on, each is named as it arrives. */
const MANY = 10
/** Milliseconds from one arrival to the next, and of all together. */
const INTERVAL = 250
const MAXIMUM_DURATION = 9000

type Direction = 'outbound' | 'inbound'

/** Whether a step changed a queue. */
export function queueMoved(before: readonly Integration[], after: readonly Integration[]): boolean {
  const counts = (all: readonly Integration[]) =>
    JSON.stringify(
      all.map(({ serviceId, outbound, inbound }) => [serviceId, outbound.counts, inbound.counts]),
    )
  return counts(before) !== counts(after)
}

/** Whether a step delivered so many messages that their arrival is what it shows. */
export function areMany(before: readonly Integration[], after: readonly Integration[]): boolean {
  return after.some((integration) => {
    const earlier = before.find(({ serviceId }) => serviceId === integration.serviceId)
    return integration.outbound.counts.DONE - (earlier?.outbound.counts.DONE ?? 0) >= MANY
  })
}

export function QueueCard(props: {
  readonly before: readonly Integration[]
  readonly after: readonly Integration[]
  readonly differences: SnapshotDifference
}) {
  const { differences } = props
  return (
    <Part title="Messages between wiki and tracker" class="stage-traffic">
      {props.after.map((integration) => {
        const before = props.before.find(({ serviceId }) => serviceId === integration.serviceId)
        return (
          <div key={integration.serviceId} class="stage-queues">
            {(['outbound', 'inbound'] as const)
              .filter((direction) => direction === 'outbound' || hasMessages(integration, before))
              .map((direction) => (
                <Lane key={direction} {...{ direction, integration, before, differences }} />
              ))}
            {integration.obstacle === undefined ? null : (
              <p class="stage-obstacle">
                Nothing gets through: <Breakable text={integration.obstacle} />.
              </p>
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
  readonly differences: SnapshotDifference
}) {
  const { direction, integration, before, differences } = props
  const { waiting, counts } = integration[direction]
  const waitingBefore = before?.[direction].waiting ?? waiting
  const delivered = counts.DONE - (before?.[direction].counts.DONE ?? counts.DONE)
  const named =
    delivered < MANY
      ? []
      : deliveredMessages(differences, direction, integration.serviceId).slice(0, MAXIMUM_SHOWN)
  const [from, to] = direction === 'outbound' ? ['Wiki', 'Tracker'] : ['Tracker', 'Wiki']
  return (
    <div class="stage-direction" role="group" aria-label={`Messages from ${from} to ${to}`}>
      <div class="stage-lane">
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
      {named.length === 0 ? null : <Arrivals messages={named} />}
    </div>
  )
}

/** The messages arrive one after the other; who wants no movement sees all at once. */
function Arrivals({ messages }: { readonly messages: readonly Delivered[] }) {
  const pause = Math.min(INTERVAL, MAXIMUM_DURATION / messages.length)
  return (
    <ol class="stage-arrivals">
      {messages.map(({ id, text }, index) => (
        <li key={id} style={{ animationDelay: `${Math.round((index + 1) * pause)}ms` }}>
          {text}
        </li>
      ))}
    </ol>
  )
}
