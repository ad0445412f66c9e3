/** What faults can name: operations, and the users, sites, spaces and integrations of a world or of a scenario. */
import { operationIndex } from '../../api/operation-index.ts'
import { applications } from '../../model/records/service/applications.ts'
import { containers } from '../../model/records/service/containers.ts'
import { integrations } from '../../model/records/tracker/integrations.ts'
import { type Region, REGIONS } from '../../model/schema.ts'
import { users } from '../../model/records/service/users.ts'
import type { World } from '../../world/world.ts'
import type { ResolvedScenario } from '../format/format.ts'

/** A wiki or tracker by everything that it may be called. */
export interface NamedSite {
  readonly region: Region
  /** Unknown before the world of a scenario is built. */
  readonly id: number | undefined
  readonly names: readonly (string | number)[]
}

export interface FaultNames {
  readonly sites: readonly NamedSite[]
  readonly users: () => ReadonlySet<string>
  readonly spaces: () => readonly { readonly key: string; readonly site: NamedSite | undefined }[]
  readonly services: () => ReadonlySet<string>
}

/** The ids of the operations that return pages. */
export function pagedOperationIds(): readonly string[] {
  return operationIndex.filter(({ paged }) => paged === true).map(({ id }) => id)
}

/** The ids of all operations. */
export function operationIds(): readonly string[] {
  return operationIndex.map(({ id }) => id)
}

/** The names of a world. A site can be named by its id, name or handle, and if it is self-hosted by its interface. */
export function namesOfWorld(world: World): FaultNames {
  const stores = REGIONS.map((region) => world.region(region))
  const sites = REGIONS.flatMap((region) =>
    [...world.region(region).table(applications).scan()]
      .filter(({ type }) => type !== 'STANDALONE')
      .map(({ id, name, handle = name, type, selfHosted }) => ({
        region,
        id,
        names: [id, handle, name, ...interfaceName(type, selfHosted)],
      })),
  )
  return {
    sites,
    users: () => new Set(stores.flatMap((store) => [...store.table(users).scan()].map(({ name }) => name))),
    spaces: () =>
      stores.flatMap((store) =>
        [...store.table(containers).scan()]
          .filter(({ type }) => type === 'SPACE')
          .map(({ key = '', applicationId }) => ({
            key,
            site: sites.find(({ id, region }) => id === applicationId && region === store.name),
          })),
      ),
    services: () =>
      new Set(
        stores.flatMap((store) => [...store.table(integrations).scan()].map(({ serviceId }) => serviceId)),
      ),
  }
}

/** The names of a scenario whose world is not built yet. */
export function namesOfScenario({ world }: ResolvedScenario): FaultNames {
  const regions = [
    { region: 'eu' as const, sections: world },
    { region: 'us' as const, sections: world.us ?? {} },
  ]
  const sites = regions.flatMap(({ region, sections }) =>
    (sections.sites ?? [])
      .filter(({ type }) => type !== 'STANDALONE')
      .map(({ id, name, title, type, selfHosted }) => ({
        region,
        id,
        names: [id ?? name, name, title ?? name, ...interfaceName(type, selfHosted ?? false)],
      })),
  )
  return {
    sites,
    users: () => new Set(regions.flatMap(({ sections }) => (sections.users ?? []).map(({ name }) => name))),
    spaces: () =>
      regions.flatMap(({ region, sections }) =>
        (sections.spaces ?? []).map(({ key, site }) => ({
          key,
          site: sites.find((known) => known.region === region && known.names.includes(site)),
        })),
      ),
    services: () =>
      new Set(
        regions.flatMap(({ sections }) => (sections.integrations ?? []).map(({ serviceId }) => serviceId)),
      ),
  }
}

/** A self-hosted wiki is also just `wiki`, a self-hosted tracker just `tracker`. */
function interfaceName(type: string | undefined, selfHosted: boolean): readonly string[] {
  return selfHosted ? [type === 'CONFLUENCE' ? 'wiki' : 'tracker'] : []
}
