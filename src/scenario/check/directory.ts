/** Finds what the references of a scenario name: by name, by id, or by a key with or without what it is in. */
import type { Entry, RequirementReference, Sections } from '../format/format.ts'

type Key = string | number

/** Finds the entries that a reference may mean: one when it is good, none when it is unknown, several when it is unclear. */
export interface Lookup<E> {
  (reference: Key): readonly E[]
  /** The names that references may use, for errors; only those of entries that pass the filter, if there is one. */
  names(filter?: (entry: E) => boolean): readonly string[]
}

export type Directory = ReturnType<typeof createDirectory>

/** The directory of one region's complete sections; every look-up takes constant time. */
export function createDirectory(sections: Sections) {
  const site = index(sections.sites, ({ name, id }) => [name, id])
  const onSite = <E extends { site: Key }>(all: Lookup<E>) => {
    return (wanted: Entry<'sites'>) => among(all, (entry) => site(entry.site)[0] === wanted)
  }
  /** Finds entries by their key, or by SITE/KEY. */
  const keyed = <E>(all: Lookup<E>, siteOf: (entry: E) => Key | undefined): Lookup<E> =>
    lookup((reference) => {
      const plain = all(reference)
      const [place = '', ...key] = String(reference).split('/')
      const [wanted] = key.length === 0 ? [] : site(place)
      if (plain.length > 0 || wanted === undefined) return plain
      return all(key.join('/')).filter((entry) => site(siteOf(entry) ?? '')[0] === wanted)
    }, all.names)
  const keyedBySite = <E extends { key: string; site: Key }>(entries: readonly E[] | undefined) =>
    keyed(
      index(entries, ({ key }) => [key]),
      (entry) => entry.site,
    )
  const space = keyedBySite(sections.spaces)
  const workspace = keyedBySite(sections.workspaces)
  const project = keyedBySite(sections.projects)
  const projectOf = (entry: Entry<'issues'>) => project(entry.project)[0]
  const issue = keyed(
    index(sections.issues, ({ key }) => [key]),
    (entry) => projectOf(entry)?.site,
  )
  const hasFormerKeys = ({ formerKeys = [] }: Entry<'issues'>) => formerKeys.length > 0
  const formerIssue = index(
    sections.issues?.filter(hasFormerKeys),
    ({ key, formerKeys: [first = key, ...others] = [] }) => [first, ...others],
  )
  const inSpace = <E extends { space?: string | undefined }>(all: Lookup<E>) => {
    return (wanted: Entry<'spaces'>) =>
      among(all, (entry) => entry.space !== undefined && space(entry.space)[0] === wanted)
  }
  const files = index(sections.files, ({ name }) => [name])
  const isRenaming = ({ newIssue }: Entry<'trackerMessages'>) => newIssue !== undefined

  return {
    organization: index(sections.organizations, ({ name, id }) => [name, id]),
    user: index(sections.users, ({ name, id }) => [name, id]),
    site,
    space,
    workspace,
    project,
    issue,
    /** The issues of a tracker. */
    issuesOn: (wanted: Entry<'sites'> | undefined) =>
      among(issue, (entry) => site(projectOf(entry)?.site ?? '')[0] === wanted),
    /** The issues of a tracker by the keys that they had. */
    formerIssuesOn: (wanted: Entry<'sites'> | undefined) =>
      among(formerIssue, (entry) => site(projectOf(entry)?.site ?? '')[0] === wanted),
    integration: index(sections.integrations, ({ serviceId }) => [serviceId]),
    /** The messages of a tracker that give the issue with this key another one. */
    renaming: index(sections.trackerMessages?.filter(isRenaming), ({ issue }) => [issue]),
    pagesOf: inSpace(index(sections.pages, ({ title, id }) => [title, id])),
    filesOf: (wanted: Entry<'workspaces'>) =>
      among(files, (entry) => workspace(entry.workspace)[0] === wanted),
    issueTypesOf: onSite(index(sections.issueTypes, ({ name, id }) => [name, id])),
    externalPropertiesOf: onSite(index(sections.externalProperties, ({ name }) => [name])),
    excelAttachmentsOf: inSpace(index(sections.excelAttachments, ({ fileName, id }) => [fileName, id])),
    typesOf: inSpace(index(sections.types, ({ name }) => [name])),
    baselinesOf: inSpace(index(sections.baselines, ({ number }) => [number])),
    /** The requirements of a space by key, in any variant, baseline and status. */
    requirementsOf: inSpace(index(sections.requirements, ({ key }) => [key])),
    /** The integrations that connect a wiki and a tracker. */
    integrationsBetween(wiki: Key, tracker: Key): readonly Entry<'integrations'>[] {
      const [wikiSite, trackerSite] = [site(wiki)[0], site(tracker)[0]]
      return (sections.integrations ?? []).filter(
        (entry) => site(entry.wiki)[0] === wikiSite && site(entry.tracker)[0] === trackerSite,
      )
    },
    /** The issues of a project, in order of appearance. */
    issuesOf: (wanted: Entry<'projects'>): readonly Entry<'issues'>[] =>
      (sections.issues ?? []).filter((entry) => projectOf(entry) === wanted),
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

/** An index of entries by their keys, of which the first is the name. */
function index<E>(
  entries: readonly E[] = [],
  keysOf: (entry: E) => readonly [Key, ...(Key | undefined)[]],
): Lookup<E> {
  const byKey = new Map<Key, E[]>()
  for (const entry of entries) {
    for (const key of keysOf(entry)) {
      if (key === undefined) continue
      const list = byKey.get(key)
      if (list === undefined) byKey.set(key, [entry])
      else list.push(entry)
    }
  }
  return lookup(
    (key) => byKey.get(key) ?? [],
    (filter = () => true) => entries.filter(filter).map((entry) => String(keysOf(entry)[0])),
  )
}

function among<E>(all: Lookup<E>, filter: (entry: E) => boolean): Lookup<E> {
  return lookup(
    (reference) => all(reference).filter(filter),
    () => all.names(filter),
  )
}

function lookup<E>(find: (reference: Key) => readonly E[], names: Lookup<E>['names']): Lookup<E> {
  return Object.assign(find, { names })
}
