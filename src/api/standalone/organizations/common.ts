/** What operations on organizations and users share: parameters, permissions and roles. */
import { z } from '../../framework/zod.ts'
import { findOrganization } from '../../../model/organizations/organizations.ts'
import type { OrganizationRecord, OrganizationRole } from '../../../model/records/service/organizations.ts'
import { forbiddenTo, isMember, isOrganizationAdministrator } from '../../../model/finding/permissions.ts'
import type { Context } from '../../framework/operation.ts'
import { type Int64, int64 } from '../../framework/parameter.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { caller } from '../common.ts'

export const organizationId = int64({ description: 'Identifier of the organization.', example: '1' })

export const organizationAdministrator = { words: 'organization admin', assumed: true } as const

const asCaller = (_input: unknown, context: Context) => caller(context)

/** An operation for any signed-in caller. */
export const signedIn = { permission: { words: 'signed-in', assumed: true }, authorise: asCaller } as const
/** An operation on the caller's own data. */
export const ownData = {
  permission: { words: 'signed-in (own data)', assumed: true },
  authorise: asCaller,
} as const

interface OnOrganization {
  readonly path: { readonly organizationId: Int64 }
}

/** An operation on an organization for its members. */
export const asMember = {
  permission: { words: 'organization member', assumed: true },
  authorise: ({ path }: OnOrganization, context: Context) =>
    memberedOrganization(context, path.organizationId),
} as const

/** An operation on an organization for its administrators. `action` completes the message: `rename organization`. */
export const asAdministrator = (action: string) =>
  ({
    permission: organizationAdministrator,
    authorise: ({ path }: OnOrganization, context: Context) =>
      administeredOrganization(context, path.organizationId, action),
  }) as const

/** A role on the wire. */
export const roleSchema = () => z.enum(['MEMBER', 'ADMIN'])
export type WrittenRole = 'MEMBER' | 'ADMIN'

export const writtenRole = (role: OrganizationRole): WrittenRole => (role === 'admin' ? 'ADMIN' : 'MEMBER')
export const readRole = (role: WrittenRole): OrganizationRole => (role === 'ADMIN' ? 'admin' : 'member')

/** The organization of a path. Throws FORBIDDEN unless the caller is a member. */
export function memberedOrganization(context: Context, id: Int64): OrganizationRecord {
  context.note(ledger.organizationRules)
  const organization = findOrganization(context.store, id)
  if (isMember(context.store, caller(context), organization.id)) return organization
  throw forbiddenTo(context.user, `read organization ${organization.id}: only its members may`)
}

/** The organization of a path. Throws FORBIDDEN unless the caller is an administrator. */
export function administeredOrganization(context: Context, id: Int64, action: string): OrganizationRecord {
  context.note(ledger.organizationRules)
  const organization = findOrganization(context.store, id)
  if (isOrganizationAdministrator(context.store, caller(context), organization.id)) return organization
  throw forbiddenTo(context.user, `${action} ${organization.id}: only its administrators may`)
}
