/** What a wiki does with a message from the tracker (service §4.5, inbound queue). */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { type Actor, recordHistory } from '../history/history.ts'
import { addWikiFace, dropFace, findWikiFace } from '../links/faces.ts'
import { type IntegrationRecord, type IssueLinkRecord, issueLinks } from '../links/records.ts'
import { type InboundMessage } from '../tracker/records.ts'
import type { Outcome } from './messages.ts'
import { wikiRequirement } from './texts.ts'

const DEFAULT_RELATIONSHIP = 'implements'

const done = (message: string): Outcome => ({ status: 'DONE', message })
const failed = (message: string): Outcome => ({ status: 'FAILED', message })

/** The wiki does what a message says; a message that it cannot follow fails and changes nothing. */
export function applyToWiki(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  message: InboundMessage,
  actor: Actor,
): Outcome {
  const { issueKey } = message
  if (issueKey === undefined) return failed(`${message.operation} needs 'issueKey'`)
  switch (message.operation) {
    case 'ADD_LINK':
    case 'REMOVE_LINK':
      return linked(world, store, integration, { ...message, issueKey }, actor)
    case 'RESET_LINKS': {
      const links = wikiLinks(store, integration, issueKey).filter(
        ({ wiki }) => message.relationship === undefined || wiki?.relationship === message.relationship,
      )
      for (const link of links) unlink(world, store, integration, link, actor)
      return done(`${links.length} links removed`)
    }
    case 'ISSUE_RENAMED':
    case 'ISSUE_MOVED': {
      const { newIssueKey } = message
      if (newIssueKey === undefined) return failed(`${message.operation} needs 'newIssueKey'`)
      const links = wikiLinks(store, integration, issueKey)
      for (const link of links)
        if (link.wiki !== undefined)
          store.table(issueLinks).update(link.id, { wiki: { ...link.wiki, issueKey: newIssueKey } })
      return done(`${links.length} links follow the issue`)
    }
  }
}

function linked(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  message: InboundMessage & { readonly issueKey: string },
  actor: Actor,
): Outcome {
  const { issueKey, spaceKey, key, baseline, relationship = DEFAULT_RELATIONSHIP } = message
  if (spaceKey === undefined || key === undefined)
    return failed(`${message.operation} needs 'spaceKey' and 'key'`)
  const facts = { issueKey, spaceKey, key, baseline, relationship }
  if (message.operation === 'REMOVE_LINK') {
    const known = findWikiFace(store, integration, facts)
    if (known === undefined) return done('there was no such link')
    unlink(world, store, integration, known, actor)
    return done('link removed')
  }
  const row = wikiRequirement(store, integration, spaceKey, key, baseline ?? null)
  if (row === undefined) return failed(`requirement '${spaceKey}/${key}' does not exist`)
  if (!addWikiFace(store, integration, facts)) return done('the link was there already')
  recordHistory(world, store, actor, row.id, 'LINKED', [{ field: 'issue', after: issueKey }])
  return done('link added')
}

function unlink(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  link: IssueLinkRecord,
  actor: Actor,
): void {
  const { wiki } = link
  if (wiki === undefined) return
  dropFace(store, link, 'wiki')
  const row = wikiRequirement(store, integration, wiki.spaceKey, wiki.key, wiki.baseline ?? null)
  if (row !== undefined)
    recordHistory(world, store, actor, row.id, 'UNLINKED', [{ field: 'issue', before: wiki.issueKey }])
}

/** The links that the wiki shows for an issue. */
export function wikiLinks(
  store: Store,
  { serviceId, wikiApplinkId }: IntegrationRecord,
  issueKey: string,
): IssueLinkRecord[] {
  return [...store.table(issueLinks).range('wikiIssue', [wikiApplinkId, issueKey])].filter(
    (link) => link.serviceId === serviceId,
  )
}
