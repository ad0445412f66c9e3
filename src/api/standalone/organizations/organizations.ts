/** Organizations: founding, reading, renaming and deleting them (service §4.1 names the group). */
import { z } from '../../framework/zod.ts'
import {
  closeOrganization,
  foundOrganization,
  organizationsOfUser,
  renameOrganization,
} from '../../../model/organizations/organizations.ts'
import type { OrganizationRecord } from '../../../model/organizations/records.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, operation, type Operation, type Shape } from '../../framework/operation.ts'
import { int32 } from '../../framework/parameter.ts'
import { caller, identifier, instant, paging } from '../common.ts'
import {
  administeredOrganization,
  memberedOrganization,
  observed,
  organizationAdministrator,
  organizationId,
  organizationMember,
  ownData,
  roleSchema,
  signedIn,
  writtenRole,
} from './common.ts'

const organization: Shape = {
  name: 'DTOOrganization',
  schema: () =>
    z.object({ id: identifier(), name: z.string(), displayName: z.string(), createdAt: instant() }),
  example: {
    id: 1,
    name: 'Northwind Robotics',
    displayName: 'Northwind Robotics',
    createdAt: '2026-01-05T09:00:00.000Z',
  },
}

const ownOrganization: Shape = {
  name: 'DTOUserOrganization',
  schema: () =>
    z.object({
      id: identifier(),
      name: z.string(),
      displayName: z.string(),
      createdAt: instant(),
      role: roleSchema().describe('What the caller is in it.'),
    }),
  example: { ...(organization.example as object), role: 'ADMIN' },
}

const newOrganization = {
  name: 'OrganizationRequest',
  schema: () => z.object({ name: z.string().min(1).max(255).describe('The name; not blank.') }),
  example: { name: 'Fourth Coffee' },
} as const

const toOrganization = ({ id, name, createdAt }: OrganizationRecord) => ({
  id,
  name,
  displayName: name,
  createdAt: formatInstant(createdAt),
})

const base = { ...observed, group: 'Organizations', section: '4.1' } as const

const list = operation({
  ...base,
  id: 'standalone.organization.list',
  summary: 'Lists the organizations that the caller belongs to.',
  method: 'GET',
  path: '/organizations',
  permission: signedIn,
  query: {
    offset: paging.offset,
    limit: int32({
      minimum: 1,
      maximum: 200,
      description: 'The maximum number of organizations; all if absent.',
    }),
  },
  success: {
    description: 'The organizations, by id.',
    shape: { schema: () => z.array(organization.schema()), example: [organization.example] },
  },
  assumptions: [...always('A189', 'A190', 'A250')],
  authorise: (_input, context) => caller(context),
  handle({ query }, context, user) {
    const begin = Number(query.offset)
    const own = [...organizationsOfUser(context.store, user)]
    const page = own.slice(begin, query.limit === undefined ? undefined : begin + query.limit)
    return page.map((one) => toOrganization(one.organization))
  },
})

const create = operation({
  ...base,
  id: 'standalone.organization.create',
  summary: 'Founds an organization, of which the caller becomes the first administrator.',
  method: 'POST',
  path: '/organizations',
  permission: signedIn,
  body: newOrganization,
  success: { status: 201, description: 'The new organization.', shape: organization },
  assumptions: [...always('A189')],
  authorise: (_input, context) => caller(context),
  handle: ({ body }, context, user) =>
    toOrganization(foundOrganization(context.world, context.store, user, body.name)),
})

const onOrganization = {
  path: '/organizations/{organizationId}',
  pathParameters: { organizationId },
} as const

const read = operation({
  ...base,
  ...onOrganization,
  id: 'standalone.organization.read',
  summary: 'Reads one organization.',
  method: 'GET',
  permission: organizationMember,
  success: { description: 'The organization.', shape: organization },
  assumptions: ['A189'],
  authorise: ({ path }, context) => memberedOrganization(context, path.organizationId),
  handle: (_input, _context, found) => toOrganization(found),
})

const update = operation({
  ...base,
  ...onOrganization,
  id: 'standalone.organization.update',
  summary: 'Gives an organization another name.',
  method: 'PUT',
  permission: organizationAdministrator,
  body: newOrganization,
  success: { description: 'The organization.', shape: organization },
  assumptions: ['A189'],
  authorise: ({ path }, context) =>
    administeredOrganization(context, path.organizationId, 'rename organization'),
  handle: ({ body }, context, found) => toOrganization(renameOrganization(context.store, found, body.name)),
})

const remove = operation({
  ...base,
  path: onOrganization.path,
  // The demo's own organizations own applications and cannot be deleted: this is the first that a caller founds.
  pathParameters: { organizationId: { ...organizationId, example: '3' } },
  id: 'standalone.organization.delete',
  exampleAfter: [
    { operation: 'standalone.organization.create', parameters: { organizationId: '$response.body#/id' } },
  ],
  summary: 'Deletes an organization with its memberships, invitations and link requests.',
  method: 'DELETE',
  permission: organizationAdministrator,
  success: { status: 204, description: 'The organization is gone.' },
  refusals: { 409: 'The organization owns applications.' },
  assumptions: ['A189', ...always('A194')],
  authorise: ({ path }, context) =>
    administeredOrganization(context, path.organizationId, 'delete organization'),
  handle(_input, context, found) {
    closeOrganization(context.world, context.store, found)
  },
})

const listOwn = operation({
  ...base,
  group: 'Users',
  id: 'standalone.user.listOrganizations',
  summary: 'Lists the organizations that the caller belongs to, and as what.',
  method: 'GET',
  path: '/users/me/organizations',
  permission: ownData,
  success: {
    description: 'The organizations, by id.',
    shape: { schema: () => z.array(ownOrganization.schema()), example: [ownOrganization.example] },
  },
  assumptions: [...always('A189', 'A190', 'A191')],
  authorise: (_input, context) => caller(context),
  handle(_input, context, user) {
    const own = [...organizationsOfUser(context.store, user)]
    return own.map((one) => ({ ...toOrganization(one.organization), role: writtenRole(one.role) }))
  },
})

export const organizationOperations: readonly Operation[] = [list, create, read, update, remove, listOwn]
