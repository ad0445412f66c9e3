/** Evidence for the entries of the ledger's file `organizations`. */
import type { organizationEntries } from '../../../src/api/ledger/organizations.ts'
import type { EvidenceOf } from './evidence.ts'

const me = '/api/users/me'
const account = `${me}/linked-accounts/atlassian`

export const organizationEvidence: EvidenceOf<typeof organizationEntries> = {
  A200: { call: ['GET', '/api/organizations/1'] },
  A201: { call: ['GET', '/api/organizations'] },
  A202: { call: ['GET', '/api/organizations/1/members'] },
  A203: { call: ['GET', '/api/organizations/1/invitations'] },
  A204: { call: ['POST', `${me}/invitations/1/accept`, { token: 'tok-dana' }] },
  A205: { call: ['DELETE', '/api/organizations/1', { token: 'tok-admin' }] },
  A206: { call: ['POST', '/api/organizations/2/link-requests/103/approve', { token: 'tok-dana' }] },
  A207: { call: ['GET', '/api/users/4'] },
  A208: { call: ['DELETE', me] },
  A209: { call: ['DELETE', `${me}/credentials/2`] },
  A210: { call: ['DELETE', account] },
  A211: { call: ['GET', `${account}/link?redirectUri=https%3A%2F%2Fapp.example.test%2F`] },
  A212: { call: ['GET', `${account}/accessible-resources`] },
  A213: { call: ['GET', '/api/proxy/users/atlassian/854d2d6c79c0399d48b348ae?applicationId=101'] },
}
