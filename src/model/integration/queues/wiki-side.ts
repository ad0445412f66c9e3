/** What a wiki does with a message from the tracker (service §4.5, inbound queue). */
import { recordLinkInWiki } from '../issues/wiki-history.ts'
import type { Connected, Connection } from '../../links/connection.ts'
import {
  addWikiView,
  DEFAULT_ISSUE_RELATIONSHIP,
  dropView,
  findWikiView,
  type LinkFacts,
} from '../../links/views.ts'
import { joinViews } from '../../links/joining.ts'
import { type IssueLinkRecord, issueLinks, type WikiView } from '../../records/tracker/issue-links.ts'
import { type IssueRecord, issues } from '../../records/tracker/tracker.ts'
import { type InboundMessage, type TrackerMessageRecord } from '../../records/tracker/inbound-messages.ts'
import { done, enqueueOutbound, failed, type Outcome } from '../messages/messages.ts'
import {
  whereaboutsOf,
  followIssue,
  isShownUnderOtherName,
  issueNow,
  namesUntilNow,
  requirementNow,
} from '../messages/names.ts'
import { confirmAfterDeletion, waitingChangeOfLink } from '../messages/superseding.ts'
import { problemOfLinking } from '../issues/tracker-texts.ts'
import { countText } from '../../../world/count-text.ts'

/** Applies a message in the wiki; a message that cannot be applied fails and changes nothing. */
export function applyToWiki(connection: Connection, message: InboundMessage): Outcome {
  return settled(connection, message, () => true)
}

/** As applyToWiki, for a message that waited: takes the wiki's own renamings and changes into account. */
export function applyFromQueue(connection: Connection, message: TrackerMessageRecord): Outcome {
  const { operation, spaceKey, key, baseline } = message
  const named = spaceKey !== undefined && key !== undefined && baseline === undefined
  const now = named ? requirementNow(connection, { spaceKey, key }) : undefined
  const since = named && operation === 'ADD_LINK' ? { spaceKey, key } : undefined
  const mayChange = (facts: LinkFacts) => waitingChangeOfLink(connection, facts, since) === undefined
  const meant = { ...message, ...now }
  if (now !== undefined && isShownUnderOtherName(connection, message, now))
    return done('superseded: the tracker shows the link under another name of the requirement')
  const outcome = settled(connection, meant, mayChange)
  // The requirement may have a newer name than the one that was applied.
  if (outcome.status === 'DONE' && since !== undefined)
    confirmAfterDeletion(connection, message, namesUntilNow(connection, since))
  return outcome
}

/** Follows a requirement that the wiki moved, and links none that it deleted; tells the tracker either way. */
function settled(connection: Connection, message: InboundMessage, mayChange: MayChange): Outcome {
  const { operation, issueKey, spaceKey, key, baseline, relationship = DEFAULT_ISSUE_RELATIONSHIP } = message
  const added = operation === 'ADD_LINK' && issueKey !== undefined && baseline === undefined
  if (!added || spaceKey === undefined || key === undefined) return apply(connection, message, mayChange)
  const whereabouts = whereaboutsOf(connection, { spaceKey, key })
  const { serviceId, wikiApplinkId: applinkId } = connection.integration
  const old = { serviceId, applinkId, spaceKey, key }
  if (whereabouts === 'GONE') {
    const facts = { issueKey, spaceKey, key, relationship }
    if (!mayChange(facts)) return done('superseded: the wiki has changed the link meanwhile')
    enqueueOutbound(connection, { ...old, operation: 'LINK_REMOVED', issueKey, relationship })
    return done(`not added: the wiki no longer has requirement '${spaceKey}/${key}'`)
  }
  if (whereabouts === undefined || (whereabouts.spaceKey === spaceKey && whereabouts.key === key))
    return apply(connection, message, mayChange)
  const outcome = apply(connection, { ...message, ...whereabouts }, mayChange)
  if (outcome.status !== 'DONE') return outcome
  // Two messages about this link alone: waiting messages may use the former name for another requirement.
  enqueueOutbound(connection, { ...old, operation: 'LINK_REMOVED', issueKey, relationship })
  const facts = { issueKey, ...whereabouts, relationship }
  if (findWikiView(connection, facts) !== undefined && mayChange(facts))
    enqueueOutbound(connection, { ...old, ...whereabouts, operation: 'LINK_ADDED', issueKey, relationship })
  return outcome
}

type MayChange = (facts: LinkFacts) => boolean

