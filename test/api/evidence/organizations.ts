/** Evidence for the entries of the ledger's file `organizations`. */
import type { organizationEntries } from '../../../src/api/ledger/organizations.ts'
import type { EvidenceOf } from './evidence.ts'

const me = '/api/users/me'
const account = `${me}/linked-accounts/atlassian`

export const organizationEvidence: EvidenceOf<typeof organizationEntries> = {
  A189: { call: ['GET', '/api/organizations/1'] },
  A190: { call: ['GET', '/api/organizations'] },
  A191: { call: ['GET', '/api/organizations/1/members'] },
  A192: { call: ['GET', '/api/organizations/1/invitations'] },
  A193: { call: ['POST', `${me}/invitations/1/accept`, { token: 'tok-dana' }] },
  A194: { call: ['DELETE', '/api/organizations/1', { token: 'tok-admin' }] },
  A195: { call: ['POST', '/api/organizations/2/link-requests/103/approve', { token: 'tok-dana' }] },
  A196: { call: ['GET', '/api/users/4'] },
  A197: { call: ['DELETE', me] },
  A198: { call: ['DELETE', `${me}/credentials/2`] },
  A199: { call: ['DELETE', account] },
  A200: { call: ['GET', `${account}/link?redirectUri=https%3A%2F%2Fapp.example.test%2F`] },
  A201: { call: ['GET', `${account}/accessible-resources`] },
  A202: { call: ['GET', '/api/proxy/users/atlassian/854d2d6c79c0399d48b348ae?applicationId=101'] },
  A250: { call: ['GET', '/api/organizations'] },
}
