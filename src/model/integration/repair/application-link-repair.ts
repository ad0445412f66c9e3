/** Repairing an application link from the tracker's side (service §4.7, `repair-applink`). */
import type { Connected, Connection } from '../../links/connection.ts'
import { issueLinks } from '../../records/tracker/issue-links.ts'
import { applyEvent } from '../../records/state-machine.ts'
import { type MessageStatus, outboundMessages } from '../../records/tracker/outbound-messages.ts'
import { trackerTextId } from '../../records/tracker/tracker.ts'
import { trackerMessages } from '../../records/tracker/inbound-messages.ts'
import { moveText, refreshText } from '../issues/tracker-texts.ts'
import { messageMachine } from '../../records/machines/message-machine.ts'
import { obstacleTo } from '../queues/sending.ts'
import { nextSynchronisation, scheduleSynchronisation } from '../queues/synchronisation.ts'
import { trackerVersionOf, writeVersions } from '../versions.ts'

export interface LinkRepair {
  /** Links and messages that named another application link than their integration's. */
  readonly links: number
  readonly messages: number
  /** Failed messages of the tracker that are PENDING again. */
  readonly retried: number
  readonly version: number
  readonly synchronises: boolean
  /** Why no messages move over the link. */
  readonly obstacle?: string
}

/** Makes links and messages name the application link, retries failed messages and agrees on a version. */
export function repairApplicationLink(connection: Omit<Connection, 'actor'>): LinkRepair {
  const { world, store, integration } = connection
  const links = repairLinks(connection)
  const messages = repairMessages(connection)
  const retried = retry(connection)
  const obstacle = obstacleTo(connection)
  const { serviceId, version, detached } = integration
  const agreed = obstacle === undefined ? writeVersions(store, integration, version, version) : integration
  if (detached !== true) scheduleSynchronisation(world, store, serviceId)
  return {
    links,
    messages,
    retried,
    version: trackerVersionOf(agreed),
    synchronises: nextSynchronisation(world, store, serviceId) !== undefined,
    ...(obstacle === undefined ? {} : { obstacle }),
  }
}

function repairLinks(connection: Omit<Connection, 'actor'>): number {
  const { store, integration } = connection
  const { serviceId, wikiApplinkId, trackerApplinkId } = integration
  const table = store.table(issueLinks)
  let repaired = 0
  for (const link of table.scan()) {
    if (link.serviceId !== serviceId) continue
    const { wiki, tracker } = link
    const wrongWiki = wiki !== undefined && wiki.applinkId !== wikiApplinkId
    const wrongTracker = tracker !== undefined && tracker.applinkId !== trackerApplinkId
    if (!wrongWiki && !wrongTracker) continue
    repaired += 1
    table.put({
      ...link,
      ...(wrongWiki ? { wiki: { ...wiki, applinkId: wikiApplinkId } } : {}),
      ...(wrongTracker ? { tracker: { ...tracker, applinkId: trackerApplinkId } } : {}),
    })
    if (!wrongTracker || tracker.key === null) continue
    const { applinkId, spaceKey, key, baseline } = tracker
    const place = { applinkId: trackerApplinkId, spaceKey, key }
    moveText(store, trackerTextId(applinkId, spaceKey, key, baseline), place)
    refreshText(connection, spaceKey, key, baseline)
  }
  return repaired
}

function repairMessages({
  store,
  integration: { serviceId, wikiApplinkId, trackerApplinkId },
}: Connected): number {
  let repaired = 0
  const inbound = store.table(trackerMessages)
  for (const { id, applinkId } of inbound.range('service', [serviceId])) {
    if (applinkId === trackerApplinkId) continue
    inbound.update(id, { applinkId: trackerApplinkId })
    repaired += 1
  }
  const outbound = store.table(outboundMessages)
  for (const { id, applinkId } of outbound.range('service', [serviceId])) {
    if (applinkId === wikiApplinkId) continue
    outbound.update(id, { applinkId: wikiApplinkId })
    repaired += 1
  }
  return repaired
}

function retry({ store, integration: { serviceId } }: Connected): number {
  const table = store.table(trackerMessages)
  let retried = 0
  for (const { lastResponse: _response, ...message } of table.range('waiting', [serviceId])) {
    if (message.status === 'PENDING') continue
    const status = applyEvent(store, messageMachine, message.status, 'RETRY') as MessageStatus
    table.put({ ...message, status, attempts: 0 })
    retried += 1
  }
  return retried
}
