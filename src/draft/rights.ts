/** Who may do what, by the statuses of calls: success shows a right, 403 shows that there is none. */
import type { Operations } from '../api/operation-types.generated.ts'
import { isObject } from '../world/objects.ts'
import { siteOf } from './observe/observer.ts'
import type { Place } from './build/building.ts'
import type { RegionFacts, UserReference } from './region.ts'
import type { Seen } from './seen.ts'

export interface Rights {
  /** Users by the place that they may read or edit. */
  readonly grants: ReadonlyMap<
    Place,
    readonly { readonly user: UserReference; readonly level: 'read' | 'edit' }[]
  >
  /** By site. */
  readonly administrators: ReadonlyMap<string, readonly UserReference[]>
  readonly members: readonly {
    readonly user: UserReference
    readonly organization: number
    readonly role: 'member' | 'admin'
  }[]
}

export interface PlaceFinder {
  readonly places: readonly Place[]
  placeOfContainer(id: number | undefined): Place | undefined
  placeOfKey(kind: Place['kind'], site: string, key: string): Place | undefined
}

type Level = 'read' | 'edit' | 'administrator'

/** Permissions that need a level on a space, project or workspace. */
const LEVELS: Readonly<Record<string, Level>> = {
  'container read': 'read',
  'space read': 'read',
  'space read and issue read': 'read',
  'issue read': 'read',
  'container edit': 'edit',
  'space edit': 'edit',
  'issue edit': 'edit',
  'project edit': 'edit',
  administrator: 'administrator',
  'application link or administrator': 'administrator',
}

/** The first call decides, since a session can change rights. */
export function rightsOf(seen: readonly Seen[], region: RegionFacts, finder: PlaceFinder): Rights {
  const shown = new Map<string, boolean>()
  const grants = new Map<Place, Map<string, { user: UserReference; level: 'read' | 'edit' }>>()
  const administrators = new Map<string, UserReference[]>()
  const members: Rights['members'][number][] = []
  const grant = (place: Place, caller: string, level: 'read' | 'edit') => {
    const own = grants.get(place) ?? new Map<string, { user: UserReference; level: 'read' | 'edit' }>()
    grants.set(place, own)
    const known = own.get(caller)
    if (known === undefined || level === 'edit') own.set(caller, { user: { caller }, level })
  }
  const decide = (key: string, isGranted: boolean): boolean => {
    if (shown.has(key)) return false
    shown.set(key, isGranted)
    return isGranted
  }
  for (const call of seen) {
    const { caller, status, operation } = call
    if (caller === undefined) continue
    const isGranted = status >= 200 && status < 300
    if (!isGranted && status !== 403) continue
    const level = LEVELS[operation.permission.words]
    if (level === 'administrator') {
      const site = siteOf(call, region)
      if (decide(`administrator ${site} ${caller}`, isGranted))
        administrators.set(site, [...(administrators.get(site) ?? []), { caller }])
    } else if (level !== undefined) {
      const place = placeOf(call, region, finder)
      if (place !== undefined && decide(`${level} ${keyOf(place)} ${caller}`, isGranted))
        grant(place, caller, level)
    }
    if (!isGranted) continue
    for (const [place, shownLevel, isShown] of levelsIn(call, region, finder)) {
      if (shownLevel === 'administrator') {
        const site = siteOf(call, region)
        if (decide(`administrator ${site} ${caller}`, isShown))
          administrators.set(site, [...(administrators.get(site) ?? []), { caller }])
      } else if (decide(`${shownLevel} ${keyOf(place)} ${caller}`, isShown)) grant(place, caller, shownLevel)
    }
    for (const place of placesIn(call, region, finder))
      if (decide(`read ${keyOf(place)} ${caller}`, true)) grant(place, caller, 'read')
    const organization = organizationOf(call, region)
    if (
      organization !== undefined &&
      !region.organizations.isUnknown(organization) &&
      decide(`member ${organization} ${caller}`, true)
    )
      members.push({ user: { caller }, organization, role: 'member' })
  }
  return {
    administrators,
    members,
    grants: new Map([...grants].map(([place, own]) => [place, [...own.values()]])),
  }
}

const keyOf = ({ kind, site, key }: Place): string => `${kind} ${site}/${key}`

