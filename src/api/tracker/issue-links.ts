/** Links between issues and requirements in the tracker (service §4.7). */
import { withoutBlank } from '../../model/input/blank.ts'
import { z } from '../framework/zod.ts'
import { DEFAULT_ISSUE_RELATIONSHIP } from '../../model/links/views.ts'
import { containers } from '../../model/records/service/containers.ts'
import { invalid } from '../../model/input/errors.ts'
import { quoted } from '../../model/input/refusal.ts'
import { addLinks, linksOfIssue, overwriteLinks, removeLinks } from '../../model/integration/tracker/links.ts'
import { containerLevel, forbiddenTo } from '../../model/finding/permissions.ts'
import { always, type Context, operation, type Operation } from '../framework/operation.ts'
import { string } from '../framework/parameter.ts'
import { ISSUE_KEY_ASSUMPTIONS } from '../shared/issue-keys.ts'
import {
  isTrackerAdministrator,
  issueKey,
  requireIssue,
  trackerCaller,
  trackerOperation,
  trackerSite,
  writingOf,
} from './common.ts'
import * as ledger from '../framework/ledger-names.ts'
import {
  checkRequirements,
  issueLink,
  issueLinkExample,
  issueLinkItems,
  OK,
  okShape,
  readItems,
  relationshipOr,
  showLink,
} from './issue-link-shape.ts'

const group = {
  ...trackerOperation,
  group: 'Issue links',
  path: '/issuelinks/{issueKey}',
  pathParameters: { issueKey },
} as const

const readPermission = { words: 'issue read', assumed: true } as const

/** A change of the links of an issue. */
const writing = {
  ...group,
  permission: { words: 'issue edit', assumed: true },
  success: { description: 'All items were processed.', shape: okShape('TrackerStatus', () => ({}), {}) },
  authorise: ({ path }: { readonly path: { readonly issueKey: string } }, context: Context) =>
    requireIssue(context, path.issueKey, 'edit'),
} as const

const relationship = (description: string) =>
  string({ isName: true, maximumLength: 255, description, example: 'implements' })

const item = {
  applinkId: '99999999-8888-4777-8666-555555555555',
  spaceKey: 'ENG',
  key: 'REQ-003',
  relationship: 'implements',
}

const refusals = { 404: 'No such issue, application link, requirement or link. Nothing was written.' }

const unimplemented = operation({
  ...trackerOperation,
  id: 'tracker.issuelinks.unimplemented',
  group: 'Issue links',
  summary: 'Returns a fixed string, as the service does not implement a list of all links.',
  method: 'GET',
  path: '/issuelinks',
  permission: readPermission,
  success: {
    description: 'A fixed string.',
    shape: { schema: () => z.string(), example: 'Not implemented' },
  },
  assumptions: ['A134', ...always('A154')],
  authorise: (_input, context) => requireAnyProject(context),
  handle: () => 'Not implemented',
})

const list = operation({
  ...group,
  id: 'tracker.issuelinks.list',
  summary: 'Lists the links of an issue.',
  description: 'Returns the links as the tracker stores them, with its own copies of the texts.',
  method: 'GET',
  permission: readPermission,
  query: { relationship: relationship('Only links of this relationship.') },
  success: {
    description: 'The links, oldest first.',
    shape: { name: 'IssueLinks', schema: () => z.array(issueLink()), example: [issueLinkExample] },
  },
  refusals: { 404: 'No such issue.' },
  assumptions: ['A134', ...always('A155', 'A186'), ...ISSUE_KEY_ASSUMPTIONS],
  authorise: ({ path }, context) => requireIssue(context, path.issueKey, 'read'),
  handle({ query }, context, issue) {
    const links = linksOfIssue(context.store, issue, withoutBlank(query.relationship))
    return links.map((link) => showLink(context, link))
  },
})

const create = operation({
  ...writing,
  id: 'tracker.issuelinks.create',
  summary: 'Links an issue to requirements.',
  description:
    'The tracker shows the links at once and reads the current texts from the wiki, for other issues that link the requirements too. Queue messages report the links to the wiki.',
  method: 'POST',
  body: {
    name: 'IssueLinkItems',
    schema: () => issueLinkItems('required'),
    example: [item],
  },
  refusals: {
    ...refusals,
    409: 'A baseline is not DONE, or, under the alternative conflict of A158, the link already exists.',
  },
  assumptions: ['A134', 'A156', 'A157', 'A158', 'A186', ...ISSUE_KEY_ASSUMPTIONS],
  handle({ body }, context, issue) {
    const wanted = readItems(context, body)
    context.note(ledger.formerApplicationLinks)
    checkRequirements(context, wanted)
    addLinks(
      writingOf(context),
      issue,
      wanted,
      context.choose(ledger.linkMessages) === 'conflict' ? 'refuse' : 'keep',
    )
    return OK
  },
})

const overwrite = operation({
  ...writing,
  id: 'tracker.issuelinks.overwrite',
  summary: 'Replaces the links of an issue.',
  description: 'Removes the existing links, of one relationship or all, then creates the links of the body.',
  method: 'PUT',
  query: { relationship: relationship('Only links of this relationship are replaced.') },
  body: {
    name: 'IssueLinkOverwriteItems',
    schema: () => issueLinkItems('optional'),
    example: [item],
  },
  refusals: { ...refusals, 409: 'A baseline is not DONE.' },
  assumptions: ['A134', 'A156', 'A157', 'A158', 'A186', 'A188', ...ISSUE_KEY_ASSUMPTIONS],
  handle({ query, body }, context, issue) {
    const scope = withoutBlank(query.relationship)
    const stray = body.find((one) => scope !== undefined && relationshipOr(scope, one.relationship) !== scope)
    if (stray !== undefined)
      throw invalid('relationship', stray.relationship, `the query replaces links of ${quoted(scope)} only`)
    const wanted = readItems(context, body, scope ?? DEFAULT_ISSUE_RELATIONSHIP)
    checkRequirements(context, wanted)
    context.note(ledger.linkMessages)
    context.note(ledger.formerApplicationLinks)
    context.note(ledger.removingOtherName)
    overwriteLinks(writingOf(context), issue, wanted, scope)
    return OK
  },
})

const remove = operation({
  ...writing,
  id: 'tracker.issuelinks.remove',
  summary: 'Removes links of an issue.',
  description: 'The tracker removes them at once. Queue messages report the change to the wiki.',
  method: 'DELETE',
  body: {
    name: 'IssueLinkItems',
    schema: () => issueLinkItems('required'),
    example: [{ ...item, key: 'REQ-001' }],
  },
  refusals,
  assumptions: ['A134', ...always('A156', 'A158', 'A188'), ...ISSUE_KEY_ASSUMPTIONS],
  handle({ body }, context, issue) {
    removeLinks(writingOf(context), issue, readItems(context, body))
    return OK
  },
})

export const trackerIssueLinkOperations: readonly Operation[] = [
  unimplemented,
  list,
  create,
  overwrite,
  remove,
]

/** Throws FORBIDDEN unless the caller may read some project of the tracker. */
function requireAnyProject(context: Context): void {
  context.note(ledger.trackerPermissions)
  if (isTrackerAdministrator(context)) return
  const { store } = context
  for (const container of store.table(containers).range('level', [trackerSite(context), 'PROJECT']))
    if (containerLevel(store, trackerCaller(context), container) !== undefined) return
  throw forbiddenTo(context.user, 'read issues: they may read no project of the tracker')
}
