/**
 * Repairing what wiki and tracker disagree on (service §4.6): an administrator of the wiki reads both faces of the links
 * directly, whatever the queues and the mode of the application link.
 */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { changeOf } from '../history/changes.ts'
import { type Actor, recordHistory } from '../history/history.ts'
import {
  addTrackerFace,
  addWikiFace,
  dropFace,
  findTrackerFace,
  findWikiFace,
  type LinkFacts,
  trackerFaceOf,
  wikiFaceOf,
} from '../links/faces.ts'
import { joinFaces } from '../links/joining.ts'
import {
  type IntegrationRecord,
  type IssueLinkRecord,
  issueLinks,
  type IssueRecord,
  issues,
  type TrackerFace,
  type WikiFace,
} from '../links/records.ts'
import { Refusal, shown } from '../refusal.ts'
import { recordIssueHistory } from '../tracker/history.ts'
import { forgetText, placeOf, removeFace, sentenceOf } from '../tracker/links.ts'
import { trackerMessages } from '../tracker/records.ts'
import { trackerSilence } from './descriptor.ts'
import { listIntegrations } from './integrations.ts'
import { refreshText, wikiRequirement } from './texts.ts'
import {
  DEFAULT_RELATIONSHIP,
  issueNow,
  requirementNow,
  supersedeContrary,
  waitingChangeOfLink,
} from './waiting.ts'

export const DISCREPANCY_KINDS = [
  'MISSING_IN_TRACKER',
  'MISSING_IN_WIKI',
  'DIFFERENT',
  'UNKNOWN_ISSUE',
  'UNKNOWN_REQUIREMENT',
  'LOST_KEY',
] as const
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number]

/** Times that healing goes over what is left. */
const PASSES = 3

export interface Discrepancy {
  readonly integration: IntegrationRecord
  readonly link: IssueLinkRecord
  readonly kind: DiscrepancyKind
  /** The issue that the link is of in the tracker. */
  readonly issue?: IssueRecord
  /** The product that still has to tell of a change of the link. */
  readonly waitsIn?: 'wiki' | 'tracker'
  /** In words. */
  readonly detail: string
}

export interface Unreachable {
  readonly serviceId: string
  readonly reason: string
}

export interface Findings {
  /** By id of the link. */
  readonly discrepancies: readonly Discrepancy[]
  /** Integrations whose tracker does not answer. */
  readonly unreachable: readonly Unreachable[]
}

/** In whose name it is repaired, and which product is right about what only one shows. */
export interface Repairing {
  readonly world: World
  readonly store: Store
  readonly actor: Actor
  readonly right: 'both' | 'wiki'
}

/** Everything that a wiki and its trackers disagree on. */
export function findDiscrepancies(store: Store, wikiId: number): Findings {
  const reachable = new Map<string, IntegrationRecord>()
  const unreachable: Unreachable[] = []
  for (const integration of listIntegrations(store, wikiId)) {
    const { serviceId } = integration
    const reason = trackerSilence(store, integration)
    if (reason === undefined) reachable.set(serviceId, integration)
    else unreachable.push({ serviceId, reason })
  }
  const found: Discrepancy[] = []
  for (const link of linksThrough(store, wikiId, reachable).values()) {
    const integration = reachable.get(link.serviceId)
    const discrepancy = integration && examine(store, integration, link)
    if (discrepancy !== undefined) found.push(discrepancy)
  }
  return { discrepancies: found.toSorted((a, b) => a.link.id - b.link.id), unreachable }
}

/** Those of these ids; all where none are given. Throws a Refusal (NOT_FOUND) for an id that is none of them. */
function chooseDiscrepancies(
  all: readonly Discrepancy[],
  ids: readonly number[] | undefined,
): readonly Discrepancy[] {
  if (ids === undefined) return all
  const known = new Map(all.map((one) => [one.link.id, one]))
  return [...new Set(ids)].map((id) => {
    const one = known.get(id)
    if (one === undefined)
      throw new Refusal('NOT_FOUND', `ids ${shown(id)}: wiki and tracker agree on it, or neither has it`)
    return one
  })
}

