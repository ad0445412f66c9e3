/** People and what identifies them: organizations, users, invitations, sites, linked accounts, tokens, sessions. */
import * as z from 'zod'
import { givenName, createdAt, instant, list, name, number, organization, site, user } from './parts.ts'

export const organizations = z.strictObject({
  id: number('The id').optional(),
  name: givenName('The name'),
  createdAt,
})

export const users = z.strictObject({
  id: number('The id').optional(),
  name: givenName('The name to sign in with'),
  displayName: givenName('The name shown; the sign-in name where absent').optional(),
  email: name('The address; NAME@example.test where absent').optional(),
  accountId: name('The account id at the identity provider; drawn where absent').optional(),
  password: name('The password; the sign-in name where absent').optional(),
  organizations: list(
    z.strictObject({
      organization,
      role: z.enum(['member', 'admin']).describe('member where absent').optional(),
    }),
    'The organizations that the user belongs to',
  ).optional(),
})

export const sites = z.strictObject({
  id: number('The application id').optional(),
  name: givenName('A handle by which other sections name the site'),
  title: givenName('The name of the application; the handle where absent').optional(),
  type: z.enum(['CONFLUENCE', 'JIRA', 'STANDALONE']).describe('A wiki, a tracker or a workspace server'),
  status: z.enum(['ACTIVE', 'DISABLED']).describe('ACTIVE where absent').optional(),
  baseUrl: name("The site's own address: a wiki's includes its context path, a tracker's does not"),
  organization,
  selfHosted: z
    .boolean()
    .describe('Served by the embedded interface of its type; at most one wiki and one tracker')
    .optional(),
  administrators: list(user, 'Users who administer the site').optional(),
})

export const accountLinks = z.strictObject({
  user,
  site,
  linked: z.boolean().describe('The link in the service; true where absent').optional(),
  consented: z.boolean().describe('The consent at the identity provider; true where absent').optional(),
})

export const tokens = z.strictObject({
  id: number('The id').optional(),
  user,
  name: givenName('The descriptive name'),
  value: name('The value that callers send'),
  expires: instant('From when it is refused; a year after the start of the clock where absent').optional(),
  application: site.describe('The one site that the token is scoped to').optional(),
  createdAt,
})

export const sessions = z.strictObject({
  id: number('The id').optional(),
  user,
  value: name('The value of the cookie JSESSIONID'),
  expires: instant('From when it is unknown; never where absent').optional(),
  createdAt,
})

export const linkRequests = z.strictObject({
  application: site.describe('The site that requests to join, by name or application id'),
  organization,
  status: z.enum(['PENDING', 'APPROVED', 'REJECTED']).describe('PENDING where absent').optional(),
  createdBy: user.describe('The user who made the request'),
  createdAt,
})

export const invitations = z.strictObject({
  id: number('The id').optional(),
  organization,
  email: name('The address that is invited; a user who has it can answer'),
  role: z
    .enum(['member', 'admin'])
    .describe('What accepting makes of the user; member where absent')
    .optional(),
  status: z
    .enum(['PENDING', 'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'])
    .describe('PENDING where absent; a PENDING one that expires before the start is EXPIRED')
    .optional(),
  createdBy: user.describe('The user who invited'),
  createdAt,
  expires: instant('When a PENDING one expires; 7 days after it was made where absent').optional(),
})
