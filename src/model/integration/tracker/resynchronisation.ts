/** Resynchronising links (service §4.7, `/sync`): a job heals requirement by requirement. One job at a time works. */
import type { Store } from '../../../world/store/store.ts'
import { cancel, type JobRecord } from '../../../world/time/jobs.ts'
import type { World } from '../../../world/world.ts'
import type { Actor, Writing } from '../../records/actor.ts'
import { whereaboutsOf, requirementNow, type RequirementName } from '../messages/names.ts'
import { type IntegrationRecord, integrations } from '../../records/tracker/integrations.ts'
import type { Connected } from '../../links/connection.ts'
import { issueLinks } from '../../records/tracker/issue-links.ts'
import { type IssueRecord, type BulkJobRecord, bulkJobs } from '../../records/tracker/tracker.ts'
import { notFound } from '../../input/errors.ts'
import { isUnderWay } from '../../records/world/job-steps.ts'
import { users } from '../../records/service/users.ts'
import { insertJob, postponeJob, workOnJob } from './bulk-jobs.ts'
import { isSameName, mayResynchronise, resynchroniseRequirement } from './requirement-resynchronisation.ts'
import { linksOfIssue } from './links.ts'

/** A requirement to resynchronise, through the integration of its links. */
interface Item extends RequirementName {
  readonly serviceId: string
  /** Other names by which a product links it. */
  readonly formerNames?: readonly RequirementName[]
}

/** Starts to resynchronise all links of all requirements that either product links to the issues. */
export function startResynchronisation(
  writing: Writing,
  trackerId: number,
  linked: readonly IssueRecord[],
): BulkJobRecord {
  const items = requirementsOf(writing, trackerId, linked)
  const place = { applicationId: trackerId, kind: 'RESYNCHRONISE' } as const
  return insertJob(writing, place, items as unknown as BulkJobRecord['items'])
}

export function* resynchronisationsOf(store: Store, trackerId: number): Generator<BulkJobRecord> {
  for (const job of store.table(bulkJobs).range('application', [trackerId], { reverse: true }))
    if (job.kind === 'RESYNCHRONISE') yield job
}

export function findResynchronisation(store: Store, trackerId: number, id: number | bigint): BulkJobRecord {
  const job = typeof id === 'number' ? store.table(bulkJobs).get(id) : undefined
  if (job?.kind === 'RESYNCHRONISE' && job.applicationId === trackerId) return job
  throw notFound('resynchronisation', id, { in: 'the tracker' })
}

/** The job of the clock: does the next requirements, and finishes after the last; waits while another job works. */
export function runResynchronisationStep(world: World, { region, payload }: JobRecord): void {
  const store = world.region(region as string)
  const job = store.table(bulkJobs).get(payload?.['bulkJob'] as number)
  if (job === undefined || !isUnderWay(job)) return
  if (isBehindAnother(store, job)) return postponeJob(world, store, job)
  const actor = job.startedBy === undefined ? undefined : store.table(users).get(job.startedBy)
  workOnJob(world, store, job, (plain) => {
    const item = plain as unknown as Item
    const integration = store.table(integrations).get(item.serviceId)
    const names = [...(item.formerNames ?? []), item]
    const problems =
      integration === undefined
        ? ['the application link is gone']
        : names.flatMap((name) => resynchroniseRequirement({ world, store, actor, integration }, name))
    const errors = [...new Set(problems)].map((message) => ({
      item: `${item.spaceKey}/${item.key}`,
      message,
    }))
    return { done: errors.length === 0, errors }
  })
  const next = nextWaiting(store, job)
  if (next?.clockJobId === undefined) return
  cancel(world, next.clockJobId)
  postponeJob(world, store, next)
}

/** The job that waits for this one, if this one has ended. Its first second begins now. */
function nextWaiting(store: Store, { id, applicationId }: BulkJobRecord): BulkJobRecord | undefined {
  const [first] = underWay(store, applicationId)
  return first?.id === id ? undefined : first
}

/** The requirements that a product links to one of the issues and the actor may read, in order of issue and link. */
function requirementsOf(
  { store, actor }: { readonly store: Store; readonly actor: Actor },
  trackerId: number,
  linked: readonly IssueRecord[],
): Item[] {
  const found = new Map<string, Item>()
  const add = (serviceId: string, { spaceKey, key }: RequirementName, product: 'wiki' | 'tracker') => {
    const integration = store.table(integrations).get(serviceId)
    if (integration !== undefined && !mayResynchronise({ store, actor }, integration, spaceKey)) return
    const name = { spaceKey, key }
    const current = integration === undefined ? name : currentNameOf({ store, integration }, name, product)
    const id = JSON.stringify([serviceId, current.spaceKey, current.key])
    found.set(id, withName(found.get(id) ?? { serviceId, ...name }, name, current))
  }
  const through: readonly IntegrationRecord[] = [...store.table(integrations).range('tracker', [trackerId])]
  for (const issue of linked) {
    for (const { serviceId, tracker } of linksOfIssue(store, issue)) {
      const { spaceKey, key } = tracker
      if (key !== null) add(serviceId, { spaceKey, key }, 'tracker')
    }
    for (const { serviceId, wikiApplinkId } of through)
      for (const link of store.table(issueLinks).range('wikiIssue', [wikiApplinkId, issue.key]))
        if (link.serviceId === serviceId && link.wiki !== undefined) add(serviceId, link.wiki, 'wiki')
  }
  return [...found.values()]
}

/** The current name of a requirement, by the name that a product shows; the same name if the wiki never used it. */
function currentNameOf(
  connected: Connected,
  name: RequirementName,
  product: 'wiki' | 'tracker',
): RequirementName {
  const now = product === 'wiki' ? name : requirementNow(connected, name)
  const whereabouts = whereaboutsOf(connected, now)
  return whereabouts === undefined || whereabouts === 'GONE' ? now : whereabouts
}

/** Adds a name to an item. The current name replaces the item's own one when a product shows it. */
function withName(item: Item, name: RequirementName, current: RequirementName): Item {
  const { serviceId, spaceKey, key, formerNames = [] } = item
  if (isSameName(item, name) || formerNames.some((former) => isSameName(former, name))) return item
  return isSameName(name, current)
    ? { serviceId, ...name, formerNames: [...formerNames, { spaceKey, key }] }
    : { ...item, formerNames: [...formerNames, name] }
}

function isBehindAnother(store: Store, { id, applicationId }: BulkJobRecord): boolean {
  const [first] = underWay(store, applicationId)
  return first !== undefined && first.id < id
}

/** The resynchronisations of a tracker that have not ended, the oldest first. */
function underWay(store: Store, trackerId: number): Iterable<BulkJobRecord> {
  return store.table(bulkJobs).range('underWay', [trackerId, 'RESYNCHRONISE'])
}
