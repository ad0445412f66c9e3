import fc from 'fast-check'
import { expect, test } from 'vitest'
import { integrations, type IssueLinkRecord, issueLinks } from '../../src/model/links/records.ts'
import { outboundMessages } from '../../src/model/messages/records.ts'
import { APPLINK, startLinker } from '../tracker/linking.ts'

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

test('whatever the faces were, healing brings wiki and tracker together, and the queues leave it so', async () => {
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
          const { issue, baseline, ...said } = wiki
          const frozen = baseline === undefined ? {} : { baseline }
          const names = { applinkId: WIKI_APPLINK, applicationId: 101, issueKey: `DRN-${issue}` }
          record.wiki = { ...names, ...said, ...frozen }
        }
        // The tracker has issues 1 to 5 only.
        if (tracker !== null && tracker.issue < 6) {
          const { issue, baseline = null, ...said } = tracker
          record.tracker = {
            applinkId: APPLINK,
            applicationId: 102,
            issueId: 30_000 + issue,
            ...said,
            baseline,
          }
        }
        if (record.wiki !== undefined || record.tracker !== undefined) table.put(record)
      }
      const path = '/wiki/rest/reqs/1/repair/trackerlinks'
      const reply = await linker.author.client.call('PUT', path, { token: 'tok-admin' })
      expect(reply.body.remaining).toEqual([])
      const live = (faces: string[]) => new Set(faces.filter((face) => !face.includes('GONE')))
      expect(live(linker.faces().wiki)).toEqual(new Set(linker.faces().tracker))
      const healed = linker.faces()
      store.table(integrations).update('svc-0001-demo', { mode: 'AUTO' })
      linker.synchronise()
      expect(new Set(linker.faces().tracker)).toEqual(live(linker.faces().wiki))
      expect(linker.faces().tracker).toEqual(expect.arrayContaining(healed.tracker))
    }),
    { numRuns: 40 },
  )
})
