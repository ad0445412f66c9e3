/** Shared by the checks of entries: looks references up and reports missing ones. */
import { instantMessage, isInstant } from '../format/instants.ts'
import { shown } from '../../model/refusal.ts'
import { nearestName } from '../../world/nearest.ts'
import { type Directory, readRequirementReference } from './directory.ts'
import type {
  Entry,
  RequirementGenerator,
  RequirementReference,
  SectionName,
  Sections,
} from '../format/format.ts'
import { keyOfNumber, keyWidth } from '../seed/keys.ts'
import type { Path } from './problems.ts'
import { variantsOf } from '../seed/seeding.ts'

/** Reports an error at a place within an entry. */
export type Report = (path: Path, message: string, nearest?: string) => void

export type Key = string | number

/** Looks up the references of an entry, and reports missing ones at their place. */
export type Check = ReturnType<typeof createCheck>

/** A check of one entry of each section; `check.report` takes the places within it. */
export type EntryChecks = { readonly [S in SectionName]: (entry: Entry<S>, check: Check) => void }

/** The checks of one entry; `report` takes the places within it. */
export function createCheck(
  directory: Directory,
  sections: Sections,
  generators: readonly RequirementGenerator[],
  report: Report,
) {
  const { names } = directory
  /** One entry of what a reference may mean; reports it when there is none, or several. */
  function one<E>(
    what: string,
    path: Path,
    reference: Key,
    found: readonly E[],
    known: () => readonly string[],
  ): E | undefined {
    if (found.length === 1) return found[0]
    if (found.length > 1)
      report(path, `several entries are ${what} ${shown(reference)}: give the id, or SITE/KEY`)
    else report(path, `no ${what} ${shown(reference)}`, nearestName(String(reference), known()))
    return undefined
  }
  const check = {
    directory,
    report,
    one,
    user: (path: Path, reference: Key) =>
      void one('user', path, reference, directory.user(reference), names.users),
    users: (path: Path, references: readonly Key[] | undefined) =>
      references?.forEach((reference, at) => check.user([...path, at], reference)),
    site(path: Path, reference: Key, type?: Entry<'sites'>['type']): Entry<'sites'> | undefined {
      const site = one('site', path, reference, directory.site(reference), names.sites)
      if (site === undefined || type === undefined || site.type === type) return site
      report(path, `site ${shown(reference)} is of type ${site.type}, but must be ${type}`)
      return undefined
    },
    organization: (path: Path, reference: Key) =>
      void one('organization', path, reference, directory.organization(reference), names.organizations),
    space: (path: Path, reference: string) =>
      one('space', path, reference, directory.space(reference), names.spaces),
    workspace: (path: Path, reference: string) =>
      one('workspace', path, reference, directory.workspace(reference), names.workspaces),
    project: (path: Path, reference: string) =>
      one('project', path, reference, directory.project(reference), names.projects),
    page(path: Path, reference: Key, of: Entry<'spaces'>): void {
      const what = `page of space ${shown(of.key)}`
      one(what, path, reference, directory.page(of, reference), () => directory.pageTitles(of))
    },
    integration: (path: Path, reference: string) =>
      one('integration', path, reference, directory.integration(reference), names.integrations),
    /** The number of a baseline of a space. */
    baseline(path: Path, number: number, of: Entry<'spaces'>): void {
      const found = directory.baseline(of, number)
      one(`baseline of space ${shown(of.key)}`, path, number, found, () => directory.baselineNumbers(of))
    },
    variant(
      path: Path,
      reference: Key | undefined,
      of: Entry<'spaces'> | Entry<'workspaces'> | undefined,
    ): void {
      if (reference === undefined || of === undefined || reference === 'Current') return
      const variants = of.variants ?? []
      const found = variants.filter((variant) => variant.name === reference || variant.id === reference)
      one(`variant of ${shown(of.key)}`, path, reference, found, () => variants.map(({ name }) => name))
    },
    externalProperties(path: Path, wanted: readonly string[], siteReference: Key | undefined): void {
      const site = siteReference === undefined ? undefined : directory.site(siteReference)[0]
      if (site === undefined) return
      for (const name of wanted) {
        const found = directory.externalProperty(site, name)
        one('external property of the site', [...path, name], name, found, () =>
          names.externalProperties(site),
        )
      }
    },
    /** A requirement that must exist. */
    requirement(path: Path, reference: RequirementReference): void {
      const { space: named, key } = readRequirementReference(reference)
      if (named === undefined) return report(path, `needs the space: SPACE/${shown(key).slice(1, -1)}`)
      const space = check.space(path, named)
      if (space === undefined || directory.requirement(space, key).length > 0) return
      if (generators.some((generator) => makesKey(generator, space, key, directory))) return
      const nearest = nearestName(key, requirementKeys(sections, space, directory))
      report(path, `no requirement ${shown(key)} in space ${shown(space.key)}`, nearest)
    },
    /** The key of a requirement that must be ACTIVE in the current variant of a space. */
    activeRequirement(path: Path, key: string, of: Entry<'spaces'>): void {
      const isActive = (entry: Entry<'requirements'>) =>
        (entry.status ?? 'ACTIVE') === 'ACTIVE' && isCurrent(of, entry.variant)
      if (directory.requirement(of, key).some(isActive)) return
      const makesActive = (generator: RequirementGenerator) =>
        (generator.status?.DELETED ?? 0) === 0 && isCurrent(of, generator.variant)
      if (generators.some((generator) => makesActive(generator) && makesKey(generator, of, key, directory)))
        return
      const nearest = nearestName(key, requirementKeys(sections, of, directory))
      const message = `no requirement ${shown(key)} is ACTIVE in the current variant of space ${shown(of.key)}`
      report(path, message, nearest)
    },
  }
  return check
}

function isCurrent(space: Entry<'spaces'>, variant: Key | undefined): boolean {
  if (variant === undefined) return true
  return variantsOf(space).some(({ id, name, current }) => current && (variant === name || variant === id))
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

const INSTANT_FIELDS = ['createdAt', 'expires', 'executedAt', 'frozenAt'] as const

/** Reports what should be instants and is none. */
export function checkInstants(entry: object, report: Report): void {
  const fields = entry as Readonly<Record<string, unknown>>
  for (const name of INSTANT_FIELDS) {
    const value = fields[name]
    if (typeof value === 'string' && !isInstant(value)) report([name], instantMessage(value))
  }
}
