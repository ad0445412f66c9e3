/** The caller's own personal access tokens (service §5.5); they are made on the settings page, which is no API. */
import { z } from '../../framework/zod.ts'
import { findOwnToken, revokeToken } from '../../../model/users/issue-credentials.ts'
import { type TokenRecord, tokens } from '../../../model/users/records.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, operation, type Operation, type Shape } from '../../framework/operation.ts'
import { int64 } from '../../framework/parameter.ts'
import { caller, identifier, instant } from '../common.ts'
import { observed, ownData } from './common.ts'

const credential: Shape = {
  name: 'DTOCredential',
  schema: () =>
    z.object({
      id: identifier(),
      name: z.string().describe('What the user called it.'),
      createdAt: instant(),
      expiresAt: instant().describe('From when it is refused.'),
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

const base = { ...observed, group: 'Users', section: '5.5', permission: ownData } as const

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
  authorise: (_input, context) => caller(context),
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
    // One that expired: whoever tries the example keeps what they call with.
    credentialId: int64({ description: 'Identifier of the token.', example: '7' }),
  },
  success: { status: 204, description: 'The token is refused from now on.' },
  assumptions: [...always('A198')],
  authorise: (_input, context) => caller(context),
  handle({ path }, context, user) {
    revokeToken(context.store, findOwnToken(context.store, user, path.credentialId))
  },
})

export const credentialOperations: readonly Operation[] = [list, remove]
