/** The caller's personal access tokens (service §5.5). They are created on the settings page, not by the API. */
import { z } from '../../framework/zod.ts'
import { findOwnToken, revokeToken } from '../../../model/users/credentials.ts'
import { type TokenRecord, tokens } from '../../../model/records/service/users.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { int64 } from '../../framework/parameter.ts'
import { identifier, instant, observed } from '../common.ts'
import { ownData } from './common.ts'

const credential = {
  name: 'DTOCredential',
  schema: () =>
    z.object({
      id: identifier(),
      name: z.string().describe('The name that the user gave it.'),
      createdAt: instant(),
      expiresAt: instant().describe('When it stops being accepted.'),
      applicationId: identifier().describe('The one application that it is scoped to.').optional(),
    }),
  example: {
    id: 1,
    name: 'default',
    createdAt: '2026-01-05T09:00:00.000Z',
    expiresAt: '2027-01-05T09:00:00.000Z',
  },
}

const toCredential = ({ id, name, createdAt, expiresAt, applicationId }: TokenRecord) => ({
  id,
  name,
  createdAt: formatInstant(createdAt),
  expiresAt: formatInstant(expiresAt),
  ...(applicationId === undefined ? {} : { applicationId }),
})

const base = { ...observed, group: 'Users', section: '5.5', ...ownData } as const

const list = operation({
  ...base,
  id: 'standalone.credential.list',
  summary: 'Lists the caller’s personal access tokens, without their values.',
  method: 'GET',
  path: '/users/me/credentials',
  success: {
    description: 'The tokens, by id.',
    shape: { schema: () => z.array(credential.schema()), example: [credential.example] },
  },
  assumptions: [...always('A190', 'A198')],
  handle(_input, context, user) {
    const own = [...context.store.table(tokens).range('user', [user.id])]
    return own.map(toCredential)
  },
})

const remove = operation({
  ...base,
  id: 'standalone.credential.delete',
  summary: 'Deletes one of the caller’s personal access tokens.',
  method: 'DELETE',
  path: '/users/me/credentials/{credentialId}',
  exampleToken: 'tok-alice',
  pathParameters: {
    // An expired token, so that the example does not delete the one that it uses.
    credentialId: int64({ description: 'Identifier of the token.', example: '7' }),
  },
  success: { status: 204, description: 'The token is no longer accepted.' },
  assumptions: [...always('A198')],
  handle: ({ path }, context, user) =>
    revokeToken(context.store, findOwnToken(context.store, user, path.credentialId)),
})

export const credentialOperations: readonly Operation[] = [list, remove]
