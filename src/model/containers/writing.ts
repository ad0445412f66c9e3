/** Making, changing and deleting containers through the standalone interface (service §2.1). */
import { isBlank } from '../input/blank.ts'
import { MAXIMUM_NAME_LENGTH } from '../input/names.ts'
import { hasMoreCharacters } from '../../world/characters.ts'
import type { Store } from '../../world/store/store.ts'
import type { ApplicationRecord, ApplicationType } from '../records/service/applications.ts'
import { fileContentKey, fileContents } from '../records/service/files.ts'
import { forgetImportsInto } from '../import-jobs/removal.ts'
import { dashboards } from '../records/service/dashboards.ts'
import { createPage } from '../pages/creating.ts'
import { deletePage } from '../pages/editing.ts'
import { findPage } from '../finding/pages.ts'
import { savePage } from '../pages/saving.ts'
import { conflict, invalid, invalidRequest } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import { eraseRequirements } from '../requirements/writing/erasing.ts'
import type { Writing } from '../records/actor.ts'
import { requirements } from '../records/wiki/requirements.ts'
import { rules } from '../records/wiki/rules.ts'
import { grants, type UserRecord } from '../records/service/users.ts'
import { templates } from '../records/wiki/templates.ts'
import { variants } from '../records/wiki/variants.ts'
import { createFile, createWorkspace, refuseTakenFileName } from '../workspaces/workspaces.ts'
import { type ContainerRecord, containers, type ContainerType } from '../records/service/containers.ts'

/** What callers can create; spaces, projects and issues are created in their own products. */
const MADE_HERE: Readonly<Record<ApplicationType, readonly ContainerType[]>> = {
  CONFLUENCE: ['PAGE'],
  JIRA: [],
  STANDALONE: ['WORKSPACE', 'FILE'],
}
const OWN_TYPES: readonly ContainerType[] = ['PAGE', 'WORKSPACE', 'FILE']

export interface NewContainer {
  readonly type: ContainerType
  readonly name: string
  readonly key?: string | undefined
  /** The container of the application that a page or file goes below. */
  readonly parent?: ContainerRecord | undefined
}

/** Throws a Refusal: INVALID for a type that callers cannot create there, CONFLICT for a taken name. */
export function createContainer(
  writing: Writing,
  creator: UserRecord,
  application: ApplicationRecord,
  { type, name, key, parent }: NewContainer,
): ContainerRecord {
  const possible = MADE_HERE[application.type]
  if (!possible.includes(type)) {
    const suggestion = possible.length === 0 ? 'nothing can be made there' : `send ${possible.join(' or ')}`
    throw invalid(
      "body field 'type'",
      type,
      `is not made in an application of type ${application.type}: ${suggestion}`,
    )
  }
  checkContainerName(name)
  if (type === 'WORKSPACE') {
    if (parent !== undefined) requireParentFor(type, parent)
    return createWorkspace(writing, creator, application, { name, key })
  }
  if (key !== undefined) throw invalid("body field 'key'", key, 'only a workspace has one, so leave it out')
  if (parent === undefined)
    throw invalidRequest(
      "body field 'parentContainerId'",
      `is compulsory for type ${type}: name the container to put it below`,
    )
  requireParentFor(type, parent)
  if (type === 'FILE') return createFile(writing, parent, name)
  const { world, store } = writing
  const place =
    parent.pageId === undefined
      ? { applicationId: application.id, spaceKey: parent.key ?? '' }
      : { parent: parent.pageId }
  const page = createPage(world, store, { title: name, ...place }, creator)
  return store.table(containers).get(page.containerId) as ContainerRecord
}

export interface ContainerChanges {
  readonly name?: string | undefined
  readonly parent?: ContainerRecord | undefined
}

/** Renames a workspace, file or page, or moves a page within its space. Throws a Refusal: CONFLICT or INVALID. */
export function changeContainer(
  writing: Writing,
  container: ContainerRecord,
  { name, parent }: ContainerChanges,
): ContainerRecord {
  const { store } = writing
  refuseForeign(container, 'changed')
  const table = store.table(containers)
  if (parent !== undefined && parent.id !== container.parentContainerId) {
    requireParentFor(container.type, parent)
    refusePlaceBelowItself(store, container, parent)
    table.update(container.id, { parentContainerId: parent.id })
  }
  if (name !== undefined && name !== container.name) {
    checkContainerName(name)
    // A title does not change what the page defines, so reserved keys stay reserved.
    if (container.type === 'PAGE')
      savePage(writing, findPage(store, container.pageId as number), { title: name })
    else if (container.type === 'FILE') {
      refuseTakenFileName(store, container.projectContainerId, name, container.id)
      table.update(container.id, { name, fileName: name })
    } else table.update(container.id, { name })
  }
  return table.get(container.id) as ContainerRecord
}

