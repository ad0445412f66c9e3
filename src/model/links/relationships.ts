/** Relationships of an application: the names that its links have (service §2.1). */
import { compareCodePoints } from '../../world/order.ts'
import { random } from '../../world/random.ts'
import type { Store } from '../../world/store.ts'
import { findProjectByKey } from '../containers/containers.ts'
import { type ContainerRecord, containers } from '../containers/records.ts'
import { type RequirementRecord, requirements, testCaseLinks } from '../requirements/records.ts'
import { mayReadContainer, type Reader } from '../users/permissions.ts'
import { issueLinks } from './records.ts'

/** The kinds of links that have a relationship. */
export const RELATED_TYPES = ['DEPENDENCY', 'JIRA_ISSUE', 'TEST_CASE'] as const
export type RelatedType = (typeof RELATED_TYPES)[number]

export interface Relationship {
  readonly id: number
  readonly name: string
  /** The kinds of links that have it, in the order of RELATED_TYPES. */
  readonly types: readonly RelatedType[]
}

const HIGHEST = 2 ** 47

/** The id of a relationship: names are free, so it is drawn from the name. */
export function relationshipIdOf(name: string): number {
  return random('', 'relationship', name, 'id').integer(1, HIGHEST)
}

/**
 * The relationships of an application, by name: those that requirements use which the reader may read, and the one that
 * dependencies have by themselves.
 */
export function relationshipsOfApplication(
  store: Store,
  reader: Reader,
  applicationId: number,
  defaultName: string,
): Relationship[] {
  const found = new Map<string, Set<RelatedType>>([[defaultName, new Set(['DEPENDENCY'])]])
  const note = (name: string, type: RelatedType) => {
    const types = found.get(name)
    if (types === undefined) found.set(name, new Set([type]))
    else types.add(type)
  }
  const mayRead = readability(store, reader)
  const mayReadRow = ({ status, projectContainerId }: RequirementRecord) =>
    status === 'ACTIVE' && mayRead(projectContainerId)
  for (const row of store.table(requirements).range('parent', [applicationId]))
    if (mayReadRow(row)) for (const { relationship } of row.dependencies) note(relationship, 'DEPENDENCY')
  for (const { wiki } of store.table(issueLinks).range('requirement', [applicationId])) {
    const project = wiki && findProjectByKey(store, applicationId, wiki.spaceKey)
    if (wiki !== undefined && project !== undefined && mayRead(project.id))
      note(wiki.relationship, 'JIRA_ISSUE')
  }
  for (const { requirementId, relationship } of store.table(testCaseLinks).scan()) {
    const row = store.table(requirements).get(requirementId)
    if (row?.applicationId === applicationId && mayReadRow(row)) note(relationship, 'TEST_CASE')
  }
  return [...found]
    .toSorted(([a], [b]) => compareCodePoints(a, b))
    .map(([name, types]) => ({
      id: relationshipIdOf(name),
      name,
      types: RELATED_TYPES.filter((type) => types.has(type)),
    }))
}

/** Whether the reader may read a project container; each is looked at once. */
function readability(store: Store, reader: Reader): (containerId: number) => boolean {
  const known = new Map<number, boolean>()
  return (id) => {
    const before = known.get(id)
    if (before !== undefined) return before
    const container: ContainerRecord | undefined = store.table(containers).get(id)
    const may = container !== undefined && mayReadContainer(store, reader, container)
    known.set(id, may)
    return may
  }
}
