/** Fills what a wiki has beside pages and requirements: settings, names, types, attachments, matrices, baselines, messages. */
import { baselineSequence, findBaseline } from '../../model/finding/baselines.ts'
import { present } from '../../model/input/present.ts'
import { DEFAULT_ISSUE_RELATIONSHIP } from '../../model/links/views.ts'
import { baselines } from '../../model/records/wiki/baselines.ts'
import { countPreviews, freezeBaseline } from '../../model/baselines/rows-to-freeze.ts'
import { containers } from '../../model/records/service/containers.ts'
import { excelAttachments } from '../../model/records/wiki/excel.ts'
import { integrations } from '../../model/records/tracker/integrations.ts'
import { outboundMessages } from '../../model/records/tracker/outbound-messages.ts'
import { issueTemplates } from '../../model/records/tracker/tracker.ts'
import { pages } from '../../model/records/wiki/pages.ts'
import { propertyNames } from '../../model/records/wiki/property-names.ts'
import { settings } from '../../model/records/service/settings.ts'
import { EXTENDED_MODE, settingId } from '../../model/settings/settings.ts'
import { matrices } from '../../model/records/wiki/matrices.ts'
import { requirementTypes } from '../../model/records/wiki/types.ts'
import { users } from '../../model/records/service/users.ts'
import { readRequirementReference } from '../check/directory.ts'
import type { Entry } from '../format/format.ts'
import { matrixColumn } from '../check/matrix-columns.ts'
import { createNumbers, numberEntries } from './numbering.ts'
import { addCopies, findRequirement } from './requirements.ts'
import { containerId, instantOf, must, only, type Seeding, siteId, userId, variantId } from './seeding.ts'

/** Writes the records that need only spaces and pages. */
export function seedWikiConfiguration(seeding: Seeding): void {
  seedSettings(seeding)
  seedNamesAndTypes(seeding)
  seedExcelAttachments(seeding)
  seedMatrices(seeding)
}

function seedSettings(seeding: Seeding): void {
  const { sections, store } = seeding
  for (const entry of sections.spaces ?? []) {
    if (entry.extendedMode !== true) continue
    const applicationId = siteId(seeding, entry.site)
    const projectContainerId = containerId(seeding, entry)
    const id = settingId(applicationId, EXTENDED_MODE, projectContainerId)
    store.table(settings).insert({ id, applicationId, projectContainerId, name: EXTENDED_MODE, value: true })
  }
  for (const { site, name, value } of sections.settings ?? []) {
    const applicationId = siteId(seeding, site)
    store.table(settings).insert({ id: settingId(applicationId, name), applicationId, name, value })
  }
}

/** The wiki and the container of a space that is named. */
function placeIn(seeding: Seeding, named: string) {
  const space = only(seeding.directory.space(named), 'space', named)
  return { applicationId: siteId(seeding, space.site), projectContainerId: containerId(seeding, space) }
}

function pageIn(seeding: Seeding, spaceName: string, reference: string | number | undefined) {
  if (reference === undefined) return {}
  const space = only(seeding.directory.space(spaceName), 'space', spaceName)
  const page = only(seeding.directory.pagesOf(space)(reference), 'page', reference)
  return { pageId: must(seeding.pageIds.get(page), 'page', reference) }
}

function seedNamesAndTypes(seeding: Seeding): void {
  const { sections, store } = seeding
  const names = numberEntries(store, 'propertyName', sections.propertyNames ?? [], ({ id }) => id)
  for (const [entry, id] of names) {
    const place = placeIn(seeding, entry.space)
    const { name, dataType = 'TEXT' } = entry
    store
      .table(propertyNames)
      .insert({ id, ...place, name, dataType, ...present({ description: entry.description }) })
  }
  const types = numberEntries(store, 'requirementType', sections.types ?? [], ({ id }) => id)
  for (const [entry, id] of types) {
    const place = placeIn(seeding, entry.space)
    const { name, pattern } = entry
    store
      .table(requirementTypes)
      .insert({ id, ...place, name, pattern, ...present({ description: entry.description }) })
  }
}

