/** Walks over everything that changes links, by either product: whatever happened, both show the same in the end. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wikiRequirement } from '../../../src/model/integration/issues/tracker-texts.ts'
import { issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { outboundMessages } from '../../../src/model/records/tracker/outbound-messages.ts'
import { trackerMessages } from '../../../src/model/records/tracker/inbound-messages.ts'
import { integrationOf, item, type Linker, startLinker } from './linking.ts'

const KEYS = ['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004']
const RENAMED = ['REQ-101', 'REQ-102']
const ISSUES = ['DRN-1', 'DRN-2', 'DRN-3']
const RELATIONSHIPS = ['implements', 'tests']

const key = fc.constantFrom(...KEYS, ...RENAMED)
const issue = fc.constantFrom(...ISSUES)
const relationship = fc.constantFrom(...RELATIONSHIPS)
const link = fc.record({ key, relationship, baseline: fc.constantFrom(null, null, 1) })
const links = fc.array(link, { minLength: 1, maxLength: 3 })

type Step = (linker: Linker) => Promise<unknown>
const step = <T>(values: fc.Arbitrary<T>, act: (linker: Linker, value: T) => Promise<unknown>) =>
  values.map((value) => {
    const taken: Step = (linker) => act(linker, value)
    return Object.assign(taken, { toString: () => `${act.name} ${JSON.stringify(value)}` })
  })

const admin = { token: 'tok-admin' }
const items = (values: readonly { key: string; relationship: string; baseline: number | null }[]) =>
  values.map(({ key: name, ...more }) => item(name, more))
const wikiLink = (name: string, to: string) => `/requirement2/ENG/${name}/link/issue/${to}`

/** What keeps both products together: refusals are fine, as long as they change nothing. */
const orderly = [
  step(fc.tuple(issue, links), function create(linker, [to, values]) {
    return linker.call('POST', `/issuelinks/${to}`, items(values), admin)
  }),
  step(fc.tuple(issue, links), function overwrite(linker, [to, values]) {
    return linker.call('PUT', `/issuelinks/${to}`, items(values), admin)
  }),
  step(fc.tuple(issue, key, relationship), function overwriteOne(linker, [to, name, as]) {
    const body = [item(name, { relationship: as })]
    return linker.call('PUT', `/issuelinks/${to}?relationship=${as}`, body, admin)
  }),
  step(fc.tuple(issue, links), function remove(linker, [to, values]) {
    return linker.call('DELETE', `/issuelinks/${to}`, items(values.slice(0, 1)), admin)
  }),
  step(fc.tuple(issue, link), function createRemote(linker, [to, value]) {
    return linker.call('POST', '/createRIL', { issueKey: to, spaceKey: 'ENG', ...value }, admin)
  }),
  step(fc.tuple(issue, key, relationship), function linkInWiki(linker, [to, name, as]) {
    return linker.author.call('PUT', `${wikiLink(name, to)}?relationship=${as}`)
  }),
  step(fc.tuple(issue, key), function unlinkInWiki(linker, [to, name]) {
    return linker.author.call('DELETE', wikiLink(name, to))
  }),
  step(fc.tuple(fc.constantFrom(0, 1), fc.boolean()), function renameInWiki(linker, [which, back]) {
    const names = [KEYS[which] as string, RENAMED[which] as string]
    const [from, to] = back ? names.toReversed() : names
    return linker.author.call('PUT', `/requirement2/ENG/${from}`, { newKey: to })
  }),
  step(fc.array(issue, { minLength: 1, maxLength: 3 }), function resynchronise(linker, which) {
    return linker.call('PUT', `/sync?issues=${which.join(',')}`, undefined, admin)
  }),
  step(fc.tuple(key, fc.boolean()), function updateBaseline(linker, [name, back]) {
    const change = back ? { oldBaseline: 1, newBaseline: null } : { oldBaseline: null, newBaseline: 1 }
    return linker.call('POST', '/sync/updatebaseline2', { spaceKey: 'ENG', keys: [name], ...change }, admin)
  }),
  step(fc.constantFrom('500ms', '1s', '1m', '3m'), async function wait(linker, by) {
    linker.author.client.simulator.clock.advance(by)
  }),
]

