/**
 * What a key means in the file that uses it. If several sites have the key, a file means the one that it defines itself,
 * else the one in a file that it extends; files that extend it do not change that. The reference becomes SITE/KEY.
 */
import { readRequirementReference } from './directory.ts'
import type { ScenarioFile } from '../format/format.ts'
import type { RegionName } from '../merge.ts'
import type { ScenarioSource } from '../format/problems.ts'

export interface ScopedFile {
  readonly source: ScenarioSource
  readonly file: ScenarioFile
}

type Fields = Readonly<Record<string, unknown>>
type Key = string | number
/** Returns a reference to a key with its site, if that is needed. */
type Rename = (reference: string) => string

const KEYED = { space: 'spaces', workspace: 'workspaces', project: 'projects' } as const
type Kind = keyof typeof KEYED
type Renames = Readonly<Record<Kind | 'issue', Rename>>

/** The files with ambiguous references qualified; `extended` is what each file extends, by name. */
export function qualified<F extends ScopedFile>(
  files: readonly F[],
  extended: ReadonlyMap<string, ReadonlySet<string>>,
): readonly F[] {
  const regions = { eu: scopesOf(files, 'eu'), us: scopesOf(files, 'us') }
  if (Object.values(regions).every(({ unclear }) => unclear.size === 0)) return files
  return files.map((each) => {
    const visible = visibleFrom(each.source.file, extended)
    return { ...each, file: rewritten(each.file, (region) => renamesOf(regions[region], each, visible)) }
  })
}

interface Scopes {
  /** Keys that several sites have, each with its kind: `space ENG`. */
  readonly unclear: ReadonlySet<string>
  /** The sites for which a file defines a key. */
  readonly sitesDefining: (file: string, kind: Kind | 'issue', key: string) => ReadonlySet<Key>
}

function scopesOf(files: readonly ScopedFile[], region: RegionName): Scopes {
  const siteNames = new Map<Key, Key>()
  for (const { file } of files)
    for (const { id, name } of (sectionsOf(file, region)['sites'] ?? []) as readonly Fields[])
      if (id !== undefined && name !== undefined) siteNames.set(id as Key, name as Key)
  const sitesOf = new Map<string, Set<Key>>()
  const sitesIn = new Map<string, Set<Key>>()
  const give = (file: string, kind: Kind | 'issue', key: unknown, site: unknown): void => {
    if (key === undefined || site === undefined) return
    const name = siteNames.get(site as Key) ?? (site as Key)
    added(sitesOf, `${kind} ${String(key)}`).add(name)
    added(sitesIn, `${file}\n${kind} ${String(key)}`).add(name)
  }
  for (const { source, file } of files) {
    const sections = sectionsOf(file, region)
    for (const [kind, section] of Object.entries(KEYED))
      for (const { key, site } of sections[section] ?? []) give(source.file, kind as Kind, key, site)
    const projects = new Map((sections['projects'] ?? []).map(({ key, site }) => [key, site]))
    for (const { key, project } of sections['issues'] ?? []) {
      const [site] = [...(sitesOf.get(`project ${String(project)}`) ?? [])]
      give(source.file, 'issue', key, projects.get(project) ?? site)
    }
  }
  const unclear = [...sitesOf].filter(([, sites]) => sites.size > 1).map(([name]) => name)
  const none = new Set<Key>()
  return {
    unclear: new Set(unclear),
    sitesDefining: (file, kind, key) => sitesIn.get(`${file}\n${kind} ${key}`) ?? none,
  }
}

function added(sets: Map<string, Set<Key>>, name: string): Set<Key> {
  const known = sets.get(name) ?? new Set()
  sets.set(name, known)
  return known
}

/** All files that a file extends, directly or not, without itself. */
function visibleFrom(file: string, extended: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const visible = new Set<string>()
  const open = [file]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const base of extended.get(next) ?? []) {
      if (visible.has(base)) continue
      visible.add(base)
      open.push(base)
    }
  }
  return visible
}

