/** Containers, variants, workspaces, files, and what the standalone interface keeps in them. */
import type * as wire from '../../api/wire-types.generated.ts'
import type { RegionFacts } from '../region.ts'
import type { Seen } from '../seen.ts'
import type { Observers } from './observer.ts'

export const placeObservers: Observers = {
  'standalone.container.list': (seen, region) =>
    learnContainerList(seen, region, String(seen.path.applicationId)),
  'standalone.containers.list': (seen, region) =>
    learnContainerList(seen, region, seen.query.get('applicationId') ?? String(seen.application)),
  'standalone.project.list': ({ body }, region) => learnContainers(region, body.items),
  'standalone.container.read': ({ body }, region) => learnContainers(region, [body]),
  'standalone.containers.read': ({ body }, region) => learnContainers(region, [body]),
  'standalone.containers.create': ({ body }, region) => learnContainers(region, [body]),
  'standalone.containers.update': ({ body }, region) => learnContainers(region, [body]),
  'standalone.containers.delete': ({ path }, region) => region.containers.close(path.containerId),
  'standalone.variant.list': ({ path, body }, region) => {
    learnVariants(region, body.items)
    if (body.items.length === body.total) region.variants.complete(path.projectId)
  },
  'standalone.variants.list': ({ body }, region) => learnVariants(region, body.items),
  'standalone.variant.read': ({ body }, region) => learnVariants(region, [body]),
  'standalone.variants.read': ({ body }, region) => learnVariants(region, [body]),
  'standalone.variants.create': ({ body }, region) => learnVariants(region, [body]),
  'standalone.variants.update': ({ body }, region) => learnVariants(region, [body]),
  'standalone.workspaces.list': ({ body }, region) => {
    for (const workspace of body.items) learnWorkspace(region, workspace)
  },
  'standalone.workspaces.read': ({ body }, region) => learnWorkspace(region, body),
  'standalone.workspaces.create': ({ body }, region) => learnWorkspace(region, body),
  'standalone.workspaces.update': ({ body }, region) => learnWorkspace(region, body),
  'standalone.workspaceMembers.list': ({ path, body }, region) => {
    for (const member of body.items) learnMember(region, path.workspaceId, member)
  },
  'standalone.workspaceMembers.read': ({ path, body }, region) => learnMember(region, path.workspaceId, body),
  'standalone.workspaceMembers.add': ({ path, body }, region) => learnMember(region, path.workspaceId, body),
  'standalone.workspaceMembers.update': ({ path, body }, region) =>
    learnMember(region, path.workspaceId, body),
  'standalone.files.read': ({ body }, region) => learnFile(region, body),
  'standalone.files.download': ({ body }, region) => learnFile(region, body),
  'standalone.files.create': ({ body }, region) => learnFile(region, body),
  'standalone.dashboard.list': (seen, region) => {
    for (const dashboard of seen.body.items) learnDashboard(region, dashboard)
    if (seen.body.items.length === seen.body.total)
      region.dashboards.complete(seen.query.get('containerId') ?? '')
  },
  'standalone.dashboard.read': ({ body }, region) => learnDashboard(region, body),
  'standalone.dashboard.readDefault': ({ body }, region) => learnDashboard(region, body),
  'standalone.dashboard.create': ({ body }, region) => learnDashboard(region, body),
  'standalone.template.list': (seen, region) => {
    for (const template of seen.body.items) learnTemplate(region, template)
    if (seen.body.items.length === seen.body.total)
      region.templates.complete(seen.query.get('containerId') ?? '')
  },
  'standalone.template.read': ({ body }, region) => learnTemplate(region, body),
  'standalone.template.create': ({ body }, region) => learnTemplate(region, body),
  'standalone.template.update': ({ body }, region) => learnTemplate(region, body),
  'standalone.externalProperties.list': (seen, region) => {
    for (const property of seen.body.items) learnExternalProperty(region, property)
    if (seen.body.items.length === seen.body.total)
      region.externalProperties.complete(seen.query.get('applicationId') ?? String(seen.application))
  },
  'standalone.externalProperties.read': ({ body }, region) => learnExternalProperty(region, body),
  'standalone.externalProperties.create': ({ body }, region) => learnExternalProperty(region, body),
  'standalone.externalProperties.update': ({ body }, region) => learnExternalProperty(region, body),
  'standalone.externalProperties.usageByTypes': ({ body }, region) => {
    for (const type of body.items)
      if (typeof type !== 'number')
        region.types.learn(type.id, {
          entry: { id: type.id, name: type.name },
          containerId: type.projectContainerId,
        })
  },
  'standalone.jobs.list': (seen, region) => {
    for (const job of seen.body.items) learnJob(region, job)
    if (seen.body.items.length === seen.body.total)
      region.importJobs.complete(seen.query.get('applicationId') ?? String(seen.application))
  },
  'standalone.jobs.read': ({ body }, region) => learnJob(region, body),
}

