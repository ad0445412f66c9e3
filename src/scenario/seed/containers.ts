/** Fills containers, their variants and grants, and the issues of trackers (service §2.1). */
import {
  type ContainerRecord,
  containers,
  type ContainerType,
  LEVEL_OF_TYPE,
} from '../../model/records/service/containers.ts'
import { toBase64 } from '../../model/files/base64.ts'
import { fileContents } from '../../model/records/service/files.ts'
import { issues, issueTypes } from '../../model/records/tracker/tracker.ts'
import { grants } from '../../model/records/service/users.ts'
import { variants } from '../../model/records/wiki/variants.ts'
import type { Entry } from '../format/format.ts'
import { numberEntries } from './numbering.ts'
import { containerId, instantOf, must, only, type Seeding, siteId, userId } from './seeding.ts'
import { type ProjectEntry, variantsOf } from '../format/variants.ts'

export function seedContainers(seeding: Seeding): void {
  const { sections, store } = seeding
  const spaceIds = numberEntries(store, 'space', sections.spaces ?? [], (entry) => entry.spaceId)
  for (const [entry, spaceId] of spaceIds)
    seedProject(seeding, entry, 'SPACE', { spaceId, spaceKey: entry.key })
  const projectIds = numberEntries(store, 'project', sections.projects ?? [], (entry) => entry.id)
  for (const [entry, projectId] of projectIds) seedProject(seeding, entry, 'PROJECT', { projectId })
  const workspaceIds = numberEntries(store, 'workspace', sections.workspaces ?? [], (entry) => entry.id)
  for (const [entry, workspaceId] of workspaceIds) seedProject(seeding, entry, 'WORKSPACE', { workspaceId })
  sections.pages?.forEach((entry) => seedPageContainer(seeding, entry))
  sections.files?.forEach((entry) => seedFile(seeding, entry))
  seedIssues(seeding)
}

type Identifiers = Pick<Partial<ContainerRecord>, 'spaceId' | 'spaceKey' | 'projectId' | 'workspaceId'>

function seedProject(
  seeding: Seeding,
  entry: ProjectEntry,
  type: ContainerType,
  identifiers: Identifiers,
): void {
  const { store } = seeding
  const id = containerId(seeding, entry)
  const createdAt = instantOf(seeding, entry.createdAt)
  store.table(containers).insert({
    id,
    applicationId: siteId(seeding, entry.site),
    projectContainerId: id,
    type,
    level: LEVEL_OF_TYPE[type],
    name: entry.name,
    key: entry.key,
    createdAt,
    ...identifiers,
  })
  const ids = seeding.variantIds.get(entry)
  for (const { name, current } of variantsOf(entry)) {
    const variant = {
      id: must(ids?.get(name), 'variant', name),
      projectContainerId: id,
      name,
      current,
      createdAt,
    }
    store.table(variants).insert(variant)
  }
  // Who may edit may read: the stronger grant is written last.
  for (const level of ['read', 'edit'] as const) {
    for (const user of entry.grants?.[level] ?? []) {
      store.table(grants).put({ containerId: id, userId: userId(seeding, user), level })
    }
  }
}

/** The fields that a container below another takes from the one at level PROJECT. */
function below(seeding: Seeding, project: ProjectEntry) {
  return { applicationId: siteId(seeding, project.site), projectContainerId: containerId(seeding, project) }
}

function seedPageContainer(seeding: Seeding, entry: Entry<'pages'>): void {
  const { directory } = seeding
  const space = only(directory.space(entry.space), 'space', entry.space)
  const parent =
    entry.parent === undefined ? space : only(directory.pagesOf(space)(entry.parent), 'page', entry.parent)
  seeding.store.table(containers).insert({
    id: containerId(seeding, entry),
    ...below(seeding, space),
    parentContainerId: containerId(seeding, parent),
    type: 'PAGE',
    level: LEVEL_OF_TYPE.PAGE,
    name: entry.title,
    createdAt: instantOf(seeding, entry.createdAt),
    pageId: must(seeding.pageIds.get(entry), 'page', entry.title),
  })
}

function seedFile(seeding: Seeding, entry: Entry<'files'>): void {
  const workspace = only(seeding.directory.workspace(entry.workspace), 'workspace', entry.workspace)
  const id = containerId(seeding, entry)
  if (entry.text !== undefined) {
    const bytes = new TextEncoder().encode(entry.text)
    seeding.store.table(fileContents).insert({
      containerId: id,
      applicationId: below(seeding, workspace).applicationId,
      contentType: entry.contentType ?? 'text/plain',
      size: bytes.length,
      content: toBase64(bytes),
      updatedAt: instantOf(seeding, entry.createdAt),
    })
  }
  seeding.store.table(containers).insert({
    id,
    ...below(seeding, workspace),
    parentContainerId: containerId(seeding, workspace),
    type: 'FILE',
    level: LEVEL_OF_TYPE.FILE,
    name: entry.name,
    createdAt: instantOf(seeding, entry.createdAt),
    fileName: entry.name,
  })
}

function seedIssues(seeding: Seeding): void {
  const { store, directory } = seeding
  for (const [entry, id] of seeding.issueTypeIds) {
    store.table(issueTypes).insert({ id, applicationId: siteId(seeding, entry.site), name: entry.name })
  }
  for (const [entry, id] of seeding.issueIds) {
    const project = only(directory.project(entry.project), 'project', entry.project)
    const site = only(directory.site(project.site), 'site', project.site)
    const type = only(directory.issueTypesOf(site)(entry.type), 'issue type', entry.type)
    const container = containerId(seeding, entry)
    const place = below(seeding, project)
    store.table(containers).insert({
      id: container,
      ...place,
      parentContainerId: place.projectContainerId,
      type: 'ISSUE',
      level: LEVEL_OF_TYPE.ISSUE,
      name: entry.summary,
      key: entry.key,
      createdAt: instantOf(seeding, entry.createdAt),
      issueId: id,
    })
    store.table(issues).insert({
      id,
      containerId: container,
      ...place,
      key: entry.key,
      issueTypeId: must(seeding.issueTypeIds.get(type), 'issue type', entry.type),
      status: entry.status ?? 'Open',
      ...(entry.formerKeys === undefined ? {} : { formerKeys: entry.formerKeys }),
    })
  }
}
