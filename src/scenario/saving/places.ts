/** Saves spaces, projects and workspaces, and the pages, files and issues in them. */
import { fromBase64 } from '../../model/files/base64.ts'
import { type ContainerRecord, containers } from '../../model/records/service/containers.ts'
import { fileContents } from '../../model/records/service/files.ts'
import { grants } from '../../model/records/service/users.ts'
import { issues, issueTypes } from '../../model/records/tracker/tracker.ts'
import { pages } from '../../model/records/wiki/pages.ts'
import { variants } from '../../model/records/wiki/variants.ts'
import { isExtendedMode } from '../../model/settings/settings.ts'
import type { Entry, Sections } from '../format/format.ts'
import { type Saving, sinceStart, some, unless } from './saving.ts'

export function savePlaces(saving: Saving): Sections {
  const { store, names } = saving
  const all = [...store.table(containers).scan()]
  const ofType = (type: ContainerRecord['type']) => all.filter((container) => container.type === type)
  return {
    spaces: ofType('SPACE').map((space) => ({
      spaceId: space.spaceId,
      ...projectFields(saving, space),
      extendedMode: unless(isExtendedMode(store, space.applicationId, space.id), false),
    })),
    projects: ofType('PROJECT').map((project) => ({
      id: project.projectId,
      ...projectFields(saving, project),
    })),
    workspaces: ofType('WORKSPACE').map((workspace) => ({
      id: workspace.workspaceId,
      ...projectFields(saving, workspace),
    })),
    pages: ofType('PAGE').flatMap((page) => savedPage(saving, page)),
    files: ofType('FILE').map((file) => savedFile(saving, file)),
    issueTypes: [...store.table(issueTypes).scan()].map(({ id, applicationId, name }) => ({
      id,
      site: names.site(applicationId),
      name,
    })),
    issues: savedIssues(saving),
  }
}

function projectFields(saving: Saving, container: ContainerRecord) {
  const { store, names } = saving
  const granted = [...store.table(grants).range('container', [container.id])]
  const usersWith = (wanted: 'read' | 'edit') =>
    some(granted.filter(({ level }) => level === wanted).map(({ userId }) => names.user(userId) ?? userId))
  return {
    container: container.id,
    site: names.site(container.applicationId),
    key: container.key ?? '',
    name: container.name,
    grants: granted.length === 0 ? undefined : { read: usersWith('read'), edit: usersWith('edit') },
    variants: [...store.table(variants).range('project', [container.id])].map(({ id, name, current }) => ({
      id,
      name,
      current: unless(current, false),
    })),
    createdAt: sinceStart(saving, container.createdAt),
  }
}

function savedPage(saving: Saving, container: ContainerRecord): Entry<'pages'>[] {
  const { store, names } = saving
  const page = container.pageId === undefined ? undefined : store.table(pages).get(container.pageId)
  if (page === undefined) return []
  const above =
    container.parentContainerId === undefined
      ? undefined
      : store.table(containers).get(container.parentContainerId)
  return [
    {
      id: page.id,
      container: container.id,
      space: names.placeOf(container.projectContainerId),
      title: container.name,
      parent: above?.pageId,
      version: unless(page.version, 1),
      links: some(
        page.links.map(({ spaceKey, key }) => names.requirement(page.applicationId, spaceKey, key)),
      ),
      createdAt: sinceStart(saving, container.createdAt),
    },
  ]
}

function savedFile(saving: Saving, container: ContainerRecord): Entry<'files'> {
  const content = saving.store.table(fileContents).get(String(container.id))
  const text = content === undefined ? undefined : textOf(content.content)
  return {
    container: container.id,
    workspace: saving.names.placeOf(container.projectContainerId),
    name: container.name,
    text,
    contentType: text === undefined ? undefined : unless(content?.contentType, 'text/plain'),
    createdAt: sinceStart(saving, container.createdAt),
  }
}

/** Undefined for bytes that are no text in UTF-8. */
function textOf(content: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fromBase64(content, 'content'))
  } catch {
    return undefined
  }
}

function savedIssues(saving: Saving): Entry<'issues'>[] {
  const { store, names } = saving
  return [...store.table(issues).scan()].map((issue) => {
    const container = store.table(containers).get(issue.containerId)
    return {
      id: issue.id,
      container: issue.containerId,
      project: names.placeOf(issue.projectContainerId),
      key: issue.key,
      type: issue.issueTypeId,
      summary: container?.name ?? issue.key,
      formerKeys: some(issue.formerKeys ?? []),
      status: unless(issue.status, 'Open'),
      createdAt: container === undefined ? undefined : sinceStart(saving, container.createdAt),
    }
  })
}
