/** The caller's account at the identity provider of wikis and trackers, which hosted calls need (service §5.6). */
import { z } from '../../framework/zod.ts'
import {
  authorizationAddress,
  consentedAccountOf,
  IDENTITY_PROVIDER,
  linkedAccountOf,
  MAXIMUM_ADDRESS_LENGTH,
  requireProvider,
  sitesOf,
  unlinkEverywhere,
} from '../../../model/users/linked-accounts.ts'
import type { UserRecord } from '../../../model/records/service/users.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { oneOf, string } from '../../framework/parameter.ts'
import { caller, identifier, observed } from '../common.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { ownData } from './common.ts'

const linkedAccount = {
  name: 'DTOLinkedAccount',
  schema: () =>
    z.object({
      providerId: z.string(),
      accountId: z.string().describe('The account at the identity provider.'),
      applicationIds: z.array(identifier()).describe('The linked sites, by id.'),
      consented: z.boolean().describe('Whether the user has consented to at least one of them.'),
    }),
  example: {
    providerId: IDENTITY_PROVIDER,
    accountId: '854d2d6c79c0399d48b348ae',
    applicationIds: [101, 102],
    consented: true,
  },
}

const linkAddress = {
  name: 'DTOLinkAddress',
  schema: () => z.object({ url: z.string().describe('The address to send the browser to.') }),
  example: {
    url: 'https://auth.atlassian.test/authorize?response_type=code&prompt=none&redirect_uri=https%3A%2F%2Fapp.example.test%2Flinked&state=5f1b7c0d2e3a4b5c6d7e8f9012345678',
  },
}

const profile = {
  name: 'DTOAccountProfile',
  schema: () =>
    z.object({ accountId: z.string(), name: z.string(), displayName: z.string(), email: z.string() }),
  example: {
    accountId: '854d2d6c79c0399d48b348ae',
    name: 'admin',
    displayName: 'Ada Admin',
    email: 'admin@example.test',
  },
}

const resource = {
  name: 'DTOAccessibleResource',
  schema: () =>
    z.object({
      id: identifier().describe('Identifier of the application.'),
      name: z.string(),
      type: z.enum(['CONFLUENCE', 'JIRA']),
      url: z.string().describe('The base address of the site.'),
    }),
  example: {
    id: 101,
    name: 'Northwind Wiki',
    type: 'CONFLUENCE',
    url: 'https://wiki.northwind.test/wiki',
  },
}

const base = { ...observed, group: 'Users', section: '5.6', ...ownData } as const
const onProvider = {
  ...base,
  path: '/users/me/linked-accounts/{providerId}',
  pathParameters: {
    providerId: string({
      maximumLength: 255,
      description: `The identity provider: ${IDENTITY_PROVIDER}.`,
      example: IDENTITY_PROVIDER,
    }),
  },
  assumptions: ['A199'],
} as const

const UNLINKED = {
  403: 'The caller has revoked the consent at the identity provider.',
  404: 'The caller has no linked account.',
} as const

const read = operation({
  ...onProvider,
  id: 'standalone.linkedAccount.read',
  summary: 'Returns the caller’s linked account.',
  method: 'GET',
  success: { description: 'The linked account.', shape: linkedAccount },
  authorise: ({ path }, context) => callerAtProvider(context, path.providerId),
  handle(_input, context, user) {
    const { accountId, links } = linkedAccountOf(context.store, user)
    return {
      providerId: IDENTITY_PROVIDER,
      accountId,
      applicationIds: links.map(({ applicationId }) => applicationId),
      consented: links.some(({ consented }) => consented),
    }
  },
})

const remove = operation({
  ...onProvider,
  id: 'standalone.linkedAccount.delete',
  exampleToken: 'tok-bob',
  summary: 'Removes the link of the caller’s account, the first of two steps to unlink it.',
  method: 'DELETE',
  success: { status: 204, description: 'No site is linked. The consent at the identity provider remains.' },
  authorise: ({ path }, context) => callerAtProvider(context, path.providerId),
  handle: (_input, context, user) => unlinkEverywhere(context.world, context.store, user),
})

const startLink = operation({
  ...onProvider,
  id: 'standalone.linkedAccount.startLink',
  summary: 'Returns the address at which the caller links their account.',
  method: 'GET',
  path: '/users/me/linked-accounts/{providerId}/link',
  query: {
    redirectUri: string({
      required: true,
      maximumLength: MAXIMUM_ADDRESS_LENGTH,
      description: 'The address that the identity provider redirects to. Never fetched.',
      example: 'https://app.example.test/linked',
    }),
  },
  success: { description: 'The address.', shape: linkAddress },
  assumptions: ['A199', ...always('A200')],
  authorise: ({ path }, context) => callerAtProvider(context, path.providerId),
  handle({ query }, context, user) {
    const url = authorizationAddress({ world: context.world, store: context.store, user }, query.redirectUri)
    return { url }
  },
})

const readProfile = operation({
  ...base,
  id: 'standalone.linkedAccount.readProfile',
  summary: 'Returns the profile of the caller’s linked account.',
  method: 'GET',
  path: '/users/me/linked-accounts/atlassian/profile',
  success: { description: 'The profile.', shape: profile },
  refusals: UNLINKED,
  assumptions: [...always('A201')],
  handle(_input, context, user) {
    const { name, displayName, email } = user
    const { accountId } = consentedAccountOf(context.store, user)
    return { accountId, name, displayName, email }
  },
})

const listResources = operation({
  ...base,
  id: 'standalone.linkedAccount.listResources',
  summary: 'Lists the sites that the caller’s linked account can access.',
  method: 'GET',
  path: '/users/me/linked-accounts/atlassian/accessible-resources',
  query: {
    type: oneOf(['CONFLUENCE', 'JIRA'], { description: 'The type of site.', example: 'CONFLUENCE' }),
  },
  success: {
    description: 'The sites, by id.',
    shape: { schema: () => z.array(resource.schema()), example: [resource.example] },
  },
  refusals: UNLINKED,
  assumptions: ['A15', ...always('A190', 'A201')],
  handle({ query }, context, user) {
    const { store, scopedTo } = context
    const sites = sitesOf(store, consentedAccountOf(store, user), query.type)
    if (scopedTo !== undefined) context.note(ledger.scopedTokens)
    const visible = scopedTo === undefined ? sites : sites.filter(({ id }) => id === scopedTo)
    return visible.map(({ id, name, type, baseUrl }) => ({ id, name, type, url: baseUrl }))
  },
})

export const linkedAccountOperations: readonly Operation[] = [
  read,
  remove,
  startLink,
  readProfile,
  listResources,
]

function callerAtProvider(context: Context, providerId: string): UserRecord {
  context.note(ledger.linkedAccountRules)
  const user = caller(context)
  requireProvider(providerId)
  return user
}
