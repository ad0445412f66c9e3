// Fields that are added to the declaration of a record, and to nothing else, are known everywhere.

import { expect, test, vi } from 'vitest'
import { referenceOf } from '../../src/console/panels/tables/references.ts'
import type { TableEntry } from '../../src/control/responses/state.ts'
import type * as Organizations from '../../src/model/records/service/organizations.ts'
import { organizations } from '../../src/model/records/service/organizations.ts'
import { stepDigest } from '../../src/simulator/past/step-digest.ts'
import { createControlClient } from './client.ts'

vi.mock('../../src/model/records/service/organizations.ts', async (importOriginal) => {
  const field = await import('../../src/world/store/fields.ts')
  const module = await importOriginal<typeof Organizations>()
  const added = {
    headquarters: field.optional(field.text),
    siteId: field.optional(field.ref('application')),
    foundedBy: field.optional(field.pastRef('user')),
    sealHash: field.optional(field.secret()),
    auditedAt: field.optional(field.instant),
  }
  const fields = { ...module.organizations.fields, ...added }
  return { ...module, organizations: Object.freeze({ ...module.organizations, fields }) }
})

const SEAL = 'a'.repeat(64)

/** A client whose first organization has these fields too. */
async function importing(fields: object) {
  const client = createControlClient()
  const document = JSON.parse((await client.get('/export')).raw.body as string)
  Object.assign(document.stores.eu.organization[0], fields)
  return { client, reply: await client.write('POST', '/import', document), document }
}

test.each([
  [{ headquarters: 5 }, "'headquarters': must be text, not '5'"],
  [{ headquarter: 'x' }, "no field 'headquarter': did you mean 'headquarters'?"],
  [{ siteId: 999 }, "siteId '999' names no application of this region"],
  [{ foundedBy: 999 }, "foundedBy '999' names no user of this region"],
  [{ sealHash: 'secret' }, "'sealHash'"],
])('an import with %j is refused', async (fields, message) => {
  const { reply } = await importing(fields)
  expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(message)])
})

test('an import keeps them, filters and links use them, and secrets are hidden', async () => {
  const fields = {
    headquarters: 'Oslo',
    siteId: 101,
    foundedBy: 1,
    sealHash: SEAL,
    auditedAt: 1_767_603_600_000,
  }
  const { client, reply, document } = await importing(fields)
  expect(reply.status).toBe(200)
  expect(JSON.parse((await client.get('/export')).raw.body as string)).toEqual(document)
  expect(client.simulator.state('organization', { headquarters: 'Oslo' } as object)).toHaveLength(1)

  const { sealHash: _, ...shown } = fields
  const listed = await client.get('/state/organization?headquarters=Oslo')
  expect([listed.body.total, listed.body.items[0]]).toEqual([1, expect.objectContaining(shown)])
  expect(listed.raw.body).not.toContain(SEAL)
  expect((await client.get(`/state/organization?sealHash=${SEAL}`)).status).toBe(400)

  const tables = (await client.get('/state')).body.items as unknown as TableEntry[]
  const entry = tables.find(({ table }) => table === 'organization') as TableEntry
  expect(entry.fields).toEqual(expect.arrayContaining(['headquarters', 'siteId', 'foundedBy', 'auditedAt']))
  expect(entry.instants).toContain('auditedAt')
  expect(referenceOf(entry, 'siteId', 101, tables)).toEqual({ table: 'application', key: '101' })
})

test('the digest of a step in a trace ignores a secret, and no other field', () => {
  const { world } = createControlClient().simulator
  const digestOf = (fields: object) => {
    const before = world.snapshot()
    world.region('eu').table(organizations).update(1, fields)
    return stepDigest(world.schema, { before, after: world.snapshot(), answer: undefined })
  }
  const [empty, seal, place] = [
    digestOf({}),
    digestOf({ sealHash: SEAL }),
    digestOf({ headquarters: 'Oslo' }),
  ]
  expect([seal === empty, place === empty]).toEqual([true, false])
})