function seedExcelAttachments(seeding: Seeding): void {
  for (const [entry, id] of seeding.excelAttachmentIds) {
    seeding.store.table(excelAttachments).insert({
      id,
      ...placeIn(seeding, entry.space),
      ...pageIn(seeding, entry.space, entry.page),
      fileName: entry.fileName,
      sheet: entry.sheet ?? 'Sheet1',
      headerRow: entry.headerRow ?? 1,
      columns: (entry.columns ?? []).map(({ column, header, role, name }) => ({
        column,
        header,
        role,
        ...present({ name }),
      })),
      integrationState: entry.state ?? 'INTEGRATED',
    })
  }
}

function seedMatrices(seeding: Seeding): void {
  const { sections, store } = seeding
  const ids = numberEntries(store, 'matrix', sections.matrices ?? [], (entry) => entry.id)
  for (const [entry, id] of ids) {
    const createdAt = instantOf(seeding, entry.createdAt)
    store.table(matrices).insert({
      id,
      ...placeIn(seeding, entry.space),
      name: entry.name,
      ...present({ description: entry.description }),
      type: entry.type ?? 'TRACEABILITY',
      query: entry.query ?? '',
      columns: entry.columns.map(matrixColumn),
      ...present({ variables: entry.variables }),
      sharedLevel: entry.shared ?? 'SHARED_EDIT',
      status: entry.status ?? 'ACTIVE',
      ...(entry.owner === undefined ? {} : { ownerId: userId(seeding, entry.owner) }),
      createdAt,
      updatedAt: createdAt,
    })
  }
}

/** Writes baselines with their frozen copies, which are of requirements and pages as they are by now. */
export function seedBaselines(seeding: Seeding): void {
  const { sections, store } = seeding
  const ids = numberEntries(store, 'baseline', sections.baselines ?? [], (entry) => entry.id)
  for (const [entry, id] of ids) {
    const space = only(seeding.directory.space(entry.space), 'space', entry.space)
    const place = placeIn(seeding, entry.space)
    const createdAt = instantOf(seeding, entry.createdAt)
    const frozenAt = instantOf(seeding, entry.frozenAt ?? entry.createdAt)
    store.table(baselines).insert({
      id,
      ...place,
      spaceKey: space.key,
      number: entry.number,
      name: entry.name,
      status: entry.status === 'IN_CREATION' ? 'PREVIEW' : (entry.status ?? 'PREVIEW'),
      ...present({ searchQuery: entry.query }),
      ...pageIn(seeding, entry.space, entry.page),
      ...present({ parentBaseline: entry.parent, message: entry.message }),
      createdAt,
      ...(entry.createdBy === undefined ? {} : { createdBy: userId(seeding, entry.createdBy) }),
      ...(entry.status === 'DONE' ? { frozenAt } : {}),
    })
    store.raise(baselineSequence(place.projectContainerId), entry.number)
    freeze(seeding, entry, space, frozenAt)
  }
}

/**
 * Counts what baselines would freeze, and starts to freeze those that are IN_CREATION, in tasks that run on the clock. Must
 * come after the links, which their queries may use.
 */
export function startBaselines(seeding: Seeding): void {
  const { world, store, directory, sections } = seeding
  countPreviews(store)
  for (const { space: named, number, status } of sections.baselines ?? []) {
    if (status !== 'IN_CREATION') continue
    const projectContainerId = containerId(seeding, only(directory.space(named), 'space', named))
    const space = must(store.table(containers).get(projectContainerId), 'container', projectContainerId)
    const baseline = must(findBaseline(store, projectContainerId, number), 'baseline', number)
    const user = must(store.table(users).get(baseline.createdBy ?? 0), 'user', baseline.createdBy ?? 0)
    freezeBaseline({ world, store, user }, space, baseline)
  }
}

