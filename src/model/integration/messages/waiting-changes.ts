/** Messages that wait while both products go on. If both changed a link meanwhile, the wiki's change counts. */
import type { Connected } from '../../links/connection.ts'
import type { LinkFacts } from '../../links/faces.ts'
import { outboundMessages, type OutboundMessageRecord } from '../../records/tracker/outbound-messages.ts'
import type { OutboundMessage } from './messages.ts'
import { renamingTo, type RequirementName } from './names.ts'

/** The waiting change of this link; changes before the name `since` do not count, unless that name was given up too. */
export function waitingChangeOfLink(
  connection: Connected,
  facts: LinkFacts,
  since?: RequirementName,
): OutboundMessageRecord | undefined {
  const { store, integration } = connection
  const { serviceId } = integration
  const table = store.table(outboundMessages)
  let name: RequirementName = facts
  let before = Number.POSITIVE_INFINITY
  for (;;) {
    const { after, renaming } = timeOfName(connection, name, before)
    const change = table.findWhere(
      'waitingLink',
      [serviceId, name.spaceKey, name.key, facts.issueKey],
      (message) =>
        (facts.baseline !== undefined || (message.id > after && message.id < before)) &&
        saysOf(message, facts),
    )
    if (change !== undefined || facts.baseline !== undefined) return change
    if (since !== undefined && name.spaceKey === since.spaceKey && name.key === since.key) {
      const place = [serviceId, since.spaceKey, since.key]
      if (table.find('waitingDeparture', place) === undefined) return undefined
    }
    if (renaming === undefined) return undefined
    before = renaming.id
    name = { spaceKey: renaming.spaceKey, key: renaming.key }
  }
}

/**
 * From which waiting message on a name means the requirement that has it just before message `before`: `after` is the id of
 * the message that gave it the name, or of the last one that took the name from another requirement. `renaming` is the
 * former, if there is one.
 */
function timeOfName(
  connection: Connected,
  name: RequirementName,
  before: number,
): { readonly after: number; readonly renaming: ReturnType<typeof renamingTo> } {
  const { store, integration } = connection
  const renaming = renamingTo(connection, name, before)
  const place = [integration.serviceId, name.spaceKey, name.key]
  const departure = store
    .table(outboundMessages)
    .findWhere('waitingDeparture', place, ({ id }) => id < before, { reverse: true })
  const arrived = renaming?.id ?? 0
  return departure === undefined || departure.id < arrived
    ? { after: arrived, renaming }
    : { after: departure.id, renaming: undefined }
}

/**
 * The waiting message that tells the tracker that the requirement it knows by this key was renamed or deleted. The
 * wiki may already use the key for another requirement. Undefined for frozen copies, which keep their names.
 */
export function departureOf(
  { store, integration: { serviceId } }: Connected,
  { spaceKey, key, baseline }: RequirementName & { readonly baseline?: number | undefined },
): OutboundMessageRecord | undefined {
  if (baseline !== undefined) return undefined
  return store.table(outboundMessages).find('waitingDeparture', [serviceId, spaceKey, key])
}

/** Why the tracker cannot link this key itself while such a message waits. */
export function complaintAboutDeparture({ operation, spaceKey, key }: OutboundMessageRecord): string {
  const happened = operation === 'REQUIREMENT_DELETED' ? 'deleted' : 'renamed'
  return `the tracker is yet to hear that the former requirement '${spaceKey}/${key}' was ${happened}: synchronise first`
}

/** True if a message is about the link of these facts; the caller has checked the requirement. */
export function saysOf(
  message: Pick<OutboundMessage, 'baseline' | 'issueKey' | 'relationship'>,
  facts: Pick<OutboundMessage, 'baseline' | 'issueKey' | 'relationship'>,
): boolean {
  return (
    message.baseline === facts.baseline &&
    message.issueKey === facts.issueKey &&
    message.relationship === facts.relationship
  )
}
