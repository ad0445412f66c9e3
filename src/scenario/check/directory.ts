/** Finds what the references of a scenario name: by name, by id, or by a key with or without what it is in. */
import type { Entry, RequirementReference, SectionName, Sections } from '../format/format.ts'

/** The entries that a reference may mean: one when it is good, none when it is unknown, several when it is unclear. */
export type Found<S extends SectionName> = readonly Entry<S>[]

type Key = string | number

export type Directory = ReturnType<typeof createDirectory>

/** The directory of one region's complete sections; every look-up takes constant time. */
export function createDirectory(sections: Sections) {
  const organizations = index(sections.organizations, (entry) => [entry.name, entry.id])
  const users = index(sections.users, (entry) => [entry.name, entry.id])
  const sites = index(sections.sites, (entry) => [entry.name, entry.id])
  const spaces = index(sections.spaces, (entry) => [entry.key])
  const workspaces = index(sections.workspaces, (entry) => [entry.key])
  const projects = index(sections.projects, (entry) => [entry.key])
  const pages = index(sections.pages, (entry) => [entry.title, entry.id])
  const files = index(sections.files, (entry) => [entry.name])
  const issues = index(sections.issues, (entry) => [entry.key])
  const issueTypes = index(sections.issueTypes, (entry) => [entry.name, entry.id])
  const externalProperties = index(sections.externalProperties, (entry) => [entry.name])
  const integrations = index(sections.integrations, (entry) => [entry.serviceId])
  const excelAttachments = index(sections.excelAttachments, (entry) => [entry.fileName, entry.id])
  const types = index(sections.types, (entry) => [entry.name])
  const baselines = index(sections.baselines, (entry) => [entry.number])
  const renamings = index(
    sections.trackerMessages?.filter(({ newIssue }) => newIssue !== undefined),
    (entry) => [entry.issue],
  )
  const requirements = index(sections.requirements, (entry) => [entry.key])

  const site = (reference: Key): Found<'sites'> => sites(reference)
  const isOnSite = (entry: { site: Key }, wanted: Entry<'sites'> | undefined) =>
    site(entry.site)[0] === wanted
  /** Entries with this key, or with KEY on SITE for a reference SITE/KEY. */
  const keyed = <E extends { site: Key }>(
    found: (key: Key) => readonly E[],
    reference: string,
  ): readonly E[] => {
    const plain = found(reference)
    const slash = reference.indexOf('/')
    if (plain.length > 0 || slash === -1) return plain
    const wanted = site(reference.slice(0, slash))[0]
    return wanted === undefined
      ? []
      : found(reference.slice(slash + 1)).filter((entry) => isOnSite(entry, wanted))
  }
  const space = (reference: string): Found<'spaces'> => keyed(spaces, reference)
  const workspace = (reference: string): Found<'workspaces'> => keyed(workspaces, reference)
  const project = (reference: string): Found<'projects'> => keyed(projects, reference)
  const inSpace = <E extends { space: string }>(entries: readonly E[] = [], wanted: Entry<'spaces'>) =>
    entries.filter((entry) => space(entry.space)[0] === wanted)
  const projectOf = (entry: Entry<'issues'>) => project(entry.project)[0]

  return {
    organization: (reference: Key): Found<'organizations'> => organizations(reference),
    user: (reference: Key): Found<'users'> => users(reference),
    site,
    space,
    workspace,
    project,
    /** A page of a space, by title or id. */
    page: (of: Entry<'spaces'>, reference: Key): Found<'pages'> => inSpace(pages(reference), of),
    file: (inWorkspace: Entry<'workspaces'>, reference: string): Found<'files'> =>
      files(reference).filter((entry) => workspace(entry.workspace)[0] === inWorkspace),
    /** An issue by its key, or by KEY on SITE. */
    issue(reference: string): Found<'issues'> {
      const plain = issues(reference)
      const slash = reference.indexOf('/')
      if (plain.length > 0 || slash === -1) return plain
      const wanted = site(reference.slice(0, slash))[0]
      return issues(reference.slice(slash + 1)).filter((entry) => {
        const inProject = projectOf(entry)
        return inProject !== undefined && isOnSite(inProject, wanted)
      })
    },
    /** The messages of a tracker that tell of another key for the issue of this one. */
    renamings: (issueKey: string): Found<'trackerMessages'> => renamings(issueKey),
    issueType: (onSite: Entry<'sites'>, reference: Key): Found<'issueTypes'> =>
      issueTypes(reference).filter((entry) => isOnSite(entry, onSite)),
    externalProperty: (onSite: Entry<'sites'>, reference: string): Found<'externalProperties'> =>
      externalProperties(reference).filter((entry) => isOnSite(entry, onSite)),
    integration: (reference: string): Found<'integrations'> => integrations(reference),
    /** The integrations that join a wiki and a tracker. */
    integrationsBetween(wiki: Key, tracker: Key): Found<'integrations'> {
      const [wikiSite, trackerSite] = [site(wiki)[0], site(tracker)[0]]
      return (sections.integrations ?? []).filter(
        (entry) => site(entry.wiki)[0] === wikiSite && site(entry.tracker)[0] === trackerSite,
      )
    },
    /** The issues of a project, in order of appearance. */
    issuesOf: (inProject: Entry<'projects'>): Found<'issues'> =>
      (sections.issues ?? []).filter((entry) => projectOf(entry) === inProject),
    issueTypeNames: (onSite: Entry<'sites'>) =>
      namesOf(sections.issueTypes, (entry) => isOnSite(entry, onSite)),
    pageTitles: (of: Entry<'spaces'>) => inSpace(sections.pages, of).map(({ title }) => title),
    fileNames: (inWorkspace: Entry<'workspaces'>) =>
      namesOf(sections.files, (entry) => workspace(entry.workspace)[0] === inWorkspace),
    /** An Excel attachment of a space, by file name or id. */
    excelAttachment: (of: Entry<'spaces'>, reference: Key): Found<'excelAttachments'> =>
      inSpace(excelAttachments(reference), of),
    excelFileNames: (of: Entry<'spaces'>) =>
      inSpace(sections.excelAttachments, of).map(({ fileName }) => fileName),
    type: (of: Entry<'spaces'>, name: string): Found<'types'> => inSpace(types(name), of),
    typeNames: (of: Entry<'spaces'>) => inSpace(sections.types, of).map(({ name }) => name),
    baseline: (of: Entry<'spaces'>, number: number): Found<'baselines'> => inSpace(baselines(number), of),
    baselineNumbers: (of: Entry<'spaces'>) =>
      inSpace(sections.baselines, of).map(({ number }) => String(number)),
    /** The names that references may use, for errors. */
    names: {
      organizations: () => namesOf(sections.organizations),
      users: () => namesOf(sections.users),
      sites: () => namesOf(sections.sites),
      spaces: () => (sections.spaces ?? []).map(({ key }) => key),
      workspaces: () => (sections.workspaces ?? []).map(({ key }) => key),
      projects: () => (sections.projects ?? []).map(({ key }) => key),
      issues: () => (sections.issues ?? []).map(({ key }) => key),
      integrations: () => (sections.integrations ?? []).map(({ serviceId }) => serviceId),
      externalProperties: (onSite: Entry<'sites'>) =>
        namesOf(sections.externalProperties, (entry) => isOnSite(entry, onSite)),
    },
    /** The requirements of a space that have a key, in any variant, baseline and status. */
    requirement: (of: Entry<'spaces'>, key: string): Found<'requirements'> =>
      requirements(key).filter((entry) => entry.space !== undefined && space(entry.space)[0] === of),
  }
}

/** The space and key in a reference to a requirement; the space is absent if there is only a key. */
export function readRequirementReference(reference: RequirementReference): { space?: string; key: string } {
  if (typeof reference !== 'string') {
    return reference.space === undefined
      ? { key: reference.key }
      : { space: reference.space, key: reference.key }
  }
  const slash = reference.lastIndexOf('/')
  if (slash <= 0 || slash === reference.length - 1) return { key: reference }
  return { space: reference.slice(0, slash), key: reference.slice(slash + 1) }
}

function namesOf<E extends { name: string }>(
  entries: readonly E[] | undefined,
  filter: (entry: E) => boolean = () => true,
) {
  return (entries ?? []).filter(filter).map(({ name }) => name)
}

function index<E>(entries: readonly E[] | undefined, keys: (entry: E) => readonly (Key | undefined)[]) {
  const byKey = new Map<Key, E[]>()
  for (const entry of entries ?? []) {
    for (const key of keys(entry)) {
      if (key === undefined) continue
      const list = byKey.get(key)
      if (list === undefined) byKey.set(key, [entry])
      else list.push(entry)
    }
  }
  return (key: Key): readonly E[] => byKey.get(key) ?? []
}
