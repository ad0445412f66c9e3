/** Checks that everything a scenario refers to exists, and that what must be unique is. */
import { shown } from '../model/refusal.ts'
import { parseInstant } from '../world/duration.ts'
import { nearestName } from '../world/nearest.ts'
import { createDirectory, type Directory, readRequirementReference } from './directory.ts'
import type { Entry, RequirementGenerator, RequirementReference, SectionName, Sections } from './format.ts'
import { keyOfNumber, keyWidth } from './keys.ts'
import { BUILT_IN_NAMES, namesInPattern } from './patterns.ts'
import type { Path } from './problems.ts'

/** Says what is wrong at a place within an entry. */
export type Report = (path: Path, message: string, nearest?: string) => void

type Key = string | number

/** Checks one entry of each section; `check.report` takes the places within it. */
type EntryChecks = { readonly [S in SectionName]: (entry: Entry<S>, check: Check) => void }

interface Check {
  readonly directory: Directory
  readonly report: Report
  /** One entry of what a reference may mean; reports it when there is none, or several. */
  one<E>(
    what: string,
    path: Path,
    reference: Key,
    found: readonly E[],
    names: () => readonly string[],
  ): E | undefined
  user(path: Path, reference: Key): void
  users(path: Path, references: readonly Key[] | undefined): void
  site(path: Path, reference: Key, type?: Entry<'sites'>['type']): Entry<'sites'> | undefined
  organization(path: Path, reference: Key): void
  space(path: Path, reference: string): Entry<'spaces'> | undefined
  workspace(path: Path, reference: string): Entry<'workspaces'> | undefined
  project(path: Path, reference: string): Entry<'projects'> | undefined
  variant(path: Path, reference: Key | undefined, of: Entry<'spaces'> | Entry<'workspaces'> | undefined): void
  externalProperties(path: Path, names: readonly string[], site: Key | undefined): void
  /** A requirement that must exist. */
  requirement(path: Path, reference: RequirementReference): void
}

/** Checks the references of a region's complete entries; `reportOf` gives the reporter of an entry. */
export function checkReferences(
  sections: Sections,
  generators: readonly { generator: RequirementGenerator; report: Report }[],
  reportOf: (section: SectionName, position: number) => Report,
): void {
  const directory = createDirectory(sections)
  const generated = generators.map(({ generator }) => generator)
  for (const section of Object.keys(ENTRY_CHECKS) as SectionName[]) checkSection(section)
  for (const { generator, report } of generators)
    checkGenerator(generator, createCheck(directory, sections, generated, report))

  function checkSection<S extends SectionName>(section: S): void {
    const checkEntry = ENTRY_CHECKS[section]
    const entries = (sections[section] ?? []) as readonly Entry<S>[]
    entries.forEach((entry, position) => {
      const report = reportOf(section, position)
      checkInstants(entry, report)
      checkEntry(entry, createCheck(directory, sections, generated, report))
    })
  }
}

