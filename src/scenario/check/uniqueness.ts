/** Checks that what must be unique in a region is: names, keys, ids of containers, secrets, the variant of a baseline. */
import { quoted } from '../../model/input/refusal.ts'
import { emailKey } from '../../model/records/service/email.ts'
import type { Directory } from './directory.ts'
import type { Entry, SectionName, Sections } from '../format/format.ts'
import type { Report } from './reference-check.ts'
import { SECTION_NAMES } from '../format/sections.ts'
import { variantsOf } from '../format/variants.ts'

/** Something unique: what it is, its value, and its field. */
type Claim = readonly [what: string, value: string, field: string]

type ClaimsOf = { readonly [S in SectionName]?: (entry: Entry<S>, directory: Directory) => readonly Claim[] }

/** Reports every entry of complete sections that claims what an earlier one has. */
export function checkUniqueness(
  sections: Sections,
  directory: Directory,
  reportOf: (section: SectionName, position: number) => Report,
): void {
  const taken = new Map<string, SectionName>()
  for (const section of SECTION_NAMES) claimSection(section)

  function claimSection<S extends SectionName>(section: S): void {
    const claimsOf = CLAIMS[section]
    const entries = (sections[section] ?? []) as readonly Entry<S>[]
    entries.forEach((entry, position) => {
      for (const [what, value, field] of [
        ...(claimsOf?.(entry, directory) ?? []),
        ...containerClaim(entry),
      ]) {
        const claim = JSON.stringify([what, value])
        const holder = taken.get(claim)
        if (holder === undefined) taken.set(claim, section)
        else
          reportOf(section, position)(
            [field],
            `the ${what} ${quoted(value)} is used by another entry of ${holder}`,
          )
      }
    })
  }
}

const CLAIMS: ClaimsOf = {
  users: (entry) => [['user name', entry.name, 'name']],
  sites: (entry) => [
    ['site name', entry.name, 'name'],
    ...(entry.selfHosted === true ? [['self-hosted site of type', entry.type, 'selfHosted'] as const] : []),
  ],
  tokens: (entry) => [['token value', entry.value, 'value']],
  invitations: (entry, directory) => {
    if ((entry.status ?? 'PENDING') !== 'PENDING') return []
    const organization = directory.organization(entry.organization)[0]?.name ?? entry.organization
    return [['address of a PENDING invitation', `${organization}/${emailKey(entry.email)}`, 'email']]
  },
  spaces: (entry, directory) => [onSite('space key', entry, directory), ...variantClaims(entry, directory)],
  projects: (entry, directory) => [
    onSite('project key', entry, directory),
    ...variantClaims(entry, directory),
  ],
  workspaces: (entry, directory) => [
    onSite('workspace key', entry, directory),
    ...variantClaims(entry, directory),
  ],
  issues: (entry, directory) => {
    const project = directory.project(entry.project)[0]
    const site = siteName(project?.site ?? '', directory)
    return [
      ['issue key', `${site}/${entry.key}`, 'key'],
      ...(entry.formerKeys ?? []).map((key): Claim => ['issue key', `${site}/${key}`, 'formerKeys']),
    ]
  },
  externalProperties: (entry, directory) => [
    ['external property', `${siteName(entry.site, directory)}/${entry.name}`, 'name'],
  ],
  settings: (entry, directory) => [['setting', `${siteName(entry.site, directory)}/${entry.name}`, 'name']],
  propertyNames: (entry, directory) => [inSpace('property name', entry, directory)],
  dashboards: ({ space, workspace, default: isDefault }, directory) => {
    if (isDefault !== true) return []
    const place = `${space === undefined ? '' : spaceName(space, directory)}/${workspace ?? ''}`
    return [['default dashboard', place, 'default']]
  },
  rules: ({ space, workspace, name }, directory) => {
    const place = space === undefined ? `workspace ${workspace}` : spaceName(space, directory)
    return [['rule', `${place}/${name}`, 'name']]
  },
  types: (entry, directory) => [inSpace('type of requirements', entry, directory)],
  baselines: (entry, directory) => [
    ['baseline number', `${spaceName(entry.space, directory)}/${entry.number}`, 'number'],
    inSpace('baseline name', entry, directory),
    ...(entry.requirements ?? []).map((key) =>
      liveKey(`${spaceName(entry.space, directory)}/${key}`, { baseline: entry.number }, 'requirements'),
    ),
  ],
  integrations: (entry) => [
    ...(entry.wikiApplinkId === undefined
      ? []
      : [['link id of a wiki', entry.wikiApplinkId, 'wikiApplinkId'] as const]),
    ...(entry.trackerApplinkId === undefined
      ? []
      : [['link id of a tracker', entry.trackerApplinkId, 'trackerApplinkId'] as const]),
  ],
  requirements: (entry, directory) => {
    if (entry.status === 'DELETED' || entry.status === 'MOVED') return []
    const owner =
      entry.space === undefined ? `workspace ${entry.workspace}` : spaceName(entry.space, directory)
    return [liveKey(`${owner}/${entry.key}`, entry, 'key')]
  },
}

