/** Checks that everything a scenario refers to exists, and that what must be unique is. */
import { quoted } from '../../model/input/refusal.ts'
import { isContentType } from '../../model/records/service/files.ts'
import { readEnumValues } from '../../model/requirements/writing/property-values.ts'
import { DEFAULT_RELATIONSHIP } from '../../model/settings/definitions.ts'
import { isEmail } from '../../model/records/service/email.ts'
import { nearestName } from '../../world/nearest.ts'
import { createDirectory, readRequirementReference } from './directory.ts'
import type { Entry, RequirementGenerator, SectionName, Sections } from '../format/format.ts'
import { BUILT_IN_NAMES, namesInPattern } from '../format/patterns.ts'
import type { Path } from '../format/problems.ts'
import {
  type Check,
  type Placed,
  checkInstants,
  createCheck,
  type EntryChecks,
  type Key,
  type Report,
} from './reference-check.ts'
import { DASHBOARD_CHECKS } from './references-dashboards.ts'
import { TRACKER_CHECKS } from './references-tracker.ts'
import { checkKey, checkWikiFields, WIKI_CHECKS } from './references-wiki.ts'
import { countText } from '../../world/count-text.ts'

/** Checks the references of a region's complete entries; `reportOf` returns the reporter of an entry. */
export function checkReferences(
  sections: Sections,
  generators: readonly { generator: RequirementGenerator; report: Report }[],
  reportOf: (section: SectionName, position: number) => Report,
): void {
  const directory = createDirectory(sections)
  const generated = generators.map(({ generator }) => generator)
  for (const section of Object.keys(ENTRY_CHECKS) as SectionName[]) checkSection(section)
  for (const { generator, report } of generators)
    checkGenerator(generator, createCheck(directory, generated, report))

  function checkSection<S extends SectionName>(section: S): void {
    const checkEntry = ENTRY_CHECKS[section]
    const entries = (sections[section] ?? []) as readonly Entry<S>[]
    entries.forEach((entry, position) => {
      const report = reportOf(section, position)
      checkInstants(entry, report)
      checkEntry(entry, createCheck(directory, generated, report))
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
    if (space !== undefined && entry.parent !== undefined) check.page(['parent'], entry.parent, space)
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
  files(entry, check) {
    check.workspace(['workspace'], entry.workspace)
    if (entry.contentType !== undefined && !isContentType(entry.contentType))
      check.report(['contentType'], `must be written type/subtype, not ${quoted(entry.contentType)}`)
    if (entry.contentType !== undefined && entry.text === undefined)
      check.report(['contentType'], "needs 'text': an empty file has no content type")
  },
  importJobs(entry, check) {
    check.site(['site'], entry.site)
    check.user(['createdBy'], entry.createdBy)
    if ((entry.status ?? 'DONE') === 'DONE' && entry.rows !== undefined)
      check.report(['rows'], 'lists rows that are not imported: a job in status DONE has none')
  },
  ...DASHBOARD_CHECKS,
  ...WIKI_CHECKS,
  externalProperties(entry, check) {
    check.site(['site'], entry.site)
    check.refusalAt(['enumValues'], () => readEnumValues(entry.dataType, entry.enumValues))
  },
  requirements(entry, check) {
    const owner = checkOwner(entry, check)
    check.variant(['variant'], entry.variant, owner)
    check.externalProperties(['external'], Object.keys(entry.external ?? {}), owner?.site)
    checkDependencies(entry, owner, check)
    if (entry.movedTo !== undefined) check.space(['movedTo', 'space'], entry.movedTo.space)
    checkStatus(entry, check.report)
    checkKey(['key'], entry.key, owner, check, entry.space)
    if (entry.space !== undefined && owner !== undefined)
      checkWikiFields(entry, owner as Entry<'spaces'>, check)
    else if (entry.excel !== undefined) check.report(['excel'], "'excel' is for requirements of a space")
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
    check.one('issue type of the site', ['type'], entry.type, check.directory.issueTypesOf(site))
  },
  integrations(entry, check) {
    check.site(['wiki'], entry.wiki, 'CONFLUENCE')
    check.site(['tracker'], entry.tracker, 'JIRA')
  },
  ...TRACKER_CHECKS,
  testCaseLinks: (entry, check) => check.requirement(['requirement'], entry.requirement),
  linkRequests(entry, check) {
    check.site(['application'], entry.application)
    check.organization(['organization'], entry.organization)
    check.user(['createdBy'], entry.createdBy)
  },
  invitations(entry, check) {
    check.organization(['organization'], entry.organization)
    check.user(['createdBy'], entry.createdBy)
    if (!isEmail(entry.email))
      check.report(['email'], `must be an address such as name@example.test, not ${quoted(entry.email)}`)
  },
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
      check.report(['variants', at, 'name'], `the name ${quoted(variant.name)} appears twice`)
    names.add(variant.name)
    if (variant.current === true && ++current === 2) {
      check.report(['variants', at, 'current'], 'only one variant of a container can be current')
    }
  })
}

function checkOwner(
  entry: Placed & { page?: Key | undefined; file?: string | undefined },
  check: Check,
): Entry<'spaces'> | Entry<'workspaces'> | undefined {
  const { space, workspace, page, file } = entry
  const owner = check.owner(entry)
  if ((space === undefined) === (workspace === undefined)) return undefined
  if (space === undefined) {
    if (page !== undefined) check.report(['page'], "'page' is for requirements of a space: use 'file'")
    if (owner !== undefined && file !== undefined) check.file(['file'], file, owner as Entry<'workspaces'>)
  } else {
    if (file !== undefined) check.report(['file'], "'file' is for requirements of a workspace: use 'page'")
    if (owner !== undefined && page !== undefined) check.page(['page'], page, owner as Entry<'spaces'>)
  }
  return owner
}
/** Follows the parents of a page up to the top; more steps than pages could make means a circle. */
function checkAncestors(entry: Entry<'pages'>, space: Entry<'spaces'>, check: Check): void {
  let page: Entry<'pages'> | undefined = entry
  for (let height = 0; page?.parent !== undefined; height++) {
    page = check.directory.pagesOf(space)(page.parent)[0]
    if (page === entry || height === MAXIMUM_PAGE_HEIGHT) {
      check.report(
        ['parent'],
        page === entry ? 'a page cannot be below itself' : `is more than ${countText(height, 'page')} deep`,
      )
      return
    }
  }
}

const MAXIMUM_PAGE_HEIGHT = 100

/** Reports unknown spaces and repeated dependencies, even if their entries name space and relationship differently. */
function checkDependencies(
  { dependencies = [] }: Entry<'requirements'>,
  owner: { readonly key: string } | undefined,
  check: Check,
): void {
  const seen = new Set<string>()
  dependencies.forEach(({ relationship = DEFAULT_RELATIONSHIP, to }, at) => {
    const { space, key } = readRequirementReference(to)
    const found = space === undefined ? owner : check.space(['dependencies', at, 'to'], space)
    const saying = JSON.stringify([relationship, found?.key, key])
    if (seen.size === seen.add(saying).size)
      check.report(
        ['dependencies', at],
        `depends on ${quoted(key)} as ${quoted(relationship)} twice: give it once`,
      )
  })
}

function checkStatus(entry: Entry<'requirements'>, report: Report): void {
  if ((entry.status === 'ARCHIVED') !== (entry.baseline !== undefined)) {
    report(['status'], "ARCHIVED and 'baseline' go together: give both or neither")
  }
  if ((entry.status === 'MOVED') !== (entry.movedTo !== undefined)) {
    report(['status'], "MOVED and 'movedTo' go together: give both or neither")
  }
  if (entry.pageVersion !== undefined && entry.baseline === undefined) {
    report(['pageVersion'], "is for frozen copies: give 'baseline' too")
  }
}

function checkGenerator(generator: RequirementGenerator, check: Check): void {
  const owner = checkOwner(generator, check)
  checkKey(['prefix'], generator.prefix, owner, check, generator.space)
  check.variant(['variant'], generator.variant, owner)
  check.externalProperties(['external'], Object.keys(generator.external ?? {}), owner?.site)
  checkGeneratedLinks(generator, check)
  checkPatterns(generator, check.report)
  if (generator.page !== undefined && generator.pages !== undefined) {
    check.report(['pages'], "'page' names an existing page and 'pages' makes new ones: give one of the two")
  }
  if (generator.pages !== undefined && generator.space === undefined) {
    check.report(['pages'], "'pages' is for spaces: a workspace has files")
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
      check.report(['fields', name], "is in 'properties' too: a property has one source")
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
    check.report(['links', 'project'], `project ${quoted(project.key)} has no issues to link to`)
  }
  if (directory.integrationsBetween(space.site, project.site).length === 0) {
    check.report(
      ['links', 'project'],
      `no integration connects site ${quoted(space.site)} and site ${quoted(project.site)}`,
    )
  }
}

function checkPatterns(generator: RequirementGenerator, report: Report): void {
  const known = [...BUILT_IN_NAMES, ...Object.keys(generator.lists ?? {})]
  const checkPattern = (path: Path, pattern: string) => {
    for (const name of namesInPattern(pattern)) {
      if (!known.includes(name)) report(path, `'lists' has no list ${quoted(name)}`, nearestName(name, known))
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
