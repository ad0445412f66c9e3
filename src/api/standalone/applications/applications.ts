/** Applications of organizations (service §4.1). */
import { z } from '../../framework/zod.ts'
import { applicationsOf } from '../../../model/applications/link-requests.ts'
import type { ApplicationRecord } from '../../../model/records/service/applications.ts'
import { organizations } from '../../../model/records/service/organizations.ts'
import { invalidRequest, notFound } from '../../../model/input/errors.ts'
import { findApplication, forbiddenTo, isMember } from '../../../model/finding/permissions.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { type Int64, int64 } from '../../framework/parameter.ts'
import { applicationId, caller, identifier, pick } from '../common.ts'
import { pageOf, pageOfAll, paging } from '../paging.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { readableApplication } from './scope.ts'

export const application = {
  name: 'DTOApplication',
  schema: () =>
    z.object({
      id: identifier(),
      name: z.string(),
      type: z.enum(['CONFLUENCE', 'JIRA', 'STANDALONE']),
      status: z.enum(['ACTIVE', 'DISABLED']),
      baseUrl: z.string(),
      organizationId: identifier(),
    }),
  example: {
    id: 101,
    name: 'Northwind wiki',
    type: 'CONFLUENCE',
    status: 'ACTIVE',
    baseUrl: 'https://wiki.northwind.test/wiki',
    organizationId: 1,
  },
}

export const toApplication = (record: ApplicationRecord) =>
  pick(record, 'id', 'name', 'type', 'status', 'baseUrl', 'organizationId')

export const documented = {
  interface: 'standalone',
  group: 'Applications',
  stability: 'stable',
  provenance: 'documented',
  section: '4.1',
} as const

const listApplications = operation({
  ...documented,
  id: 'standalone.application.list',
  summary: 'Lists the applications of an organization.',
  method: 'GET',
  path: '/applications',
  permission: { words: 'organization applications read' },
  query: {
    organizationId: int64({
      // Widened, so that handlers see an optional value: an alternative of A251 allows its absence.
      required: true as boolean,
      checkedByOperation: true,
      description: 'Identifier of the organization.',
      example: '1',
    }),
    ...paging,
  },
  success: { description: 'A page of applications.', shape: pageOf(application) },
  assumptions: ['A15', 'A22', ...always('A23'), 'A26', 'A251'],
  authorise({ query }, context) {
    const id = listedOrganization(context, query.organizationId)
    if (typeof id !== 'number' || !context.store.table(organizations).has(id)) {
      throw notFound('organization', id)
    }
    context.note(ledger.applicationAccess)
    if (!isMember(context.store, caller(context), id)) {
      throw forbiddenTo(context.user, `read applications of organization ${id}`)
    }
    return id
  },
  handle({ query }, context, organization) {
    if (context.scopedTo !== undefined) context.note(ledger.scopedTokens)
    const all = applicationsOf(context.store, organization)
    const inScope = all.filter(({ id }) => context.scopedTo === undefined || id === context.scopedTo)
    return pageOfAll(context, query, inScope, toApplication)
  },
})

const readCurrent = operation({
  ...documented,
  id: 'standalone.application.readCurrent',
  summary: 'Returns the application that the credential is scoped to.',
  method: 'GET',
  path: '/applications/current',
  exampleToken: 'tok-app101',
  permission: { words: 'signed-in' },
  success: { description: 'The application.', shape: application },
  refusals: { 400: 'The credential is not scoped to an application.' },
  assumptions: [...always('A23', 'A26'), 'A47'],
  authorise: (_input, context) => caller(context),
  handle(_input, context) {
    if (context.scopedTo === undefined) {
      context.note(ledger.applicationWithoutScope)
      throw invalidRequest(
        'this token is not scoped to an application',
        'use a scoped one, or name the application in the path',
      )
    }
    return toApplication(findApplication(context.store, context.scopedTo))
  },
})

const readApplication = operation({
  ...documented,
  id: 'standalone.application.read',
  summary: 'Returns an application.',
  method: 'GET',
  path: '/applications/{applicationId}',
  permission: { words: 'application read', assumed: true },
  pathParameters: { applicationId },
  success: { description: 'The application.', shape: application },
  assumptions: ['A15', ...always('A23'), 'A26'],
  authorise: ({ path }, context) => readableApplication(context, path.applicationId),
  handle: (_input, _context, application) => toApplication(application),
})

export const applicationOperations: readonly Operation[] = [listApplications, readCurrent, readApplication]

/** The requested organization, or under an alternative of A251 that of the application of the token. */
function listedOrganization(context: Context, id: Int64 | undefined): Int64 {
  if (id !== undefined) return id
  if (
    context.choose(ledger.applicationsWithoutOrganization) === 'own-organization' &&
    context.scopedTo !== undefined
  )
    return findApplication(context.store, context.scopedTo).organizationId
  throw invalidRequest("query parameter 'organizationId'", 'required')
}
