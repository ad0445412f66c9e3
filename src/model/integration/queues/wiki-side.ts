/** What a wiki does with a message from the tracker (service §4.5, inbound queue). */
import type { Store } from '../../../world/store/store.ts'
import type { World } from '../../../world/world.ts'
import { changeOf } from '../../history/changes.ts'
import type { Actor } from '../../history/writing.ts'
import { recordHistory } from '../../history/history.ts'
import { addWikiFace, dropFace, findWikiFace, type LinkFacts } from '../../links/faces.ts'
import { joinFaces } from '../../links/joining.ts'
import {
  type IntegrationRecord,
  type IssueLinkRecord,
  issueLinks,
  type IssueRecord,
  issues,
  type WikiFace,
} from '../../links/records.ts'
import { enqueueOutbound } from './outbound.ts'
import type { InboundMessage, TrackerMessageRecord } from '../../tracker/records.ts'
import type { Outcome } from './messages.ts'
import { fateOf, followIssue, issueNow, namesUntilNow, requirementNow } from './renamings.ts'
import { isShownUnderOtherName } from './other-names.ts'
import { confirmAfterDeletion } from './superseding.ts'
import { complaintAboutLinking, wikiRequirement } from '../issues/texts.ts'
import { DEFAULT_RELATIONSHIP, waitingChangeOfLink } from './waiting.ts'
import { countText } from '../../../world/count-text.ts'

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
  return settled(world, store, integration, message, actor, () => true)
}

/**
 * As applyToWiki, for a message that waited in the tracker: it means what the wiki has renamed meanwhile, and leaves alone
 * what the wiki has changed meanwhile and is about to tell.
 */
export function applyFromQueue(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  message: TrackerMessageRecord,
  actor: Actor,
): Outcome {
  const { operation, spaceKey, key, baseline } = message
  const named = spaceKey !== undefined && key !== undefined && baseline === undefined
  const now = named ? requirementNow(store, integration, { spaceKey, key }) : undefined
  const since = named && operation === 'ADD_LINK' ? { spaceKey, key } : undefined
  const mayChange = (facts: LinkFacts) => waitingChangeOfLink(store, integration, facts, since) === undefined
  const meant = { ...message, ...now }
  if (now !== undefined && isShownUnderOtherName(store, integration, message, now))
    return done('superseded: the tracker shows the link under another name of the requirement')
  const outcome = settled(world, store, integration, meant, actor, mayChange)
  // The requirement may have a newer name than the one that was applied.
  if (outcome.status === 'DONE' && since !== undefined)
    confirmAfterDeletion(world, store, integration, message, namesUntilNow(store, integration, since))
  return outcome
}

/**
 * A link that is added to what the wiki has moved meanwhile goes to where it is now; one to what the wiki has deleted, or
 * shows no more since another variant is current, is not added. The tracker has not heard of it, as nothing was linked
 * then, and is told now.
 */
function settled(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  message: InboundMessage,
  actor: Actor,
  mayChange: MayChange,
): Outcome {
  const { operation, issueKey, spaceKey, key, baseline, relationship = DEFAULT_RELATIONSHIP } = message
  const added = operation === 'ADD_LINK' && issueKey !== undefined && baseline === undefined
  if (!added || spaceKey === undefined || key === undefined)
    return apply(world, store, integration, message, actor, mayChange)
  const fate = fateOf(store, integration, { spaceKey, key })
  const { serviceId, wikiApplinkId: applinkId } = integration
  const old = { serviceId, applinkId, spaceKey, key }
  if (fate === 'GONE') {
    const facts = { issueKey, spaceKey, key, relationship }
    if (!mayChange(facts)) return done('superseded: the wiki has changed the link meanwhile')
    enqueueOutbound(world, store, actor, { ...old, operation: 'LINK_REMOVED', issueKey, relationship })
    return done(`not added: the wiki no longer has requirement '${spaceKey}/${key}'`)
  }
  if (fate === undefined || (fate.spaceKey === spaceKey && fate.key === key))
    return apply(world, store, integration, message, actor, mayChange)
  const outcome = apply(world, store, integration, { ...message, ...fate }, actor, mayChange)
  if (outcome.status !== 'DONE') return outcome
  // By two messages about this link alone: the former name may be another requirement's in what waits.
  enqueueOutbound(world, store, actor, { ...old, operation: 'LINK_REMOVED', issueKey, relationship })
  const facts = { issueKey, ...fate, relationship }
  if (findWikiFace(store, integration, facts) !== undefined && mayChange(facts))
    enqueueOutbound(world, store, actor, { ...old, ...fate, operation: 'LINK_ADDED', issueKey, relationship })
  return outcome
}

type MayChange = (facts: LinkFacts) => boolean