function apply(connection: Connection, message: InboundMessage, mayChange: MayChange): Outcome {
  const { issueKey, newIssueKey } = message
  if (issueKey === undefined) return failed(`${message.operation} needs 'issueKey'`)
  switch (message.operation) {
    case 'ADD_LINK':
    case 'REMOVE_LINK':
      return linked(connection, { ...message, issueKey }, mayChange)
    case 'RESET_LINKS': {
      const links = wikiLinks(connection, issueKey, message.relationship).filter(
        ({ wiki }) => wiki !== undefined && mayChange(wiki),
      )
      for (const link of links) unlink(connection, link)
      const removed = links.flatMap(({ wiki }) => wiki ?? [])
      return { ...done(`${countText(links.length, 'link')} removed`), removed }
    }
    case 'ISSUE_RENAMED':
    case 'ISSUE_MOVED':
      if (newIssueKey === undefined) return failed(`${message.operation} needs 'newIssueKey'`)
      return renamed(connection, issueKey, newIssueKey)
  }
}

function linked(
  connection: Connection,
  message: InboundMessage & { readonly issueKey: string },
  mayChange: MayChange,
): Outcome {
  const { issueKey, spaceKey, key, baseline, relationship = DEFAULT_ISSUE_RELATIONSHIP } = message
  if (spaceKey === undefined || key === undefined)
    return failed(`${message.operation} needs 'spaceKey' and 'key'`)
  const facts = { issueKey, spaceKey, key, baseline, relationship }
  if (!mayChange(facts)) return done('superseded: the wiki has changed the link meanwhile')
  if (message.operation === 'REMOVE_LINK') {
    const known = findWikiView(connection, facts)
    if (known === undefined) return done('there was no such link')
    unlink(connection, known)
    return done('link removed')
  }
  const problem = problemOfLinking(connection, facts)
  if (problem !== undefined) return failed(problem)
  const issue = issueNow(connection, issueKey)
  const added = addWikiView(connection, issue, facts)
  join(connection, issue, facts)
  if (!added) return done('the link was there already')
  recordLinkInWiki(connection, facts, undefined, facts)
  return done('link added')
}

function unlink(connection: Connection, link: IssueLinkRecord): void {
  const { store } = connection
  const { wiki, tracker } = link
  if (wiki === undefined) return
  dropView(store, link, 'wiki')
  // The wiki may know the tracker's link under the issue's current key as well.
  const issue = tracker === undefined ? undefined : store.table(issues).get(tracker.issueId)
  if (tracker !== undefined && tracker.key !== null && issue !== undefined) {
    const { spaceKey, key, baseline, relationship } = tracker
    const facts = { issueKey: issue.key, spaceKey, key, baseline: baseline ?? undefined, relationship }
    joinViews(connection, issue, facts)
  }
  recordLinkInWiki(connection, wiki, wiki, undefined)
}

/** The links of an issue, and the messages that wait for the tracker, follow its new key. */
function renamed(connection: Connection, issueKey: string, newIssueKey: string): Outcome {
  const { store } = connection
  if (newIssueKey === issueKey) return failed("the issue needs another 'newIssueKey'")
  const links = wikiLinks(connection, issueKey)
  for (const link of links) {
    const before = link.wiki as WikiView
    const facts = { ...before, issueKey: newIssueKey }
    // The requirement may have been linked under the new key independently.
    const double = findWikiView(connection, facts) !== undefined
    if (double) dropView(store, link, 'wiki')
    else store.table(issueLinks).update(link.id, { wiki: facts })
    recordLinkInWiki(connection, before, before, double ? undefined : facts)
    join(connection, issueNow(connection, newIssueKey), facts)
  }
  followIssue(connection, issueKey, newIssueKey)
  return done(`${countText(links.length, 'link follows', 'links follow')} the issue`)
}

function join(connection: Connected, issue: IssueRecord | undefined, facts: LinkFacts): void {
  if (issue !== undefined) joinViews(connection, issue, facts)
}

export function wikiLinks(
  { store, integration: { serviceId, wikiApplinkId } }: Connected,
  issueKey: string,
  relationship?: string,
): IssueLinkRecord[] {
  const place = [wikiApplinkId, issueKey, ...(relationship === undefined ? [] : [relationship])]
  return [...store.table(issueLinks).range('wikiIssue', place)]
    .filter((link) => link.serviceId === serviceId)
    .sort((a, b) => a.id - b.id)
}