function freeze(seeding: Seeding, entry: Entry<'baselines'>, space: Entry<'spaces'>, frozenAt: number): void {
  const { store } = seeding
  const keys = entry.requirements ?? []
  const numbers = createNumbers(store, 'requirement', [])
  const copies = keys.map((key, position) => {
    const source = findRequirement(seeding, space, key)
    const id = entry.firstCopy === undefined ? numbers.next() : entry.firstCopy + position
    const page = source.pageId === undefined ? undefined : store.table(pages).get(source.pageId)
    return { source, id, pageVersion: page?.version }
  })
  const place = {
    projectContainerId: containerId(seeding, space),
    variantId: variantId(seeding, space, undefined),
  }
  if (copies.length > 0) addCopies(store, place, entry.number, copies, frozenAt)
  numbers.keep()
}

/** Writes the templates of issues that wikis create. */
export function seedIssueTemplates(seeding: Seeding): void {
  const { sections, store, directory } = seeding
  const ids = numberEntries(store, 'issueTemplate', sections.issueTemplates ?? [], ({ id }) => id)
  for (const [entry, id] of ids) {
    const integration = store.table(integrations).get(entry.integration)
    const project = only(directory.project(entry.project), 'project', entry.project)
    const site = only(directory.site(project.site), 'site', project.site)
    const type = only(directory.issueTypesOf(site)(entry.type), 'issue type', entry.type)
    store.table(issueTemplates).insert({
      id,
      ...placeIn(seeding, entry.space),
      title: entry.title,
      applinkId: must(integration, 'integration', entry.integration).wikiApplinkId,
      projectId: must(
        store.table(containers).get(containerId(seeding, project))?.projectId,
        'project',
        entry.project,
      ),
      issueTypeId: must(seeding.issueTypeIds.get(type), 'issue type', entry.type),
      relationship: entry.relationship ?? DEFAULT_ISSUE_RELATIONSHIP,
      fields: entry.fields ?? '{}',
      groupAll: entry.groupAll ?? false,
      ...present({ projectMetadata: entry.projectMetadata }),
    })
  }
}

/** Writes the messages that wait for the tracker, or waited for it. */
export function seedOutboundMessages(seeding: Seeding): void {
  const { sections, store } = seeding
  const ids = numberEntries(store, 'outboundMessage', sections.outboundMessages ?? [], ({ id }) => id)
  for (const [entry, id] of ids) {
    const integration = must(
      store.table(integrations).get(entry.integration),
      'integration',
      entry.integration,
    )
    store.table(outboundMessages).insert({
      id,
      serviceId: integration.serviceId,
      operation: entry.operation,
      ...present({ title: entry.title, templateId: entry.template }),
      applinkId: integration.wikiApplinkId,
      ...placeOfMessage(seeding, entry),
      ...present({ baseline: entry.baseline, issueKey: entry.issue, relationship: entry.relationship }),
      ...(entry.createdBy === undefined ? {} : { createdBy: userId(seeding, entry.createdBy) }),
      createdAt: instantOf(seeding, entry.createdAt),
      status: entry.status ?? 'PENDING',
      ...present({ lastResponse: entry.lastResponse }),
      attempts: entry.attempts ?? 0,
    })
  }
}

function placeOfMessage(seeding: Seeding, { requirement, movedTo, space: alone }: Entry<'outboundMessages'>) {
  const keyOf = (space: string) => only(seeding.directory.space(space), 'space', space).key
  const went = movedTo === undefined ? {} : { newSpaceKey: keyOf(movedTo.space), newKey: movedTo.key }
  if (requirement === undefined) return alone === undefined ? went : { spaceKey: keyOf(alone), ...went }
  const { space = '', key } = readRequirementReference(requirement)
  return { spaceKey: keyOf(space), key, ...went }
}
