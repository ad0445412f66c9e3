/** Linking many requirements of a wiki to many issues at once (service §4.3, §6.2), each pair as one link alone is made. */
import { oncePerKey } from '../../../world/once.ts'
import type { Grammar } from '../../../language/grammar.ts'
import type { Store } from '../../../world/store/store.ts'
import { type ContainerRecord, containers } from '../../records/service/containers.ts'
import type { IntegrationRecord } from '../../records/tracker/integrations.ts'
import { type IssueRecord, issues } from '../../records/tracker/tracker.ts'
import { invalidRequest, notFound } from '../../input/errors.ts'
import { type Refusal, quoted } from '../../input/refusal.ts'
import { containerLevel, requireContainerRead } from '../../finding/permissions.ts'
import type { GrantLevel, UserRecord } from '../../records/service/users.ts'
import { type VariantRecord, variants } from '../../records/wiki/variants.ts'
import { currentVariant } from '../../finding/variants.ts'
import { findFrozenRow } from '../../finding/requirements/frozen.ts'
import { problemOfCopy } from '../../finding/requirements/linkable-copies.ts'
import { findLinkToIssue, linkIssue } from './issue-links.ts'
import type { Writing } from '../../records/actor.ts'
import { listRequirements } from '../../searching/listing.ts'
import { isShownByWiki } from '../../finding/requirements/lookup.ts'
import { isLive, type RequirementRecord, requirements } from '../../records/wiki/requirements.ts'
import { readableProjects } from '../../searching/search-places.ts'
import { countText } from '../../../world/count-text.ts'

export const MAXIMUM_PAIRS = 10_000

/** The requirements of a query, or those with these ids. */
export interface BulkSelection {
  readonly query?: string | undefined
  readonly grammar?: Grammar | undefined
  /** A space, or a page of one. */
  readonly containerId?: number | undefined
  readonly variantId?: number | undefined
  /** Absent: everything that the query finds. */
  readonly ids: readonly number[] | undefined
  readonly excludedIds: ReadonlySet<number>
}

/** A selected requirement; an id may be of one that does not exist. */
export interface Selected {
  readonly id: number
  readonly row: RequirementRecord | undefined
}

export const PAIR_STATUSES = ['LINKED', 'SKIPPED', 'UNAUTHORIZED'] as const

export interface PairOutcome {
  readonly requirement: Selected
  /** The id or key that the caller sent. */
  readonly issueId: number | string
  readonly issue: IssueRecord | undefined
  readonly status: (typeof PAIR_STATUSES)[number]
  readonly message?: string
}

/** The requirements of a selection, in the order of the ids, else by id. Throws a Refusal: INVALID, NOT_FOUND, FORBIDDEN. */
export function selectForLinking(
  store: Store,
  user: UserRecord,
  wikiId: number,
  selection: BulkSelection,
  issueCount: number,
): Selected[] {
  const { ids, excludedIds } = selection
  if (ids !== undefined) {
    const wanted = [...new Set(ids)].filter((id) => !excludedIds.has(id))
    refuseTooMany(wanted.length, issueCount)
    return wanted.map((id) => ({ id, row: requirementOfWiki(store, wikiId, id) }))
  }
  const { query, grammar } = selection
  const lists = placesOfSelection(store, user, wikiId, selection).map(({ project, variant, page }) =>
    listRequirements(store, user, project, variant, { query, grammar, originContainerId: page }),
  )
  const found = lists.reduce((sum, { total }) => sum + total, 0)
  // Excluded ids may or may not be among those found: at least this many remain.
  refuseTooMany(found - excludedIds.size, issueCount)
  const rows = lists.flatMap((list) => [...list.rowsFrom(0)]).filter(({ id }) => !excludedIds.has(id))
  refuseTooMany(rows.length, issueCount)
  return rows.sort((a, b) => a.id - b.id).map((row) => ({ id: row.id, row }))
}

export function issueNamed(store: Store, trackerId: number, named: number | string): IssueRecord | undefined {
  const id = typeof named === 'number' ? named : /^\d{1,15}$/.test(named) ? Number(named) : undefined
  const byId = id === undefined ? undefined : store.table(issues).get(id)
  if (byId?.applicationId === trackerId) return byId
  return store.table(issues).find('key', [trackerId, String(named)])
}

/** Links each requirement to each issue; outcomes are by requirement, then issue, and omit what the user may not read. */
export function linkPairs(
  writing: Writing,
  user: UserRecord,
  wanted: readonly Selected[],
  issueIds: readonly (number | string)[],
  { integration, relationship, issueLevel, absent, findIssue }: BulkLink,
): PairOutcome[] {
  const { store } = writing
  const level = levelsOf(store, user)
  const mayRead = (record: { readonly projectContainerId: number } | undefined) =>
    record !== undefined && level(record.projectContainerId) !== undefined
  const known = new Set<number | string>()
  const named = issueIds.flatMap((issueId) => {
    const found = findIssue(issueId)
    const identity = found?.id ?? String(issueId)
    if (known.has(identity)) return []
    known.add(identity)
    const issue = mayRead(found) ? found : undefined
    return [{ issueId, issue, obstacle: obstacleOfIssue(found, level, issueLevel, absent) }]
  })
  return wanted.flatMap(({ id, row: found }) => {
    const obstacle = obstacleOfRequirement(store, found, level, absent)
    const row = mayRead(found) ? found : undefined
    return named.map(({ issueId, issue, obstacle: ofIssue }): PairOutcome => {
      const pair = { requirement: { id, row }, issueId, issue }
      const stopped = obstacle ?? ofIssue
      if (stopped !== undefined || row === undefined || issue === undefined)
        return { ...pair, status: absent, ...stopped }
      const link = { integration, issueKey: issue.key, relationship }
      if (findLinkToIssue(store, row, link) !== undefined)
        return { ...pair, status: 'SKIPPED', message: `linked as ${quoted(relationship)} already` }
      linkIssue(writing, row, link, () => true)
      return { ...pair, status: 'LINKED' }
    })
  })
}

