/** Linking an issue to many requirements at once, at a cost that grows with their number only (service §6.2). */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { changeOf } from '../history/changes.ts'
import { type Actor, recordHistory } from '../history/history.ts'
import { type LinkFacts, trackerFaceOf, wikiFaceOf } from '../links/faces.ts'
import {
  type IntegrationRecord,
  type IssueLinkRecord,
  issueLinks,
  type IssueRecord,
} from '../links/records.ts'
import { enqueueInbound } from '../messages/inbound.ts'
import { nextFree } from '../next-free.ts'
import { recordIssueHistory } from '../tracker/history.ts'
import { sentenceOf } from '../tracker/faces.ts'
import { doesWikiAnswer, refreshText, wikiRequirement } from './texts.ts'

/** A requirement as a link names it. */
export interface RequirementReference {
  readonly spaceKey: string
  readonly key: string
  /** The frozen copy of this baseline; absent for what the requirement is now. */
  readonly baseline?: number | undefined
  readonly relationship: string
}

/**
 * Links an issue to requirements in both products: the wiki asked for it and knows it from the answer. Links that a
 * product shows already stay as they are. A wiki that does not answer hears of them by ADD_LINK.
 */
export function linkIssueInBoth(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  issue: IssueRecord,
  references: readonly RequirementReference[],
  actor: Actor,
): void {
  const answers = doesWikiAnswer(store, integration)
  const known = knownLinks(store, integration, issue)
  for (const reference of references) {
    const facts = { ...reference, issueKey: issue.key }
    const link = known.get(identityOf(facts))
    const tracker = trackerFaceOf(integration, issue, facts)
    const faces = answers ? { wiki: wikiFaceOf(integration, facts), tracker } : { tracker }
    if (link?.wiki !== undefined && link.tracker !== undefined) continue
    const kept = putLink(store, integration, link, faces)
    known.set(identityOf(facts), kept)
    if (link?.tracker === undefined)
      recordIssueHistory(world, store, actor, issue.id, 'LINKED', sentenceOf(facts))
    refreshText(world, store, integration, facts.spaceKey, facts.key, facts.baseline ?? null)
    if (link?.wiki !== undefined) continue
    if (answers) noteInWiki(world, store, integration, facts, actor)
    else if (link === undefined) tellWiki(world, store, integration, facts, actor)
  }
}

function putLink(
  store: Store,
  { serviceId }: IntegrationRecord,
  known: IssueLinkRecord | undefined,
  faces: Pick<IssueLinkRecord, 'wiki' | 'tracker'>,
): IssueLinkRecord {
  const table = store.table(issueLinks)
  if (known !== undefined) return table.put({ ...known, ...faces })
  const id = nextFree(store, 'issueLink', (candidate) => table.has(candidate))
  return table.insert({ id, serviceId, ...faces })
}

function tellWiki(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  facts: LinkFacts,
  actor: Actor,
): void {
  const { issueKey, spaceKey, key, baseline, relationship } = facts
  const frozen = baseline === undefined ? {} : { baseline }
  const title = `${issueKey} ${relationship} ${key}`
  const link = { issueKey, spaceKey, key, ...frozen, relationship }
  enqueueInbound(world, store, actor, integration, { operation: 'ADD_LINK', title, ...link })
}

function noteInWiki(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  { spaceKey, key, baseline, relationship, issueKey }: LinkFacts,
  actor: Actor,
): void {
  const row = wikiRequirement(store, integration, spaceKey, key, baseline ?? null)
  if (row === undefined) return
  const change = changeOf('issues', undefined, `${relationship} ${issueKey}`)
  recordHistory(world, store, actor, row.id, 'LINKED', [change])
}

/** The links of an issue that either product shows, by what they say. */
function knownLinks(
  store: Store,
  { serviceId, wikiApplinkId }: IntegrationRecord,
  issue: IssueRecord,
): Map<string, IssueLinkRecord> {
  const known = new Map<string, IssueLinkRecord>()
  for (const link of store.table(issueLinks).range('wikiIssue', [wikiApplinkId, issue.key]))
    if (link.serviceId === serviceId && link.wiki !== undefined) known.set(identityOf(link.wiki), link)
  for (const link of store.table(issueLinks).range('issue', [issue.id])) {
    const { tracker } = link
    if (link.serviceId !== serviceId || tracker === undefined || tracker.key === null) continue
    const identity = identityOf({ ...tracker, key: tracker.key, baseline: tracker.baseline ?? undefined })
    known.set(identity, link)
  }
  return known
}

function identityOf({ spaceKey, key, baseline, relationship }: Omit<LinkFacts, 'issueKey'>): string {
  return JSON.stringify([spaceKey, key, baseline ?? null, relationship])
}
