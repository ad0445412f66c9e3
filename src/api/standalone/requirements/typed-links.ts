/** Operations on the links of a requirement, which all types of link share (service §4.1). */
import { ISSUE_KEY_ASSUMPTIONS } from '../../shared/issue-keys.ts'
import { z } from '../../framework/zod.ts'
import { relationshipIdOf } from '../../../model/links/relationships-of-application.ts'
import { invalid, notFound } from '../../../model/input/errors.ts'
import { quoted } from '../../../model/input/refusal.ts'
import { addLink, changeLink, removeLink } from '../../../model/integration/links-of-requirement.ts'
import type { RequirementRecord } from '../../../model/records/wiki/requirements.ts'
import {
  LINK_DIRECTIONS,
  LINK_TYPES,
  type LinkDirection,
  type LinkType,
  type TypedLink,
  typedLinksOf,
} from '../../../model/finding/requirements/typed-links.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { boolean, type Int64, int64, oneOf, sort, string } from '../../framework/parameter.ts'
import { caller } from '../common.ts'
import { pageOf, paging, sortedPage } from '../paging.ts'
import {
  editing,
  ofApplication,
  reading,
  requirementFor,
  requirementId,
  SELECTION_ASSUMPTIONS,
  writingOf,
} from '../editing.ts'
import { link, relationshipOf, toLink } from './typed-link-shape.ts'
import * as ledger from '../../framework/ledger-names.ts'
import {
  linkBody,
  linkFields,
  linkOfBody,
  reportOtherNames,
  reportUnusedFields,
  requireLinkEdit,
  withOtherEnd,
} from './typed-link-body.ts'

const group = { ...ofApplication, group: 'Links' } as const
const onAll = {
  ...group,
  path: '/requirements/{requirementId}/links',
  pathParameters: { requirementId },
} as const
const onOne = {
  ...group,
  path: '/requirements/{requirementId}/links/{linkId}',
  pathParameters: {
    requirementId,
    linkId: int64({ description: 'Identifier of the link.', example: '37357698007125' }),
  },
} as const
const ASSUMPTIONS = [...SELECTION_ASSUMPTIONS, 'A21', 'A32', 'A211', 'A212'] as const
const SORTABLE = ['id', 'type', 'relationship'] as const

const list = operation({
  ...onAll,
  ...reading(requirementFor),
  id: 'standalone.links.list',
  summary: 'Lists the links of a requirement.',
  query: {
    ...group.query,
    type: oneOf<LinkType, object>(LINK_TYPES, { description: 'The type of link.' }),
    direction: oneOf<LinkDirection, object>(LINK_DIRECTIONS, {
      description: 'Only dependencies: TO a parent, or FROM a child.',
    }),
    relationship: string({ maximumLength: 255, description: 'The relationship of the link.' }),
    relationshipId: int64({ description: 'The id of the relationship.' }),
    includeJiraIssueDetails: boolean({
      default: false,
      description: 'Whether to return the summary, type and status of issues.',
    }),
    ...paging,
    sort: sort(SORTABLE, { description: 'Order of the items.' }),
  },
  success: { description: 'A page of links.', shape: pageOf(link) },
  refusals: { 404: 'No such application or requirement.' },
  assumptions: [...ASSUMPTIONS, 'A22', ...always('A35')],
  handle(input, context, row) {
    const { type, direction, relationship, relationshipId, includeJiraIssueDetails } = input.query
    const all = typedLinksOf(context.store, caller(context), row, type).filter((one) => {
      const related = relationshipOf(one)
      return (
        (direction === undefined || (one.type === 'DEPENDENCY' && one.direction === direction)) &&
        (relationship === undefined || related === relationship) &&
        (relationshipId === undefined ||
          (related !== undefined && relationshipIdOf(related) === relationshipId))
      )
    })
    return sortedPage(context, input.query, all, toLink(context, row, includeJiraIssueDetails), sortValue)
  },
})

const create = operation({
  ...onAll,
  ...editing('POST', requirementFor),
  id: 'standalone.links.create',
  summary: 'Creates a link of a requirement.',
  body: {
    name: 'RequirementLinkCreation',
    schema: linkBody,
    example: { type: 'JIRA_ISSUE', issueKey: 'DRN-3', relationship: 'implements' },
  },
  success: { status: 201, description: 'The new link.', shape: link },
  refusals: {
    404: 'No such application, requirement, container, issue, tracker or relationship.',
    409: 'The link already exists, or the requirement cannot have it.',
  },
  assumptions: [...ASSUMPTIONS, 'A213', 'A214', ...ISSUE_KEY_ASSUMPTIONS],
  handle(input, context, row) {
    noteWriting(context, input.body.relationshipId)
    const made = addLink(writingOf(context), row, linkOfBody(context, row, withOtherEnd(input.body)))
    reportUnusedFields(context, row, input.body, made)
    reportOtherNames(context, input.body, made)
    return toLink(context, row, true)(asSeen(context, row, made))
  },
})