export interface BulkLink {
  readonly integration: IntegrationRecord
  /** The issue that an id or key of the caller leads to. */
  readonly findIssue: (named: number | string) => IssueRecord | undefined
  readonly relationship: string
  readonly issueLevel: GrantLevel
  /** The status of pairs whose requirement or issue does not exist or cannot be linked. */
  readonly absent: Exclude<PairOutcome['status'], 'LINKED'>
}

/** Why nothing can be linked at this end. */
type Obstacle = Required<Pick<PairOutcome, 'status' | 'message'>>

type Levels = (containerId: number) => ReturnType<typeof containerLevel>

function obstacleOfRequirement(
  store: Store,
  row: RequirementRecord | undefined,
  level: Levels,
  absent: BulkLink['absent'],
): Obstacle | undefined {
  if (row === undefined) return { status: absent, message: 'the wiki has no such requirement' }
  if (level(row.projectContainerId) === undefined)
    return { status: 'UNAUTHORIZED', message: 'you may not read the space of the requirement' }
  const problem = problemOfRow(store, row)
  return problem === undefined ? undefined : { status: absent, message: problem }
}

function problemOfRow(store: Store, row: RequirementRecord): string | undefined {
  if (!isLive(row)) return `requirement ${quoted(row.key)} is ${row.status}`
  if (!isShownByWiki(store, row))
    return `requirement ${quoted(row.key)} is not of the current variant: only those are linked to issues`
  return problemOfCopy(store, row)
}

function obstacleOfIssue(
  issue: IssueRecord | undefined,
  level: Levels,
  issueLevel: GrantLevel,
  absent: BulkLink['absent'],
): Obstacle | undefined {
  if (issue === undefined) return { status: absent, message: 'the tracker has no such issue' }
  const granted = level(issue.projectContainerId)
  if (granted === 'edit' || granted === issueLevel) return undefined
  return { status: 'UNAUTHORIZED', message: `you may not ${issueLevel} the issue` }
}

/** The user's levels on project containers, each looked up once. */
function levelsOf(store: Store, user: UserRecord): Levels {
  return oncePerKey((id) => {
    const container = store.table(containers).get(id)
    return container && containerLevel(store, user, container)
  })
}

function requirementOfWiki(store: Store, wikiId: number, id: number): RequirementRecord | undefined {
  const row = store.table(requirements).get(id) ?? findFrozenRow(store, id)
  return row?.applicationId === wikiId ? row : undefined
}

interface Place {
  readonly project: ContainerRecord
  readonly variant: VariantRecord
  /** Absent: all requirements of the project. */
  readonly page?: number
}

/** The variants that a query covers: those of the named container or variant, or of all readable spaces. */
function placesOfSelection(
  store: Store,
  user: UserRecord,
  wikiId: number,
  { containerId, variantId }: BulkSelection,
): Place[] {
  const variant = variantId === undefined ? undefined : store.table(variants).get(variantId)
  const named = containerId ?? variant?.projectContainerId
  if (variantId !== undefined && variant === undefined) throw missing('variantId', variantId)
  if (named === undefined)
    return readableProjects(store, user, wikiId).flatMap((project) => {
      const current = store.table(variants).find('current', [project.id])
      return current === undefined ? [] : [{ project, variant: current }]
    })
  const container = store.table(containers).get(named)
  const project = container && store.table(containers).get(container.projectContainerId)
  if (container?.applicationId !== wikiId || project === undefined)
    throw containerId === undefined ? missing('variantId', variantId) : missing('containerId', named)
  requireContainerRead(store, user, project)
  if (variant !== undefined && variant.projectContainerId !== project.id)
    throw missing('variantId', variantId, `container ${named}`)
  const page = container.id === project.id ? {} : { page: container.id }
  return [{ project, variant: variant ?? currentVariant(store, project.id), ...page }]
}

function missing(field: 'containerId' | 'variantId', id: number | undefined, owner = 'the wiki'): Refusal {
  const what = field === 'variantId' ? 'variant' : 'space or page'
  return notFound(what, id, { at: `body field 'selection.${field}'`, in: owner })
}

function refuseTooMany(count: number, issueCount: number): void {
  if (count * issueCount <= MAXIMUM_PAIRS) return
  const product = `${countText(count, 'requirement')} times ${countText(issueCount, 'issue')} are ${countText(count * issueCount, 'link')}`
  throw invalidRequest(
    "body field 'selection'",
    `${product}; one request makes at most ${MAXIMUM_PAIRS}, so select fewer`,
  )
}
