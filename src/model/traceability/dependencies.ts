/** Dependencies of the requirements of a matrix that the caller may read, found once for each requirement. */
import { oncePerKey } from '../../world/once.ts'
import type { Store } from '../../world/store/store.ts'
import { findProjectByKey } from '../finding/containers.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { type DependencyLink, findChildren } from '../finding/requirements/lookup.ts'
import type { DependencyValue, RequirementRecord } from '../records/wiki/requirements.ts'

export interface DependencyReader {
  /** Parents as the definition names them, without unreadable spaces. */
  readonly parents: (record: RequirementRecord, relationship?: string) => readonly DependencyValue[]
  /** By relationship, then id. */
  readonly children: (record: RequirementRecord, relationship?: string) => readonly DependencyLink[]
  readonly relationships: (record: RequirementRecord, direction: 'TO' | 'FROM') => Iterable<string>
  readonly work: () => number
}

interface Links<Link> {
  readonly all: readonly Link[]
  readonly byRelationship: ReadonlyMap<string, readonly Link[]>
}

export function createDependencyReader(
  { store, applicationId }: { readonly store: Store; readonly applicationId: number },
  mayRead: (project: ContainerRecord | undefined) => boolean,
): DependencyReader {
  let found = 0
  const count = <Link>(links: readonly Link[]) => {
    found += links.length
    return links
  }
  /** A space that does not exist hides nothing. */
  const mayName = oncePerKey((spaceKey: string) => {
    const project = findProjectByKey(store, applicationId, spaceKey)
    return project === undefined || mayRead(project)
  })
  const parents = groupedLinks((record) =>
    count(record.dependencies).filter(({ spaceKey }) => mayName(spaceKey)),
  )
  const children = groupedLinks((record) =>
    count(findChildren(store, record)).filter(({ other }) =>
      mayRead(store.table(containers).get(other.projectContainerId)),
    ),
  )
  return {
    parents: (record, relationship) => pick(parents(record), relationship),
    children: (record, relationship) => pick(children(record), relationship),
    relationships: (record, direction) =>
      (direction === 'TO' ? parents(record) : children(record)).byRelationship.keys(),
    work: () => found,
  }
}

function pick<Link>({ all, byRelationship }: Links<Link>, relationship: string | undefined): readonly Link[] {
  return relationship === undefined ? all : (byRelationship.get(relationship) ?? [])
}

function groupedLinks<Link extends { readonly relationship: string }>(
  find: (record: RequirementRecord) => readonly Link[],
): (record: RequirementRecord) => Links<Link> {
  const known = new Map<number, Links<Link>>()
  return (record) => {
    const links = known.get(record.id)
    if (links !== undefined) return links
    const all = find(record)
    const found = { all, byRelationship: Map.groupBy(all, ({ relationship }) => relationship) }
    known.set(record.id, found)
    return found
  }
}