/** Brings both products to the same, unless only a person can say what the link meant. */
function heal(repairing: Repairing, { link: { id }, integration }: Discrepancy): void {
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
      dropWiki(repairing, integration, link)
      return
    case 'UNKNOWN_REQUIREMENT':
      dropTracker(repairing, found, link)
      return
    case 'DIFFERENT':
      unite(repairing, found)
      return
    case 'MISSING_IN_TRACKER':
      if (found.waitsIn === 'tracker' && repairing.right !== 'wiki') dropWiki(repairing, integration, link)
      else addInTracker(repairing, found)
      return
    case 'MISSING_IN_WIKI':
      if (found.waitsIn === 'wiki' || repairing.right === 'wiki') dropTracker(repairing, found, link)
      else addInWiki(repairing, found)
      return
  }
}

/**
 * Heals what was chosen; answers what is left of everything. Throws a Refusal (NOT_FOUND), see chooseDiscrepancies.
 */
export function healDiscrepancies(
  repairing: Repairing,
  wikiId: number,
  ids: readonly number[] | undefined,
): Findings & { readonly healed: number } {
  const { store } = repairing
  const chosen = chooseDiscrepancies(findDiscrepancies(store, wikiId).discrepancies, ids)
  let after = findDiscrepancies(store, wikiId)
  let left = new Set(chosen.map(({ link }) => link.id))
  // Where links had their faces crossed, healing one leaves half of another, which the next pass heals.
  for (let pass = 0; pass < PASSES && left.size > 0; pass++) {
    for (const one of after.discrepancies) if (left.has(one.link.id)) heal(repairing, one)
    after = findDiscrepancies(store, wikiId)
    const known = new Set(after.discrepancies.map(({ link }) => link.id))
    left = new Set([...left].filter((id) => known.has(id)))
  }
  return { ...after, healed: chosen.length - left.size }
}

/** Takes everything that a wiki and its trackers disagree on off both. */
export function dropDiscrepancies(repairing: Repairing, wikiId: number): void {
  for (const one of findDiscrepancies(repairing.store, wikiId).discrepancies) dropDiscrepancy(repairing, one)
}

function dropDiscrepancy(repairing: Repairing, found: Discrepancy): void {
  const table = repairing.store.table(issueLinks)
  const link = table.get(found.link.id)
  if (link?.tracker !== undefined) dropTracker(repairing, found, link)
  const rest = table.get(found.link.id)
  if (rest !== undefined) dropWiki(repairing, found.integration, rest)
}

/** The links through these integrations, by id. */
function linksThrough(
  store: Store,
  wikiId: number,
  reachable: ReadonlyMap<string, IntegrationRecord>,
): Map<number, IssueLinkRecord> {
  const found = new Map<number, IssueLinkRecord>()
  const table = store.table(issueLinks)
  const add = (links: Iterable<IssueLinkRecord>) => {
    for (const link of links) if (reachable.has(link.serviceId)) found.set(link.id, link)
  }
  add(table.range('requirement', [wikiId]))
  for (const { trackerApplinkId, trackerApplicationId } of reachable.values()) {
    add(table.range('trackerRequirement', [trackerApplinkId]))
    if (trackerApplicationId !== undefined) add(table.range('lostKey', [trackerApplicationId]))
  }
  return found
}

