/** Evidence for the entries of the ledger's file `bulk-jobs`. */
import type { bulkJobEntries } from '../../../src/api/ledger/bulk-jobs.ts'
import type { EvidenceOf } from './evidence.ts'

const wiki = '/wiki/rest/reqs/1'
const integration = `${wiki}/integration/svc-0001-demo`
const bulk =
  '/tracker/rest/reqs/1/operations/99999999-8888-4777-8666-555555555555/issues-bulk-operation/projects/20001'
const template = {
  spaceKey: 'ENG',
  title: 'Story per requirement',
  applinkId: '11111111-2222-4333-8444-555555555555',
  projectId: 20001,
  issueTypeId: 10001,
}
const make = ['POST', `${wiki}/templates/ENG/`, { body: template }] as const
const create = [
  'POST',
  `${integration}/jira/create-issues-bulk`,
  { body: { issueTemplate: template, requirements: [{ spaceKey: 'ENG', key: 'REQ-003' }] } },
] as const
const update = ['POST', bulk, { body: { operation: 'UPDATE', issues: [{ key: 'DRN-3' }] } }] as const

export const bulkJobEvidence: EvidenceOf<typeof bulkJobEntries> = {
  A173: { before: [create], call: ['GET', `${wiki}/tasks/jobs`] },
  A174: { call: ['GET', `${wiki}/tasks/jobs`] },
  A175: { call: update },
  A176: { call: create },
  A177: { call: create },
  A178: { call: ['GET', `${integration}/jira/projects/DRN/meta/10001`] },
  A179: { call: make },
  A180: { before: [make], call: ['GET', `${wiki}/templates/ENG/1/issues`] },
  A181: { call: ['GET', `${integration}/jira/projects`] },
  A182: { call: ['GET', `${integration}/tracker/projects`] },
}
