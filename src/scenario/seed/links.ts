/** Fills integrations and the links between issues and requirements, with both of their views (service §2.4). */
import { type IntegrationRecord, integrations } from '../../model/records/tracker/integrations.ts'
import { type IssueLinkRecord, issueLinks } from '../../model/records/tracker/issue-links.ts'
import { present } from '../../model/input/present.ts'
import { DEFAULT_ISSUE_RELATIONSHIP, wikiViewOf } from '../../model/links/views.ts'
import { readRequirementReference } from '../check/directory.ts'
import type { Entry } from '../format/format.ts'
import { descriptorOf } from '../../model/finding/reachability.ts'
import { copyText } from '../../model/integration/issues/tracker-texts.ts'
import { scheduleSynchronisation } from '../../model/integration/queues/synchronisation.ts'
import { createNumbers } from './numbering.ts'
import { must, only, type Seeding, siteId } from './seeding.ts'

/** A link to write: its issue, the requirement's place, and which products know of it. */
export interface LinkPlan {
  readonly issue: Entry<'issues'>
  readonly space: Entry<'spaces'>
  readonly key: string
  readonly relationship: string
  readonly baseline?: number | undefined
  readonly faces?: 'both' | 'wiki' | 'tracker' | undefined
  readonly lostKey?: boolean | undefined
  readonly serviceId?: string | undefined
  /** What the wiki shows otherwise. */
  readonly inWiki?: Entry<'links'>['inWiki']
  /** What the tracker shows otherwise. */
  readonly inTracker?: Entry<'links'>['inTracker']
}

export function seedIntegrations(seeding: Seeding): void {
  const { world, store } = seeding
  for (const entry of seeding.sections.integrations ?? []) {
    const drawn = (field: string) =>
      world.random('integration', `${store.name}/${entry.serviceId}`, field).uuid()
    const tracker = only(seeding.directory.site(entry.tracker), 'site', entry.tracker)
    store.table(integrations).insert({
      serviceId: entry.serviceId,
      wikiApplicationId: siteId(seeding, entry.wiki),
      trackerApplicationId: siteId(seeding, entry.tracker),
      wikiApplinkId: entry.wikiApplinkId ?? drawn('wikiApplinkId'),
      trackerApplinkId: entry.trackerApplinkId ?? drawn('trackerApplinkId'),
      label: entry.label ?? tracker.title ?? tracker.name,
      mode: entry.mode ?? 'AUTO',
      version: entry.version ?? 9,
      ...descriptorOf(entry.url ?? tracker.baseUrl),
      ...present({ status: entry.status, username: entry.username }),
    })
    scheduleSynchronisation(world, store, entry.serviceId)
  }
}

/** Writes the links that the sections list, then those that generators planned. */
export function seedLinks(seeding: Seeding, generated: readonly LinkPlan[]): void {
  const { directory, sections, store } = seeding
  const entries = sections.links ?? []
  const numbers = createNumbers(
    store,
    'issueLink',
    entries.map(({ id }) => id),
  )
  for (const entry of entries) {
    const { space: named, key } = readRequirementReference(entry.requirement)
    const plan: LinkPlan = {
      issue: only(directory.issue(entry.issue), 'issue', entry.issue),
      space: only(directory.space(named ?? ''), 'space', named ?? key),
      key,
      relationship: entry.relationship ?? DEFAULT_ISSUE_RELATIONSHIP,
      baseline: entry.baseline,
      faces: entry.faces,
      lostKey: entry.lostKey,
      serviceId: entry.integration,
      inWiki: entry.inWiki,
      inTracker: entry.inTracker,
    }
    store.table(issueLinks).insert(linkRecord(seeding, plan, entry.id ?? numbers.next()))
  }
  for (const plan of generated) store.table(issueLinks).insert(linkRecord(seeding, plan, numbers.next()))
  numbers.keep()
}

/** Writes the tracker's own copies of the texts that its links lead to: as they are when the world begins. */
export function seedTrackerTexts({ world, store }: Seeding): void {
  for (const { serviceId, tracker } of store.table(issueLinks).scan()) {
    const integration = store.table(integrations).get(serviceId)
    if (integration === undefined || tracker === undefined || tracker.key === null) continue
    if (tracker.applinkId !== integration.trackerApplinkId) continue
    copyText({ world, store, integration }, tracker.spaceKey, tracker.key, tracker.baseline)
  }
}

function linkRecord(seeding: Seeding, plan: LinkPlan, id: number): IssueLinkRecord {
  const { issue, space, key, relationship, baseline } = plan
  const project = only(seeding.directory.project(issue.project), 'project', issue.project)
  const integration = integrationFor(
    seeding,
    siteId(seeding, space.site),
    siteId(seeding, project.site),
    plan.serviceId,
  )
  const issueKey = plan.inWiki?.issue ?? issue.key
  const wiki = wikiViewOf(integration, { issueKey, spaceKey: space.key, key, baseline, relationship })
  const shown = placeInTracker(seeding, plan)
  const tracker = {
    applinkId: plan.inTracker?.applinkId ?? integration.trackerApplinkId,
    applicationId: siteId(seeding, project.site),
    issueId: must(seeding.issueIds.get(issue), 'issue', issue.key),
    spaceKey: shown.spaceKey,
    key: plan.lostKey === true ? null : shown.key,
    baseline: plan.inTracker?.baseline ?? baseline ?? null,
    relationship: plan.inTracker?.relationship ?? relationship,
  }
  return {
    id,
    serviceId: integration.serviceId,
    ...(plan.faces === 'tracker' ? {} : { wiki }),
    ...(plan.faces === 'wiki' ? {} : { tracker }),
  }
}

/** The requirement that the tracker shows. */
function placeInTracker({ directory }: Seeding, { space, key, inTracker }: LinkPlan) {
  if (inTracker?.requirement === undefined) return { spaceKey: space.key, key }
  const { space: named = '', key: other } = readRequirementReference(inTracker.requirement)
  return { spaceKey: only(directory.space(named), 'space', named).key, key: other }
}

function integrationFor(
  seeding: Seeding,
  wikiApplicationId: number,
  trackerApplicationId: number,
  serviceId: string | undefined,
): IntegrationRecord {
  for (const integration of seeding.store.table(integrations).range('wiki', [wikiApplicationId])) {
    if (integration.trackerApplicationId !== trackerApplicationId) continue
    if (serviceId === undefined || integration.serviceId === serviceId) return integration
  }
  throw new Error(`no integration connects sites ${wikiApplicationId} and ${trackerApplicationId}`)
}
