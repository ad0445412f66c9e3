/** Mending one link that wiki and tracker disagree on (service §4.6), in both products at once. */
import type { Store } from '../../../world/store/store.ts'
import type { World } from '../../../world/world.ts'
import { changeOf } from '../../history/changes.ts'
import type { Actor } from '../../history/writing.ts'
import { recordHistory } from '../../history/history.ts'
import {
  addTrackerFace,
  addWikiFace,
  dropFace,
  findTrackerFace,
  findWikiFace,
  type LinkFacts,
  trackerFaceOf,
  wikiFaceOf,
} from '../../links/faces.ts'
import { joinFaces } from '../../links/joining.ts'
import {
  type IntegrationRecord,
  type IssueLinkRecord,
  issueLinks,
  type IssueRecord,
  type TrackerFace,
  type WikiFace,
} from '../../links/records.ts'
import { enqueueOutbound } from '../queues/outbound.ts'
import { outboundMessages } from '../queues/records.ts'
import { recordIssueHistory } from '../../tracker/history.ts'
import { forgetText, placeOf, removeFace, sentenceOf } from '../../tracker/faces.ts'
import { trackerTextId, trackerTexts } from '../../tracker/records.ts'
import { type Discrepancy, examine, factsOf, hasAgreedFaces, isSame } from './discrepancies.ts'
import { requirementNow } from '../queues/renamings.ts'
import { isShownUnderOtherKey } from '../queues/other-names.ts'
import { supersedeContrary } from '../queues/superseding.ts'
import { doesWikiAnswer, refreshText, wikiRequirement } from '../issues/texts.ts'

/** In whose name it is repaired, and which product is right about what only one shows. */
export interface Repairing {
  readonly world: World
  readonly store: Store
  readonly actor: Actor
  readonly right: 'both' | 'wiki'
}

/** Brings both products to the same, unless only a person can say what the link meant. */
export function heal(repairing: Repairing, { link: { id }, integration }: Discrepancy): void {
  const { store } = repairing
  const link = store.table(issueLinks).get(id)
  // Healing another one of them may have settled it.
  const found = link && examine(store, integration, link)
  if (link === undefined || found === undefined) return
  switch (found.kind) {
    case 'LOST_KEY':
      recover(repairing, found)
      return
    case 'UNKNOWN_ISSUE':
      dropWiki(repairing, found, link)
      return
    case 'UNKNOWN_REQUIREMENT':
      dropTracker(repairing, found, link)
      return
    case 'DIFFERENT':
      unite(repairing, found)
      return
    case 'MISSING_IN_TRACKER':
      if (found.waitsIn === 'tracker' && repairing.right !== 'wiki') dropWiki(repairing, found, link)
      else addInTracker(repairing, found)
      return
    case 'MISSING_IN_WIKI':
      if (found.waitsIn === 'wiki' || repairing.right === 'wiki') dropTracker(repairing, found, link)
      else addInWiki(repairing, found)
      return
  }
}

/** Removes a link from the only product that shows it. */
export function dropDiscrepancy(repairing: Repairing, found: Discrepancy): void {
  const { id, wiki, tracker } = found.link
  const table = repairing.store.table(issueLinks)
  const link = table.get(id)
  if (link !== undefined && tracker !== undefined) dropTracker(repairing, found, link)
  const rest = table.get(id)
  if (rest !== undefined && wiki !== undefined) dropWiki(repairing, found, rest)
}

function addInTracker(repairing: Repairing, { integration, link: { id, wiki }, issue }: Discrepancy): void {
  const { world, store, actor } = repairing
  if (wiki === undefined || issue === undefined) return
  const facts = { ...wiki, issueKey: issue.key }
  if (addTrackerFace(store, integration, issue, facts))
    recordIssueHistory(world, store, actor, issue.id, 'LINKED', sentenceOf(facts))
  joinFaces(store, integration, issue, facts)
  supersedeContrary(world, store, integration, facts, true, issue)
  dropDouble(store, integration, id, 'wiki', issue, facts)
  readText(repairing, integration, facts)
}

/** The wiki's face names the issue by the key that it has now. */
function followIssue(
  store: Store,
  integration: IntegrationRecord,
  id: number,
  wiki: WikiFace,
  facts: LinkFacts,
): void {
  if (wiki.issueKey === facts.issueKey) return
  const link = store.table(issueLinks).get(id)
  if (link === undefined) return
  if (findWikiFace(store, integration, facts) !== undefined) dropFace(store, link, 'wiki')
  else store.table(issueLinks).update(link.id, { wiki: wikiFaceOf(integration, facts) })
}