const readOne = operation({
  ...onOne,
  ...reading(requirementFor),
  id: 'standalone.links.read',
  summary: 'Returns a link of a requirement.',
  success: { description: 'The link.', shape: link },
  refusals: { 404: 'No such application, requirement or link.' },
  assumptions: ASSUMPTIONS,
  handle: (input, context, row) => toLink(context, row, true)(findLink(context, row, input.path.linkId)),
})

const update = operation({
  ...onOne,
  ...editing('PUT', requirementFor),
  id: 'standalone.links.update',
  summary: 'Updates a link of a requirement.',
  body: {
    name: 'RequirementLinkUpdate',
    schema: () =>
      z.object({
        type: z.enum(LINK_TYPES).nullish().describe('The current type. It cannot change.'),
        ...linkFields(),
      }),
    example: { relationship: 'details' },
  },
  success: { description: 'The updated link.', shape: link },
  refusals: {
    404: 'No such application, requirement, link, container, issue, tracker or relationship.',
    409: 'The requirement already has such a link, or cannot have it.',
  },
  assumptions: [...ASSUMPTIONS, 'A213', 'A214', ...ISSUE_KEY_ASSUMPTIONS],
  handle(input, context, row) {
    noteWriting(context, input.body.relationshipId)
    const before = findLink(context, row, input.path.linkId)
    const { type, direction } = input.body
    refuseOther('type', type, before.type)
    if (before.type === 'DEPENDENCY') refuseOther('direction', direction, before.direction)
    requireLinkEdit(context, before)
    const after = linkOfBody(context, row, { ...input.body, type: before.type }, before)
    const changed = changeLink(writingOf(context), row, before, after)
    reportUnusedFields(context, row, input.body, changed)
    return toLink(context, row, true)(asSeen(context, row, changed))
  },
})

const remove = operation({
  ...onOne,
  ...editing('DELETE', requirementFor),
  id: 'standalone.links.delete',
  summary: 'Deletes a link of a requirement.',
  success: { status: 204, description: 'The link was deleted.' },
  refusals: { 404: 'No such application, requirement or link.', 409: 'The requirement is not ACTIVE.' },
  assumptions: [...ASSUMPTIONS, 'A213'],
  handle(input, context, row) {
    noteWriting(context, undefined)
    const found = findLink(context, row, input.path.linkId)
    requireLinkEdit(context, found)
    removeLink(writingOf(context), row, found)
  },
})

export const typedLinkOperations: readonly Operation[] = [list, create, readOne, update, remove]

function noteWriting(context: Context, relationshipId: number | null | undefined): void {
  context.note(ledger.linkIds)
  context.note(ledger.writingTypedLinks)
  if (relationshipId !== undefined && relationshipId !== null) context.note(ledger.applicationRelationships)
}

/** A link that the caller can see. Throws NOT_FOUND. */
function findLink(context: Context, row: RequirementRecord, id: Int64): TypedLink {
  context.note(ledger.linkIds)
  const found = typedLinksOf(context.store, caller(context), row).find((one) => one.id === id)
  if (found !== undefined) return found
  throw notFound('link', id, { in: `requirement ${quoted(row.key)}` })
}

/** A link as the caller sees it, without what they may not read at its other end. */
function asSeen(context: Context, row: RequirementRecord, made: TypedLink): TypedLink {
  const now = requirementFor(
    context,
    { query: { applicationId: row.applicationId }, path: { requirementId: row.id } },
    'read',
  )
  return typedLinksOf(context.store, caller(context), now, made.type).find(({ id }) => id === made.id) ?? made
}

function refuseOther(field: string, sent: string | null | undefined, current: string): void {
  if (sent === undefined || sent === null || sent === current) return
  throw invalid(`body field '${field}'`, sent, `the link stays ${current}: send that, or leave it out`)
}

function sortValue(one: TypedLink, property: string): string | number {
  return property === 'relationship' ? (relationshipOf(one) ?? '') : one[property as 'id' | 'type']
}