const FILTERS = [
  'type',
  'level',
  'parentContainerId',
  'spaceId',
  'spaceKey',
  'pageId',
  'projectId',
  'issueId',
  'workspaceId',
  'fileName',
]

function learnContainerList(
  { body, query }: Seen<'standalone.container.list' | 'standalone.containers.list'>,
  region: RegionFacts,
  site: string,
): void {
  learnContainers(region, body.items)
  if (body.items.length < body.total || FILTERS.some((name) => query.has(name))) return
  for (const facts of [region.containers, region.pages, region.issues]) facts.complete(site)
}

function learnContainers(region: RegionFacts, containers: readonly wire.StandaloneDTOContainer[]): void {
  for (const { id, applicationId, parentContainerId, type, name, key, ...ids } of containers) {
    const ownId = ids.spaceId ?? ids.pageId ?? ids.projectId ?? ids.issueId ?? ids.workspaceId
    region.containers.learn(id, {
      id,
      site: String(applicationId),
      type,
      name,
      key,
      parentId: parentContainerId,
      ownId,
    })
    if (type === 'PAGE' && ownId !== undefined)
      region.pages.learn(ownId, { id: ownId, site: String(applicationId), title: name })
  }
}

function learnVariants(region: RegionFacts, variants: readonly wire.StandaloneDTOVariantV2[]): void {
  for (const variant of variants) region.variants.learn(variant.id, variant)
}

function learnWorkspace(
  region: RegionFacts,
  { id, containerId, applicationId, name, key, createdAt }: wire.StandaloneDTOWorkspace,
): void {
  region.containers.learn(containerId, {
    id: containerId,
    site: String(applicationId),
    type: 'WORKSPACE',
    name,
    key,
    ownId: id,
    createdAt,
  })
}

function learnMember(
  region: RegionFacts,
  workspaceId: number,
  { userId: id, name, displayName, level }: wire.StandaloneDTOWorkspaceMember,
): void {
  region.users.learn(id, { id, name, displayName })
  const workspace = region.containers
    .all()
    .find(({ fields }) => fields.type === 'WORKSPACE' && fields.ownId === workspaceId)
  if (workspace?.fields.id !== undefined)
    region.grants.learn(`${workspace.fields.id}:#${id}`, {
      containerId: workspace.fields.id,
      user: { id },
      level: level === 'EDIT' ? 'edit' : 'read',
    })
}

function learnFile(region: RegionFacts, file: wire.StandaloneDTOFile & { readonly content?: string }): void {
  const { id, applicationId, parentContainerId, name, contentType, size, createdAt, content } = file
  region.containers.learn(id, {
    id,
    site: String(applicationId),
    type: 'FILE',
    name,
    parentId: parentContainerId,
    createdAt,
  })
  region.files.learn(id, {
    containerId: id,
    contentType,
    size,
    content,
  })
}

function learnDashboard(region: RegionFacts, dashboard: wire.StandaloneDTODashboard): void {
  const { id, containerId, name, description, default: isDefault, widgets, createdAt } = dashboard
  const entry = { id, name, description, default: isDefault ? true : undefined, widgets, createdAt }
  region.dashboards.learn(id, { entry, containerId })
}

function learnTemplate(region: RegionFacts, template: wire.StandaloneDTOTemplate): void {
  const { id, containerId, name, description, type, content, sharedLevel, ownerId, createdAt } = template
  const entry = { id, name, description, type, content, shared: sharedLevel, owner: ownerId, createdAt }
  region.templates.learn(id, { entry, containerId })
}

function learnExternalProperty(
  region: RegionFacts,
  { id, applicationId, name, dataType, enumValues }: wire.StandaloneDTOExternalProperty,
): void {
  region.externalProperties.learn(id, {
    id,
    site: String(applicationId),
    name,
    dataType,
    enumValues,
  })
}

function learnJob(region: RegionFacts, job: wire.StandaloneDTOJob): void {
  const { id, applicationId, batchId, status, fileName, sheet, done, createdBy, createdAt } = job
  const rows = job.errors.map(({ message }, index) => ({
    key: `row-${index + 1}`,
    values: {},
    error: message,
  }))
  const entry = {
    id,
    batchId,
    fileName,
    sheet,
    status: status === 'RUNNING' ? 'PENDING' : status,
    done,
    rows: rows.length === 0 ? undefined : rows,
    createdBy,
    createdAt,
  }
  region.importJobs.learn(id, { entry, site: String(applicationId) })
}