const ENTRY_CHECKS: EntryChecks = {
  organizations: () => {},
  users: (entry, check) =>
    entry.organizations?.forEach(({ organization }, at) =>
      check.organization(['organizations', at, 'organization'], organization),
    ),
  sites(entry, check) {
    check.organization(['organization'], entry.organization)
    check.users(['administrators'], entry.administrators)
  },
  accountLinks(entry, check) {
    check.user(['user'], entry.user)
    check.site(['site'], entry.site)
  },
  tokens(entry, check) {
    check.user(['user'], entry.user)
    if (entry.application !== undefined) check.site(['application'], entry.application)
  },
  sessions: (entry, check) => check.user(['user'], entry.user),
  spaces(entry, check) {
    check.site(['site'], entry.site, 'CONFLUENCE')
    checkContainer(entry, check)
  },
  pages(entry, check) {
    const space = check.space(['space'], entry.space)
    if (space !== undefined && entry.parent !== undefined) checkPage(['parent'], entry.parent, space, check)
    if (space !== undefined) checkAncestors(entry, space, check)
    entry.links?.forEach((link, at) => {
      const { space: named } = readRequirementReference(link)
      if (named !== undefined) check.space(['links', at], named)
    })
  },
  workspaces(entry, check) {
    check.site(['site'], entry.site, 'STANDALONE')
    checkContainer(entry, check)
  },
  files: (entry, check) => void check.workspace(['workspace'], entry.workspace),
  externalProperties: (entry, check) => void check.site(['site'], entry.site),
  requirements(entry, check) {
    const owner = checkOwner(entry, check)
    check.variant(['variant'], entry.variant, owner)
    check.externalProperties(['external'], Object.keys(entry.external ?? {}), owner?.site)
    entry.dependencies?.forEach(({ to }, at) => {
      const { space } = readRequirementReference(to)
      if (space !== undefined) check.space(['dependencies', at, 'to'], space)
    })
    if (entry.movedTo !== undefined) check.space(['movedTo', 'space'], entry.movedTo.space)
    checkStatus(entry, check.report)
  },
  sequences: (entry, check) => void checkOwner(entry, check),
  projects(entry, check) {
    check.site(['site'], entry.site, 'JIRA')
    checkContainer(entry, check)
  },
  issueTypes: (entry, check) => void check.site(['site'], entry.site, 'JIRA'),
  issues(entry, check) {
    const project = check.project(['project'], entry.project)
    const site = project === undefined ? undefined : check.directory.site(project.site)[0]
    if (site === undefined) return
    check.one(
      'issue type of the site',
      ['type'],
      entry.type,
      check.directory.issueType(site, entry.type),
      () => check.directory.issueTypeNames(site),
    )
  },
  integrations(entry, check) {
    check.site(['wiki'], entry.wiki, 'CONFLUENCE')
    check.site(['tracker'], entry.tracker, 'JIRA')
  },
  links(entry, check) {
    const found = check.directory.issue(entry.issue)
    const issue = check.one('issue', ['issue'], entry.issue, found, check.directory.names.issues)
    check.requirement(['requirement'], entry.requirement)
    checkIntegration(entry, issue, check)
    if (entry.integration !== undefined) {
      const named = check.directory.integration(entry.integration)
      check.one('integration', ['integration'], entry.integration, named, check.directory.names.integrations)
    }
    if (entry.lostKey === true && entry.faces === 'wiki') {
      check.report(['lostKey'], "'lostKey' is of the face of the tracker: let 'faces' be both or tracker")
    }
  },
  testCaseLinks: (entry, check) => check.requirement(['requirement'], entry.requirement),
  linkRequests(entry, check) {
    check.site(['application'], entry.application)
    check.organization(['organization'], entry.organization)
    check.user(['createdBy'], entry.createdBy)
  },
}

/** A link needs an integration between the wiki of its requirement and the tracker of its issue. */
function checkIntegration(entry: Entry<'links'>, issue: Entry<'issues'> | undefined, check: Check): void {
  const { directory } = check
  const space = directory.space(readRequirementReference(entry.requirement).space ?? '')[0]
  const project = issue === undefined ? undefined : directory.project(issue.project)[0]
  if (space === undefined || project === undefined) return
  if (directory.integrationsBetween(space.site, project.site).length === 0) {
    check.report(['issue'], `no integration joins site ${shown(space.site)} and site ${shown(project.site)}`)
  }
}

function checkContainer(
  entry: Entry<'spaces'> | Entry<'projects'> | Entry<'workspaces'>,
  check: Check,
): void {
  check.users(['grants', 'read'], entry.grants?.read)
  check.users(['grants', 'edit'], entry.grants?.edit)
  const names = new Set<string>()
  let current = 0
  entry.variants?.forEach((variant, at) => {
    if (names.has(variant.name))
      check.report(['variants', at, 'name'], `the name ${shown(variant.name)} is given twice`)
    names.add(variant.name)
    if (variant.current === true && ++current === 2) {
      check.report(['variants', at, 'current'], 'only one variant of a container can be current')
    }
  })
}

function checkOwner(
  entry: {
    space?: string | undefined
    workspace?: string | undefined
    page?: Key | undefined
    file?: string | undefined
  },
  check: Check,
): Entry<'spaces'> | Entry<'workspaces'> | undefined {
  if ((entry.space === undefined) === (entry.workspace === undefined)) {
    check.report([], "needs either 'space' or 'workspace'")
    return undefined
  }
  if (entry.space !== undefined) {
    const space = check.space(['space'], entry.space)
    if (entry.file !== undefined)
      check.report(['file'], "'file' is for requirements of a workspace: use 'page'")
    if (space !== undefined && entry.page !== undefined) checkPage(['page'], entry.page, space, check)
    return space
  }
  const workspace = check.workspace(['workspace'], entry.workspace as string)
  if (entry.page !== undefined) check.report(['page'], "'page' is for requirements of a space: use 'file'")
  if (workspace !== undefined && entry.file !== undefined) {
    const found = check.directory.file(workspace, entry.file)
    check.one('file of the workspace', ['file'], entry.file, found, () =>
      check.directory.fileNames(workspace),
    )
  }
  return workspace
}

