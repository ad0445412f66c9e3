import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applications } from '../../../../src/model/applications/records.ts'
import {
  type IntegrationRecord,
  integrations,
  issueLinks,
  issues,
} from '../../../../src/model/links/records.ts'
import { OUTBOUND_OPERATIONS, outboundMessages } from '../../../../src/model/integration/queues/records.ts'
import { wikiRequirement } from '../../../../src/model/integration/issues/texts.ts'
import { requirements } from '../../../../src/model/requirements/records/records.ts'
import { settings } from '../../../../src/model/settings/records.ts'
import {
  INBOUND_OPERATIONS,
  trackerMessages,
  trackerTextId,
  trackerTexts,
} from '../../../../src/model/tracker/records.ts'
import { type Client, startClient } from '../../../support/client.ts'
import { rewritePage, viewPage } from '../pages/authoring.ts'

const WIKI = '/wiki/rest/reqs/1'
const TRACKER = '/tracker/rest/reqs/1'
const SERVICE = 'svc-0001-demo'
const applinkId = '99999999-8888-4777-8666-555555555555'
const admin = { token: 'tok-admin' }

const key = fc.constantFrom('REQ-001', 'REQ-002', 'NEW-1', 'NEW-2')
const issue = fc.constantFrom(30001, 30002, 30003)
/** A key that an issue had or has, a new one, or the next one of another project. */
const issueKey = fc.constantFrom(
  'DRN-1',
  'DRN-2',
  'DRN-3',
  'DRN-6',
  'DRN-7',
  'new',
  'project DRN',
  'project GND',
)
const relationship = fc.constantFrom('implements', 'tests')
const step = fc.oneof(
  fc.record({ does: fc.constantFrom('link' as const, 'unlink' as const), key, issue, relationship }),
  fc.record({ does: fc.constant('linkUnknown' as const), key, relationship }),
  fc.record({ does: fc.constantFrom('add' as const, 'remove' as const), key, issue, relationship }),
  fc.record({
    does: fc.constant('overwrite' as const),
    keys: fc.uniqueArray(key, { maxLength: 2 }),
    issue,
    relationship,
    scoped: fc.boolean(),
  }),
  fc.record({ does: fc.constant('edit' as const), key, text: fc.integer({ min: 0, max: 99 }) }),
  fc.record({ does: fc.constant('rename' as const), key, newKey: key }),
  fc.record({ does: fc.constantFrom('delete' as const, 'define' as const, 'undefine' as const), key }),
  fc.record({ does: fc.constant('renameIssue' as const), issue, to: issueKey }),
  fc.record({ does: fc.constant('view' as const) }),
  fc.record({ does: fc.constant('advance' as const), by: fc.constantFrom('1m', '3m', '7m') }),
  fc.record({ does: fc.constant('site' as const), id: fc.constantFrom(101, 102), active: fc.boolean() }),
  fc.record({
    does: fc.constant('mode' as const),
    mode: fc.constantFrom('AUTO' as const, 'DISABLED' as const),
  }),
  fc.record({
    does: fc.constant('cost' as const),
    id: fc.constantFrom(101, 102),
    value: fc.constantFrom(10, 14_000, 31_000, 130_000),
  }),
  fc.record({ does: fc.constantFrom('send' as const, 'sendFromTracker' as const), which: fc.nat(9) }),
  fc.record({ does: fc.constantFrom('flush' as const, 'repair' as const, 'repairApplicationLink' as const) }),
  fc.record({ does: fc.constant('resynchronise' as const), issue }),
  fc.record({
    does: fc.constant('fault' as const),
    messageOperation: fc.constantFrom(...OUTBOUND_OPERATIONS, ...INBOUND_OPERATIONS),
    answer: fc.constantFrom('FAILED' as const, 'NOT_EXECUTED' as const, 'NONE' as const),
    times: fc.constantFrom(1, 2, 5),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The demo world, with a second project, and without a link that has lost its key. */
const SCENARIO = {
  name: 'walk',
  extends: ['demo'],
  world: {
    links: [{ id: 40001, remove: true }],
    projects: [
      { id: 20002, site: 'tracker', key: 'GND', name: 'Ground', grants: { edit: ['admin', 'alice'] } },
    ],
  },
}

const storeOf = (client: Client) => client.simulator.world.region('eu')

async function take(client: Client, taken: Step): Promise<void> {
  const store = storeOf(client)
  const keyOf = (id: number) => store.table(issues).get(id)?.key
  switch (taken.does) {
    case 'link':
    case 'unlink':
    case 'linkUnknown': {
      const target = taken.does === 'linkUnknown' ? 'DRN-777' : keyOf(taken.issue)
      const path = `${WIKI}/requirement2/ENG/${taken.key}/link/issue/${target}`
      const method = taken.does === 'unlink' ? 'DELETE' : 'PUT'
      await client.call(method, `${path}?relationship=${taken.relationship}`)
      return
    }
    case 'add':
    case 'remove': {
      const body = [{ applinkId, spaceKey: 'ENG', key: taken.key, relationship: taken.relationship }]
      const method = taken.does === 'add' ? 'POST' : 'DELETE'
      await client.call(method, `${TRACKER}/issuelinks/${keyOf(taken.issue)}`, { body })
      return
    }
    case 'overwrite': {
      const scope = taken.scoped ? `?relationship=${taken.relationship}` : ''
      const body = taken.keys.map((name) => ({
        applinkId,
        spaceKey: 'ENG',
        key: name,
        relationship: taken.relationship,
      }))
      await client.put(`${TRACKER}/issuelinks/${keyOf(taken.issue)}${scope}`, body)
      return
    }
    case 'edit':
      await client.put(`${WIKI}/requirement2/ENG/${taken.key}`, { htmlExcerpt: `<p>Text ${taken.text}</p>` })
      return
    case 'rename':
      await client.put(`${WIKI}/requirement2/ENG/${taken.key}`, { newKey: taken.newKey })
      return
    case 'delete':
      await client.delete(`${WIKI}/requirement2/ENG/${taken.key}`)
      return
    case 'define':
    case 'undefine': {
      const edit =
        taken.does === 'define'
          ? { define: [{ key: taken.key, html: `<p>Page of ${taken.key}</p>` }] }
          : { undefine: [taken.key] }
      const headers = { 'x-sim-control': '1' }
      await client.put('/_sim/pages/4001', edit, { token: null, headers })
      return
    }
    case 'renameIssue':
      return renameIssue(client, taken.issue, taken.to)
    case 'view':
      return viewPage(client, 4001)
    case 'advance':
      client.simulator.clock.advance(taken.by)
      return
    case 'site':
      store.table(applications).update(taken.id, { status: taken.active ? 'ACTIVE' : 'DISABLED' })
      return
    case 'mode':
      store.table(integrations).update(SERVICE, { mode: taken.mode })
      return
    case 'cost':
      return setCost(client, taken.id, taken.value)
    case 'send': {
      const waiting = store.table(outboundMessages).range('waiting', [SERVICE])
      const message = [...waiting][taken.which]
      if (message === undefined) return
      await client.call('PUT', `${WIKI}/integration/${SERVICE}/queue/outbound/${message.id}`, admin)
      return
    }
    case 'sendFromTracker': {
      const message = [...store.table(trackerMessages).range('waiting', [SERVICE])][taken.which]
      if (message === undefined) return
      await client.call('POST', `${TRACKER}/queue/${applinkId}/messages/${message.id}`, admin)
      return
    }
    case 'flush':
      await client.get(`${WIKI}/integration/${SERVICE}/queue/flush`, admin)
      return
    case 'repair':
      await client.call('PUT', `${WIKI}/repair/trackerlinks`, admin)
      return
    case 'repairApplicationLink':
      await client.call('POST', `${TRACKER}/queue/${applinkId}/repair-applink`, admin)
      return
    case 'resynchronise':
      await client.call('PUT', `${TRACKER}/sync?issues=${keyOf(taken.issue)}`, admin)
      return
    case 'fault': {
      const { does: _does, ...fault } = taken
      client.simulator.faults.add({ queue: '*', ...fault })
    }
  }
}

/** Gives an issue another key in the tracker, or moves it; a key that is taken is refused, and stays. */
async function renameIssue(client: Client, id: number, to: string): Promise<void> {
  const project = storeOf(client).table(issues).get(id)?.key.split('-')[0]
  const key = to === 'new' ? `${project}-${storeOf(client).next('walk') + 1000}` : to
  const body = to.startsWith('project ') ? { project: to.slice('project '.length) } : { key }
  const headers = { 'x-sim-control': '1' }
  await client.put(`/_sim/issues/${id}`, body, { token: null, headers })
}

function setCost(client: Client, applicationId: number, value: number): void {
  const name = 'messageMilliseconds'
  const id = `${applicationId}/0/${name}`
  storeOf(client).table(settings).put({ id, applicationId, name, value })
}

/** Both sides up, without faults, and time enough for everything that waits. */
function quiet(client: Client): void {
  const store = storeOf(client)
  client.simulator.faults.clear()
  for (const id of [101, 102]) {
    store.table(applications).update(id, { status: 'ACTIVE' })
    setCost(client, id, 10)
  }
  store.table(integrations).update(SERVICE, { mode: 'AUTO' })
  client.simulator.clock.advance('12m')
}

/** What each product shows, link by link. */
function faces(client: Client) {
  const store = storeOf(client)
  const integration = store.table(integrations).get(SERVICE) as IntegrationRecord
  const live = (space: string, name: string) =>
    wikiRequirement({ store, integration }, space, name, null) !== undefined
  const text = (...parts: (string | undefined)[]) => parts.join(' ')
  const wiki: string[] = []
  const tracker: string[] = []
  const halves: string[] = []
  for (const link of store.table(issueLinks).scan()) {
    const shown = link.wiki
    const told = link.tracker
    if (told?.key === null) continue
    const ofWiki =
      shown !== undefined && live(shown.spaceKey, shown.key)
        ? text(shown.issueKey, shown.relationship, shown.key)
        : undefined
    const ofTracker =
      told === undefined
        ? undefined
        : text(store.table(issues).get(told.issueId)?.key, told.relationship, told.key ?? '')
    if (ofWiki !== undefined) wiki.push(ofWiki)
    if (ofTracker !== undefined) tracker.push(ofTracker)
    if (ofWiki !== ofTracker) halves.push(ofWiki ?? ofTracker ?? '')
  }
  return { wiki: wiki.sort(), tracker: tracker.sort(), halves }
}

function unfinished(client: Client) {
  const store = storeOf(client)
  const outbound = [...store.table(outboundMessages).range('waiting', [SERVICE])]
  const inbound = [...store.table(trackerMessages).range('waiting', [SERVICE])]
  return [...outbound, ...inbound]
}

/** All that should not be once everything has arrived, in words. */
function disagreements(client: Client): string[] {
  const { wiki, tracker, halves } = faces(client)
  const waiting = unfinished(client)
  // What is left failed, because the issue or the requirement that it names never existed.
  const excused = new Set(
    waiting.map(({ issueKey, relationship, key: name }) => [issueKey, relationship, name].join(' ')),
  )
  const unexplained = waiting.filter(
    ({ status, lastResponse, spaceKey = '', key: name = '' }) =>
      status !== 'FAILED' ||
      lastResponse?.endsWith('does not exist') !== true ||
      (lastResponse.startsWith('requirement') && hasExisted(client, spaceKey, name)),
  )
  const doubled = (links: string[]) => links.filter((link, at) => links.indexOf(link) !== at)
  const missing = (links: string[], others: string[]) =>
    links.filter((link) => !others.includes(link) && !excused.has(link))
  return [
    ...unexplained.map(({ id, operation, status }) => `message ${id} ${operation} is ${status}`),
    ...doubled(wiki).map((link) => `the wiki shows ${link} twice`),
    ...doubled(tracker).map((link) => `the tracker shows ${link} twice`),
    ...missing(wiki, tracker).map((link) => `only the wiki shows ${link}`),
    ...missing(tracker, wiki).map((link) => `only the tracker shows ${link}`),
    ...halves.filter((link) => !excused.has(link)).map((link) => `${link} is two records`),
    ...staleTexts(client).map((name) => `the tracker has no text, or another one, of ${name}`),
    ...spareTexts(client).map((name) => `the tracker keeps a text of ${name}, which no issue links`),
  ]
}

function hasExisted(client: Client, spaceKey: string, name: string): boolean {
  const rows = [...storeOf(client).table(requirements).scan()]
  return rows.some((row) => row.applicationId === 101 && row.spaceKey === spaceKey && row.key === name)
}

function staleTexts(client: Client): string[] {
  const store = storeOf(client)
  const integration = store.table(integrations).get(SERVICE) as IntegrationRecord
  return [...store.table(issueLinks).scan()].flatMap(({ wiki, tracker }) => {
    if (wiki === undefined || tracker === undefined || tracker.key === null) return []
    const row = wikiRequirement({ store, integration }, wiki.spaceKey, wiki.key, null)
    const id = trackerTextId(tracker.applinkId, tracker.spaceKey, tracker.key, null)
    const copy = store.table(trackerTexts).get(id)
    return row === undefined || copy?.html === row.html ? [] : [wiki.key]
  })
}

function spareTexts(client: Client): string[] {
  const store = storeOf(client)
  return [...store.table(trackerTexts).scan()]
    .filter(({ spaceKey, key: name, baseline }) => {
      const place = [SERVICE, spaceKey, name, baseline ?? -1]
      return store.table(issueLinks).find('trackerRequirement', place) === undefined
    })
    .map((text) => text.key)
}

const RUNS = 50

test('whatever happens on both sides, they show the same once everything has arrived', async () => {
  const client = await startClient({ scenario: SCENARIO } as never)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }), async (steps) => {
      client.simulator.reset()
      for (const taken of steps) await take(client, taken)
      await rewritePage(client, 4001, { title: 'Flight control' })
      quiet(client)
      expect(disagreements(client)).toEqual([])
    }),
    { numRuns: RUNS },
  )
}, 120_000)