/** The space, project or workspace that a call is about. */
function placeOf(call: Seen, region: RegionFacts, finder: PlaceFinder): Place | undefined {
  const path = call.path as Readonly<Record<string, unknown>>
  const site = siteOf(call, region)
  const spaceKey = path['spaceKey'] ?? path['spaceKeyOrPropertyName']
  if (typeof spaceKey === 'string') return finder.placeOfKey('space', site, spaceKey)
  if (typeof path['projectKey'] === 'string')
    return finder.placeOfKey('project', region.tracker, path['projectKey'])
  if (typeof path['issueKey'] === 'string') return placeOfIssue(path['issueKey'], region, finder)
  const query = (name: string) => {
    const text = call.query.get(name)
    return text === null ? undefined : Number(text)
  }
  const sent = isObject(call.sent) ? call.sent : {}
  const container =
    path['containerId'] ??
    path['projectId'] ??
    query('containerId') ??
    query('projectContainerId') ??
    sent['containerId'] ??
    sent['projectContainerId'] ??
    sent['parentContainerId']
  if (container !== undefined) return finder.placeOfContainer(Number(container))
  if (path['variantId'] !== undefined)
    return finder.placeOfContainer(region.variants.get(Number(path['variantId']))?.projectContainerId)
  if (path['requirementId'] !== undefined)
    return placeOfRequirement(Number(path['requirementId']), region, finder)
  if (path['dashboardId'] !== undefined)
    return finder.placeOfContainer(region.dashboards.get(Number(path['dashboardId']))?.containerId)
  if (path['templateId'] !== undefined)
    return finder.placeOfContainer(region.templates.get(Number(path['templateId']))?.containerId)
  if (path['workspaceId'] !== undefined)
    return finder.places.find(
      ({ kind, ownId }) => kind === 'workspace' && ownId === Number(path['workspaceId']),
    )
  if (call.id.startsWith('standalone.files.')) return finder.placeOfContainer(Number(path['id']))
  return undefined
}

function placeOfIssue(issueKey: string, region: RegionFacts, finder: PlaceFinder): Place | undefined {
  const projectKey = region.issues.get(issueKey)?.projectKey ?? issueKey.replace(/-\d+$/, '')
  return finder.placeOfKey('project', region.tracker, projectKey)
}

function placeOfRequirement(id: number, region: RegionFacts, finder: PlaceFinder): Place | undefined {
  const row = region.requirements.get(id)
  if (row?.containerId !== undefined) return finder.placeOfContainer(row.containerId)
  return row?.spaceKey === undefined || row.site === undefined
    ? undefined
    : finder.placeOfKey('space', row.site, row.spaceKey)
}

/** The rights that a response itself lists. */
function levelsIn(
  call: Seen,
  region: RegionFacts,
  finder: PlaceFinder,
): readonly (readonly [place: Place, level: Level, isGranted: boolean])[] {
  const place = placeOf(call, region, finder)
  switch (call.id) {
    case 'wiki.requirement.uiSearch':
    case 'wiki.requirement.uiSearchByBody': {
      if (place === undefined || call.body === undefined) return []
      const { permissions } = call.body as unknown as Operations['wiki.requirement.uiSearch']['response']
      return [
        [place, 'read', permissions.read],
        [place, 'edit', permissions.edit && !permissions.administrator],
        [place, 'administrator', permissions.administrator],
      ]
    }
    case 'tracker.data.operations': {
      // Bulk operations need the right to edit some project.
      const { operations = [] } = (call.body ?? {}) as Partial<
        Operations['tracker.data.operations']['response']
      >
      const bulk = operations.find(({ operation }) => operation === 'issues-bulk-operation')
      const rename = operations.find(({ operation }) => operation === 'rename')
      const isEditor = bulk?.allowed === true && rename?.allowed !== true
      const [first] = finder.places.filter(({ kind, site }) => kind === 'project' && site === region.tracker)
      return isEditor && first !== undefined ? [[first, 'edit', true]] : []
    }
    default:
      return []
  }
}

/** The places that a list shows to its caller, who may therefore read them. */
function placesIn(call: Seen, region: RegionFacts, finder: PlaceFinder): Place[] {
  switch (call.id) {
    case 'standalone.container.list':
    case 'standalone.containers.list':
    case 'standalone.project.list': {
      const { items = [] } = (call.body ?? {}) as { readonly items?: readonly { readonly id: number }[] }
      return items.flatMap(({ id }) => finder.placeOfContainer(id) ?? [])
    }
    case 'wiki.baseline.search': {
      const spaces = (call.body ?? []) as unknown as readonly { readonly spaceKey: string }[]
      return spaces.flatMap(
        ({ spaceKey }) => finder.placeOfKey('space', siteOf(call, region), spaceKey) ?? [],
      )
    }
    default:
      return []
  }
}

/** The organization that a successful call shows its caller to belong to. */
function organizationOf(call: Seen, region: RegionFacts): number | undefined {
  const { organizationId, applicationId } = call.path as Readonly<Record<string, unknown>>
  switch (call.operation.permission.words) {
    case 'organization member':
    case 'organization admin':
      return organizationId === undefined ? undefined : Number(organizationId)
    case 'organization applications read':
      return Number(call.query.get('organizationId'))
    case 'application read':
      return applicationId === undefined
        ? undefined
        : (region.sites.get(String(applicationId))?.organizationId ?? 1)
    default:
      return undefined
  }
}
