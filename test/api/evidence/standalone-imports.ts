/** Evidence for the entries of the ledger's file `standalone-imports`. */
import type { standaloneImportEntries } from '../../../src/api/ledger/standalone-imports.ts'
import type { EvidenceOf } from './evidence.ts'

const properties = '/api/external-properties'
const inWiki = 'applicationId=101'
const costs = { rows: [{ key: 'REQ-001', properties: [{ name: 'Cost', value: 110 }] }] }
const importing = ['POST', `${properties}/import/json?${inWiki}`, { body: costs }] as const

export const standaloneImportEvidence: EvidenceOf<typeof standaloneImportEntries> = {
  A240: { call: ['GET', `${properties}?${inWiki}`] },
  A241: { call: ['DELETE', `${properties}/7001?${inWiki}`] },
  A242: { call: ['GET', `${properties}/usage?ids=7001&${inWiki}`] },
  A243: { call: importing },
  A244: { call: importing },
  A245: { call: importing },
  A246: { call: ['GET', `/api/jobs?${inWiki}`] },
  A247: { call: ['GET', '/api/files/3100?applicationId=103'] },
  A248: { call: ['GET', '/api/files/3100/download/url?applicationId=103'] },
}
