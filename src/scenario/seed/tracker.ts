/** Fills what a tracker keeps besides its issues: fields of its own, messages for the wiki, texts of requirements. */
import { integrations, type IntegrationRecord } from '../../model/records/tracker/integrations.ts'
import { present } from '../../model/input/present.ts'
import { textToHtml } from '../../model/records/text/excerpt.ts'
import { customFields, trackerTextId, trackerTexts } from '../../model/records/tracker/tracker.ts'
import { trackerMessages } from '../../model/records/tracker/inbound-messages.ts'
import { readRequirementReference } from '../check/directory.ts'
import type { RequirementReference } from '../format/format.ts'
import { numberEntries } from './numbering.ts'
import { instantOf, must, only, type Seeding, siteId, userId } from './seeding.ts'

/** Writes the fields that the issues of a tracker have of their own. */
export function seedCustomFields(seeding: Seeding): void {
  for (const { id, site, name, type = 'string' } of seeding.sections.customFields ?? []) {
    const field = { id, applicationId: siteId(seeding, site), name, type }
    seeding.store.table(customFields).insert(field)
  }
}

/** Writes the messages that wait for the wiki, or waited for it. */
export function seedTrackerMessages(seeding: Seeding): void {
  const { sections, store } = seeding
  const ids = numberEntries(store, 'trackerMessage', sections.trackerMessages ?? [], ({ id }) => id)
  for (const [entry, id] of ids) {
    const { serviceId, trackerApplinkId } = integrationOf(seeding, entry.integration)
    store.table(trackerMessages).insert({
      id,
      serviceId,
      operation: entry.operation,
      ...present({ title: entry.title, templateId: entry.template }),
      applinkId: trackerApplinkId,
      ...(entry.requirement === undefined ? {} : nameOf(seeding, entry.requirement)),
      ...present({ baseline: entry.baseline }),
      issueKey: entry.issue,
      ...present({ newIssueKey: entry.newIssue, relationship: entry.relationship }),
      ...(entry.createdBy === undefined ? {} : { createdBy: userId(seeding, entry.createdBy) }),
      createdAt: instantOf(seeding, entry.createdAt),
      status: entry.status ?? 'PENDING',
      ...present({ lastResponse: entry.lastResponse }),
      attempts: entry.attempts ?? 0,
    })
  }
}

/** Writes the tracker's copies of texts that are not what the wiki says. */
export function seedOutdatedTrackerTexts(seeding: Seeding): void {
  const { world, sections, store } = seeding
  for (const { integration, requirement, baseline = null, text = '', html } of sections.trackerTexts ?? []) {
    const { trackerApplinkId: applinkId } = integrationOf(seeding, integration)
    const { spaceKey, key } = nameOf(seeding, requirement)
    const id = trackerTextId(applinkId, spaceKey, key, baseline)
    const copy = { applinkId, spaceKey, key, baseline, html: html ?? textToHtml(text) }
    store.table(trackerTexts).put({ id, ...copy, refreshedAt: world.clock.start })
  }
}

function integrationOf({ store }: Seeding, serviceId: string): IntegrationRecord {
  return must(store.table(integrations).get(serviceId), 'integration', serviceId)
}

function nameOf(seeding: Seeding, requirement: RequirementReference) {
  const { space = '', key } = readRequirementReference(requirement)
  return { spaceKey: only(seeding.directory.space(space), 'space', space).key, key }
}
