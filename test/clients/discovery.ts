/** What a client of the hosted addresses learns first: its organizations, their sites, and what links can be called. */
import * as z from 'zod'
import { allItems } from './paging.ts'
import type { Wire } from './wire.ts'

const organizationRow = z.object({
  id: z.int().positive(),
  name: z.string().min(1),
  displayName: z.string().min(1),
})

const applicationRow = z.object({
  id: z.int().positive(),
  name: z.string().min(1),
  type: z.enum(['CONFLUENCE', 'JIRA', 'STANDALONE']),
  status: z.literal('ACTIVE'),
  baseUrl: z.url(),
})
export type Application = z.infer<typeof applicationRow>

const relationshipRow = z.object({
  id: z.int().positive(),
  name: z.string().min(1),
  types: z.array(z.string().min(1)).min(1),
})
export type Relationship = z.infer<typeof relationshipRow>

export interface Sites {
  readonly organizations: readonly z.infer<typeof organizationRow>[]
  readonly wiki: Application
  readonly tracker: Application
  /** How requirements and issues can be linked, as the tracker's application says. */
  readonly relationships: readonly Relationship[]
}

/** Looks for a wiki and a tracker among the applications of all organizations of the caller. */
export async function discoverSites(api: Wire): Promise<Sites> {
  const organizations = await listOrganizations(api)
  const found: Application[] = []
  for (const { id } of organizations)
    found.push(...(await allItems(api, '/applications', applicationRow, { organizationId: id }, 2)))
  const siteOf = (type: Application['type']): Application => {
    const site = found.find((one) => one.type === type)
    if (site === undefined) throw new Error(`no application of type ${type}`)
    return site
  }
  const tracker = siteOf('JIRA')
  return {
    organizations,
    wiki: siteOf('CONFLUENCE'),
    tracker,
    relationships: await relationshipsOf(api, tracker.id),
  }
}

/** A plain list, of which `limit` cuts a page: the last one is shorter. */
async function listOrganizations(api: Wire, limit = 1) {
  const rows: z.infer<typeof organizationRow>[] = []
  for (let offset = 0; ; offset += limit) {
    const page = await api.get('/organizations', z.array(z.unknown()), { offset, limit })
    if (page.length > limit) throw new Error(`/organizations: ${page.length} rows, asked for ${limit}`)
    rows.push(...api.keep(organizationRow, page, '/organizations'))
    if (page.length < limit) return rows
  }
}

export function relationshipsOf(api: Wire, applicationId: number): Promise<Relationship[]> {
  return allItems(api, '/relationships', relationshipRow, { applicationId }, 2)
}

/** The application that a token is bound to. */
export function currentApplication(api: Wire): Promise<Application> {
  return api.get('/applications/current', applicationRow)
}
