/** Users: the caller's own account, and the accounts of others (service §4.1 names only the group). */
import { givenName } from '../../shared/given-name.ts'
import { present } from '../../../model/input/present.ts'
import { z } from '../../framework/zod.ts'
import { memberships } from '../../../model/records/service/organizations.ts'
import { MAXIMUM_EMAIL_LENGTH } from '../../../model/records/service/email.ts'
import { findAccountHolder } from '../../../model/users/linked-accounts.ts'
import { changeAccount, deleteAccount } from '../../../model/users/own-account.ts'
import { findUser } from '../../../model/users/credentials.ts'
import { isMember } from '../../../model/finding/permissions.ts'
import type { UserRecord } from '../../../model/records/service/users.ts'
import { notFound } from '../../../model/input/errors.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { int64, string } from '../../framework/parameter.ts'
import { applicationIdOfQuery, readableApplication, selectedApplicationId } from '../applications/scope.ts'
import { identifier, observed } from '../common.ts'
import { ownData, signedIn } from './common.ts'

const user = {
  name: 'DTOUser',
  schema: () =>
    z.object({
      id: identifier(),
      name: z.string().describe('The name that the user signs in with.'),
      displayName: z.string(),
      email: z
        .string()
        .describe('Returned only to the user and to members of a common organization.')
        .optional(),
    }),
  example: { id: 1, name: 'admin', displayName: 'Ada Admin', email: 'admin@example.test' },
}

const account = {
  name: 'DTOAccount',
  schema: () => z.object({ accountId: z.string(), displayName: z.string() }),
  example: { accountId: '854d2d6c79c0399d48b348ae', displayName: 'Ada Admin' },
}

const toOwnUser = ({ id, name, displayName, email }: UserRecord) => ({ id, name, displayName, email })

const base = { ...observed, group: 'Users' } as const
const onSelf = { ...base, ...ownData, path: '/users/me', assumptions: [...always('A196')] } as const

const readSelf = operation({
  ...onSelf,
  id: 'standalone.user.readSelf',
  summary: 'Returns the caller’s own account.',
  method: 'GET',
  success: { description: 'The user.', shape: user },
  handle: (_input, _context, user) => toOwnUser(user),
})

const updateSelf = operation({
  ...onSelf,
  id: 'standalone.user.updateSelf',
  summary: 'Updates the caller’s own account.',
  method: 'PUT',
  body: {
    name: 'UserChanges',
    schema: () =>
      z.object({
        displayName: givenName().nullish().describe('The displayed name, not blank.'),
        email: z.string().min(1).max(MAXIMUM_EMAIL_LENGTH).nullish().describe('The email address.'),
      }),
    example: { displayName: 'Ada A. Admin' },
  },
  success: { description: 'The user.', shape: user },
  refusals: { 409: 'Another user has the email address.' },
  handle: ({ body }, context, user) => toOwnUser(changeAccount(context.store, user, present(body))),
})

const deleteSelf = operation({
  ...onSelf,
  id: 'standalone.user.deleteSelf',
  exampleToken: 'tok-bob',
  summary: 'Deletes the caller’s own account and their personal data.',
  method: 'DELETE',
  success: { status: 204, description: 'The account was deleted. Its tokens are no longer accepted.' },
  refusals: { 409: 'The caller is the last administrator of an organization.' },
  assumptions: [...always('A191', 'A197')],
  handle: (_input, context, user) => deleteAccount(context.store, user),
})

const read = operation({
  ...base,
  ...signedIn,
  id: 'standalone.user.read',
  summary: 'Returns a user.',
  method: 'GET',
  path: '/users/{id}',
  pathParameters: { id: int64({ description: 'Identifier of the user.', example: '1' }) },
  success: { description: 'The user.', shape: user },
  assumptions: [...always('A196')],
  handle({ path }, context, self) {
    const { id } = path
    if (typeof id !== 'number') throw notFound('user', id)
    const { email, ...found } = toOwnUser(findUser(context.store, id))
    return maySeeAddress(context, self, id) ? { ...found, email } : found
  },
})

const readAccount = operation({
  ...base,
  id: 'standalone.user.readAccount',
  summary: 'Returns the user of an account at the identity provider of wikis and trackers.',
  method: 'GET',
  path: '/proxy/users/atlassian/{accountId}',
  permission: signedIn.permission,
  pathParameters: {
    accountId: string({
      maximumLength: 255,
      description: 'The account at the identity provider.',
      example: '854d2d6c79c0399d48b348ae',
    }),
  },
  query: { applicationId: applicationIdOfQuery },
  success: { description: 'The account and the name of its user.', shape: account },
  assumptions: ['A15', 'A26', ...always('A202')],
  authorise: ({ query }, context) =>
    readableApplication(context, selectedApplicationId(context, query.applicationId)),
  handle({ path }, context, site) {
    const { accountId, displayName } = findAccountHolder(context.store, site, path.accountId)
    return { accountId, displayName }
  },
})

export const userOperations: readonly Operation[] = [readSelf, updateSelf, deleteSelf, read, readAccount]

function maySeeAddress({ store }: Context, self: UserRecord, userId: number): boolean {
  if (self.id === userId) return true
  for (const { organizationId } of store.table(memberships).range('user', [userId]))
    if (isMember(store, self, organizationId)) return true
  return false
}
