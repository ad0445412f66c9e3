/**
 * Messages that wait while both products go on. What a message is about may be renamed meanwhile, and both products may
 * have changed the same link: then the wiki's word counts, so that both show the same once everything has arrived.
 */
import type { Store } from '../../world/store.ts'
import type { LinkFacts } from '../links/faces.ts'
import type { IntegrationRecord } from '../links/records.ts'
import { outboundMessages, type OutboundMessageRecord } from '../messages/records.ts'
import type { TrackerMessage } from './messages.ts'
import { MAXIMUM_RENAMINGS, renamingTo, type RequirementName } from './renamings.ts'

/** The relationship of a message from the tracker that names none. */
export const DEFAULT_RELATIONSHIP = 'implements'

/**
 * The message by which the wiki is about to tell the tracker of a change of this very link. What the wiki changed before it
 * gave the requirement the name `since` does not count, unless it has given that name up as well.
 */
export function waitingChangeOfLink(
  store: Store,
  integration: IntegrationRecord,
  facts: LinkFacts,
  since?: RequirementName,
): OutboundMessageRecord | undefined {
  const { serviceId } = integration
  const table = store.table(outboundMessages)
  let name: RequirementName = facts
  let before = Number.POSITIVE_INFINITY
  for (let count = 0; count < MAXIMUM_RENAMINGS; count++) {
    const change = table.findWhere(
      'waitingLink',
      [serviceId, name.spaceKey, name.key, facts.issueKey],
      (message) => message.id < before && saysOf(message, facts),
    )
    if (change !== undefined || facts.baseline !== undefined) return change
    if (since !== undefined && name.spaceKey === since.spaceKey && name.key === since.key) {
      const place = [serviceId, since.spaceKey, since.key]
      if (table.find('waitingDeparture', place) === undefined) return undefined
    }
    // What was queued before a renaming that waits too has the name of then.
    const renaming = renamingTo(store, integration, name, before)
    if (renaming === undefined) return undefined
    before = renaming.id
    name = { spaceKey: renaming.spaceKey, key: renaming.key }
  }
  return undefined
}

/**
 * The older message that has to go before this one: one that renames or deletes the requirement that it is about. Sent in
 * another order, they would leave wiki and tracker apart.
 */
export function mustGoBefore(
  store: Store,
  { id, serviceId, spaceKey, key, newSpaceKey, newKey }: OutboundMessageRecord,
): OutboundMessageRecord | undefined {
  const table = store.table(outboundMessages)
  for (const [space, name] of [
    [spaceKey, key],
    [newSpaceKey, newKey],
  ]) {
    if (space === undefined || name === undefined) continue
    const found =
      table.findWhere('waitingDeparture', [serviceId, space, name], (message) => message.id < id) ??
      table.findWhere('waitingArrival', [serviceId, space, name], (message) => message.id < id)
    if (found !== undefined) return found
  }
  return undefined
}

/** True when a message is about the link of these facts; its requirement is known to be theirs. */
export function saysOf(
  message: Pick<TrackerMessage, 'baseline' | 'issueKey' | 'relationship'>,
  facts: Pick<TrackerMessage, 'baseline' | 'issueKey' | 'relationship'>,
): boolean {
  return (
    message.baseline === facts.baseline &&
    message.issueKey === facts.issueKey &&
    message.relationship === facts.relationship
  )
}
