/** Organizations (service §4.1 names only the group). */
import { givenName } from '../../shared/given-name.ts'
import { z } from '../../framework/zod.ts'
import {
  closeOrganization,
  foundOrganization,
  organizationsOfUser,
  renameOrganization,
} from '../../../model/organizations/organizations.ts'
import type { OrganizationRecord } from '../../../model/records/service/organizations.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { int32 } from '../../framework/parameter.ts'
import { identifier, instant, observed } from '../common.ts'
import { paging } from '../paging.ts'
import {
  asAdministrator,
  asMember,
  organizationId,
  ownData,
  roleSchema,
  signedIn,
  writtenRole,
} from './common.ts'

const organizationSchema = () =>
  z.object({ id: identifier(), name: z.string(), displayName: z.string(), createdAt: instant() })

const organization = {
  name: 'DTOOrganization',
  schema: organizationSchema,
  example: {
    id: 1,
    name: 'Northwind Robotics',
    displayName: 'Northwind Robotics',
    createdAt: '2026-01-05T09:00:00.000Z',
  },
}

const ownOrganization = {
  name: 'DTOUserOrganization',
  schema: () => organizationSchema().extend({ role: roleSchema().describe('The role of the caller.') }),
  example: { ...organization.example, role: 'ADMIN' },
}

const newOrganization = {
  name: 'OrganizationRequest',
  schema: () => z.object({ name: givenName().describe('The name, not blank.') }),
  example: { name: 'Fourth Coffee' },
} as const

const toOrganization = ({ id, name, createdAt }: OrganizationRecord) => ({
  id,
  name,
  displayName: name,
  createdAt: formatInstant(createdAt),
})

const base = { ...observed, group: 'Organizations' } as const

const list = operation({
  ...base,
  ...signedIn,
  id: 'standalone.organization.list',
  summary: 'Lists the organizations that the caller belongs to.',
  method: 'GET',
  path: '/organizations',
  query: {
    offset: paging.offset,
    limit: int32({
      minimum: 1,
      maximum: 200,
      description: 'Maximum number of organizations to return. Default: all.',
    }),
  },
  success: {
    description: 'The organizations, by id.',
    shape: { schema: () => z.array(organization.schema()), example: [organization.example] },
  },
  assumptions: [...always('A189', 'A190', 'A250')],
  handle({ query }, context, user) {
    const begin = Number(query.offset)
    const own = [...organizationsOfUser(context.store, user)]
    const page = own.slice(begin, query.limit === undefined ? undefined : begin + query.limit)
    return page.map((one) => toOrganization(one.organization))
  },
})

const create = operation({
  ...base,
  ...signedIn,
  id: 'standalone.organization.create',
  summary: 'Creates an organization with the caller as its first administrator.',
  method: 'POST',
  path: '/organizations',
  body: newOrganization,
  success: { status: 201, description: 'The new organization.', shape: organization },
  assumptions: [...always('A189')],
  handle: ({ body }, context, user) =>
    toOrganization(foundOrganization({ world: context.world, store: context.store, user }, body.name)),
})

const onOrganization = {
  path: '/organizations/{organizationId}',
  pathParameters: { organizationId },
  assumptions: ['A189'],
} as const

const read = operation({
  ...base,
  ...onOrganization,
  ...asMember,
  id: 'standalone.organization.read',
  summary: 'Returns an organization.',
  method: 'GET',
  success: { description: 'The organization.', shape: organization },
  handle: (_input, _context, found) => toOrganization(found),
})

const update = operation({
  ...base,
  ...onOrganization,
  ...asAdministrator('rename organization'),
  id: 'standalone.organization.update',
  summary: 'Renames an organization.',
  method: 'PUT',
  body: newOrganization,
  success: { description: 'The organization.', shape: organization },
  handle: ({ body }, context, found) => toOrganization(renameOrganization(context.store, found, body.name)),
})

const remove = operation({
  ...base,
  ...asAdministrator('delete organization'),
  path: onOrganization.path,
  // The organizations of the demo own applications and cannot be deleted. 3 is the id of the next one.
  pathParameters: { organizationId: { ...organizationId, example: '3' } },
  id: 'standalone.organization.delete',
  exampleAfter: [
    { operation: 'standalone.organization.create', parameters: { organizationId: '$response.body#/id' } },
  ],
  summary: 'Deletes an organization with its memberships, invitations and link requests.',
  method: 'DELETE',
  success: { status: 204, description: 'The organization was deleted.' },
  refusals: { 409: 'The organization owns applications.' },
  assumptions: ['A189', ...always('A194')],
  handle: (_input, context, found) => closeOrganization(context.world, context.store, found),
})

const listOwn = operation({
  ...base,
  ...ownData,
  group: 'Users',
  id: 'standalone.user.listOrganizations',
  summary: 'Lists the organizations that the caller belongs to, with their role.',
  method: 'GET',
  path: '/users/me/organizations',
  success: {
    description: 'The organizations, by id.',
    shape: { schema: () => z.array(ownOrganization.schema()), example: [ownOrganization.example] },
  },
  assumptions: [...always('A189', 'A190', 'A191')],
  handle(_input, context, user) {
    const own = [...organizationsOfUser(context.store, user)]
    return own.map((one) => ({ ...toOrganization(one.organization), role: writtenRole(one.role) }))
  },
})

export const organizationOperations: readonly Operation[] = [list, create, read, update, remove, listOwn]
