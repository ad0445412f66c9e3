/** Shared by the checks of entries: looks references up and reports missing ones. */
import { instantMessage, isInstant } from '../format/instants.ts'
import { Refusal, quoted } from '../../model/input/refusal.ts'
import { nearestName } from '../../world/nearest.ts'
import { type Directory, type Lookup, readRequirementReference } from './directory.ts'
import type { Entry, RequirementGenerator, RequirementReference, SectionName } from '../format/format.ts'
import { keyOfNumber, keyWidth } from '../format/generated-keys.ts'
import type { Path } from '../format/problems.ts'
import { variantsOf } from '../format/variants.ts'

/** Reports an error at a place within an entry. */
export type Report = (path: Path, message: string, nearest?: string) => void

export type Key = string | number

export interface Placed {
  readonly space?: string | undefined
  readonly workspace?: string | undefined
}

/** Looks up the references of an entry, and reports missing ones at their place. */
export type Check = ReturnType<typeof createCheck>

/** A check of one entry of each section; `check.report` takes the places within it. */
export type EntryChecks = { readonly [S in SectionName]: (entry: Entry<S>, check: Check) => void }

/** The checks of one entry; `report` takes the places within it. */
export function createCheck(
  directory: Directory,
  generators: readonly RequirementGenerator[],
  report: Report,
) {
  /** The entry that a reference means; reports it when there is none, or several. */
  function one<E>(what: string, path: Path, reference: Key, lookup: Lookup<E>): E | undefined {
    const found = lookup(reference)
    if (found.length === 1) return found[0]
    if (found.length > 1)
      report(path, `several entries are ${what} ${quoted(reference)}: give the id, or SITE/KEY`)
    else report(path, `no ${what} ${quoted(reference)}`, nearestName(String(reference), lookup.names()))
    return undefined
  }
  const check = {
    directory,
    report,
    one,
    /** Reports what the service itself would refuse. */
    refusalAt(path: Path, action: () => unknown): void {
      try {
        action()
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // The place says already what the message may begin with.
        const named = `${String(path.at(-1))}: `
        const message = error.message.startsWith(named) ? error.message.slice(named.length) : error.message
        report(path, message.replace("body field 'widget.", "'"))
      }
    },
    /** The space or workspace of an entry, which needs exactly one of them. */
    owner({ space, workspace }: Placed): Entry<'spaces'> | Entry<'workspaces'> | undefined {
      if (space !== undefined && workspace === undefined) return check.space(['space'], space)
      if (workspace !== undefined && space === undefined) return check.workspace(['workspace'], workspace)
      report([], "needs either 'space' or 'workspace'")
      return undefined
    },
    user: (path: Path, reference: Key) => void one('user', path, reference, directory.user),
    users: (path: Path, references: readonly Key[] | undefined) =>
      references?.forEach((reference, at) => check.user([...path, at], reference)),
    site(path: Path, reference: Key, type?: Entry<'sites'>['type']): Entry<'sites'> | undefined {
      const site = one('site', path, reference, directory.site)
      if (site === undefined || type === undefined || site.type === type) return site
      report(path, `site ${quoted(reference)} is of type ${site.type}, but must be ${type}`)
      return undefined
    },
    organization: (path: Path, reference: Key) =>
      void one('organization', path, reference, directory.organization),
    space: (path: Path, reference: string) => one('space', path, reference, directory.space),
    workspace: (path: Path, reference: string) => one('workspace', path, reference, directory.workspace),
    project: (path: Path, reference: string) => one('project', path, reference, directory.project),
    page: (path: Path, reference: Key, of: Entry<'spaces'>) =>
      void one(`page of space ${quoted(of.key)}`, path, reference, directory.pagesOf(of)),
    file: (path: Path, reference: Key, of: Entry<'workspaces'>) =>
      void one('file of the workspace', path, reference, directory.filesOf(of)),
    integration: (path: Path, reference: string) =>
      one('integration', path, reference, directory.integration),
    /** The number of a baseline of a space. */
    baseline: (path: Path, number: number, of: Entry<'spaces'>) =>
      void one(`baseline of space ${quoted(of.key)}`, path, number, directory.baselinesOf(of)),
    variant(
      path: Path,
      reference: Key | undefined,
      of: Entry<'spaces'> | Entry<'workspaces'> | undefined,
    ): void {
      if (reference === undefined || of === undefined || reference === 'Current') return
      const variants = of.variants ?? []
      if (variants.some(({ name, id }) => name === reference || id === reference)) return
      const names = variants.map(({ name }) => name)
      report(
        path,
        `no variant of ${quoted(of.key)} ${quoted(reference)}`,
        nearestName(String(reference), names),
      )
    },
    externalProperties(path: Path, wanted: readonly string[], siteReference: Key | undefined): void {
      const site = siteReference === undefined ? undefined : directory.site(siteReference)[0]
      if (site === undefined) return
      for (const name of wanted) {
        one('external property of the site', [...path, name], name, directory.externalPropertiesOf(site))
      }
    },
    /** A requirement that must exist. */
    requirement(path: Path, reference: RequirementReference): void {
      const { space: named, key } = readRequirementReference(reference)
      if (named === undefined) return report(path, `needs the space: SPACE/${quoted(key).slice(1, -1)}`)
      const space = check.space(path, named)
      if (space === undefined) return
      const requirements = directory.requirementsOf(space)
      if (requirements(key).length > 0) return
      if (generators.some((generator) => makesKey(generator, space, key, directory))) return
      const nearest = nearestName(key, requirements.names())
      report(path, `no requirement ${quoted(key)} in space ${quoted(space.key)}`, nearest)
    },
    /** The key of a requirement that must be ACTIVE in the current variant of a space. */
    activeRequirement(path: Path, key: string, of: Entry<'spaces'>): void {
      const isActive = (entry: Entry<'requirements'>) =>
        (entry.status ?? 'ACTIVE') === 'ACTIVE' && isCurrent(of, entry.variant)
      const requirements = directory.requirementsOf(of)
      if (requirements(key).some(isActive)) return
      const makesActive = (generator: RequirementGenerator) =>
        (generator.status?.DELETED ?? 0) === 0 && isCurrent(of, generator.variant)
      if (generators.some((generator) => makesActive(generator) && makesKey(generator, of, key, directory)))
        return
      const nearest = nearestName(key, requirements.names())
      const message = `no requirement ${quoted(key)} is ACTIVE in the current variant of space ${quoted(of.key)}`
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

const INSTANT_FIELDS = ['createdAt', 'expires', 'executedAt', 'frozenAt'] as const

/** Reports fields that must be instants and are not. */
export function checkInstants(entry: object, report: Report): void {
  const fields = entry as Readonly<Record<string, unknown>>
  for (const name of INSTANT_FIELDS) {
    const value = fields[name]
    if (typeof value === 'string' && !isInstant(value)) report([name], instantMessage(value))
  }
}
