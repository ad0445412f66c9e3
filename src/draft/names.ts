/** The names of users, sites and organizations in the draft. */
import { isObject } from '../world/objects.ts'
import type { Names, Place } from './build/building.ts'
import type { RegionFacts, UserReference } from './region.ts'
import type { Seen } from './seen.ts'

const HANDLES = { CONFLUENCE: 'wiki', JIRA: 'tracker', STANDALONE: 'workspaces' } as const
/** The name of the caller in a refusal. */
const REFUSED = /^user '([^']{1,255})' /

export function createNames(region: RegionFacts, seen: readonly Seen[], places: readonly Place[]): Names {
  const handles = handlesOf(region)
  const organizations = organizationNames(region)
  const callers = callerNames(region, seen)
  const sitesOf = Map.groupBy(places, ({ kind, key }) => `${kind} ${key}`)
  const site = (key: string): string => handles.get(key) ?? 'wiki'
  const nameOfId = (id: number) =>
    region.users.get(id)?.name ?? nameOfCallerWithId(region, callers, id) ?? `user-${id}`
  return {
    site,
    user(reference: UserReference | undefined) {
      if (reference === undefined) return undefined
      if ('id' in reference) return nameOfId(reference.id)
      return 'name' in reference ? reference.name : callers.get(reference.caller)
    },
    organization: (id) => organizations.get(id) ?? `Organization ${id}`,
    place: (place) => {
      const { kind, key } = place
      const isAlone = (sitesOf.get(`${kind} ${key}`)?.length ?? 1) === 1
      return isAlone ? key : `${site(place.site)}/${key}`
    },
  }
}

function nameOfCallerWithId(
  region: RegionFacts,
  callers: ReadonlyMap<string, string>,
  id: number,
): string | undefined {
  const own = region.callers.all().find(({ fields }) => fields.id === id)
  return own === undefined ? undefined : callers.get(own.key)
}

/** By what they see of themselves, by a refusal that names them, else by their number in the session. */
function callerNames(region: RegionFacts, seen: readonly Seen[]): ReadonlyMap<string, string> {
  const refused = new Map<string, string>()
  for (const { caller, status, raw } of seen) {
    if (caller === undefined || status !== 403 || refused.has(caller) || !isObject(raw)) continue
    const [, name] = REFUSED.exec(String(raw['message'])) ?? []
    if (name !== undefined) refused.set(caller, name)
  }
  return new Map(
    region.callers.all().map(({ key, fields }) => {
      const byId = fields.id === undefined ? undefined : region.users.get(fields.id)?.name
      return [key, fields.name ?? byId ?? refused.get(key) ?? `caller-${key}`]
    }),
  )
}

/** A word for the type of a site, with its id if there are several. */
function handlesOf(region: RegionFacts): ReadonlyMap<string, string> {
  const handles = new Map<string, string>()
  const taken = new Set<string>()
  const own = new Set([region.wiki, region.tracker])
  const all = region.sites.all()
  for (const { key, fields } of [...all.filter((each) => own.has(each.key)), ...all]) {
    if (handles.has(key)) continue
    const plain = HANDLES[fields.type ?? 'CONFLUENCE']
    const handle = taken.has(plain) ? `${plain}-${fields.id ?? taken.size}` : plain
    taken.add(handle)
    handles.set(key, handle)
  }
  return handles
}

/** Names that two organizations have get their id added. */
function organizationNames(region: RegionFacts): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  const taken = new Set<string>()
  for (const { fields } of region.organizations.all()) {
    if (fields.id === undefined) continue
    const name = fields.name ?? `Organization ${fields.id}`
    names.set(fields.id, taken.has(name) ? `${name} ${fields.id}` : name)
    taken.add(name)
  }
  return names
}