/** What is wrong with a link; undefined where both products show the same. */
function examine(
  store: Store,
  integration: IntegrationRecord,
  link: IssueLinkRecord,
): Discrepancy | undefined {
  const { wiki, tracker } = link
  if (tracker === undefined)
    return wiki === undefined ? undefined : ofWikiOnly(store, integration, link, wiki)
  const issue = store.table(issues).get(tracker.issueId)
  const shared = { integration, link, ...(issue === undefined ? {} : { issue }) }
  const said = sentenceOf(tracker)
  if (tracker.key === null)
    return { ...shared, kind: 'LOST_KEY', detail: `the tracker shows ${said}, and has lost the key` }
  const { spaceKey, key, baseline } = tracker
  const name = baseline === null ? requirementNow(store, integration, { spaceKey, key }) : { spaceKey, key }
  const facts = factsOf(issue, { ...tracker, ...name })
  const waitsIn = waiting(store, integration, facts, issue)
  const more = waitsIn === undefined ? {} : { waitsIn }
  if (wiki === undefined) {
    if (wikiRequirement(store, integration, name.spaceKey, name.key, baseline) === undefined)
      return {
        ...shared,
        ...more,
        kind: 'UNKNOWN_REQUIREMENT',
        detail: `the wiki has no ${placeOf(tracker)}`,
      }
    return { ...shared, ...more, kind: 'MISSING_IN_WIKI', detail: `only the tracker shows ${said}` }
  }
  if (wikiRequirement(store, integration, wiki.spaceKey, wiki.key, wiki.baseline ?? null) === undefined)
    return { ...shared, ...more, kind: 'UNKNOWN_REQUIREMENT', detail: `the wiki has no ${placeOf(wiki)}` }
  if (isSame(wiki, factsOf(issue, { ...tracker, key }))) return undefined
  const detail = `the wiki shows ${wiki.issueKey} ${sentenceOf(wiki)}, the tracker ${issue?.key ?? ''} ${said}`
  return { ...shared, ...more, kind: 'DIFFERENT', detail }
}

function ofWikiOnly(
  store: Store,
  integration: IntegrationRecord,
  link: IssueLinkRecord,
  wiki: WikiFace,
): Discrepancy | undefined {
  const exists = wikiRequirement(store, integration, wiki.spaceKey, wiki.key, wiki.baseline ?? null)
  if (exists === undefined) return undefined
  const issue = issueNow(store, integration, wiki.issueKey)
  if (issue === undefined)
    return { integration, link, kind: 'UNKNOWN_ISSUE', detail: `the tracker has no ${wiki.issueKey}` }
  const waitsIn = waiting(store, integration, wiki, issue)
  const more = waitsIn === undefined ? {} : { waitsIn }
  const detail = `only the wiki shows ${wiki.issueKey} ${sentenceOf(wiki)}`
  return { integration, link, issue, ...more, kind: 'MISSING_IN_TRACKER', detail }
}

function factsOf(
  issue: IssueRecord | undefined,
  said: {
    readonly spaceKey: string
    readonly key: string
    readonly baseline: number | null
    readonly relationship: string
  },
): LinkFacts {
  const { spaceKey, key, baseline, relationship } = said
  return { issueKey: issue?.key ?? '', spaceKey, key, baseline: baseline ?? undefined, relationship }
}

function isSame(wiki: WikiFace, facts: LinkFacts): boolean {
  return (
    wiki.issueKey === facts.issueKey &&
    wiki.spaceKey === facts.spaceKey &&
    wiki.key === facts.key &&
    wiki.baseline === facts.baseline &&
    wiki.relationship === facts.relationship
  )
}

/** The product that still has to tell of a change of the link: the wiki where both have. */
function waiting(
  store: Store,
  integration: IntegrationRecord,
  facts: LinkFacts,
  issue: IssueRecord | undefined,
): 'wiki' | 'tracker' | undefined {
  if (waitingChangeOfLink(store, integration, facts) !== undefined) return 'wiki'
  const { serviceId } = integration
  for (const issueKey of new Set([facts.issueKey, issue?.key ?? facts.issueKey]))
    for (const message of store.table(trackerMessages).range('waitingIssue', [serviceId, issueKey])) {
      const { operation, relationship, spaceKey, key, baseline } = message
      if (operation === 'RESET_LINKS' && (relationship ?? facts.relationship) === facts.relationship)
        return 'tracker'
      if (operation !== 'ADD_LINK' && operation !== 'REMOVE_LINK') continue
      const same =
        spaceKey === facts.spaceKey &&
        key === facts.key &&
        baseline === facts.baseline &&
        (relationship ?? DEFAULT_RELATIONSHIP) === facts.relationship
      if (same) return 'tracker'
    }
  return undefined
}

