/** What users make on the settings page of the service, which is no API of it: tokens, sessions, linked accounts (service §5.5, §5.6). */
import * as z from 'zod'
import { oneOf, string } from '../../api/framework/parameter.ts'
import { invalid, invalidRequest } from '../../model/input/errors.ts'
import { findUser, issueToken, linkAccount, unlinkAccount } from '../../model/users/credentials.ts'
import { endSession, endSessionsOf, openSession } from '../../model/users/sessions.ts'
import type { AccountLinkRecord, UserRecord } from '../../model/records/service/users.ts'
import {
  A_DURATION,
  formatInstant,
  LAST_INSTANT,
  parseDuration,
  parseInstant,
} from '../../world/time/duration.ts'
import { once } from '../../world/once.ts'
import { controlRoute, routesOf, recordId } from '../route.ts'
import { givenName, regionField } from '../body-fields.ts'
import {
  accountLinkResponse,
  endedSessionsResponse,
  newAccountLinkResponse,
  sessionResponse,
  tokenResponse,
} from '../responses/editing.ts'

const YEAR = 365 * 86_400_000
const DEFAULT_TOKEN_NAME = 'Made by the control API'

const userShape = () =>
  z
    .union([z.string(), z.int()], { error: 'expected the name or id of a user' })
    .describe('The name or id of the user.')
const applicationShape = () => z.int().min(1)

const tokenShape = once(() =>
  z.strictObject({
    user: userShape(),
    name: givenName().default(DEFAULT_TOKEN_NAME).describe('The name of the token.'),
    expiresAt: z
      .string()
      .exactOptional()
      .describe('The virtual instant at which the token expires, ISO 8601.'),
    expiresIn: z
      .string(`must be ${A_DURATION}`)
      .exactOptional()
      .describe('Instead of `expiresAt`: a duration from now. 365 days when both are absent.'),
    applicationId: applicationShape().exactOptional().describe('Scopes the token to one application.'),
    value: z
      .string()
      .exactOptional()
      .describe('The value of the token; generated from the seed of the world when absent.'),
    region: regionField(),
  }),
)

const sessionShape = once(() =>
  z.strictObject({
    user: userShape(),
    value: z
      .string()
      .exactOptional()
      .describe('The value of the cookie; generated from the seed of the world when absent.'),
    expiresAt: z
      .string()
      .exactOptional()
      .describe('The virtual instant at which the session expires, ISO 8601.'),
    expiresIn: z
      .string(`must be ${A_DURATION}`)
      .exactOptional()
      .describe(
        'Instead of `expiresAt`: a duration from now. The session never expires when both are absent.',
      ),
    region: regionField(),
  }),
)

const accountLinkShape = once(() =>
  z.strictObject({
    user: userShape(),
    applicationId: applicationShape().describe('The wiki or tracker that is the site.'),
    consent: z
      .boolean()
      .default(true)
      .describe('Whether the user consents if the identity provider requests it.'),
    region: regionField(),
  }),
)

