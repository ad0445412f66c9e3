/** Evidence for the entries of the ledger's file `standalone-writing`. */
import type { standaloneWritingEntries } from '../../../src/api/ledger/standalone-writing.ts'
import type { EvidenceOf } from './evidence.ts'

const IN_WIKI = 'applicationId=101'
const page = { type: 'PAGE', name: 'Ground station', parentContainerId: 1100 }
const links = `/api/requirements/6002/links?${IN_WIKI}`

export const standaloneWritingEvidence: EvidenceOf<typeof standaloneWritingEntries> = {
  A203: { call: ['POST', `/api/containers?${IN_WIKI}`, { body: page }] },
  A204: {
    before: [['POST', `/api/containers?${IN_WIKI}`, { body: page }]],
    call: ['DELETE', `/api/containers/3102?${IN_WIKI}`],
  },
  A205: { call: ['GET', '/api/standalone/workspaces?applicationId=103'] },
  A206: { call: ['GET', '/api/standalone/workspaces/301/members?applicationId=103'] },
  A207: { call: ['PUT', `/api/variants/5002?${IN_WIKI}`, { body: { name: 'Prototype' } }] },
  A208: { call: ['GET', `/api/requirements/6002?${IN_WIKI}`] },
  A210: { call: ['GET', `/api/requirements/6002/external-properties?${IN_WIKI}`] },
  A211: { call: ['GET', links] },
  A212: { call: ['GET', links] },
  A213: { call: ['POST', links, { body: { type: 'JIRA_ISSUE', issueKey: 'DRN-3' } }] },
  A214: { call: ['GET', `/api/relationships?${IN_WIKI}`] },
}
