/** The links of a requirement as one list (service §4.1). Each is stored where its own product keeps it. */
import type { Store } from '../../../world/store/store.ts'
import { type ContainerRecord, containers } from '../../records/service/containers.ts'
import { linkIdsOf } from '../../records/tracker/link-identities.ts'
import type { WikiView } from '../../records/tracker/issue-links.ts'
import { type Reader, readingRights } from '../permissions.ts'
import { findChildren, findIssueLinks, findLinkingPages, findParent, type WikiIssueLink } from './lookup.ts'
import {
  type RequirementRecord,
  type TestCaseLinkRecord,
  testCaseLinks,
} from '../../records/wiki/requirements.ts'

export const LINK_TYPES = ['DEPENDENCY', 'ORIGIN', 'REFERENCE', 'JIRA_ISSUE', 'TEST_CASE'] as const
export type LinkType = (typeof LINK_TYPES)[number]
/** TO leads to a parent, which the requirement names; FROM to a child, which names it. */
export const LINK_DIRECTIONS = ['FROM', 'TO'] as const
export type LinkDirection = (typeof LINK_DIRECTIONS)[number]

export type LinkEnd =
  | {
      readonly type: 'DEPENDENCY'
      readonly direction: LinkDirection
      readonly relationship: string
      readonly spaceKey: string
      readonly key: string
      /** The other end; absent where nothing has that key, or where the reader may not read it. */
      readonly other: RequirementRecord | undefined
    }
  | { readonly type: 'ORIGIN' | 'REFERENCE'; readonly container: ContainerRecord }
  | { readonly type: 'JIRA_ISSUE'; readonly link: WikiIssueLink }
  | { readonly type: 'TEST_CASE'; readonly link: TestCaseLinkRecord }

export type TypedLink = LinkEnd & { readonly id: number }

/** The links of a requirement that a reader sees, of one type or of all, by type and then as their products list them. */
export function typedLinksOf(
  store: Store,
  reader: Reader,
  row: RequirementRecord,
  type?: LinkType,
): TypedLink[] {
  const idOf = linkIdsOf(store, row.id)
  return [...endsOf(store, reader, row, type)].map((end) => ({ ...end, id: idOf(factsOf(end)) }))
}

/** The part of a link that identifies it. */
export type LinkSaying =
  | Exclude<LinkEnd, { readonly type: 'JIRA_ISSUE' }>
  | {
      readonly type: 'JIRA_ISSUE'
      readonly link: { readonly wiki: Pick<WikiView, 'applinkId' | 'issueKey' | 'relationship'> }
    }

/** The identity of a link as text, from which its id is drawn. */
export function factsOf(end: LinkSaying): string {
  return JSON.stringify([end.type, ...saidBy(end)])
}

function saidBy(end: LinkSaying): readonly (string | number)[] {
  switch (end.type) {
    case 'DEPENDENCY':
      return [end.direction, end.relationship, end.spaceKey, end.key]
    case 'ORIGIN':
    case 'REFERENCE':
      return [end.container.id]
    case 'JIRA_ISSUE':
      return [end.link.wiki.applinkId, end.link.wiki.issueKey, end.link.wiki.relationship]
    case 'TEST_CASE':
      return [end.link.id]
  }
}

function* endsOf(
  store: Store,
  reader: Reader,
  row: RequirementRecord,
  type: LinkType | undefined,
): Generator<LinkEnd> {
  const wants = (one: LinkType) => type === undefined || type === one
  const mayRead = readingRights(store, reader)
  const may = ({ projectContainerId }: ContainerRecord) => mayRead(projectContainerId)
  if (wants('DEPENDENCY')) yield* dependenciesOf(store, row, mayRead)
  if (wants('ORIGIN') && row.originContainerId !== undefined) {
    const container = store.table(containers).get(row.originContainerId)
    if (container !== undefined && may(container)) yield { type: 'ORIGIN', container }
  }
  if (wants('REFERENCE'))
    for (const container of findLinkingPages(store, row))
      if (may(container)) yield { type: 'REFERENCE', container }
  if (wants('JIRA_ISSUE')) for (const link of findIssueLinks(store, row)) yield { type: 'JIRA_ISSUE', link }
  if (wants('TEST_CASE'))
    for (const link of store.table(testCaseLinks).range('requirement', [row.id]))
      yield { type: 'TEST_CASE', link }
}

function* dependenciesOf(
  store: Store,
  row: RequirementRecord,
  mayRead: (containerId: number) => boolean,
): Generator<LinkEnd> {
  for (const dependency of row.dependencies) {
    const parent = findParent(store, row, dependency)
    const other = parent !== undefined && mayRead(parent.projectContainerId) ? parent : undefined
    yield { type: 'DEPENDENCY', direction: 'TO', ...dependency, other }
  }
  for (const { other, relationship } of findChildren(store, row)) {
    if (!mayRead(other.projectContainerId)) continue
    const { spaceKey, key } = other
    yield { type: 'DEPENDENCY', direction: 'FROM', relationship, spaceKey, key, other }
  }
}
