/** Messages to the tracker about what happened in the wiki (service §6.2). */
import type { Store } from '../../../world/store/store.ts'
import { findIssueLinks, type WikiIssueLink } from '../../finding/requirements/lookup.ts'
import type { Connection } from '../../links/connection.ts'
import type { Writing } from '../../records/actor.ts'
import type { RecordEvent, Renaming } from '../../records/events.ts'
import { integrations } from '../../records/tracker/integrations.ts'
import { issueLinks } from '../../records/tracker/issue-links.ts'
import type { OutboundOperation } from '../../records/tracker/outbound-messages.ts'
import type { BaselineRecord } from '../../records/wiki/baselines.ts'
import { type RequirementRecord, requirements } from '../../records/wiki/requirements.ts'
import { enqueueOutbound, type MessageSubject } from './messages.ts'
import type { RequirementName } from './names.ts'

/** How much of a key an intermediate key repeats, in characters. */
const MAXIMUM_REPEATED = 200

const OPERATIONS = {
  'requirement appeared': 'LINK_ADDED',
  'requirement changed': 'REQUIREMENT_UPDATED',
  'requirement deleted': 'REQUIREMENT_DELETED',
  'requirements renamed': 'REQUIREMENT_RENAMED',
  'baseline changed': 'BASELINE_UPDATED',
  'copy unlinked': 'LINK_REMOVED',
} as const satisfies Record<RecordEvent['name'], OutboundOperation>

/** Queues the messages about an event. */
export function queueMessages(event: RecordEvent & Writing): void {
  const operation = OPERATIONS[event.name]
  for (const { serviceId, ...subject } of subjectsOf(event))
    enqueueOutbound(event, { serviceId, operation, ...subject })
}

function subjectsOf(event: RecordEvent & Writing): Iterable<MessageSubject> {
  switch (event.name) {
    case 'requirement appeared':
      return findIssueLinks(event.store, event.row).map(linkSubject)
    case 'requirement changed':
    case 'requirement deleted':
      return requirementSubjects(event, event.row)
    case 'requirements renamed':
      return renamingSubjects(event.store, event.renamings)
    case 'baseline changed':
      return baselineSubjects(event, event.baseline)
    case 'copy unlinked':
      return [linkSubject(event)]
  }
}

function requirementSubjects({ store }: Writing, row: RequirementRecord): MessageSubject[] {
  const { spaceKey, key, baseline } = row
  return applicationLinksOf(store, row).map((link) => ({ ...link, spaceKey, key, baseline }))
}

type ApplicationLink = Pick<MessageSubject, 'serviceId' | 'applinkId'>

/** The application links that the issue links of a requirement go through, each once. */
function applicationLinksOf(store: Store, row: RequirementRecord): ApplicationLink[] {
  const found = new Map<string, ApplicationLink>()
  for (const { serviceId, wiki } of findIssueLinks(store, row)) {
    const { applinkId } = wiki
    if (!found.has(applinkId)) found.set(applinkId, { serviceId, applinkId })
  }
  return [...found.values()]
}

function linkSubject({ serviceId, wiki }: Pick<WikiIssueLink, 'serviceId' | 'wiki'>): MessageSubject {
  const { applinkId, spaceKey, key, baseline, issueKey, relationship } = wiki
  return { serviceId, applinkId, spaceKey, key, baseline, issueKey, relationship }
}

/** One for every tracker of the wiki; without an integration, there is none to tell. */
function* baselineSubjects(
  { store }: Writing,
  { applicationId, spaceKey, number, name }: BaselineRecord,
): Generator<MessageSubject> {
  for (const { serviceId, wikiApplinkId } of store
    .table(integrations)
    .range('applicationLink', [applicationId]))
    yield { serviceId, title: name, applinkId: wikiApplinkId, spaceKey, baseline: number }
}

interface QueuedOfIssues {
  /** One message for each requirement. */
  readonly queued: number
  /** The issue keys without a linked requirement. */
  readonly unlinked: readonly string[]
}

/** Queues REQUIREMENT_UPDATED for the requirements that are linked to these issues (service §4.6, POST /sync). */
export function notifyTrackerOfIssues(connection: Connection, issueKeys: readonly string[]): QueuedOfIssues {
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

/**
 * One for each renaming and application link of its issue links. A tracker applies one message after the other, so a name
 * is given up before another requirement gets it: in a swap, one has an intermediate key for a while.
 */
function* renamingSubjects(store: Store, renamings: readonly Renaming[]): Generator<MessageSubject> {
  const throughLinks = new Map<string, ApplicationLink & { readonly renamings: Renaming[] }>()
  for (const renaming of renamings)
    for (const { serviceId, applinkId } of applicationLinksOf(store, renaming.row)) {
      const link = throughLinks.get(applinkId) ?? { serviceId, applinkId, renamings: [] }
      throughLinks.set(applinkId, link)
      link.renamings.push(renaming)
    }
  for (const { renamings: linked, ...link } of throughLinks.values())
    for (const { from, to } of stepsOf(store, linked))
      yield { ...link, ...from, newSpaceKey: to.spaceKey, newKey: to.key }
}

interface RenamingStep {
  readonly from: RequirementName
  readonly to: RequirementName
}

/** The renamings one after the other, so that every name is free when a requirement gets it. */
function stepsOf(store: Store, renamings: readonly Renaming[]): RenamingStep[] {
  const waiting = new Map(renamings.map((renaming) => [textOf(renaming.row), renaming]))
  return renamings.flatMap((first) => {
    if (!waiting.delete(textOf(first.row))) return []
    // The new name of each is the old name of the next.
    const chain = [first]
    let next = waiting.get(textOf(first.now))
    while (next !== undefined) {
      waiting.delete(textOf(next.row))
      chain.push(next)
      next = waiting.get(textOf(next.now))
    }
    const last = chain.at(-1) as Renaming
    const steps = chain.map(stepOf).toReversed()
    if (chain.length === 1 || textOf(last.now) !== textOf(first.row)) return steps
    const between = { spaceKey: first.row.spaceKey, key: intermediateKey(store, first.row) }
    return [{ from: nameOf(first.row), to: between }, ...steps.slice(0, -1), { from: between, to: first.now }]
  })
}

/** A key that no requirement of the space has or had. */
function intermediateKey(store: Store, { projectContainerId, key }: RequirementRecord): string {
  const beginning = Array.from(key).slice(0, MAXIMUM_REPEATED).join('')
  for (let number = 1; ; number++) {
    const candidate = `${beginning}-swap-${number}`
    if (store.table(requirements).find('key', [projectContainerId, candidate]) === undefined) return candidate
  }
}

const nameOf = ({ spaceKey, key }: RequirementName): RequirementName => ({ spaceKey, key })
const stepOf = ({ row, now }: Renaming): RenamingStep => ({ from: nameOf(row), to: now })
const textOf = (name: RequirementName): string => JSON.stringify([name.spaceKey, name.key])
