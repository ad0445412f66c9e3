import fc from 'fast-check'
import { expect, test } from 'vitest'
import { integrations } from '../../../../src/model/records/tracker/integrations.ts'
import { type IssueLinkRecord, issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { APPLINK, startLinker } from '../../tracker/linking.ts'

const WIKI_APPLINK = '11111111-2222-4333-8444-555555555555'

const facts = fc.record({
  issue: fc.integer({ min: 1, max: 6 }),
  spaceKey: fc.constant('ENG'),
  key: fc.constantFrom('REQ-001', 'REQ-002', 'REQ-003', 'GONE'),
  baseline: fc.constantFrom(undefined, 1),
  relationship: fc.constantFrom('implements', 'tests'),
})
const link = fc
  .record({ wiki: fc.option(facts), tracker: fc.option(facts) })
  .filter(({ wiki, tracker }) => wiki !== null || tracker !== null)

test('property: a repair makes wiki and tracker agree, and the queues keep it so', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(link, { maxLength: 12 }), async (drawn) => {
      const linker = await startLinker()
      const store = linker.author.client.simulator.world.region('eu')
      const table = store.table(issueLinks)
      for (const { id } of table.scan()) table.remove(id)
      for (const { id } of store.table(outboundMessages).scan()) store.table(outboundMessages).remove(id)
      store.table(integrations).update('svc-0001-demo', { mode: 'DISABLED' })
      for (const [position, { wiki, tracker }] of drawn.entries()) {
        const record: { -readonly [F in keyof IssueLinkRecord]: IssueLinkRecord[F] } = {
          id: 50_000 + position,
          serviceId: 'svc-0001-demo',
        }
        if (wiki !== null) {
          const { issue, baseline, ...facts } = wiki
          const frozen = baseline === undefined ? {} : { baseline }
          const names = { applinkId: WIKI_APPLINK, applicationId: 101, issueKey: `DRN-${issue}` }
          record.wiki = { ...names, ...facts, ...frozen }
        }
        // The tracker has issues 1 to 5 only.
        if (tracker !== null && tracker.issue < 6) {
          const { issue, baseline = null, ...facts } = tracker
          record.tracker = {
            applinkId: APPLINK,
            applicationId: 102,
            issueId: 30_000 + issue,
            ...facts,
            baseline,
          }
        }
        if (record.wiki !== undefined || record.tracker !== undefined) table.put(record)
      }
      const path = '/wiki/rest/reqs/1/repair/trackerlinks'
      const reply = await linker.author.client.call('PUT', path, { token: 'tok-admin' })
      expect(reply.body.remaining).toEqual([])
      const live = (faces: string[]) => new Set(faces.filter((view) => !view.includes('GONE')))
      expect(live(linker.faces().wiki)).toEqual(new Set(linker.faces().tracker))
      const healed = linker.faces()
      store.table(integrations).update('svc-0001-demo', { mode: 'AUTO' })
      linker.synchronise()
      expect(new Set(linker.faces().tracker)).toEqual(live(linker.faces().wiki))
      expect(linker.faces().tracker).toEqual(expect.arrayContaining(healed.tracker))
    }),
    { numRuns: 20 },
  )
})

const change = fc.record({
  in: fc.constantFrom('wiki', 'tracker', 'overwrite'),
  adds: fc.boolean(),
  issue: fc.integer({ min: 1, max: 4 }),
  key: fc.constantFrom('REQ-001', 'REQ-002', 'REQ-003'),
  relationship: fc.constantFrom('implements', 'tests'),
})

test.each([
  ['PUT', {}],
  ['PUT', { A184: 'wiki' }],
  ['DELETE', {}],
] as const)('waiting messages do not undo %s with %j', async (method, assumptions) => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 10 }), async (changes) => {
      const linker = await startLinker({ scenario: 'demo', config: { assumptions } } as never)
      const { client } = linker.author
      for (const { in: side, adds, issue, key, relationship } of changes) {
        const link = [{ applinkId: APPLINK, spaceKey: 'ENG', key, relationship }]
        const path = `/issuelinks/DRN-${issue}`
        const inWiki = `/wiki/rest/reqs/1/requirement2/ENG/${key}/link/issue/DRN-${issue}?relationship=${relationship}`
        if (side === 'wiki') await client.call(adds ? 'PUT' : 'DELETE', inWiki)
        else if (side === 'overwrite') await linker.call('PUT', path, adds ? link : [])
        else await linker.call(adds ? 'POST' : 'DELETE', path, link)
      }
      await client.call(method, '/wiki/rest/reqs/1/repair/trackerlinks', { token: 'tok-admin' })
      const repaired = linker.faces()
      expect(repaired.wiki).toEqual(repaired.tracker)
      for (let run = 0; run < 3; run++) linker.synchronise()
      expect(linker.faces()).toEqual(repaired)
    }),
    { numRuns: 25 },
  )
})
