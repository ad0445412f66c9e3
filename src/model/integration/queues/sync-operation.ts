/** Telling a tracker about the requirements that are linked to its issues (service §4.6, POST /sync). */
import type { Connection } from '../../links/connection.ts'
import type { Store } from '../../../world/store/store.ts'
import { isAtAddress, listIntegrations } from '../integrations.ts'
import { type IntegrationRecord, issueLinks } from '../../links/records.ts'
import { notFound } from '../../errors.ts'
import { enqueueOutbound } from './outbound.ts'

export const MAXIMUM_ISSUE_KEYS = 1000

/** The integration with a service id, application link or tracker address. Throws a Refusal (NOT_FOUND). */
export function findIntegration(store: Store, wikiApplicationId: number, from: string): IntegrationRecord {
  const all = listIntegrations(store, wikiApplicationId)
  const found =
    all.find(({ serviceId, wikiApplinkId }) => from === serviceId || from === wikiApplinkId) ??
    all.find((integration) => isAtAddress(store, integration, from))
  if (found !== undefined) return found
  throw notFound('tracker', from, {
    at: 'from',
    in: 'the integrations of the wiki',
    instead: 'give its base address, application link id or service id',
  })
}

export interface Synchronised {
  /** One message for each requirement. */
  readonly queued: number
  /** The issue keys without a linked requirement. */
  readonly unlinked: readonly string[]
}

export function queueRequirementsOfIssues(
  connection: Connection,
  issueKeys: readonly string[],
): Synchronised {
  const {
    store,
    integration: { serviceId, wikiApplinkId: applinkId },
  } = connection
  const notified = new Set<string>()
  const unlinked: string[] = []
  for (const issueKey of new Set(issueKeys)) {
    let linked = false
    const links = [...store.table(issueLinks).range('wikiIssue', [applinkId, issueKey])]
    for (const { serviceId: through, wiki } of links.toSorted((a, b) => a.id - b.id)) {
      if (wiki === undefined || through !== serviceId) continue
      linked = true
      const { spaceKey, key, baseline } = wiki
      const identity = JSON.stringify([spaceKey, key, baseline])
      if (notified.has(identity)) continue
      notified.add(identity)
      const operation = 'REQUIREMENT_UPDATED'
      enqueueOutbound(connection, { serviceId, applinkId, operation, spaceKey, key, baseline })
    }
    if (!linked) unlinked.push(issueKey)
  }
  return { queued: notified.size, unlinked }
}
