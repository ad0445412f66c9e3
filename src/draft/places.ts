/** The spaces, projects and workspaces of a region, from containers and from the paths and responses that name them by key. */
import type { ContainerType } from '../model/records/service/containers.ts'
import type { Place } from './build/building.ts'
import type { RegionFacts } from './region.ts'
import type { PlaceFinder } from './rights.ts'

const KINDS = { SPACE: 'space', PROJECT: 'project', WORKSPACE: 'workspace' } as const

/** What contains a container that is none of level PROJECT. */
const LEVELS: Readonly<Partial<Record<ContainerType, Place['kind']>>> = {
  PAGE: 'space',
  ISSUE: 'project',
  FILE: 'workspace',
}

export function findPlaces(region: RegionFacts): PlaceFinder {
  const places: Place[] = []
  const byKey = new Map<string, Place>()
  const byContainer = new Map<number, Place>()
  const add = (place: Place) => {
    const key = `${place.kind} ${place.site}/${place.key}`
    if (byKey.has(key)) return
    places.push(place)
    byKey.set(key, place)
    if (place.container !== undefined) byContainer.set(place.container, place)
  }
  for (const { fields, number } of region.containers.all()) {
    const { id, site = '', type, key = '', name, ownId } = fields
    if (type !== 'SPACE' && type !== 'PROJECT' && type !== 'WORKSPACE') continue
    const known =
      type === 'SPACE' ? region.spaces.get(`${site}/${key}`)?.name : region.projects.get(key)?.name
    add({ kind: KINDS[type], site, key, number, container: id, ownId, name: name ?? known })
  }
  for (const { fields, number } of region.homes.all()) {
    const { id, site = '', key = '', isWorkspace } = fields
    if (id === undefined || byContainer.has(id)) continue
    const isStandalone = isWorkspace === true || region.sites.get(site)?.type === 'STANDALONE'
    const name = region.spaces.get(`${site}/${key}`)?.name
    add({
      kind: isStandalone ? 'workspace' : 'space',
      site,
      key,
      number,
      container: id,
      ownId: undefined,
      name,
    })
  }
  for (const { fields, number } of region.spaces.all()) {
    const { site, key, name } = fields
    if (site === undefined || key === undefined) continue
    add({ kind: 'space', site, key, number, container: undefined, ownId: undefined, name })
  }
  for (const { fields, number } of region.projects.all()) {
    const { id, site = region.tracker, key, name } = fields
    if (key !== undefined) add({ kind: 'project', site, key, number, container: undefined, ownId: id, name })
  }
  for (const { site, spaceKey, number } of mentionedSpaces(region))
    add({
      kind: 'space',
      site,
      key: spaceKey,
      number,
      container: undefined,
      ownId: undefined,
      name: undefined,
    })
  for (const { fields, number } of [...region.issues.all(), ...region.wikiLinks.all()]) {
    const issueKey = 'issueKey' in fields ? fields.issueKey : 'key' in fields ? fields.key : undefined
    const key = issueKey?.replace(/-\d+$/, '') ?? ''
    if (key !== '' && key !== issueKey)
      add({
        kind: 'project',
        site: region.tracker,
        key,
        number,
        container: undefined,
        ownId: undefined,
        name: undefined,
      })
  }
  for (const { fields, number } of region.containers.all()) {
    const { type, site = '', parentId, key = '' } = fields
    if (type === undefined || parentId === undefined || LEVELS[type] === undefined) continue
    if (byContainer.has(parentId) || region.containers.get(parentId) !== undefined) continue
    add({
      kind: LEVELS[type],
      site,
      key: type === 'ISSUE' ? key.replace(/-\d+$/, '') : `C${parentId}`,
      number,
      container: parentId,
      ownId: undefined,
      name: undefined,
    })
  }
  const placeOfContainer = (id: number | undefined): Place | undefined => {
    let at = id
    for (let depth = 0; at !== undefined && depth < 100; depth++) {
      const found = byContainer.get(at)
      if (found !== undefined) return found
      at = region.containers.get(at)?.parentId
    }
    return undefined
  }
  return {
    places,
    placeOfContainer,
    placeOfKey: (kind, site, key) => byKey.get(`${kind} ${site}/${key}`),
  }
}

/** Spaces that only links, dependencies and moved requirements name. */
function* mentionedSpaces(
  region: RegionFacts,
): Generator<{ site: string; spaceKey: string; number: number }> {
  for (const { fields, number } of region.requirements.all()) {
    if (fields.site === undefined) continue
    if (fields.spaceKey !== undefined) yield { site: fields.site, spaceKey: fields.spaceKey, number }
    if (fields.newSpaceKey !== undefined) yield { site: fields.site, spaceKey: fields.newSpaceKey, number }
  }
  for (const { fields, number } of [...region.trackerLinks.all(), ...region.wikiLinks.all()])
    if (fields.spaceKey !== undefined) yield { site: region.wiki, spaceKey: fields.spaceKey, number }
}
