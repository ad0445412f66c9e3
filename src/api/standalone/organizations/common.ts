/** What operations on organizations share: their parameters, who may read and change them, roles as they are written. */
import { z } from '../../framework/zod.ts'
import { findOrganization } from '../../../model/organizations/organizations.ts'
import type { OrganizationRecord, OrganizationRole } from '../../../model/organizations/records.ts'
import { forbidden, isMember, isOrganizationAdministrator } from '../../../model/users/permissions.ts'
import type { Context } from '../../framework/operation.ts'
import { type Int64, int64 } from '../../framework/parameter.ts'
import { caller } from '../common.ts'

export const observed = {
  interface: 'standalone',
  stability: 'unstated',
  provenance: 'observed',
} as const

export const organizationId = int64({ description: 'Identifier of the organization.', example: '1' })

export const signedIn = { words: 'signed-in', assumed: true } as const
export const ownData = { words: 'signed-in (own data)', assumed: true } as const
export const organizationMember = { words: 'organization member', assumed: true } as const
export const organizationAdministrator = { words: 'organization admin', assumed: true } as const

/** A role as bodies and answers write it. */
export const roleSchema = () => z.enum(['MEMBER', 'ADMIN'])
export type WrittenRole = 'MEMBER' | 'ADMIN'

export const writtenRole = (role: OrganizationRole): WrittenRole => (role === 'admin' ? 'ADMIN' : 'MEMBER')
export const readRole = (role: WrittenRole): OrganizationRole => (role === 'ADMIN' ? 'admin' : 'member')

/** The organization of a path, which the caller must be a member of. */
export function memberedOrganization(context: Context, id: Int64): OrganizationRecord {
  context.assume('A189')
  const organization = findOrganization(context.store, id)
  if (isMember(context.store, caller(context), organization.id)) return organization
  throw forbidden(context.user, `read organization ${organization.id}: only its members may`)
}

/** The organization of a path, which the caller must administer; `action` is what they want, up to its number. */
export function administeredOrganization(context: Context, id: Int64, action: string): OrganizationRecord {
  context.assume('A189')
  const organization = findOrganization(context.store, id)
  if (isOrganizationAdministrator(context.store, caller(context), organization.id)) return organization
  throw forbidden(context.user, `${action} ${organization.id}: only its administrators may`)
}
