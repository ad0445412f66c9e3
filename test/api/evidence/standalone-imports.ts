/** Evidence for the entries of the ledger's file `standalone-imports`. */
import type { standaloneImportEntries } from '../../../src/api/ledger/standalone-imports.ts'
import type { EvidenceOf } from './evidence.ts'

const properties = '/api/external-properties'
const inWiki = 'applicationId=101'
const costs = { rows: [{ key: 'REQ-001', properties: [{ name: 'Cost', value: 110 }] }] }
const importing = ['POST', `${properties}/import/json?${inWiki}`, { body: costs }] as const

export const standaloneImportEvidence: EvidenceOf<typeof standaloneImportEntries> = {
  A215: { call: ['GET', `${properties}?${inWiki}`] },
  A218: { call: importing },
  A220: { call: importing },
  A221: { call: ['GET', `/api/jobs?${inWiki}`] },
  A222: { call: ['GET', '/api/files/3100?applicationId=103'] },
  A264: { call: importing },
  A223: { call: ['GET', '/api/files/3100/download/url?applicationId=103'] },
}