function addInWiki(repairing: Repairing, { integration, link, issue }: Discrepancy): void {
  const { world, store, actor } = repairing
  const { tracker } = link
  if (tracker === undefined || tracker.key === null || issue === undefined) return
  const { spaceKey, key, baseline } = tracker
  const name = baseline === null ? requirementNow(store, integration, { spaceKey, key }) : { spaceKey, key }
  const facts = factsOf(issue, { ...tracker, ...name })
  followRequirement(store, integration, link, issue, facts)
  const added = addWikiFace(store, integration, issue, facts)
  joinFaces(store, integration, issue, facts)
  supersedeContrary(world, store, integration, facts, true, issue)
  dropDouble(store, integration, link.id, 'tracker', issue, facts)
  readText(repairing, integration, facts)
  const row = wikiRequirement(store, integration, facts.spaceKey, facts.key, baseline)
  if (!added || row === undefined) return
  const change = changeOf('issues', undefined, `${facts.relationship} ${issue.key}`)
  recordHistory(world, store, actor, row.id, 'LINKED', [change])
}

/** What a product shows in one record goes where another record shows the very link in both. */
function dropDouble(
  store: Store,
  { serviceId, wikiApplinkId }: IntegrationRecord,
  id: number,
  face: 'wiki' | 'tracker',
  issue: IssueRecord,
  facts: LinkFacts,
): void {
  const table = store.table(issueLinks)
  const record = table.get(id)
  if (record?.[face] === undefined) return
  const { issueKey, spaceKey, key, relationship } = facts
  const said = [wikiApplinkId, issueKey, relationship, spaceKey, key]
  for (const { id: other, serviceId: through, wiki, tracker } of table.range('wikiIssue', said)) {
    if (other === id || through !== serviceId || wiki === undefined || tracker?.issueId !== issue.id) continue
    if (!isSame(wiki, facts) || !hasAgreedFaces(store, { id: other, serviceId, wiki, tracker })) continue
    dropFace(store, record, face)
    return
  }
}

/** The tracker's face names the requirement as the wiki does now. */
function followRequirement(
  store: Store,
  integration: IntegrationRecord,
  { id, tracker }: IssueLinkRecord,
  issue: IssueRecord,
  facts: LinkFacts,
): void {
  const known = findTrackerFace(store, integration, issue, facts)
  const link = store.table(issueLinks).get(id)
  if (tracker === undefined || link === undefined || known?.id === id) return
  const face = trackerFaceOf(integration, issue, facts)
  if (known === undefined) store.table(issueLinks).update(id, { tracker: face })
  else dropFace(store, link, 'tracker')
  carryText(store, integration, tracker, face)
  forgetText(store, integration.serviceId, tracker)
}

/** The text of a requirement that was renamed goes along with its links, as nobody may be able to read it again now. */
function carryText(
  store: Store,
  integration: IntegrationRecord,
  { spaceKey, key, baseline, ...from }: TrackerFace,
  to: TrackerFace,
): void {
  if (key === null || to.key === null || baseline !== null || to.baseline !== null) return
  const now = requirementNow(store, integration, { spaceKey, key })
  if (now.spaceKey !== to.spaceKey || now.key !== to.key) return
  const texts = store.table(trackerTexts)
  const text = texts.get(trackerTextId(from.applinkId, spaceKey, key, null))
  const id = trackerTextId(to.applinkId, to.spaceKey, to.key, null)
  if (text === undefined || texts.has(id)) return
  texts.put({ ...text, id, applinkId: to.applinkId, spaceKey: to.spaceKey, key: to.key })
}

/** The tracker reads the text of a link; a wiki that does not answer sends it once it does. */
function readText(
  { world, store, actor }: Repairing,
  integration: IntegrationRecord,
  { spaceKey, key, baseline }: LinkFacts,
): void {
  refreshText(world, store, integration, spaceKey, key, baseline ?? null)
  if (doesWikiAnswer(store, integration)) return
  const { serviceId, wikiApplinkId: applinkId } = integration
  const operation = 'REQUIREMENT_UPDATED'
  const waits = store
    .table(outboundMessages)
    .findWhere(
      'waitingRequirement',
      [serviceId, spaceKey, key],
      (message) => message.operation === operation && message.baseline === baseline,
    )
  if (waits !== undefined) return
  const frozen = baseline === undefined ? {} : { baseline }
  enqueueOutbound(world, store, actor, { serviceId, operation, applinkId, spaceKey, key, ...frozen })
}

