/** How the entries of a saved scenario name records of its region. */
import { type ContainerRecord, containers } from '../../model/records/service/containers.ts'
import { applications } from '../../model/records/service/applications.ts'
import { organizations } from '../../model/records/service/organizations.ts'
import { users } from '../../model/records/service/users.ts'
import { pages } from '../../model/records/wiki/pages.ts'
import type { Store } from '../../world/store/store.ts'
import type { RequirementReference } from '../format/format.ts'

type Key = string | number
export type Names = ReturnType<typeof createNames>

/** Names are used where they are clear, else ids; a record that is gone has no name. */
export function createNames(store: Store) {
  const handles = handlesOf(store)
  const organizationNames = counted([...store.table(organizations).scan()].map(({ name }) => name))
  const placeNames = counted(
    [...store.table(containers).scan()].filter(({ level }) => level === 'PROJECT').map(placeName),
  )
  const place = (container: ContainerRecord): string => {
    const { applicationId, key = '' } = container
    return (placeNames.get(placeName(container)) ?? 0) > 1 ? `${handles.get(applicationId)}/${key}` : key
  }
  const spaceOfKey = (applicationId: number, spaceKey: string): string => {
    const space = store.table(containers).find('key', [applicationId, 'SPACE', spaceKey])
    return space === undefined ? spaceKey : place(space)
  }

  return {
    user: (id: number | undefined) => (id === undefined ? undefined : store.table(users).get(id)?.name),
    organization(id: number): Key {
      const name = store.table(organizations).get(id)?.name ?? ''
      return organizationNames.get(name) === 1 ? name : id
    },
    site: (id: number): Key => handles.get(id) ?? id,
    place,
    /** The space, project or workspace with this container. */
    placeOf(containerId: number): string {
      const container = store.table(containers).get(containerId)
      return container === undefined ? '' : place(container)
    },
    spaceOfKey,
    page: (id: number | undefined) => (id !== undefined && store.table(pages).has(id) ? id : undefined),
    requirement(applicationId: number, spaceKey: string, key: string): RequirementReference {
      const space = spaceOfKey(applicationId, spaceKey)
      return key.includes('/') ? { space, key } : `${space}/${key}`
    },
  }
}

function placeName({ type, key = '' }: ContainerRecord): string {
  return `${type} ${key}`
}

/** A site that has the handle of an earlier one gets its id added. */
function handlesOf(store: Store): ReadonlyMap<number, string> {
  const handles = new Map<number, string>()
  const taken = new Set<string>()
  for (const { id, name, handle = name } of store.table(applications).scan()) {
    const own = taken.has(handle) ? `${handle}-${id}` : handle
    taken.add(own)
    handles.set(id, own)
  }
  return handles
}

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