/**
 * Reports frozen copies of a baseline that are of another variant than its first one: a baseline freezes one variant. Keys
 * that a baseline lists are of the current variant.
 */
export function checkBaselineVariants(
  sections: Sections,
  directory: Directory,
  reportOf: (section: SectionName, position: number) => Report,
): void {
  const variantOf = new Map<string, string>()
  const check = (place: string, variant: string, report: Report, field: string) => {
    const first = variantOf.get(place) ?? variant
    variantOf.set(place, first)
    if (first === variant) return
    const message = `baseline ${quoted(place)} has copies of variant ${quoted(first)}, but this one is of ${quoted(variant)}: a baseline has one variant`
    report([field], message)
  }
  sections.requirements?.forEach(({ space: named, baseline, variant }, position) => {
    const space = named === undefined ? undefined : directory.space(named)[0]
    if (space === undefined || named === undefined || baseline === undefined) return
    const place = `${spaceName(named, directory)}/${baseline}`
    check(place, nameOfVariant(space, variant), reportOf('requirements', position), 'variant')
  })
  sections.baselines?.forEach(({ space: named, number, requirements }, position) => {
    const space = directory.space(named)[0]
    if (space === undefined || requirements === undefined || requirements.length === 0) return
    const place = `${spaceName(named, directory)}/${number}`
    check(place, nameOfVariant(space, undefined), reportOf('baselines', position), 'requirements')
  })
}

function nameOfVariant(space: Entry<'spaces'>, reference: string | number | undefined): string {
  const found = variantsOf(space).find(({ id, name, current }) =>
    reference === undefined ? current : name === reference || id === reference,
  )
  return found?.name ?? String(reference)
}

function liveKey(
  value: string,
  { variant = 'Current', baseline }: { variant?: string | number | undefined; baseline?: number | undefined },
  field: string,
): Claim {
  const place = baseline === undefined ? String(variant) : `baseline ${baseline}`
  return [`key of a live requirement (${place})`, value, field]
}

function inSpace(what: string, entry: { space: string; name: string }, directory: Directory): Claim {
  return [what, `${spaceName(entry.space, directory)}/${entry.name}`, 'name']
}

function containerClaim(entry: object): readonly Claim[] {
  const { container } = entry as { container?: number }
  return container === undefined ? [] : [['container id', String(container), 'container']]
}

function variantClaims(
  entry: Pick<Entry<'spaces'>, 'variants' | 'key' | 'site'>,
  directory: Directory,
): readonly Claim[] {
  const place = `${siteName(entry.site, directory)}/${entry.key}`
  return (entry.variants ?? []).flatMap(({ id, name, current }): readonly Claim[] => [
    ...(id === undefined ? [] : [['variant id', String(id), 'variants'] as const]),
    ['variant name', `${place}/${name}`, 'variants'],
    ...(current === true ? [['current variant', place, 'variants'] as const] : []),
  ])
}

function onSite(what: string, entry: { site: string | number; key: string }, directory: Directory): Claim {
  return [what, `${siteName(entry.site, directory)}/${entry.key}`, 'key']
}

function siteName(reference: string | number, directory: Directory): string {
  return directory.site(reference)[0]?.name ?? String(reference)
}

/** A space as problems name it, whatever an entry calls it by. */
export function spaceName(reference: string, directory: Directory): string {
  const space = directory.space(reference)[0]
  return space === undefined ? reference : `${siteName(space.site, directory)}/${space.key}`
}
