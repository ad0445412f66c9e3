/** Links of the tracker that lost their key, and the requirements that they may have meant (service §4.7). */
import type { Connected } from '../../links/connection.ts'
import { endOfRun, isLetter, isNumber } from '../../../language/unicode.ts'
import type { Store } from '../../../world/store/store.ts'
import { compareCodePoints } from '../../../world/order.ts'
import { containers } from '../../records/service/containers.ts'
import { type IntegrationRecord, integrations } from '../../records/tracker/integrations.ts'
import { issueLinks } from '../../records/tracker/issue-links.ts'
import { type IssueRecord, issues } from '../../records/tracker/tracker.ts'
import { notFound } from '../../input/errors.ts'
import { currentVariantOf } from '../../finding/requirements/lookup.ts'
import { type RequirementRecord, requirements } from '../../records/wiki/requirements.ts'
import type { TrackerIssueLink } from '../issues/tracker-view.ts'
import { hasTrackerView } from './links.ts'

export interface Candidate {
  readonly row: RequirementRecord
  /** The wiki shows the link, or the text shares words with the issue's summary. */
  readonly reason: 'WIKI_LINK' | 'WORDS'
  readonly words: readonly string[]
}

export interface LostLink {
  readonly link: TrackerIssueLink
  readonly issue: IssueRecord
  readonly integration: IntegrationRecord
  readonly summary: string
}

const MAXIMUM_CANDIDATES = 10
const SHORTEST_WORD = 4
/** A word that more requirements of a space have is no clue. */
const COMMON_WORD = 1000

export function lostLinks(store: Store, trackerId: number, limit: number): LostLink[] {
  const found: LostLink[] = []
  for (const link of store.table(issueLinks).range('lostKey', [trackerId])) {
    if (found.length >= limit) break
    const lost = hasTrackerView(link) ? lostLinkOf(store, link) : undefined
    if (lost !== undefined) found.push(lost)
  }
  return found
}

export function findLostLink(store: Store, trackerId: number, id: number | bigint): LostLink {
  const link = typeof id === 'number' ? store.table(issueLinks).get(id) : undefined
  const lost =
    link !== undefined && hasTrackerView(link) && link.tracker.applicationId === trackerId
      ? lostLinkOf(store, link)
      : undefined
  if (lost !== undefined) return lost
  throw notFound('link', id, { in: 'the tracker' })
}

/** The requirements that each link may have meant: those that the wiki links, then those that share rare words. */
export function candidatesOf(store: Store, lost: readonly LostLink[]): ReadonlyMap<number, Candidate[]> {
  const found = new Map<number, Candidate[]>()
  const spaces = Map.groupBy(lost, ({ integration, link }) =>
    JSON.stringify([integration.wikiApplicationId, link.tracker.spaceKey]),
  )
  for (const group of spaces.values()) {
    const [first] = group
    if (first === undefined) continue
    const rows = rowsByWord(store, first, new Set(group.flatMap(({ summary }) => wordsOf(summary))))
    for (const one of group) {
      const shown = [...linkedInWiki(store, one), ...sharingWords(one, rows)]
      const unique = new Map<number, Candidate>()
      for (const candidate of shown)
        if (!unique.has(candidate.row.id)) unique.set(candidate.row.id, candidate)
      found.set(one.link.id, [...unique.values()].slice(0, MAXIMUM_CANDIDATES))
    }
  }
  return found
}

/** The ACTIVE requirements of a wiki space whose key begins with a text, by key. */
export function requirementsByKey(
  { store, integration: { wikiApplicationId } }: Connected,
  spaceKey: string,
  beginning: string,
  limit: number,
): RequirementRecord[] {
  const space = store.table(containers).find('key', [wikiApplicationId, 'SPACE', spaceKey])
  const variantId = currentVariantOf(store, wikiApplicationId, spaceKey)
  if (space === undefined || variantId === undefined) return []
  const found: RequirementRecord[] = []
  for (const row of store.table(requirements).rangeOfText('key', [space.id], beginning)) {
    if (found.length >= limit) break
    if (row.variantId === variantId && row.status === 'ACTIVE') found.push(row)
  }
  return found
}

function lostLinkOf(store: Store, link: TrackerIssueLink): LostLink | undefined {
  const issue = store.table(issues).get(link.tracker.issueId)
  const integration = store.table(integrations).get(link.serviceId)
  if (issue === undefined || integration === undefined) return undefined
  return { link, issue, integration, summary: store.table(containers).get(issue.containerId)?.name ?? '' }
}

function linkedInWiki(store: Store, { link, issue, integration }: LostLink): Candidate[] {
  const { serviceId, wikiApplinkId } = integration
  const found: Candidate[] = []
  for (const other of store.table(issueLinks).range('wikiIssue', [wikiApplinkId, issue.key])) {
    const { wiki } = other
    const alone = other.tracker === undefined || other.id === link.id
    if (wiki === undefined || !alone || other.serviceId !== serviceId) continue
    if (wiki.relationship !== link.tracker.relationship) continue
    const row = requirementsByKey({ store, integration }, wiki.spaceKey, wiki.key, 1)[0]
    if (row?.key === wiki.key) found.push({ row, reason: 'WIKI_LINK', words: [] })
  }
  return found.sort((a, b) => compareCodePoints(a.row.key, b.row.key))
}

function rowsByWord(
  store: Store,
  { integration, link }: LostLink,
  words: ReadonlySet<string>,
): ReadonlyMap<string, RequirementRecord[]> {
  const rows = new Map<string, RequirementRecord[]>()
  const variantId = currentVariantOf(store, integration.wikiApplicationId, link.tracker.spaceKey)
  if (variantId === undefined || words.size === 0) return rows
  for (const row of store.table(requirements).range('status', [variantId, 'ACTIVE'])) {
    for (const word of wordsOf(row.text)) {
      if (!words.has(word)) continue
      const known = rows.get(word)
      if (known === undefined) rows.set(word, [row])
      else if (known.length <= COMMON_WORD) known.push(row)
    }
  }
  return rows
}

function sharingWords({ summary }: LostLink, rows: ReadonlyMap<string, RequirementRecord[]>): Candidate[] {
  const scores = new Map<RequirementRecord, { words: string[]; score: number }>()
  for (const word of wordsOf(summary)) {
    const having = rows.get(word) ?? []
    if (having.length > COMMON_WORD) continue
    for (const row of having) {
      const known = scores.get(row) ?? { words: [], score: 0 }
      known.words.push(word)
      known.score += 1 / having.length
      scores.set(row, known)
    }
  }
  return [...scores]
    .sort(([a, left], [b, right]) => right.score - left.score || compareCodePoints(a.key, b.key))
    .map(([row, { words }]) => ({ row, reason: 'WORDS', words }))
}

/** The words of a text that can be a clue, in lower case, each once. */
function wordsOf(text: string): string[] {
  const lower = text.toLowerCase()
  const words = new Set<string>()
  for (let position = 0; position < lower.length; position++) {
    const end = endOfRun(lower, position, (point) => isLetter(point) || isNumber(point))
    if (end - position >= SHORTEST_WORD) words.add(lower.slice(position, end))
    position = end
  }
  return [...words]
}
