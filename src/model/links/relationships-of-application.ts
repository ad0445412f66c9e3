/** Relationships of an application: the names that its links have (service §2.1). */
import { compareCodePoints, type KeyPart } from '../../world/order.ts'
import { random } from '../../world/random/random.ts'
import type { Store } from '../../world/store/store.ts'
import { applications } from '../records/service/applications.ts'
import { readableContainers } from '../finding/containers.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { DEFAULT_ISSUE_RELATIONSHIP } from './views.ts'
import { requirements, type TestCaseLinkRecord, testCaseLinks } from '../records/wiki/requirements.ts'
import type { Reader } from '../finding/permissions.ts'
import { integrations } from '../records/tracker/integrations.ts'
import { issueLinks } from '../records/tracker/issue-links.ts'

export const RELATED_TYPES = ['DEPENDENCY', 'JIRA_ISSUE', 'TEST_CASE'] as const
export type RelatedType = (typeof RELATED_TYPES)[number]

export interface Relationship {
  readonly id: number
  readonly name: string
  readonly types: readonly RelatedType[]
}

const HIGHEST = 2 ** 47

/** Names are free, so the id is drawn from the name. */
export function relationshipIdOf(name: string): number {
  return random('', 'relationship', name, 'id').integer(1, HIGHEST)
}

/**
 * The relationships of an application by name, including the default one: of readable requirements, or of a tracker's
 * links.
 */
export function relationshipsOfApplication(
  store: Store,
  reader: Reader,
  applicationId: number,
  defaultName: string,
): Relationship[] {
  const found = new Map<string, Set<RelatedType>>()
  const note = (names: Iterable<KeyPart>, type: RelatedType) => {
    for (const name of names) {
      const types = found.get(String(name))
      if (types === undefined) found.set(String(name), new Set([type]))
      else types.add(type)
    }
  }
  const projectsOf = (id: number) => readableContainers(store, reader, id, 'PROJECT')
  const ofIssueLinks = ({ applicationId: wikiId, key = '' }: ContainerRecord) =>
    store.table(issueLinks).distinct('relationship', [wikiId, key])
  if (store.table(applications).get(applicationId)?.type === 'JIRA') {
    note([DEFAULT_ISSUE_RELATIONSHIP], 'JIRA_ISSUE')
    for (const project of connectedWikis(store, applicationId).flatMap(projectsOf))
      note(ofIssueLinks(project), 'JIRA_ISSUE')
  } else {
    const projects = projectsOf(applicationId)
    note([defaultName], 'DEPENDENCY')
    for (const project of projects) {
      note(store.table(requirements).distinct('relationship', [project.id]), 'DEPENDENCY')
      note(ofIssueLinks(project), 'JIRA_ISSUE')
    }
    note(relationshipsOfTests(store, new Set(projects.map(({ id }) => id))), 'TEST_CASE')
  }
  return [...found]
    .toSorted(([a], [b]) => compareCodePoints(a, b))
    .map(([name, types]) => ({
      id: relationshipIdOf(name),
      name,
      types: RELATED_TYPES.filter((type) => types.has(type)),
    }))
}

function connectedWikis(store: Store, trackerId: number): number[] {
  const connected = store.table(integrations).range('tracker', [trackerId])
  return [...new Set([...connected].map(({ wikiApplicationId }) => wikiApplicationId))]
}

/** The relationships of test cases of ACTIVE requirements in these project containers. */
function* relationshipsOfTests(store: Store, projects: ReadonlySet<number>): Generator<string> {
  const links = store.table(testCaseLinks)
  const isMeant = ({ requirementId }: TestCaseLinkRecord) => {
    const row = store.table(requirements).get(requirementId)
    return row?.status === 'ACTIVE' && projects.has(row.projectContainerId)
  }
  for (const name of links.distinct('relationship', []))
    for (const link of links.range('relationship', [name])) {
      if (!isMeant(link)) continue
      yield link.relationship
      break
    }
}
