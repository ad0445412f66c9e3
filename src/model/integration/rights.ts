/** Who may do what through an integration: the other product, administrators of the wiki, and readers of a space (service §2.4, §5.7). */
import type { Connected } from '../links/connection.ts'
import type { Store } from '../../world/store/store.ts'
import { containers } from '../records/service/containers.ts'
import type { IntegrationRecord } from '../records/tracker/integrations.ts'
import { quoted } from '../input/refusal.ts'
import type { InboundMessage } from '../records/tracker/inbound-messages.ts'
import { containerLevel, isSiteAdministrator } from '../finding/permissions.ts'
import type { UserRecord } from '../records/service/users.ts'
import { wikiLinks } from './queues/wiki-side.ts'

/**
 * True for the user whom the integration names for calls over the application link, and for administrators of the
 * wiki.
 */
export function actsForWiki(
  store: Store,
  { username, wikiApplicationId }: IntegrationRecord,
  user: UserRecord,
): boolean {
  return username === user.name || isSiteAdministrator(store, user, wikiApplicationId)
}

/** True unless the wiki has the space and hides it from the user. */
export function mayReadSpace(
  { store, integration: { wikiApplicationId } }: Connected,
  user: UserRecord,
  spaceKey: string,
): boolean {
  const space = store.table(containers).find('key', [wikiApplicationId, 'SPACE', spaceKey])
  return space === undefined || containerLevel(store, user, space) !== undefined
}

/** Why a user may not send a message to the wiki: a space that it touches is hidden from them. */
export function problemOfSender(
  connection: Connected,
  user: UserRecord,
  { operation, spaceKey, issueKey, relationship }: InboundMessage,
): string | undefined {
  const { store, integration } = connection
  if (actsForWiki(store, integration, user)) return undefined
  const mayRead = (space: string) => mayReadSpace(connection, user, space)
  const who = `user ${quoted(user.name)}`
  if (operation === 'ADD_LINK' || operation === 'REMOVE_LINK') {
    if (spaceKey === undefined || mayRead(spaceKey)) return undefined
    return `${who} may not read space ${quoted(spaceKey)} of the wiki`
  }
  if (issueKey === undefined) return undefined
  const scope = operation === 'RESET_LINKS' ? relationship : undefined
  const touched = wikiLinks(connection, issueKey, scope)
  if (touched.every(({ wiki }) => wiki === undefined || mayRead(wiki.spaceKey))) return undefined
  return `${who} may not change all links of issue ${quoted(issueKey)}`
}