function renamesOf(
  { unclear, sitesDefining }: Scopes,
  { source }: ScopedFile,
  visible: ReadonlySet<string>,
): Renames {
  const renameOf = (kind: Kind | 'issue'): Rename => {
    return (reference) => {
      if (!unclear.has(`${kind} ${reference}`)) return reference
      const own = sitesDefining(source.file, kind, reference)
      const sites =
        own.size > 0
          ? own
          : new Set([...visible].flatMap((file) => [...sitesDefining(file, kind, reference)]))
      return sites.size === 1 ? `${[...sites].join()}/${reference}` : reference
    }
  }
  return {
    space: renameOf('space'),
    workspace: renameOf('workspace'),
    project: renameOf('project'),
    issue: renameOf('issue'),
  }
}

type SectionsByName = Readonly<Record<string, readonly Fields[] | undefined>>

function sectionsOf(file: ScenarioFile, region: RegionName): SectionsByName {
  const { us, ...eu } = file.world ?? {}
  return (region === 'eu' ? eu : (us ?? {})) as SectionsByName
}

function rewritten(file: ScenarioFile, renames: (region: RegionName) => Renames): ScenarioFile {
  const sections = (region: RegionName) => {
    const named = renames(region)
    return Object.fromEntries(
      Object.entries(sectionsOf(file, region)).map(([section, entries]) => [
        section,
        entries?.map((entry) => withNames(entry, named, section === 'links')),
      ]),
    )
  }
  const { world, generate, timeline } = file
  return {
    ...file,
    ...(world === undefined
      ? {}
      : { world: { ...sections('eu'), ...(world.us === undefined ? {} : { us: sections('us') }) } }),
    ...(generate === undefined
      ? {}
      : { generate: generate.map((each) => withNames(each, renames(each.region ?? 'eu'), false)) }),
    ...(timeline === undefined ? {} : { timeline: timeline.map((step) => stepWithNames(step, renames)) }),
  } as ScenarioFile
}

function stepWithNames(step: object, renames: (region: RegionName) => Renames): object {
  const pages = Object.entries(step).filter(([name]) => name === 'edit' || name === 'view')
  return {
    ...step,
    ...Object.fromEntries(
      pages.map(([name, page]) => {
        const { region = 'eu', space } = page as { readonly region?: RegionName; readonly space?: string }
        return [name, space === undefined ? page : { ...page, space: renames(region).space(space) }]
      }),
    ),
  }
}

/** An entry with qualified references, in all fields of the format that hold one. */
function withNames(entry: object, names: Renames, isLink: boolean): object {
  const changed: Record<string, unknown> = { ...entry }
  const change = (field: string, to: (value: never) => unknown): void => {
    if (changed[field] !== undefined) changed[field] = to(changed[field] as never)
  }
  const requirement = (reference: string | Fields) => {
    const { space, key } = readRequirementReference(reference as never)
    if (space === undefined) return reference
    const named = names.space(space)
    return typeof reference === 'string' ? `${named}/${key}` : { ...reference, space: named }
  }
  for (const kind of ['space', 'workspace', 'project'] as const)
    change(kind, (value) => (typeof value === 'string' ? names[kind](value) : value))
  change('requirement', requirement)
  change('movedTo', ({ space, ...rest }: Fields) => ({ ...rest, space: names.space(space as string) }))
  change('dependencies', (all: Fields[]) =>
    Array.isArray(all) ? all.map((each) => ({ ...each, to: requirement(each['to'] as string) })) : all,
  )
  change('links', (links: (string | Fields)[] | Fields) => {
    if (Array.isArray(links)) return links.map(requirement)
    return typeof links['project'] === 'string'
      ? { ...links, project: names.project(links['project']) }
      : links
  })
  change('inTracker', (view: Fields) =>
    view['requirement'] === undefined
      ? view
      : { ...view, requirement: requirement(view['requirement'] as string) },
  )
  if (isLink) change('issue', (issue: string) => names.issue(issue))
  return changed
}