/** Deletes an empty container; with a workspace go its variants and members. Throws a Refusal (CONFLICT) otherwise. */
export function deleteContainer(writing: Writing, container: ContainerRecord): void {
  const { world, store, actor } = writing
  refuseForeign(container, 'deleted')
  refuseFull(store, container)
  if (container.type === 'PAGE') return deletePage(world, store, container.pageId as number, actor)
  if (container.type === 'WORKSPACE') emptyWorkspace(store, container)
  else {
    const table = store.table(requirements)
    for (const { originContainerId: _gone, ...row } of table.range('origin', [container.id])) table.put(row)
    store.table(fileContents).remove(fileContentKey(container.id))
  }
  store.table(containers).remove(container.id)
}

function checkContainerName(name: string): void {
  if (!isBlank(name) && !hasMoreCharacters(name, MAXIMUM_NAME_LENGTH)) return
  throw invalid(
    "body field 'name'",
    name,
    `a name has 1 to ${MAXIMUM_NAME_LENGTH} characters and is not blank`,
  )
}

function requireParentFor(type: ContainerType, parent: ContainerRecord): void {
  const possible = type === 'FILE' ? ['WORKSPACE'] : type === 'PAGE' ? ['SPACE', 'PAGE'] : []
  if (possible.includes(parent.type)) return
  const suggestion = possible.length === 0 ? 'leave it out' : `name one of type ${possible.join(' or ')}`
  const what = `it is of type ${parent.type}, and ${type} does not go below that`
  throw invalid("body field 'parentContainerId'", parent.id, `${what}: ${suggestion}`)
}

function refusePlaceBelowItself(store: Store, container: ContainerRecord, parent: ContainerRecord): void {
  if (parent.projectContainerId !== container.projectContainerId) {
    const rule = `it is in another project container: name one of ${container.projectContainerId}`
    throw invalid("body field 'parentContainerId'", parent.id, rule)
  }
  const table = store.table(containers)
  for (
    let above: ContainerRecord | undefined = parent;
    above !== undefined;
    above = above.parentContainerId === undefined ? undefined : table.get(above.parentContainerId)
  ) {
    if (above.id !== container.id) continue
    throw conflict(
      "body field 'parentContainerId'",
      parent.id,
      `is container ${container.id} or below it`,
      'name another',
    )
  }
}

function refuseForeign({ id, type }: ContainerRecord, deed: string): void {
  if (OWN_TYPES.includes(type)) return
  throw conflict(
    'container',
    id,
    `is of type ${type}, which cannot be ${deed} here`,
    'its own product does that',
  )
}

function refuseFull(store: Store, container: ContainerRecord): void {
  const below = store.table(containers).find('parent', [container.id])
  if (below !== undefined) {
    throw conflict(
      'container',
      container.id,
      `has containers below it, such as ${below.id}`,
      'delete them first',
    )
  }
  const key = firstActive(store, container)
  if (key === undefined) return
  throw conflict(
    'container',
    container.id,
    `has ACTIVE requirements, such as ${quoted(key)}`,
    'delete or move them first',
  )
}

/** The key of an ACTIVE requirement of a container, of any variant. */
function firstActive(store: Store, container: ContainerRecord): string | undefined {
  const table = store.table(requirements)
  if (container.level === 'DOCUMENT') {
    for (const row of table.range('origin', [container.id])) if (row.status === 'ACTIVE') return row.key
    return undefined
  }
  for (const { id } of store.table(variants).range('project', [container.id])) {
    const row = table.find('status', [id, 'ACTIVE'])
    if (row !== undefined) return row.key
  }
  return undefined
}

function emptyWorkspace(store: Store, workspace: ContainerRecord): void {
  forgetImportsInto(store, workspace.applicationId, { projectContainerId: workspace.id })
  eraseRequirements(store, store.table(requirements).range('key', [workspace.id]))
  for (const { userId } of store.table(grants).range('container', [workspace.id]))
    store.table(grants).remove(`${workspace.id}:${userId}`)
  for (const { id } of store.table(variants).range('project', [workspace.id]))
    store.table(variants).remove(id)
  for (const { id } of store.table(dashboards).range('project', [workspace.id]))
    store.table(dashboards).remove(id)
  for (const { id } of store.table(rules).range('project', [workspace.id])) store.table(rules).remove(id)
  for (const { id } of store.table(templates).range('project', [workspace.id]))
    store.table(templates).remove(id)
}
