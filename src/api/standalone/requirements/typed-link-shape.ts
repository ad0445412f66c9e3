/** Typed links in responses (service §4.1). */
import { z } from '../../framework/zod.ts'
import { issueTypes } from '../../../model/records/tracker/tracker.ts'
import { relationshipIdOf } from '../../../model/links/relationships-of-application.ts'
import { findLinkedIssue, type WikiIssueLink } from '../../../model/finding/requirements/lookup.ts'
import type { RequirementRecord } from '../../../model/records/wiki/requirements.ts'
import {
  LINK_DIRECTIONS,
  LINK_TYPES,
  type TypedLink,
} from '../../../model/finding/requirements/typed-links.ts'
import type { Context } from '../../framework/operation.ts'
import { identifier } from '../common.ts'
import * as ledger from '../../framework/ledger-names.ts'
import {
  containerLinkShape,
  dependencyLinkShape,
  issueLinkShape,
  readableIssue,
  testCaseLinkShape,
  toContainerLink,
  toDependency,
  toIssueLink,
  toTestCaseLink,
} from './links.ts'

export const link = {
  name: 'DTORequirementLink',
  schema: () =>
    z.object({
      id: identifier(),
      requirementId: identifier(),
      type: z.enum(LINK_TYPES),
      direction: z.enum(LINK_DIRECTIONS).optional(),
      relationship: z.string().optional(),
      relationshipId: identifier().optional(),
      requirement: dependencyLinkShape().omit({ relationship: true }).optional(),
      container: containerLinkShape().optional(),
      issue: issueLinkShape()
        .omit({ relationship: true })
        .extend({ issueType: z.string().optional(), status: z.string().optional() })
        .optional(),
      testCase: testCaseLinkShape().omit({ relationship: true }).optional(),
    }),
  example: {
    id: 37357698007125,
    requirementId: 6002,
    type: 'DEPENDENCY',
    direction: 'TO',
    relationship: 'refines',
    relationshipId: 112704594951441,
    requirement: {
      requirementId: 6001,
      key: 'REQ-001',
      spaceKey: 'ENG',
      status: 'ACTIVE',
      canonicalURL: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-001',
    },
  },
}

/** The relationship of a link. Origins and references have none. */
export function relationshipOf(one: TypedLink): string | undefined {
  switch (one.type) {
    case 'DEPENDENCY':
      return one.relationship
    case 'JIRA_ISSUE':
      return one.link.wiki.relationship
    case 'TEST_CASE':
      return one.link.relationship
    default:
      return undefined
  }
}

/** Converts links to their wire shape, with or without the details of their issues. */
export function toLink(context: Context, row: RequirementRecord, details: boolean) {
  for (const id of [ledger.requirementLinkShapes, ledger.readingTypedLinks, ledger.linkIds] as const)
    context.note(id)
  return (one: TypedLink) => {
    // A link of one type lacks the fields of the others.
    context.note(ledger.absentFields)
    const relationship = relationshipOf(one)
    const relationshipId = relationship === undefined ? undefined : relationshipIdOf(relationship)
    const common = { id: one.id, requirementId: row.id, type: one.type }
    return { ...common, ...endOf(context, one, details), relationship, relationshipId }
  }
}

function endOf(context: Context, one: TypedLink, details: boolean) {
  switch (one.type) {
    case 'DEPENDENCY': {
      const { relationship: _relationship, ...requirement } = toDependency(context, one, one.other)
      return { direction: one.direction, requirement }
    }
    case 'ORIGIN':
    case 'REFERENCE':
      return { container: toContainerLink(context, one.container) }
    case 'JIRA_ISSUE':
      return { issue: details ? issueDetails(context, one.link) : { issueKey: one.link.wiki.issueKey } }
    case 'TEST_CASE': {
      const { relationship: _relationship, ...testCase } = toTestCaseLink(one.link)
      return { testCase }
    }
  }
}

/** The details of an issue that the caller may read. */
function issueDetails(context: Context, linked: WikiIssueLink) {
  const { store } = context
  const { relationship: _relationship, ...shownIssue } = toIssueLink(context, linked)
  const issue = readableIssue(context, findLinkedIssue(store, linked))?.issue
  if (issue === undefined) return shownIssue
  const issueType = store.table(issueTypes).get(issue.issueTypeId)?.name
  return { ...shownIssue, issueType, status: issue.status }
}