function apply(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  message: InboundMessage,
  actor: Actor,
  mayChange: MayChange,
): Outcome {
  const { issueKey, newIssueKey } = message
  if (issueKey === undefined) return failed(`${message.operation} needs 'issueKey'`)
  switch (message.operation) {
    case 'ADD_LINK':
    case 'REMOVE_LINK':
      return linked(world, store, integration, { ...message, issueKey }, actor, mayChange)
    case 'RESET_LINKS': {
      const { relationship } = message
      const links = wikiLinks(store, integration, issueKey, relationship).filter(
        ({ wiki }) => wiki !== undefined && mayChange(wiki),
      )
      for (const link of links) unlink(world, store, integration, link, actor)
      const removed = links.flatMap(({ wiki }) => wiki ?? [])
      return { ...done(`${countText(links.length, 'link')} removed`), removed }
    }
    case 'ISSUE_RENAMED':
    case 'ISSUE_MOVED':
      if (newIssueKey === undefined) return failed(`${message.operation} needs 'newIssueKey'`)
      return renamed({ world, store, integration, actor }, issueKey, newIssueKey)
  }
}

function linked(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  message: InboundMessage & { readonly issueKey: string },
  actor: Actor,
  mayChange: MayChange,
): Outcome {
  const { issueKey, spaceKey, key, baseline, relationship = DEFAULT_RELATIONSHIP } = message
  if (spaceKey === undefined || key === undefined)
    return failed(`${message.operation} needs 'spaceKey' and 'key'`)
  const facts = { issueKey, spaceKey, key, baseline, relationship }
  if (!mayChange(facts)) return done('superseded: the wiki has changed the link meanwhile')
  if (message.operation === 'REMOVE_LINK') {
    const known = findWikiFace(store, integration, facts)
    if (known === undefined) return done('there was no such link')
    unlink(world, store, integration, known, actor)
    return done('link removed')
  }
  const complaint = complaintAboutLinking(store, integration, facts)
  if (complaint !== undefined) return failed(complaint)
  const issue = issueNow(store, integration, issueKey)
  const added = addWikiFace(store, integration, issue, facts)
  join(store, integration, issue, facts)
  if (!added) return done('the link was there already')
  note({ world, store, integration, actor }, facts, undefined, facts)
  return done('link added')
}

function unlink(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  link: IssueLinkRecord,
  actor: Actor,
): void {
  const { wiki, tracker } = link
  if (wiki === undefined) return
  dropFace(store, link, 'wiki')
  // The wiki may know the tracker's link under the key that the issue has by now as well.
  const issue = tracker === undefined ? undefined : store.table(issues).get(tracker.issueId)
  if (tracker !== undefined && tracker.key !== null && issue !== undefined) {
    const { spaceKey, key, baseline, relationship } = tracker
    const facts = { issueKey: issue.key, spaceKey, key, baseline: baseline ?? undefined, relationship }
    joinFaces(store, integration, issue, facts)
  }
  note({ world, store, integration, actor }, wiki, wiki, undefined)
}

interface Receiving {
  readonly world: World
  readonly store: Store
  readonly integration: IntegrationRecord
  readonly actor: Actor
}

/** Notes in the history of a requirement which link it had and has. */
function note(
  { world, store, integration, actor }: Receiving,
  { spaceKey, key, baseline }: LinkFacts,
  before: LinkFacts | undefined,
  after: LinkFacts | undefined,
): void {
  const row = wikiRequirement(store, integration, spaceKey, key, baseline ?? null)
  if (row === undefined) return
  const said = (facts: LinkFacts | undefined) => facts && `${facts.relationship} ${facts.issueKey}`
  const change = changeOf('issues', said(before), said(after))
  recordHistory(world, store, actor, row.id, after === undefined ? 'UNLINKED' : 'LINKED', [change])
}

/** The links of an issue, and what waits for the tracker about it, follow its new key. */
function renamed(receiving: Receiving, issueKey: string, newIssueKey: string): Outcome {
  const { store, integration } = receiving
  if (newIssueKey === issueKey) return failed("the issue needs another 'newIssueKey'")
  const links = wikiLinks(store, integration, issueKey)
  for (const link of links) {
    const before = link.wiki as WikiFace
    const facts = { ...before, issueKey: newIssueKey }
    // The requirement may have come to be linked under the new key by itself.
    const double = findWikiFace(store, integration, facts) !== undefined
    if (double) dropFace(store, link, 'wiki')
    else store.table(issueLinks).update(link.id, { wiki: facts })
    note(receiving, before, before, double ? undefined : facts)
    join(store, integration, issueNow(store, integration, newIssueKey), facts)
  }
  followIssue(store, integration, issueKey, newIssueKey)
  return done(`${countText(links.length, 'link follows', 'links follow')} the issue`)
}

function join(
  store: Store,
  integration: IntegrationRecord,
  issue: IssueRecord | undefined,
  facts: LinkFacts,
): void {
  if (issue !== undefined) joinFaces(store, integration, issue, facts)
}

/** The links that the wiki shows for an issue, of one relationship or of all, by id. */
export function wikiLinks(
  store: Store,
  { serviceId, wikiApplinkId }: IntegrationRecord,
  issueKey: string,
  relationship?: string,
): IssueLinkRecord[] {
  const place = [wikiApplinkId, issueKey, ...(relationship === undefined ? [] : [relationship])]
  return [...store.table(issueLinks).range('wikiIssue', place)]
    .filter((link) => link.serviceId === serviceId)
    .sort((a, b) => a.id - b.id)
}