/** Requirement and relationship as the wiki says, the issue as the tracker says. */
function unite(repairing: Repairing, { integration, link, issue }: Discrepancy): void {
  const { world, store, actor } = repairing
  const { wiki, tracker } = link
  if (wiki === undefined || tracker === undefined) return
  if (issue === undefined)
    return dropDiscrepancy(repairing, { integration, link, kind: 'DIFFERENT', detail: '' })
  const facts = { ...wiki, issueKey: issue.key }
  forgetWaiting(repairing, integration, issue, tracker)
  followIssue(store, integration, link.id, wiki, facts)
  followRequirement(store, integration, link, issue, facts)
  joinFaces(store, integration, issue, facts)
  supersedeContrary(world, store, integration, facts, true, issue)
  readText(repairing, integration, facts)
  const detail = `${sentenceOf(tracker)} is now ${sentenceOf(facts)}`
  recordIssueHistory(world, store, actor, issue.id, 'LINK_RENAMED', detail)
}

/** The link gains the key of the only requirement of its space that the wiki alone links to the issue like this. */
function recover(repairing: Repairing, { integration, link, issue }: Discrepancy): void {
  const { store, world, actor } = repairing
  const { tracker } = link
  if (issue === undefined || tracker === undefined) return
  const { serviceId, wikiApplinkId } = integration
  const candidates = [...store.table(issueLinks).range('wikiIssue', [wikiApplinkId, issue.key])].filter(
    ({ serviceId: service, wiki, tracker: shownByTracker, id }) =>
      service === serviceId &&
      (shownByTracker === undefined || id === link.id) &&
      wiki?.spaceKey === tracker.spaceKey &&
      wiki.relationship === tracker.relationship &&
      (wiki.baseline ?? null) === tracker.baseline,
  )
  const [only] = candidates
  if (only?.wiki === undefined || candidates.length > 1) return
  const facts = only.wiki
  if (wikiRequirement(store, integration, facts.spaceKey, facts.key, facts.baseline ?? null) === undefined)
    return
  followRequirement(store, integration, link, issue, facts)
  joinFaces(store, integration, issue, facts)
  supersedeContrary(world, store, integration, facts, true, issue)
  readText(repairing, integration, facts)
  recordIssueHistory(world, store, actor, issue.id, 'LINK_RECOVERED', sentenceOf(facts))
}

function dropWiki(
  { world, store, actor }: Repairing,
  { integration, issue }: Discrepancy,
  link: IssueLinkRecord,
): void {
  const { wiki } = link
  if (wiki === undefined) return
  dropFace(store, link, 'wiki')
  // What waits is about the link under another key of its issue, then.
  const doubled = issue !== undefined && isShownUnderOtherKey(store, integration, issue, wiki)
  if (!doubled) supersedeContrary(world, store, integration, wiki, false)
  const row = wikiRequirement(store, integration, wiki.spaceKey, wiki.key, wiki.baseline ?? null)
  if (row === undefined) return
  const change = changeOf('issues', `${wiki.relationship} ${wiki.issueKey}`, undefined)
  recordHistory(world, store, actor, row.id, 'UNLINKED', [change])
}

/** What waits and would add a link that the tracker shows no more is out of date. */
function forgetWaiting(
  { world, store }: Repairing,
  integration: IntegrationRecord,
  issue: IssueRecord,
  tracker: TrackerFace,
): void {
  const { spaceKey, key, baseline } = tracker
  if (key === null) return
  const name = baseline === null ? requirementNow(store, integration, { spaceKey, key }) : { spaceKey, key }
  const facts = factsOf(issue, { ...tracker, ...name })
  // What waits is about the link under another name of its requirement, then.
  const shown = findTrackerFace(store, integration, issue, facts)
  const doubled = shown?.tracker !== undefined && placeOf(shown.tracker) !== placeOf(tracker)
  if (!doubled) supersedeContrary(world, store, integration, facts, false, issue)
}

function dropTracker(repairing: Repairing, { integration, issue }: Discrepancy, link: IssueLinkRecord): void {
  const { world, store, actor } = repairing
  const { tracker } = link
  if (tracker === undefined) return
  if (issue !== undefined) {
    forgetWaiting(repairing, integration, issue, tracker)
    removeFace({ world, store, actor }, issue, { ...link, tracker })
    return
  }
  dropFace(store, link, 'tracker')
  forgetText(store, integration.serviceId, tracker)
}