function addInTracker(
  { world, store, actor }: Repairing,
  { integration, link: { id, wiki }, issue }: Discrepancy,
): void {
  if (wiki === undefined || issue === undefined) return
  const facts = { ...wiki, issueKey: issue.key }
  followIssue(store, integration, wiki, facts)
  if (addTrackerFace(store, integration, issue, facts))
    recordIssueHistory(world, store, actor, issue.id, 'LINKED', sentenceOf(facts))
  joinFaces(store, integration, issue, facts)
  supersedeContrary(world, store, integration, facts, true)
  dropDouble(store, integration, id, issue, facts)
  refreshText(world, store, integration, facts.spaceKey, facts.key, facts.baseline ?? null)
}

/** The wiki's face names the issue by the key that it has now. */
function followIssue(store: Store, integration: IntegrationRecord, wiki: WikiFace, facts: LinkFacts): void {
  if (wiki.issueKey === facts.issueKey) return
  const link = findWikiFace(store, integration, wiki)
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
  const added = addWikiFace(store, integration, facts)
  joinFaces(store, integration, issue, facts)
  supersedeContrary(world, store, integration, facts, true)
  dropDouble(store, integration, link.id, issue, facts)
  refreshText(world, store, integration, facts.spaceKey, facts.key, baseline)
  const row = wikiRequirement(store, integration, facts.spaceKey, facts.key, baseline)
  if (!added || row === undefined) return
  const change = changeOf('issues', undefined, `${facts.relationship} ${issue.key}`)
  recordHistory(world, store, actor, row.id, 'LINKED', [change])
}

/** A record with one face goes where another one shows the very link in that product already. */
function dropDouble(
  store: Store,
  { serviceId, wikiApplinkId }: IntegrationRecord,
  id: number,
  issue: IssueRecord,
  facts: LinkFacts,
): void {
  const table = store.table(issueLinks)
  const half = table.get(id)
  if (half === undefined || (half.wiki !== undefined && half.tracker !== undefined)) return
  const face = half.wiki === undefined ? 'tracker' : 'wiki'
  const links =
    face === 'wiki'
      ? table.range('wikiIssue', [wikiApplinkId, facts.issueKey])
      : table.range('issue', [issue.id])
  for (const { id: other, serviceId: through, wiki, tracker } of links) {
    if (other === id || through !== serviceId || wiki === undefined || tracker === undefined) continue
    if (!isSame(wiki, facts)) continue
    dropFace(store, half, face)
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
  if (known === undefined)
    store.table(issueLinks).update(id, { tracker: trackerFaceOf(integration, issue, facts) })
  else dropFace(store, link, 'tracker')
  forgetText(store, tracker)
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
  followIssue(store, integration, wiki, facts)
  followRequirement(store, integration, link, issue, facts)
  addTrackerFace(store, integration, issue, facts)
  joinFaces(store, integration, issue, facts)
  supersedeContrary(world, store, integration, facts, true)
  refreshText(world, store, integration, facts.spaceKey, facts.key, facts.baseline ?? null)
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
  supersedeContrary(world, store, integration, facts, true)
  refreshText(world, store, integration, facts.spaceKey, facts.key, facts.baseline ?? null)
  recordIssueHistory(world, store, actor, issue.id, 'LINK_RECOVERED', sentenceOf(facts))
}

function dropWiki(
  { world, store, actor }: Repairing,
  integration: IntegrationRecord,
  link: IssueLinkRecord,
): void {
  const { wiki } = link
  if (wiki === undefined) return
  dropFace(store, link, 'wiki')
  supersedeContrary(world, store, integration, wiki, false)
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
  supersedeContrary(world, store, integration, factsOf(issue, { ...tracker, ...name }), false)
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
  forgetText(store, tracker)
}