function checkPage(path: Path, reference: Key, space: Entry<'spaces'>, check: Check): void {
  const found = check.directory.page(space, reference)
  check.one(`page of space ${shown(space.key)}`, path, reference, found, () =>
    check.directory.pageTitles(space),
  )
}

/** Follows the parents of a page up to the top; more steps than pages could make means a circle. */
function checkAncestors(entry: Entry<'pages'>, space: Entry<'spaces'>, check: Check): void {
  let page: Entry<'pages'> | undefined = entry
  for (let height = 0; page?.parent !== undefined; height++) {
    page = check.directory.page(space, page.parent)[0]
    if (page === entry || height === MAXIMUM_PAGE_HEIGHT) {
      check.report(
        ['parent'],
        page === entry ? 'a page cannot be below itself' : `is more than ${height} pages deep`,
      )
      return
    }
  }
}

const MAXIMUM_PAGE_HEIGHT = 100

function checkStatus(entry: Entry<'requirements'>, report: Report): void {
  if ((entry.status === 'ARCHIVED') !== (entry.baseline !== undefined)) {
    report(['status'], "ARCHIVED rows, and no others, carry a 'baseline': give both or neither")
  }
  if ((entry.status === 'MOVED') !== (entry.movedTo !== undefined)) {
    report(['status'], "MOVED rows, and no others, say where they went in 'movedTo': give both or neither")
  }
}

function checkGenerator(generator: RequirementGenerator, check: Check): void {
  const owner = checkOwner(generator, check)
  check.variant(['variant'], generator.variant, owner)
  check.externalProperties(['external'], Object.keys(generator.external ?? {}), owner?.site)
  checkGeneratedLinks(generator, check)
  checkPatterns(generator, check.report)
  if (generator.page !== undefined && generator.pages !== undefined) {
    check.report(['pages'], "'page' names an existing page and 'pages' makes new ones: give one of the two")
  }
  if (generator.pages !== undefined && generator.space === undefined) {
    check.report(['pages'], "'pages' are of spaces: a workspace has files")
  }
  for (const section of ['properties', 'external'] as const) {
    for (const [name, source] of Object.entries(generator[section] ?? {})) {
      if (typeof source === 'object' && 'from' in source && !(source.to >= source.from)) {
        check.report([section, name, 'to'], `must be at least 'from', which is ${source.from}`)
      }
    }
  }
  for (const name of Object.keys(generator.fields ?? {})) {
    if (Object.hasOwn(generator.properties ?? {}, name)) {
      check.report(['fields', name], "stands in 'properties' too: a property has one source")
    }
  }
}

function checkGeneratedLinks({ links, space: named }: RequirementGenerator, check: Check): void {
  if (links === undefined) return
  if (named === undefined)
    return check.report(['links'], 'only requirements of a space can be linked to issues')
  const { directory } = check
  const project = check.project(['links', 'project'], links.project)
  const space = directory.space(named)[0]
  if (project === undefined || space === undefined) return
  if (directory.issuesOf(project).length === 0) {
    check.report(['links', 'project'], `project ${shown(project.key)} has no issues to link to`)
  }
  if (directory.integrationsBetween(space.site, project.site).length === 0) {
    check.report(
      ['links', 'project'],
      `no integration joins site ${shown(space.site)} and site ${shown(project.site)}`,
    )
  }
}

function checkPatterns(generator: RequirementGenerator, report: Report): void {
  const known = [...BUILT_IN_NAMES, ...Object.keys(generator.lists ?? {})]
  const checkPattern = (path: Path, pattern: string) => {
    for (const name of namesInPattern(pattern)) {
      if (!known.includes(name)) report(path, `'lists' has no list ${shown(name)}`, nearestName(name, known))
    }
  }
  const { text = [], pageTitle, properties, external } = generator
  if (typeof text === 'string') checkPattern(['text'], text)
  else text.forEach((pattern, at) => checkPattern(['text', at], pattern))
  if (pageTitle !== undefined) checkPattern(['pageTitle'], pageTitle)
  for (const [section, sources] of Object.entries({ properties, external })) {
    for (const [name, source] of Object.entries(sources ?? {})) {
      if (typeof source === 'string') checkPattern([section, name], source)
    }
  }
}