/** What takes the products apart. */
const disorderly = [
  step(fc.tuple(fc.nat(), fc.boolean()), async function loseFace(linker, [which, tracker]) {
    const table = integrationOf(linker).store.table(issueLinks)
    const all = [...table.scan()].filter((one) => one.wiki !== undefined && one.tracker !== undefined)
    const chosen = all[which % Math.max(1, all.length)]
    if (chosen === undefined) return
    const { wiki: _wiki, tracker: _tracker, ...rest } = chosen
    table.put({ ...rest, ...(tracker ? { wiki: chosen.wiki! } : { tracker: chosen.tracker! }) })
  }),
  step(fc.tuple(fc.nat(), fc.boolean()), async function loseMessage(linker, [which, inbound]) {
    const { store } = integrationOf(linker)
    const table = inbound ? store.table(trackerMessages) : store.table(outboundMessages)
    const waiting = [...table.range('waiting', ['svc-0001-demo'])]
    const chosen = waiting[which % Math.max(1, waiting.length)]
    if (chosen !== undefined) table.remove(chosen.id)
  }),
  step(fc.tuple(key, key), function renameInTracker(linker, [from, to]) {
    return linker.call('PUT', '/rename', { spaceKey: 'ENG', key: from, newKey: to }, admin)
  }),
]

/** Synchronises until nothing waits but links to what the wiki does not have. */
async function runDry(linker: Linker): Promise<void> {
  for (let run = 0; run < 4; run++) linker.synchronise()
  const waiting = (await linker.author.state('trackerMessage')).filter(({ status }) => status !== 'DONE')
  const { store, integration } = integrationOf(linker)
  for (const { operation, spaceKey, key: name, baseline = null } of waiting) {
    expect(operation).toBe('ADD_LINK')
    expect(wikiRequirement({ store, integration }, spaceKey, name, baseline)).toBeUndefined()
  }
  expect((await linker.author.state('outboundMessage')).filter(({ status }) => status !== 'DONE')).toEqual([])
}

/** Requirements that the tracker links and the wiki does not have: renamed by mistake, or before the wiki heard of the link. */
function danglingOf(linker: Linker): Set<string> {
  const { store, integration } = integrationOf(linker)
  const found = new Set<string>()
  for (const { tracker } of store.table(issueLinks).scan()) {
    if (tracker === undefined || tracker.key === null) continue
    const { spaceKey, key: name, baseline } = tracker
    if (wikiRequirement({ store, integration }, spaceKey, name, baseline) === undefined)
      found.add(`${spaceKey} ${name} ${baseline ?? '-'}`)
  }
  return found
}

/** What the tracker shows of what the wiki has. */
function shownOfWiki(linker: Linker): string[] {
  const dangling = [...danglingOf(linker)]
  return linker.faces().tracker.filter((view) => !dangling.some((place) => view.endsWith(place)))
}

test('after orderly changes the queues bring both products together', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...orderly), { minLength: 3, maxLength: 14 }), async (steps) => {
      const linker = await startLinker()
      for (const taken of steps) await taken(linker)
      await runDry(linker)
      expect(shownOfWiki(linker)).toEqual(linker.faces().wiki)
    }),
    { numRuns: 40, seed: 7 },
  )
})

test('after disorder a resynchronisation brings both products together', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(...orderly, ...disorderly), { minLength: 3, maxLength: 14 }),
      async (steps) => {
        const linker = await startLinker()
        for (const taken of steps) await taken(linker)
        await runDry(linker)
        for (let time = 0; time < 2; time++) {
          await linker.done('PUT', `/sync?issues=${ISSUES.join(',')}`)
          await runDry(linker)
        }
        expect(shownOfWiki(linker)).toEqual(linker.faces().wiki)
      },
    ),
    { numRuns: 40, seed: 7 },
  )
})