export const credentialRoutes = routesOf('Credentials', [
  controlRoute({
    id: 'createToken',
    method: 'POST',
    path: '/tokens',
    summary: 'Create a personal access token',
    regional: true,
    body: {
      shape: tokenShape,
      example: { user: 'alice', name: 'CI', expiresIn: '30d', applicationId: 101 },
    },
    status: 201,
    returns: tokenResponse,
    responseNote: 'The only response that contains the value.',
    refusals: { 409: 'The value is in use.' },
    handle: ({ body }, context) => {
      const world = context.world()
      const store = context.store()
      const user = findUser(store, body.user)
      const { name, applicationId, value: requestedValue } = body
      const expiresAt = expiryOf(world.now, body) ?? Math.min(world.now + YEAR, LAST_INSTANT)
      const scope = applicationId === undefined ? {} : { applicationId }
      const issued = issueToken(
        { world, store, user },
        {
          name,
          expiresAt,
          ...scope,
          ...(requestedValue === undefined ? {} : { value: requestedValue }),
        },
      )
      const { record, value } = issued
      const times = { createdAt: formatInstant(record.createdAt), expiresAt: formatInstant(record.expiresAt) }
      return { id: record.id, name: record.name, user: user.name, value, ...times, ...scope }
    },
  }),
  controlRoute({
    id: 'createSession',
    method: 'POST',
    path: '/sessions',
    summary: 'Sign a user in to the embedded wiki and tracker',
    regional: true,
    details: 'Once the session has expired, its cookie counts as unknown: the response is 401.',
    body: { shape: sessionShape, example: { user: 'alice', expiresIn: '30m' } },
    status: 201,
    returns: sessionResponse,
    responseNote: '`cookie` is the header to send, `JSESSIONID=<value>`.',
    refusals: { 409: 'The value is in use.' },
    handle: ({ body }, context) => {
      const world = context.world()
      const store = context.store()
      const user = findUser(store, body.user)
      const expiresAt = expiryOf(world.now, body)
      const { record, value } = openSession({ world, store, user }, { value: body.value, expiresAt })
      return {
        id: record.id,
        user: user.name,
        value,
        cookie: `JSESSIONID=${value}`,
        createdAt: formatInstant(record.createdAt),
        ...(expiresAt === undefined ? {} : { expiresAt: formatInstant(expiresAt) }),
      }
    },
  }),
  controlRoute({
    id: 'endSession',
    method: 'DELETE',
    path: '/sessions/{sessionId}',
    summary: 'End a session',
    details: 'Its cookie is then unknown. `GET /state/session` lists the sessions with their ids.',
    regional: true,
    pathParameters: { sessionId: recordId('The session.', '1') },
    status: 204,
    refusals: { 404: 'The session is unknown.' },
    handle: ({ path }, context) => {
      const store = context.store()
      context.world().transact(() => endSession(store, Number(path.sessionId)))
    },
  }),
  controlRoute({
    id: 'endSessions',
    method: 'DELETE',
    path: '/sessions',
    summary: 'End all sessions of a user',
    query: { user: string({ required: true, description: 'Name of the user.', example: 'alice' }) },
    regional: true,
    returns: endedSessionsResponse,
    responseNote: '`ended` is the number of sessions.',
    refusals: { 404: 'The user is unknown.' },
    handle: ({ query }, context) => {
      const store = context.store()
      const user = findUser(store, query.user)
      return { user: user.name, ended: context.world().transact(() => endSessionsOf(store, user)) }
    },
  }),
  controlRoute({
    id: 'linkAccount',
    method: 'POST',
    path: '/account-links',
    summary: 'Link the account of a user to a site for the hosted interfaces',
    details:
      'The identity provider requests consent unless a consent is still valid: `asked` reports this. If consent was revoked and the link still exists, this gives consent again.',
    regional: true,
    body: { shape: accountLinkShape, example: { user: 'alice', applicationId: 101 } },
    status: 201,
    exampleAfter: [{ route: 'unlinkAccount' }],
    returns: newAccountLinkResponse,
    refusals: {
      403: 'The user does not consent, or the request is not allowed here.',
      409: 'The account is linked already.',
    },
    handle: ({ body }, context) => {
      const { applicationId, consent } = body
      const user = findUser(context.store(), body.user)
      const { record, asked } = linkAccount(
        { world: context.world(), store: context.store(), user },
        applicationId,
        consent,
      )
      return { ...describeLink(user, record), asked }
    },
  }),
  controlRoute({
    id: 'unlinkAccount',
    method: 'DELETE',
    path: '/account-links',
    summary: 'Run one of the two steps that unlink an account',
    details:
      'Step `link` removes the link in the service: linking again needs no consent. Step `consent` revokes the integration at the identity provider: linking again needs consent. Hosted calls are refused after either; unlinking is complete after both, in either order.',
    query: {
      user: string({ required: true, description: 'Name of the user.', example: 'alice' }),
      applicationId: recordId('The site.', '101'),
      step: oneOf(['link', 'consent'], { default: 'link', description: 'The step to run.' }),
    },
    regional: true,
    returns: accountLinkResponse,
    refusals: { 404: 'The account was never linked.', 409: 'The step ran already.' },
    handle: ({ query }, context) => {
      const user = findUser(context.store(), query.user)
      const applicationId = Number(query.applicationId)
      return describeLink(
        user,
        unlinkAccount({ world: context.world(), store: context.store(), user }, applicationId, query.step),
      )
    },
  }),
])

/** The instant of expiry that a body gives; undefined without one. */
function expiryOf(
  now: number,
  { expiresAt, expiresIn }: { readonly expiresAt?: string; readonly expiresIn?: string },
): number | undefined {
  if (expiresAt !== undefined && expiresIn !== undefined) {
    throw invalidRequest("'expiresAt' and 'expiresIn'", 'send one of both')
  }
  if (expiresAt !== undefined) {
    const instant = parseInstant(expiresAt)
    if (instant !== undefined) return instant
    throw invalid('expiresAt', expiresAt, "send an instant such as '2027-01-05T09:00:00Z'")
  }
  if (expiresIn === undefined) return undefined
  const duration = parseDuration(expiresIn)
  if (duration === undefined) {
    throw invalid('expiresIn', expiresIn, `must be ${A_DURATION}`)
  }
  if (now + duration > LAST_INSTANT) {
    throw invalid('expiresIn', expiresIn, 'beyond the year 9999: send a shorter one')
  }
  return now + duration
}

function describeLink(user: UserRecord, { applicationId, linked, consented }: AccountLinkRecord) {
  return { user: user.name, applicationId, linked, consented }
}