const INSTANT_FIELDS = ['createdAt', 'expires', 'executedAt'] as const

function checkInstants(entry: object, report: Report): void {
  const fields = entry as Readonly<Record<string, unknown>>
  for (const name of INSTANT_FIELDS) {
    const value = fields[name]
    if (typeof value === 'string' && parseInstant(value) === undefined) report([name], instantMessage(value))
  }
}

/** What to say of a text that is no instant. */
export function instantMessage(value: string): string {
  return `must be an instant with a zone, such as 2026-01-05T09:00:00Z, not ${shown(value)}`
}

function createCheck(
  directory: Directory,
  sections: Sections,
  generators: readonly RequirementGenerator[],
  report: Report,
): Check {
  const { names } = directory
  function one<E>(
    what: string,
    path: Path,
    reference: Key,
    found: readonly E[],
    known: () => readonly string[],
  ) {
    if (found.length === 1) return found[0]
    if (found.length > 1)
      report(path, `several entries are ${what} ${shown(reference)}: give the id, or SITE/KEY`)
    else report(path, `no ${what} ${shown(reference)}`, nearestName(String(reference), known()))
    return undefined
  }
  const check: Check = {
    directory,
    report,
    one,
    user: (path, reference) => void one('user', path, reference, directory.user(reference), names.users),
    users: (path, references) => references?.forEach((reference, at) => check.user([...path, at], reference)),
    site(path, reference, type) {
      const site = one('site', path, reference, directory.site(reference), names.sites)
      if (site === undefined || type === undefined || site.type === type) return site
      report(path, `site ${shown(reference)} is of type ${site.type}, but must be ${type}`)
      return undefined
    },
    organization: (path, reference) =>
      void one('organization', path, reference, directory.organization(reference), names.organizations),
    space: (path, reference) => one('space', path, reference, directory.space(reference), names.spaces),
    workspace: (path, reference) =>
      one('workspace', path, reference, directory.workspace(reference), names.workspaces),
    project: (path, reference) =>
      one('project', path, reference, directory.project(reference), names.projects),
    variant(path, reference, of) {
      if (reference === undefined || of === undefined || reference === 'Current') return
      const variants = of.variants ?? []
      const found = variants.filter((variant) => variant.name === reference || variant.id === reference)
      one(`variant of ${shown(of.key)}`, path, reference, found, () => variants.map(({ name }) => name))
    },
    externalProperties(path, wanted, siteReference) {
      const site = siteReference === undefined ? undefined : directory.site(siteReference)[0]
      if (site === undefined) return
      for (const name of wanted) {
        const found = directory.externalProperty(site, name)
        one('external property of the site', [...path, name], name, found, () =>
          names.externalProperties(site),
        )
      }
    },
    requirement(path, reference) {
      const { space: named, key } = readRequirementReference(reference)
      if (named === undefined) return report(path, `needs the space: SPACE/${shown(key).slice(1, -1)}`)
      const space = check.space(path, named)
      if (space === undefined || directory.requirement(space, key).length > 0) return undefined
      if (generators.some((generator) => makesKey(generator, space, key, directory))) return undefined
      const nearest = nearestName(key, requirementKeys(sections, space, directory))
      report(path, `no requirement ${shown(key)} in space ${shown(space.key)}`, nearest)
      return undefined
    },
  }
  return check
}

function makesKey(
  generator: RequirementGenerator,
  space: Entry<'spaces'>,
  key: string,
  directory: Directory,
): boolean {
  if (generator.space === undefined || directory.space(generator.space)[0] !== space) return false
  const number = Number(key.slice(generator.prefix.length))
  const start = generator.start ?? 1
  return (
    key.startsWith(generator.prefix) &&
    Number.isSafeInteger(number) &&
    number >= start &&
    number < start + generator.requirements &&
    keyOfNumber(generator.prefix, number, keyWidth(generator)) === key
  )
}

function* requirementKeys(
  sections: Sections,
  space: Entry<'spaces'>,
  directory: Directory,
): Generator<string> {
  for (const { space: named, key } of sections.requirements ?? []) {
    if (named !== undefined && directory.space(named)[0] === space) yield key
  }
}
